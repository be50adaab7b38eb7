-- The other lists of Region Management, a page at a time and found by the beginnings of words, without accents, as desk_experiences.
--
--   public.list_members(p_territory_id, p_roles, p_search, p_id, p_sort, p_desc, p_after_key, p_after_id, p_limit)
--     who holds any of these roles there, with all roles that they hold there; a page after the key (sort_key, id). p_sort: 'name',
--     'business' (those without one last) or 'commission'. p_id: this person alone. p_search: name, e-mail and business.
--   public.desk_transports(p_territory_id, p_search, p_after_title, p_after_id, p_limit)
--     its services by title, hidden ones too; p_search: title, where it leaves from and where it goes.
--   public.desk_pickups(p_territory_id, p_search, p_after_name, p_after_id, p_limit)
--     where they leave from, by name; p_search: name and directions.
-- 1 to 100 rows. 403 'forbidden' for whoever does not run the region.

drop function public.list_members(text, text[], uuid, int);
drop function private.list_members(text, text[], uuid, int);

-- The people of one region are put in order in memory: they are as many as work there, and who they are is in another table than
-- what they are called.
create function private.list_members(p_territory_id text, p_roles text[], p_search text, p_id uuid, p_sort text, p_desc boolean,
  p_after_key text, p_after_id uuid, p_limit int)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  updated_at timestamptz, sort_key text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  query tsquery := private.search_query(p_search);
  down boolean := coalesce(p_desc, false);
begin
  perform private.require_region(p_territory_id);
  return query
  with people as (
    select p.id, p.full_name, p.email, p.avatar_url, p.business_name, p.commission_level, held.roles, p.updated_at,
      (case p_sort
         when 'business' then coalesce(nullif(private.plain_words(p.business_name), ''), case when down then '' else U&'\+10FFFF' end)
         when 'commission' then to_char(p.commission_level, 'FM000.0')
         else private.plain_words(coalesce(nullif(p.full_name, ''), p.email)) end) collate "C" as sort_key
    from (
      select g.user_id, array_agg(g.role order by g.role) as roles from private.role_grants g
      where g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null and (p_id is null or g.user_id = p_id)
      group by g.user_id having p_roles is null or bool_or(g.role = any (p_roles))
    ) held join public.profiles p on p.id = held.user_id
    where query is null or private.search_words(p.full_name || ' ' || p.email || ' ' || coalesce(p.business_name, '')) @@ query
  )
  select k.id, k.full_name, k.email, k.avatar_url, k.business_name, k.commission_level, k.roles, k.updated_at, k.sort_key
  from people k
  where p_after_id is null
    or case when down then (k.sort_key, k.id) < (p_after_key, p_after_id) else (k.sort_key, k.id) > (p_after_key, p_after_id) end
  order by case when not down then k.sort_key end, case when not down then k.id end,
    case when down then k.sort_key end desc, case when down then k.id end desc
  limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;

