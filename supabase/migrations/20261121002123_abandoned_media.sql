-- Pictures and videos that nobody shows: a form was given up after the upload, or a picture was taken out of what it belonged to.
-- Nothing is written down at the upload; what is used says what is not. A week is longer than any form stays open.

create table private.sweeps (
  name text primary key,
  at timestamptz not null default now()
);
alter table private.sweeps enable row level security;
revoke all on private.sweeps from public, anon, authenticated;
grant all on private.sweeps to service_role;

-- The part of an object's name that its variants share: without the extension, or without /w480.webp.
create function private.media_base(p_name text)
returns text language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(p_name, '(/w[0-9]+)?\.[a-z0-9]+$', '')
$$;

-- Objects of the bucket `media` to take away, the oldest first. Looks once an hour at the most; in between it names none.
create function private.abandoned_media(p_limit int)
returns setof text language plpgsql security definer set search_path = '' as $$
declare
  prefix constant text := '/storage/v1/object/public/media/';
begin
  insert into private.sweeps (name) values ('media')
  on conflict (name) do update set at = now() where private.sweeps.at < now() - interval '1 hour';
  if not found then
    return;
  end if;
  return query
  with used as (
    select distinct private.media_base(substr(split_part(split_part(u.url, '#', 1), '?', 1), length(prefix) + 1)) as base
    from (select unnest(t.image_urls || t.video_urls) as url from public.territories t
          union all select unnest(e.image_urls || e.video_urls) from public.experiences e
          union all select unnest(s.image_urls) from public.territory_transports s
          union all select unnest(s.media_urls) from public.user_submissions s
          union all select unnest(r.photo_urls) from public.reviews r) u
    where u.url like prefix || '%')
  select o.name from storage.objects o
  where o.bucket_id = 'media' and o.created_at < now() - interval '7 days'
    and not exists (select 1 from used where used.base = private.media_base(o.name))
  order by o.created_at, o.name limit least(greatest(coalesce(p_limit, 200), 1), 1000);
end $$;
create function public.abandoned_media(p_limit int default 200)
returns text[] language sql security invoker set search_path = '' as $$
  select coalesce(array_agg(n), '{}') from private.abandoned_media(p_limit) n
$$;

revoke all on function private.media_base(text), private.abandoned_media(int), public.abandoned_media(int)
  from public, anon, authenticated, service_role;
grant execute on function private.abandoned_media(int), public.abandoned_media(int) to service_role;
