-- Files. Sizes and types are the limits of the buckets themselves; the policies say who writes where.
--
--   media     public     {territory,experience,transport}-media/{uuid}.{ext} and its variants
--                        …/{uuid}/w{480|720|960|1600}.{avif|webp|jpg}: the territory's team (shuttle managers: transport-media);
--                        user-submissions/{user id}/{uuid}.{ext}: that user
--   images    public     avatars/{user id}/…: that user; service-images/{user id}/…: that user, when staff or shuttle manager
--   passports private    {user id}/…: only the functions of bookings/passports.sql
--
-- Objects can't be overwritten: there is no update policy. Every object has its own uuid, a folder {uuid}/ belongs to the person who
-- created its first object, and an object is deleted by its owner or an admin. Reading a public object by its URL needs no policy;
-- the select policies are for listing and deleting a person's own objects, so that the buckets can't be listed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('media', 'media', true, 52428800, '{image/png,image/jpeg,image/gif,image/webp,image/avif,video/mp4,video/webm,video/quicktime}'),
  ('images', 'images', true, 5242880, '{image/png,image/jpeg,image/gif,image/webp,image/avif}'),
  ('passports', 'passports', false, 5242880, '{image/png,image/jpeg,image/webp}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table private.job_times (
  name text primary key,
  at timestamptz not null default now()
);
alter table private.job_times enable row level security;
grant all on private.job_times to service_role;

-- Returns whether a review or a submission of this person uses the file. Such a file can't be replaced by another: what others have seen, reported or
-- decided on stays the same.
create function private.is_judged_photo(p_user_id uuid, p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from (
      select unnest(r.photo_urls) as url from public.reviews r where r.author_id = p_user_id
      union all
      select unnest(s.media_urls) from public.user_submissions s where s.user_id = p_user_id) x
    where split_part(x.url, '#', 1) = '/storage/v1/object/public/media/' || p_name)
$$;

