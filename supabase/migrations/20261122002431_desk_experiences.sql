-- What a region offers, a page at a time, for those who run it: its featured ones first, in their order, then by title.
--   public.desk_experiences(p_territory_id, p_search, p_after_rank, p_after_title, p_after_id, p_limit)
--     hidden ones too; a page after the key (rank, sort_title, id) of the last row of the page before; 1 to 100 rows.
--     p_search: words, each the beginning of a word of the title, without accents. 403 'forbidden' for whoever does not run it.

-- Where an experience stands: by its place among the featured ones, or after all of them.
create function private.desk_rank(p_featured boolean, p_featured_order int)
returns int language sql immutable parallel safe set search_path = '' as $$
  select case when p_featured then coalesce(p_featured_order, 0) else 2147483647 end
$$;
-- The index's expressions are evaluated as whoever writes a row.
revoke all on function private.desk_rank(boolean, int) from public, anon;
grant execute on function private.desk_rank(boolean, int) to authenticated, service_role;

create index experiences_desk_idx on public.experiences
  (territory_id, (private.desk_rank(featured, featured_order)), (private.plain_words(title)) collate "C", id) where archived_at is null;
create index experiences_words_idx on public.experiences using gin ((array[territory_id]), (private.search_words(title))) where archived_at is null;

create function private.desk_experiences(p_territory_id text, p_search text, p_after_rank int, p_after_title text, p_after_id uuid, p_limit int)
returns table (id uuid, title text, image_urls text[], shared_price numeric, duration numeric, max_spots int, available_spots int,
  featured boolean, featured_order int, visible boolean, guide_id uuid, guide_name text, guide_avatar text, rank int, sort_title text)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  after_rank int := coalesce(p_after_rank, -2147483648);
  after_title text := coalesce(p_after_title, '');
  after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  page int := least(greatest(coalesce(p_limit, 50), 1), 100);
  ids uuid[];
begin
  perform private.require_region(p_territory_id);
  -- Two statements, so that each has the plan of its own index.
  if query is null then
    ids := array(
      select e.id from public.experiences e
      where e.territory_id = p_territory_id and e.archived_at is null
        and (private.desk_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id) > (after_rank, after_title, after_id)
      order by private.desk_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id limit page);
  else
    ids := array(
      select e.id from public.experiences e
      where array[e.territory_id] @> array[p_territory_id] and private.search_words(e.title) @@ query and e.archived_at is null
        and (private.desk_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id) > (after_rank, after_title, after_id)
      order by private.desk_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id limit page);
  end if;
  return query
  select e.id, e.title, e.image_urls[1:1], e.shared_price, e.duration, e.max_spots, e.available_spots, e.featured, e.featured_order, e.visible,
    e.guide_id, c.full_name, c.avatar_url, private.desk_rank(e.featured, e.featured_order), private.plain_words(e.title)
  from unnest(ids) with ordinality k (id, n)
  join public.experiences e on e.id = k.id
  left join public.profile_cards c on c.id = e.guide_id
  order by k.n;
end $$;

create function public.desk_experiences(p_territory_id text, p_search text default null, p_after_rank int default null,
  p_after_title text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, title text, image_urls text[], shared_price numeric, duration numeric, max_spots int, available_spots int,
  featured boolean, featured_order int, visible boolean, guide_id uuid, guide_name text, guide_avatar text, rank int, sort_title text)
language sql stable security invoker set search_path = '' as $$
  select * from private.desk_experiences(p_territory_id, p_search, p_after_rank, p_after_title, p_after_id, p_limit)
$$;

revoke all on function private.desk_experiences(text, text, int, text, uuid, int), public.desk_experiences(text, text, int, text, uuid, int)
  from public, anon, authenticated, service_role;
grant execute on function private.desk_experiences(text, text, int, text, uuid, int), public.desk_experiences(text, text, int, text, uuid, int)
  to authenticated;
