-- Files. Sizes and types are the buckets' own limits; who writes where is said by the policies.
--
--   media     public     {territory,experience,transport}-media/{uuid}.{ext} and its variants …/{uuid}/w{480|960|1600}.{avif|webp}:
--                        whoever runs a region (a shuttle manager: transport-media); user-submissions/{user id}/{uuid}.{ext}: that user
--   images    public     avatars/{user id}/…: that user; service-images/{user id}/…: that user, when staff or shuttle manager
--   passports private    {user id}/…: that user until the day of the service is over; staff through open_passport() alone
--
-- Nobody overwrites: there is no update policy anywhere. Every object has its own uuid, a folder {uuid}/ belongs to whoever put
-- its first object, and an object is deleted by its owner or an admin. Reading a public object needs no policy (its URL does);
-- the select policies are for listing and deleting one's own, so that the buckets cannot be listed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('media', 'media', true, 52428800, '{image/png,image/jpeg,image/gif,image/webp,image/avif,video/mp4,video/webm,video/quicktime}'),
  ('images', 'images', true, 5242880, '{image/png,image/jpeg,image/gif,image/webp,image/avif}'),
  ('passports', 'passports', false, 5242880, '{image/png,image/jpeg,image/webp,image/heic,image/heif}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- May the caller put this object into the bucket `media`? The shape of the name, the role, and a {uuid} that is free or theirs.
create function private.may_put_media(p_name text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  uuid_shape constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  caller uuid := (select auth.uid());
  folder text := split_part(p_name, '/', 1);
  base text;
begin
  if caller is null or p_name is null then
    return false;
  elsif folder = 'user-submissions' then
    return p_name ~ ('^user-submissions/' || caller || '/' || uuid_shape || '\.[a-z0-9]{2,5}$');
  elsif p_name !~ ('^(territory|experience|transport)-media/' || uuid_shape || '(\.[a-z0-9]{2,5}|/w(480|960|1600)\.(avif|webp))$') then
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

create function private.may_put_image(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(
    p_name ~ ('^avatars/' || (select auth.uid()) || '/[A-Za-z0-9_.-]{1,120}$')
    or (p_name ~ ('^service-images/' || (select auth.uid()) || '/[A-Za-z0-9_.-]{1,120}$')
      and (private.is_admin() or cardinality(private.my_territories('staff') || private.my_territories('shuttle')) > 0)), false)
$$;

-- Of the caller's own passports, one that no past booking needed: once the day of the service is over the image is the
-- platform's to delete (30 days later) and nobody's to read.
create function private.is_my_open_passport(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select split_part(p_name, '/', 1) = (select auth.uid())::text and not exists (
    select 1 from public.bookings b join public.territories t on t.id = b.territory_id
    where b.passport_image = p_name and b.booking_date < (now() at time zone t.time_zone)::date
    union all
    select 1 from public.transport_bookings b join public.territories t on t.id = b.territory_id
    where b.passport_image = p_name and b.booking_date < (now() at time zone t.time_zone)::date
  )
$$;
create index bookings_passport_idx on public.bookings (passport_image) where passport_image is not null;
create index transport_bookings_passport_idx on public.transport_bookings (passport_image) where passport_image is not null;

grant execute on function private.may_put_media(text), private.may_put_image(text), private.is_my_open_passport(text)
  to authenticated, service_role;

create policy territorio_objects_select on storage.objects for select to authenticated
  using ((bucket_id in ('media', 'images') and (owner_id = (select auth.uid())::text or (select private.is_admin())))
    or (bucket_id = 'passports' and (storage.foldername(name))[1] = (select auth.uid())::text and private.is_my_open_passport(name)));
create policy territorio_objects_insert on storage.objects for insert to authenticated
  with check ((bucket_id = 'media' and private.may_put_media(name))
    or (bucket_id = 'images' and private.may_put_image(name))
    or (bucket_id = 'passports' and name ~ ('^' || (select auth.uid()) || '/[A-Za-z0-9_.-]{1,120}$')));
create policy territorio_objects_delete on storage.objects for delete to authenticated
  using ((bucket_id in ('media', 'images') and (owner_id = (select auth.uid())::text or (select private.is_admin())))
    or (bucket_id = 'passports' and (storage.foldername(name))[1] = (select auth.uid())::text and private.is_my_open_passport(name)));

-- The name of a booking's passport image for those who may see it: staff and managers of the region, the assigned guide, the
-- shuttle managers. Each look is written down. An edge function turns the name into a URL of at most 60 seconds.
create function private.open_passport(p_kind text, p_booking_id uuid)
returns text language plpgsql security definer set search_path = '' as $$
declare
  image text;
  region text;
begin
  perform private.require_user();
  if private.conversation_side(p_kind, p_booking_id) is distinct from 'host' then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  select b.passport_image, b.territory_id into image, region from public.bookings b where p_kind = 'experience' and b.id = p_booking_id
  union all
  select b.passport_image, b.territory_id from public.transport_bookings b where p_kind = 'transport' and b.id = p_booking_id;
  if image is null then
    perform private.fail(404, 'passport_not_found', 'There is no passport image for this booking');
  end if;
  perform private.audit('passport_opened', region, case when p_kind = 'transport' then 'transport_bookings' else 'bookings' end, p_booking_id::text);
  return image;
end $$;
grant execute on function private.open_passport(text, uuid) to authenticated;
create function public.open_passport(p_kind text, p_booking_id uuid)
returns text language sql set search_path = '' as $$ select private.open_passport(p_kind, p_booking_id) $$;
grant execute on function public.open_passport(text, uuid) to authenticated;

-- Images whose time is over: 30 days after the last service that used them, or after the upload when no booking came of it.
create function private.expired_passports(p_limit int)
returns setof text language sql stable security definer set search_path = '' as $$
  select o.name from storage.objects o
  where o.bucket_id = 'passports' and o.created_at < now() - interval '30 days'
    and not exists (select 1 from public.bookings b where b.passport_image = o.name and b.booking_date > current_date - 30)
    and not exists (select 1 from public.transport_bookings b where b.passport_image = o.name and b.booking_date > current_date - 30)
  order by o.created_at limit p_limit
$$;
grant execute on function private.expired_passports(int) to service_role;
create function public.expired_passports(p_limit int default 100)
returns setof text language sql stable set search_path = '' as $$ select private.expired_passports(p_limit) $$;
grant execute on function public.expired_passports(int) to service_role;