-- Returns whether the caller may put this object into the bucket `media`, by the shape of the name, the role, and a {uuid} that is free or theirs.
-- Variants also exist in 720 px, which most phones draw across the screen, and as JPEG for browsers that can't write WebP (Safari).
create function private.may_put_media(p_name text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  uuid_shape constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  extensions constant text := '(png|jpe?g|gif|webp|avif|mp4|webm|mov)';
  caller uuid := (select auth.uid());
  folder text := split_part(p_name, '/', 1);
  base text;
begin
  if caller is null or p_name is null then
    return false;
  elsif folder = 'user-submissions' then
    return p_name ~ ('^user-submissions/' || caller || '/' || uuid_shape || '\.' || extensions || '$')
      and not private.is_judged_photo(caller, p_name);
  elsif p_name !~ ('^(territory|experience|transport)-media/' || uuid_shape || '(\.' || extensions || '|/w(480|720|960|1600)\.(avif|webp|jpg))$') then
    return false;
  elsif not (private.is_admin() or cardinality(private.my_territories('staff')) > 0
     or (folder = 'transport-media' and cardinality(private.my_territories('shuttle')) > 0)) then
    return false;
  end if;
  base := substring(p_name from '^([a-z-]+/' || uuid_shape || ')');
  return not exists (
    select 1 from storage.objects o
    where o.bucket_id = 'media' and o.name like base || '%' and o.owner_id is distinct from caller::text);
end $$;
grant execute on function private.may_put_media(text) to authenticated, service_role;

-- Returns whether the caller may put this object into the bucket `images`.
create function private.may_put_image(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(
    p_name ~ ('^avatars/' || (select auth.uid()) || '/[A-Za-z0-9_-]{1,120}\.(png|jpe?g|gif|webp|avif)$')
    or (p_name ~ ('^service-images/' || (select auth.uid()) || '/[A-Za-z0-9_-]{1,120}\.(png|jpe?g|gif|webp|avif)$')
      and (private.is_admin() or cardinality(private.my_territories('staff') || private.my_territories('shuttle')) > 0)), false)
$$;
grant execute on function private.may_put_image(text) to authenticated, service_role;

-- Returns whether a person may upload this many more bytes. Uploads to public buckets in the last day count, without deleted ones. Members of a team
-- with the right to upload to media (may_put_media) have a higher limit, because a new service needs a dozen photos in five widths.
create function private.user_has_upload_room(p_user_id uuid, p_bytes numeric)
returns boolean language sql volatile security definer set search_path = '' as $$
  select count(o.id) < case when team.yes then private.limit_value('upload.team_files_day') else private.limit_value('upload.files_day') end
    and coalesce(sum((o.metadata ->> 'size')::numeric), 0) + coalesce(p_bytes, 0)
      <= case when team.yes then private.limit_value('upload.team_bytes_day') else private.limit_value('upload.bytes_day') end
  from (select exists (
      select 1 from private.live_grants g
       where g.user_id = p_user_id and g.role in ('territory_manager', 'territory_staff', 'shuttle_manager', 'admin')) as yes) team
  left join storage.objects o
    on o.owner_id = p_user_id::text and o.bucket_id in ('media', 'images') and o.created_at > now() - interval '1 day'
  group by team.yes
$$;
-- Returns why a person's upload was refused, because storage doesn't say which rule refused it.
create function public.has_upload_room(p_bytes numeric)
returns boolean language sql security definer set search_path = '' as $$
  select private.user_has_upload_room(private.require_user(), p_bytes)
$$;

-- Enforces the upload limit. It is a trigger rather than a policy, because storage first inserts the row as the person, without its size, and rolls
-- back. After the upload it inserts the row with its own rights. Files uploaded at the same time would each pass a policy. Locks the person's
-- uploads.
create function private.keep_upload_quota()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('upload:' || new.owner_id, 0));
  if not private.user_has_upload_room(new.owner_id::uuid, (new.metadata ->> 'size')::numeric) then
    raise exception 'upload_quota' using errcode = '42501';
  end if;
  -- A signed upload was allowed up to two hours ago, and the role may have ended since.
  if new.name !~ '^(user-submissions|avatars)/' and not exists (
      select 1 from private.live_grants g where g.user_id = new.owner_id::uuid
         and g.role in ('territory_manager', 'territory_staff', 'shuttle_manager', 'admin')) then
    raise exception 'upload_role_ended' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger territorio_upload_quota before insert on storage.objects
  for each row when (new.owner_id is not null and new.bucket_id in ('media', 'images')) execute function private.keep_upload_quota();

-- Returns the part of an object's name that its variants share: without the extension, or without /w480.webp.
create function private.media_base(p_name text)
returns text language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(p_name, '(/w[0-9]+)?\.[a-z0-9]+$', '')
$$;

-- Returns files of a public bucket that no row uses, because a form was abandoned after the upload or a picture was removed from its row. Nothing is
-- recorded at the upload, and the rows show which files are in use. For `media` we wait a week, which is longer than any form stays open, while a
-- profile uses a picture of `images` at once. Raises 400 'invalid_input' for another bucket.
create function service.abandoned_media(p_bucket text default 'media', p_limit int default 200)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  v_prefix text := '/storage/v1/object/public/' || p_bucket || '/';
  v_age interval := case p_bucket when 'media' then interval '7 days' when 'images' then interval '1 day' end;
begin
  if v_age is null then
    perform private.invalid('This bucket does not exist or is not public');
  end if;
  insert into private.job_times (name) values (p_bucket)
  on conflict (name) do update set at = now() where private.job_times.at < now() - interval '1 hour';
  if not found then
    return '{}';
  end if;
  return array(
  with used as (
    select distinct private.media_base(substr(split_part(split_part(u.url, '#', 1), '?', 1), length(v_prefix) + 1)) as base
    from (select unnest(t.image_urls || t.video_urls) as url from public.territories t
          union all select unnest(s.image_urls || s.video_urls) from public.services s
          union all select unnest(s.media_urls) from public.user_submissions s
          union all select unnest(r.photo_urls) from public.reviews r
          union all select p.avatar_url from public.profiles p) u
    where starts_with(u.url, v_prefix))
  select o.name from storage.objects o
  where o.bucket_id = p_bucket and o.created_at < now() - v_age
    and not exists (select 1 from used where used.base = private.media_base(o.name)) and private.is_due('media', o.name)
  order by o.created_at, o.name limit least(greatest(coalesce(p_limit, 200), 1), 1000));
end $$;

-- Returns whether a saved row uses a picture. Such a picture can't be deleted, even by its uploader, because discarding a form deletes its uploads at
-- once although its last save may have succeeded without a response. Unused ones are deleted later (abandoned_media).
create function private.media_in_use(p_name text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  address text := '/storage/v1/object/public/media/' || private.media_base(p_name) || '.';
begin
  return p_name !~ '^user-submissions/' and exists (
    select 1 from public.territories t, unnest(t.image_urls || t.video_urls) url where starts_with(url, address)
    union all
    select 1 from public.services s, unnest(s.image_urls || s.video_urls) url where starts_with(url, address));
end $$;
grant execute on function private.media_in_use(text) to authenticated;

create policy territorio_media_in_use on storage.objects as restrictive for delete to authenticated
  using (bucket_id <> 'media' or not private.media_in_use(name));
