-- Drivers and their runs (docs/decisions/0013): who drives a departure, what a driver may do on it, and how a driver leaves.
--
-- A run is a service on a date. It is driven by the active drivers whose active schedule names the service and the date's weekday.

create function private.run_drivers(p_transport_id uuid, p_date date)
returns table (driver_id uuid, full_name text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.full_name
  from public.driver_schedules s
  join public.territory_transports t on t.id = s.transport_id
  join public.shuttle_drivers d on d.driver_id = s.driver_id and d.territory_id = t.territory_id
  join public.profiles p on p.id = s.driver_id
  where s.transport_id = p_transport_id and s.day_of_week = private.weekday(p_date) and s.active and d.active
    and private.user_has_role(s.driver_id, 'shuttle_driver', t.territory_id)
$$;

create function private.drives(p_transport_id uuid, p_date date)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.run_drivers(p_transport_id, p_date) r where r.driver_id = (select auth.uid()))
$$;

-- Today on the region's clocks and p_ahead days more; besides, what left last night less than six hours ago.
create function private.run_is_near(p_date date, p_start time, p_time_zone text, p_ahead int)
returns boolean language sql stable set search_path = '' as $$
  select p_date between n.at::date and n.at::date + p_ahead
    or (p_date = n.at::date - 1 and p_date + coalesce(p_start, time '00:00') > n.at - interval '6 hours')
  from (select now() at time zone p_time_zone as at) n
$$;

-- In place of 20261121000704: a driver reads no bookings. What a run needs comes through run_passengers, without prices that are
-- paid, e-mail addresses and passports, and for the days of the run alone.
drop policy transport_bookings_select on public.transport_bookings;
create policy transport_bookings_select on public.transport_bookings for select to authenticated
  using (tourist_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or (select private.is_admin()));

-- As in 20261121001070, and the driver of the run on its day.
create or replace function private.check_in_refusal(b private.booking_facts)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_forbidden private.refusal := (403, 'check_in_forbidden', 'You do not have permission to check in passengers');
begin
  if b.territory_id = any (private.my_territories('staff')) then
    return null;
  end if;
  if b.kind = 'experience' and private.has_role('tour_guide') then
    if b.guide_id = auth.uid() then
      return null;
    end if;
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience')::private.refusal;
  end if;
  if b.kind = 'transport' and b.territory_id = any (private.my_territories('shuttle')) then
    return null;
  end if;
  if b.kind = 'transport' and private.drives(b.service_id, b.booking_date) and private.run_is_near(b.booking_date, b.start_time,
       (select t.time_zone from public.territories t where t.id = b.territory_id), 0) then
    return null;
  end if;
  if private.has_role('territory_manager') or private.has_role('territory_staff') or private.has_role('shuttle_manager') then
    return (403, 'check_in_wrong_territory', 'You do not have permission to check in passengers for this territory')::private.refusal;
  end if;
  if private.has_role('tour_guide') then
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience')::private.refusal;
  end if;
  return v_forbidden;
end $$;

-- Who is let as far as the question about one booking.
create function private.require_check_in_role()
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.has_role('tour_guide') or private.has_role('shuttle_manager') or private.has_role('territory_manager')
          or private.has_role('territory_staff') or private.has_role('shuttle_driver')) then
    perform private.fail(403, 'check_in_forbidden', 'You do not have permission to check in passengers');
  end if;
end $$;