create function public.list_members(p_territory_id text, p_roles text[] default null, p_search text default null, p_id uuid default null,
  p_sort text default 'name', p_desc boolean default false, p_after_key text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  updated_at timestamptz, sort_key text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_members(p_territory_id, p_roles, p_search, p_id, p_sort, p_desc, p_after_key, p_after_id, p_limit)
$$;

-- 2. Transport services.
create function private.transport_words(p_title text, p_from text, p_to text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_title || ' ' || p_from || ' ' || coalesce(p_to, ''))
$$;
-- The index's expressions are evaluated as whoever writes a row.
revoke all on function private.transport_words(text, text, text) from public, anon;
grant execute on function private.transport_words(text, text, text) to authenticated, service_role;

create index territory_transports_desk_idx on public.territory_transports
  (territory_id, (private.plain_words(title)) collate "C", id) where archived_at is null;
create index territory_transports_words_idx on public.territory_transports
  using gin ((array[territory_id]), (private.transport_words(title, pickup_location, destination))) where archived_at is null;

create function private.desk_transports(p_territory_id text, p_search text, p_after_title text, p_after_id uuid, p_limit int)
returns table (id uuid, title text, image_urls text[], type_id text, type_name text, shared_price numeric, private_price numeric,
  max_spots int, available_spots int, visible boolean, sort_title text)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  after_title text := coalesce(p_after_title, '');
  after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  page int := least(greatest(coalesce(p_limit, 50), 1), 100);
  ids uuid[];
begin
  perform private.require_region(p_territory_id);
  -- Two statements, so that each has the plan of its own index.
  if query is null then
    ids := array(
      select s.id from public.territory_transports s
      where s.territory_id = p_territory_id and s.archived_at is null
        and (private.plain_words(s.title) collate "C", s.id) > (after_title, after_id)
      order by private.plain_words(s.title) collate "C", s.id limit page);
  else
    ids := array(
      select s.id from public.territory_transports s
      where array[s.territory_id] @> array[p_territory_id] and s.archived_at is null
        and private.transport_words(s.title, s.pickup_location, s.destination) @@ query
        and (private.plain_words(s.title) collate "C", s.id) > (after_title, after_id)
      order by private.plain_words(s.title) collate "C", s.id limit page);
  end if;
  return query
  select s.id, s.title, s.image_urls[1:1], s.transport_type_id, k.name, s.shared_price, s.private_price, s.max_spots, s.available_spots,
    s.visible, private.plain_words(s.title)
  from unnest(ids) with ordinality o (id, n)
  join public.territory_transports s on s.id = o.id
  join public.transport_types k on k.id = s.transport_type_id
  order by o.n;
end $$;

create function public.desk_transports(p_territory_id text, p_search text default null, p_after_title text default null,
  p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, title text, image_urls text[], type_id text, type_name text, shared_price numeric, private_price numeric,
  max_spots int, available_spots int, visible boolean, sort_title text)
language sql stable security invoker set search_path = '' as $$
  select * from private.desk_transports(p_territory_id, p_search, p_after_title, p_after_id, p_limit)
$$;

-- 3. Pickup locations.
create function private.pickup_words(p_name text, p_directions text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_name || ' ' || coalesce(p_directions, ''))
$$;
revoke all on function private.pickup_words(text, text) from public, anon;
grant execute on function private.pickup_words(text, text) to authenticated, service_role;

create index pickup_locations_desk_idx on public.pickup_locations (territory_id, (private.plain_words(name)) collate "C", id);
create index pickup_locations_words_idx on public.pickup_locations
  using gin ((array[territory_id]), (private.pickup_words(name, directions)));

create function private.desk_pickups(p_territory_id text, p_search text, p_after_name text, p_after_id text, p_limit int)
returns table (id text, name text, directions text, map_link text, sort_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  query tsquery := private.search_query(p_search);
  after_name text := coalesce(p_after_name, '');
  after_id text := coalesce(p_after_id, '');
  page int := least(greatest(coalesce(p_limit, 50), 1), 100);
begin
  perform private.require_region(p_territory_id);
  if query is null then
    return query
      select l.id, l.name, l.directions, l.map_link, private.plain_words(l.name) from public.pickup_locations l
      where l.territory_id = p_territory_id and (private.plain_words(l.name) collate "C", l.id) > (after_name, after_id)
      order by private.plain_words(l.name) collate "C", l.id limit page;
  else
    return query
      select l.id, l.name, l.directions, l.map_link, private.plain_words(l.name) from public.pickup_locations l
      where array[l.territory_id] @> array[p_territory_id] and private.pickup_words(l.name, l.directions) @@ query
        and (private.plain_words(l.name) collate "C", l.id) > (after_name, after_id)
      order by private.plain_words(l.name) collate "C", l.id limit page;
  end if;
end $$;

create function public.desk_pickups(p_territory_id text, p_search text default null, p_after_name text default null,
  p_after_id text default null, p_limit int default 50)
returns table (id text, name text, directions text, map_link text, sort_name text)
language sql stable security invoker set search_path = '' as $$
  select * from private.desk_pickups(p_territory_id, p_search, p_after_name, p_after_id, p_limit)
$$;

-- As in 20261122002420, and how many pickup locations.
create or replace function private.region_counts(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not coalesce(private.runs_territory(p_territory_id), false) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return jsonb_build_object(
    'experiences', (select count(*) from public.experiences e where e.territory_id = p_territory_id and e.archived_at is null),
    'transport', (select count(*) from public.territory_transports s where s.territory_id = p_territory_id and s.archived_at is null),
    'pickups', (select count(*) from public.pickup_locations l where l.territory_id = p_territory_id),
    'guides', (select count(distinct g.user_id) from private.role_grants g
                where g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null
                  and g.role in ('tour_guide', 'territory_staff', 'shuttle_manager')),
    'partners', (select count(distinct g.user_id) from private.role_grants g
                  where g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null
                    and g.role = 'travel_partner'));
end $$;

revoke all on function private.list_members(text, text[], text, uuid, text, boolean, text, uuid, int),
  private.desk_transports(text, text, text, uuid, int), private.desk_pickups(text, text, text, text, int),
  public.list_members(text, text[], text, uuid, text, boolean, text, uuid, int),
  public.desk_transports(text, text, text, uuid, int), public.desk_pickups(text, text, text, text, int)
  from public, anon, authenticated, service_role;
grant execute on function private.list_members(text, text[], text, uuid, text, boolean, text, uuid, int),
  private.desk_transports(text, text, text, uuid, int), private.desk_pickups(text, text, text, text, int),
  public.list_members(text, text[], text, uuid, text, boolean, text, uuid, int),
  public.desk_transports(text, text, text, uuid, int), public.desk_pickups(text, text, text, text, int)
  to authenticated;
