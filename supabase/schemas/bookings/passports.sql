-- Passport images, which only edge functions handle: `passport` checks and stores one, `remove-passport` withdraws it, `open-passport` returns one
-- and logs it, and `reconcile` deletes expired ones. No policy allows the bucket. Anyone who may select an object could sign a URL of any duration,
-- so even the owner can't.

create table private.passport_uploads (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default now()
);
create index passport_uploads_user_idx on private.passport_uploads (user_id, at);
create index passport_uploads_at_idx on private.passport_uploads (at);
alter table private.passport_uploads enable row level security;

-- Returns whether the caller's own passport image is still open to them. After the day of the trip its owner can no longer open it. The people who
-- ran the trip can, until it is deleted 30 days later.
create function private.is_my_open_passport(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select split_part(p_name, '/', 1) = (select auth.uid())::text and not exists (
    select 1 from public.bookings b join public.territories t on t.id = b.territory_id
    where b.passport_images @> array[p_name] and b.booking_date < (now() at time zone t.time_zone)::date
  )
$$;

-- Returns the name of a booking's passport image, numbered from 1, for people with access: staff and managers of the territory, the assigned guide,
-- shuttle managers, and the owner until the day of the trip is over. An edge function turns the name into a URL of at most 60 seconds. Access is
-- logged at most once a minute, which is the link's lifetime. Raises 404 'booking_not_found' and 'passport_not_found', and 410 'passport_closed' for
-- the owner afterwards. Hosts get 410 'passport_cancelled' for an inactive booking and 'passport_closed_by_owner' for one that its guest had
-- cancelled and that was reinstated without showing the images again. An image that was withdrawn or deleted on schedule also raises 410.
create function public.open_passport(p_booking_id uuid, p_position int)
returns text language plpgsql security definer set search_path = '' as $$
declare
  side text := private.booking_side(p_booking_id);
  image text;
  region text;
  removed_by text;
  status text;
  closed_at timestamptz;
begin
  perform private.require_user();
  if side is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  select b.passport_images[p_position], b.territory_id, b.passport_removed_by, b.status, b.passport_closed_at
    into image, region, removed_by, status, closed_at
    from public.bookings b where b.id = p_booking_id;
  if removed_by = 'owner' and image is null then
    perform private.fail(410, 'passport_removed', 'The guest deleted this passport photo');
  elsif removed_by = 'expiry' and image is null then
    perform private.fail(410, 'passport_expired', 'We deleted this passport photo 30 days after the trip');
  elsif image is null then
    perform private.fail(404, 'passport_not_found', 'There is no passport photo for this booking');
  elsif side = 'host' and not private.is_live(status) then
    perform private.fail(410, 'passport_cancelled', 'This booking was cancelled, so you can no longer see its passport photos.');
  elsif side = 'host' and closed_at is not null then
    perform private.fail(410, 'passport_closed_by_owner', 'The guest cancelled this booking. You''ll see the passport photos again once the guest allows it.');
  elsif side = 'tourist' and not private.is_my_open_passport(image) then
    perform private.fail(410, 'passport_closed', 'You can no longer open your passport photo after the day of the trip');
  end if;
  if not exists (
    select 1 from public.audit_log a
     where a.actor_id = (select auth.uid()) and a.at > now() - interval '1 minute' and a.action = 'passport_opened'
       and a.subject_id = p_booking_id::text and a.detail = jsonb_build_object('passport', p_position)) then
    perform private.audit_booking('passport_opened', private.booking(p_booking_id), jsonb_build_object('passport', p_position));
  end if;
  return image;
end $$;

-- Hides the passport images of a booking from the team, or shows them again (null). The caller has checked permission.
create function private.close_passports(b private.booking_facts, p_at timestamptz)
returns void language sql security definer set search_path = '' as $$
  update public.bookings set passport_closed_at = p_at where id = b.id;
$$;

-- Shows the passport images to the team again, after the tourist had cancelled the booking and staff reinstated it. Raises what own_booking raises,
-- and 409 'booking_not_live'.
create function public.show_passports(p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
begin
  b := private.lock_booking_row(p_booking_id);
  perform private.own_booking(p_booking_id);
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_not_live', 'This booking is no longer active');
  end if;
  perform private.close_passports(b, null);
end $$;

-- Returns whether a booking's trip needs a passport photo and none was ever given: it was moved to this trip, or the rule is newer. Not for guests
-- without an account, who can't send one.
create function private.lacks_passport(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select b.passport_required and b.tourist_id is not null and cardinality(b.passport_images) = 0 and private.is_live(b.status)
$$;

-- Adds passport images to the tourist's own booking, whose trip needs them and that has too few. Adding the same again changes nothing. Raises what
-- own_booking, read_passports and check_passports_stay do, 400 'invalid_input' for a trip without passports, and 409 'booking_not_live' and
-- 'departure_begun'. Locks the user, then the booking.
create function public.add_passports(p_booking_id uuid, p_images text[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
begin
  perform private.lock_user(b.tourist_id);
  b := private.lock_booking_row(p_booking_id);
  perform private.own_booking(p_booking_id);
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_not_live', 'This booking is no longer active');
  elsif private.starts_at(b) <= now() then
    perform private.fail(409, 'departure_begun', 'This departure has already started');
  elsif not b.passport_required then
    perform private.invalid('This trip needs no passport');
  elsif p_images <@ b.passport_images and p_images <> '{}' then
    return;
  end if;
  p_images := private.read_passports(jsonb_build_object('passport_images', to_jsonb(p_images)), b.tourist_id, true, b.num_people - cardinality(b.passports));
  perform private.check_passports_stay(to_jsonb(p_images));
  update public.bookings x set passport_images = x.passport_images || p_images where x.id = b.id;
  perform private.send_booking(b.id, b.tourist_id, b.territory_id);
end $$;

-- Images that are about to be deleted. A marked image can't be used in a new booking. The user's lock covers both the mark and new holds.
create table private.leaving_passports (
  name text primary key,
  at timestamptz not null default now()
);
alter table private.leaving_passports enable row level security;

create function private.passport_is_leaving(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.leaving_passports l where l.name = p_name)
$$;

-- Marks an unused image for deletion and returns its name, for the function that deletes it. The caller holds its owner's lock.
create function private.let_passport_go(p_name text)
returns text[] language sql security definer set search_path = '' as $$
  insert into private.leaving_passports (name) values (p_name) on conflict do nothing;
  select array[p_name]
$$;

-- Returns the images to delete and marks them as leaving. Images are deleted a day after the upload if no booking uses them (or after the last one
-- stopped using them), 30 days after the last trip that used them or its cancellation, and at once after a failed deletion. Locks their owners, and
-- skips users who are booking.
create function service.expired_passports(p_limit int default 100)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_names text[] := '{}';
begin
  delete from private.leaving_passports l where l.at < now() - interval '2 days'
    and not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = l.name);
  for v_name in
    select o.name from storage.objects o
     where o.bucket_id = 'passports' and (o.created_at < now() - interval '1 day' or private.passport_is_leaving(o.name))
       and not private.passport_is_needed(o.name) and private.is_due('passport', o.name)
     order by o.created_at limit p_limit
  loop
    if pg_try_advisory_xact_lock(20261121, hashtext(split_part(v_name, '/', 1))) and not private.passport_is_needed(v_name) then
      v_names := v_names || private.let_passport_go(v_name);
    end if;
  end loop;
  return v_names;
end $$;

-- Returns whether an image is used by a hold, by a booking in the last 30 days or the future, or by one cancelled in the last 30 days. Reads the
-- current state.
create function private.passport_is_needed(p_name text)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return private.passport_is_held(p_name)
    or exists (
      select 1 from private.booking_facts b
       where b.passport_images @> array[p_name] and b.booking_date >= current_date - 30 and (private.is_live(b.status) or exists (
         select 1 from public.booking_events e
          where e.booking_id = b.id
            and not private.is_live(e.to_status) and e.created_at > now() - interval '30 days')));
end $$;

-- Checks the limit before an uploaded image is stored (docs/product.md, Limits). Raises 429 'rate_limited'. Locks the user.
create function service.allow_passport_upload(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_user(p_user_id);
  if (select count(*) from private.passport_uploads where user_id = p_user_id and at > now() - interval '1 day')
     >= private.limit_value('passport.day') then
    perform private.fail_rate('day');
  end if;
  insert into private.passport_uploads (user_id) values (p_user_id);
  delete from private.passport_uploads where at < now() - interval '2 days';
end $$;

-- Returns whether someone's pending booking uses the image.
create function private.passport_is_held(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.holds h where h.state = 'held' and h.form -> 'passport_images' ? p_name)
$$;

-- Returns whether a booking has this passport image.
create function private.passport_is_used(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.passport_images @> array[p_name])
$$;

-- Withdraws one of a booking's images, by its position from 1, until the trip begins. It is removed from all of the owner's bookings that haven't
-- begun. Returns the names of images that are no longer used, for the function to delete. Raises 409 'passport_after_service' and 'passport_in_use',
-- and what own_booking raises. Locks the user.
create function public.remove_passport(p_booking_id uuid, p_position int)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
  image text;
begin
  perform private.lock_user(b.tourist_id);
  b := private.own_booking(p_booking_id);
  image := b.passport_images[p_position];
  if image is null then
    return '{}';
  end if;
  if private.starts_at(b) <= now() then
    perform private.fail(409, 'passport_after_service', 'The trip has begun. We''ll delete your photo 30 days after the trip.');
  end if;
  if private.passport_is_held(image) then
    perform private.fail(409, 'passport_in_use', 'You''re already using this photo for another booking. Finish or cancel that booking first.');
  end if;
  update public.bookings x set passport_images = array_replace(x.passport_images, image, null), passport_removed_at = now(),
      passport_removed_by = 'owner'
    from private.booking_facts f
   where f.id = x.id and x.passport_images @> array[image] and x.tourist_id = b.tourist_id and private.starts_at(f) > now();
  perform private.audit_booking('passport_removed', b, jsonb_build_object('passport', p_position));
  return case when private.passport_is_used(image) then '{}' else private.let_passport_go(image) end;
end $$;

-- Deletes an uploaded image from the caller's folder that no booking uses. Raises 404 'passport_not_found'. Locks the user.
create function public.discard_passport(p_name text)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
begin
  if p_name is null or split_part(p_name, '/', 1) <> v_user::text then
    perform private.fail(404, 'passport_not_found', 'There is no passport photo for this booking');
  end if;
  perform private.lock_user(v_user);
  -- An empty name isn't logged, because there is nothing to delete.
  return case when not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = p_name)
      or private.passport_is_used(p_name) or private.passport_is_held(p_name) then '{}' else private.let_passport_go(p_name) end;
end $$;

-- Returns the images that remain after some are removed, each at its position.
create function private.without_images(p_images text[], p_gone text[])
returns text[] language sql immutable set search_path = '' as $$
  select array(select case when i.name <> all (p_gone) then i.name end from unnest(p_images) with ordinality i (name, n) order by i.n)
$$;

-- Removes deleted images from their bookings, after the files are gone.
create function service.passports_deleted(p_names text[])
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_names text[] := array(select n from unnest(p_names) n
    where n is not null and not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = n));
  v_count int;
begin
  update public.bookings set passport_images = private.without_images(passport_images, v_names), passport_removed_at = now(),
      passport_removed_by = 'expiry'
   where passport_images && v_names;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