-- As in 20261121001070, for drivers too.
create or replace function private.open_check_in(p_booking_id uuid, p_code text, out kind text, out error jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_code text;
  v_refusal private.refusal;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Authentication Required: Please log in to check in passengers.');
  end if;
  perform private.require_check_in_role();
  select f.* into b from private.booking_facts f where f.id = p_booking_id;
  select c.code into v_code from public.booking_codes c where c.booking_id = p_booking_id or c.transport_booking_id = p_booking_id;
  v_refusal := case when b.id is null then (404, '', '')::private.refusal else private.check_in_refusal(b) end;
  if private.too_many_attempts(p_booking_id, v_refusal.status is null) then
    error := private.reply_error(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  elsif v_code is null or p_code is null or sha256(convert_to(v_code, 'UTF8')) <> sha256(convert_to(p_code, 'UTF8')) then
    if p_booking_id is not null then
      insert into private.check_in_attempts (user_id, booking_id) values (auth.uid(), p_booking_id);
    end if;
    error := private.reply_error(404, 'invalid_check_in_code', 'Invalid check-in code');
  elsif v_refusal.status is not null then
    error := private.reply_error(v_refusal.status, v_refusal.code, v_refusal.message);
  else
    kind := b.kind;
  end if;
end $$;

-- As in 20261121002302, for drivers too.
create or replace function private.check_in_listed(p_kind text, p_booking_id uuid, p_action text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_refusal private.refusal;
begin
  if p_action is null or p_action not in ('checked_in', 'no_show') then
    perform private.invalid('action must be checked_in or no_show');
  end if;
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  b := private.booking(p_kind, p_booking_id);
  v_refusal := private.check_in_refusal(b);
  if v_refusal.status is not null then
    perform private.fail(v_refusal.status, v_refusal.code, v_refusal.message);
  end if;
  if private.mark_arrival(p_kind, p_booking_id, p_action) then
    perform private.audit('check_in_from_list', b.territory_id,
      case p_kind when 'experience' then 'bookings' else 'transport_bookings' end, b.id::text, jsonb_build_object('check_in_status', p_action));
    return private.check_in_json(p_kind, p_booking_id);
  end if;
  b := private.booking(p_kind, p_booking_id);
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  end if;
  perform private.fail(409, 'check_in_already',
    case b.check_in_status when 'no_show' then 'This booking was already marked as a no-show' else 'This booking is already checked in' end);
  return null;
end $$;

-- As in 20261121000708. Two that add the same schedule at once go one after the other, so that the second reads the specification's
-- sentence; an inactive driver gets no new schedule, and neither does a service that is gone.
create or replace function private.check_schedule()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_active boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(format('schedule:%s:%s:%s', new.driver_id, new.transport_id, new.day_of_week), 0));
  select d.active and t.archived_at is null into v_active
    from public.shuttle_drivers d join public.territory_transports t on t.territory_id = d.territory_id
   where d.driver_id = new.driver_id and t.id = new.transport_id;
  if v_active is null then
    perform private.fail(400, 'driver_not_in_territory', 'This driver does not belong to the territory');
  end if;
  if exists (
    select 1 from public.driver_schedules s
    where s.driver_id = new.driver_id and s.transport_id = new.transport_id and s.day_of_week = new.day_of_week and s.id <> new.id
  ) then
    perform private.fail(409, 'schedule_exists', 'This driver already has a schedule for this service on this day');
  end if;
  if not v_active and not private.is_trusted_caller() then
    perform private.fail(400, 'driver_inactive', 'Only active drivers can be scheduled');
  end if;
  return new;
end $$;

-- A driver who is taken off a region leaves no schedule behind that a later invitation would wake up.
create function private.drop_schedules()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.driver_schedules s using public.territory_transports t
   where s.driver_id = old.driver_id and t.id = s.transport_id and t.territory_id = old.territory_id;
  return null;
end $$;
create trigger shuttle_drivers_drop_schedules after delete on public.shuttle_drivers
  for each row execute function private.drop_schedules();

-- Takes the driver off the region: the role there, the schedules, the row. The account stays.
create function private.remove_driver(p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.shuttle_drivers;
begin
  perform private.require_user();
  select * into d from public.shuttle_drivers x where x.id = p_id for update;
  if d.id is null or not private.runs_drivers(d.territory_id) then
    perform private.fail(404, 'driver_not_found', 'This driver could not be found');
  end if;
  update private.role_grants g set revoked_at = now()
   where g.user_id = d.driver_id and g.role = 'shuttle_driver' and g.territory_id = d.territory_id and g.revoked_at is null;
  perform private.end_role(d.driver_id, 'shuttle_driver', d.territory_id);
  delete from public.shuttle_drivers x where x.id = p_id;
  perform private.audit('role_revoked', d.territory_id, 'profiles', d.driver_id::text, jsonb_build_object('role', 'shuttle_driver'));
end $$;

-- The drivers who have been invited and have not come yet.
create function private.driver_invites(p_territory_id text)
returns table (id uuid, full_name text, email text, expires_at timestamptz, expired boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk(p_territory_id);
  return query
  select i.id, i.full_name, i.email, i.expires_at, i.expires_at <= now() from public.invites i
   where i.territory_id = p_territory_id and i.roles = '{shuttle_driver}' and i.redeemed_at is null and i.withdrawn_at is null
   order by i.created_at desc, i.id limit 200;
end $$;

-- Those who run the drivers of the region.
create function private.require_desk(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if p_territory_id is null then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  elsif not private.runs_drivers(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

-- A change of drivers or schedules reaches the desk and the drivers: territory:<id>, event schedule.
create function private.broadcast_schedule()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_territory text := coalesce(v_row ->> 'territory_id',
    (select t.territory_id from public.territory_transports t where t.id = (v_row ->> 'transport_id')::uuid));
begin
  if v_territory is not null then
    perform realtime.send(jsonb_build_object('id', v_row ->> 'id'), 'schedule', 'territory:' || v_territory, true);
  end if;
  return null;
end $$;
create trigger driver_schedules_broadcast after insert or update or delete on public.driver_schedules
  for each row execute function private.broadcast_schedule();
create trigger shuttle_drivers_broadcast after insert or update or delete on public.shuttle_drivers
  for each row execute function private.broadcast_schedule();

create function public.remove_driver(p_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.remove_driver(p_id) $$;
create function public.driver_invites(p_territory_id text)
returns table (id uuid, full_name text, email text, expires_at timestamptz, expired boolean)
language sql stable security invoker set search_path = '' as $$ select * from private.driver_invites(p_territory_id) $$;

revoke all on function private.run_drivers(uuid, date), private.drives(uuid, date), private.run_is_near(date, time, text, int),
  private.require_check_in_role(), private.drop_schedules(), private.remove_driver(uuid), private.driver_invites(text),
  private.require_desk(text), private.broadcast_schedule(), public.remove_driver(uuid), public.driver_invites(text)
  from public, anon, authenticated, service_role;
grant execute on function private.remove_driver(uuid), private.driver_invites(text), public.remove_driver(uuid),
  public.driver_invites(text) to authenticated;
