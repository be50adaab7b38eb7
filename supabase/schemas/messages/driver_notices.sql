-- Notifies drivers when a departure is added, removed or cancelled (docs/decisions/0017), with a notification of type run.

-- Returns a driver's run as a notice's value. A car without a timetable has no time.
create function private.run_params(t public.services, p_time time)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', t.title, 'titles', t.names -> 'title', 'time', p_time)
$$;

-- Notifies a driver, except the person who made the change and deleted accounts. The same text is sent once per transaction, and a newer notice about
-- the same subject (p_about) replaces an unread one. The territory itself may be being deleted.
create function private.notify_driver(p_driver_id uuid, p_territory_id text, p_wording text, p_params jsonb, p_about text)
returns void language sql security definer set search_path = '' as $$
  select private.notify(p.id, 'run', p_wording, p_params, (select t.id from public.territories t where t.id = p_territory_id), null, p_about)
    from public.profiles p
   where p.id = p_driver_id and p.id is distinct from (select auth.uid()) and not exists (
     select 1 from public.notifications n where n.user_id = p.id and n.type = 'run' and n.wording = p_wording and n.params = p_params
       and n.created_at = now())
$$;

-- Returns a run and the weekdays in p_days, in their order.
create function private.run_days(t public.services, s public.slots, p_days text)
returns jsonb language sql stable set search_path = '' as $$
  select private.run_params(t, s.start_time) || jsonb_build_object('days', coalesce(jsonb_agg(d order by at), '[]'))
    from unnest(private.week_days()) with ordinality w (d, at)
   where position(d in p_days) > 0
$$;

-- Notifies a driver once per slot and transaction, with a list of the days, because a driver scheduled for a week would otherwise get seven notices.
-- For each day of a run only the newest notice is unread. An older one keeps its other days, and is removed with the last of them. Its key contains
-- the days: 'run:{slot} monday friday'.
create function private.notify_driver_days(p_driver_id uuid, t public.services, s public.slots, p_wording text, p_day text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_about text := 'run:' || s.id;
  n public.notifications;
begin
  update public.notifications x
     set about = replace(x.about, ' ' || p_day, ''), params = private.run_days(t, s, replace(x.about, p_day, ''))
   where x.user_id = p_driver_id and not x.read and x.type = 'run' and starts_with(x.about, v_about)
     and position(p_day in x.about) > 0;
  delete from public.notifications x where x.user_id = p_driver_id and not x.read and x.type = 'run' and x.about = v_about;
  select * into n from public.notifications x
   where x.user_id = p_driver_id and not x.read and x.type = 'run' and starts_with(x.about, v_about) and x.wording = p_wording
     and x.created_at = now();
  if n.id is null then
    perform private.notify_driver(p_driver_id, t.territory_id, p_wording, private.run_days(t, s, p_day), v_about || ' ' || p_day);
    return;
  end if;
  update public.notifications x set about = n.about || ' ' || p_day, params = private.run_days(t, s, n.about || ' ' || p_day) where x.id = n.id;
end $$;

-- Notifies a driver about an effective schedule, which is active and of an active driver who still has the role. It is checked at the end of the
-- transaction, because a removed driver is notified of the removal and not of each schedule.
create function private.notify_schedule_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_before boolean := tg_op <> 'INSERT' and old.active;
  v_after boolean := tg_op <> 'DELETE' and new.active;
  c public.driver_schedules := case when tg_op = 'DELETE' then old else new end;
  s public.slots;
  t public.services;
begin
  select * into s from public.slots x where x.id = c.slot_id;
  select * into t from public.services x where x.id = s.service_id;
  if v_before = v_after or t.id is null or t.archived_at is not null or s.archived_at is not null or not exists (
    select 1 from public.shuttle_drivers d where d.driver_id = c.driver_id and d.territory_id = t.territory_id and d.active) then
    return null;
  end if;
  perform private.notify_driver_days(c.driver_id, t, s,
    case when v_after then 'run_given' else 'run_taken' end, c.day_of_week);
  return null;
end $$;

create constraint trigger driver_schedules_notify after insert or delete or update of active on public.driver_schedules
  deferrable initially deferred for each row execute function private.notify_schedule_change();

create function private.notify_driver_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  d public.shuttle_drivers := case when tg_op = 'DELETE' then old else new end;
  v_place jsonb := private.region_params(d.territory_id);
  v_about text := 'driver:' || d.territory_id;
begin
  if v_place = '{}' then
    return null;
  elsif tg_op = 'DELETE' then
    perform private.notify_driver(d.driver_id, d.territory_id, 'driver_removed', v_place, v_about);
  elsif d.active then
    perform private.notify_driver(d.driver_id, d.territory_id, 'driver_active', v_place, v_about);
  else
    perform private.notify_driver(d.driver_id, d.territory_id, 'driver_inactive', v_place, v_about);
  end if;
  return null;
end $$;

create trigger shuttle_drivers_notify_delete after delete on public.shuttle_drivers
  for each row execute function private.notify_driver_change();

create trigger shuttle_drivers_notify_active after update of active on public.shuttle_drivers
  for each row when (old.active is distinct from new.active) execute function private.notify_driver_change();

-- Notifies a slot's drivers, by its schedule or of coming dates, that it ends or leaves at another time. Each notice contains a time, which the next one would hide.
create function private.notify_slot_drivers(t public.services, p_slot_id uuid, p_wording text, p_params jsonb)
returns void language sql security definer set search_path = '' as $$
  select private.notify_driver(x.driver_id, t.territory_id, p_wording, p_params, null) from (
    select d.driver_id from public.shuttle_drivers d
     where d.territory_id = t.territory_id and d.active and (
       exists (select from public.driver_schedules c where c.slot_id = p_slot_id and c.driver_id = d.driver_id and c.active)
       or exists (select from private.driver_dates x
         where x.slot_id = p_slot_id and x.drivers @> array[d.driver_id] and x.service_date >= current_date - 1))) x
$$;

create function private.notify_service_end()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_slot_drivers(old, s.id, 'run_ended', private.run_params(old, s.start_time))
     from public.slots s where s.service_id = old.id and s.archived_at is null order by s.start_time, s.id;
  return case when tg_op = 'DELETE' then old end;
end $$;

-- This trigger runs after services_archive, which turns the deletion of a booked service into an update.
create trigger services_notify_delete before delete on public.services
  for each row when (old.kind = 'transport' and old.archived_at is null) execute function private.notify_service_end();

create trigger services_notify_update after update on public.services
  for each row when (old.kind = 'transport' and old.archived_at is null and new.archived_at is not null)
  execute function private.notify_service_end();

-- Nothing is sent if its service is deleted too, because that has already notified them.
create function private.notify_slot_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  t public.services;
begin
  select * into t from public.services x where x.id = old.service_id;
  if t.id is not null then
    if tg_op = 'DELETE' or new.archived_at is not null then
      perform private.notify_slot_drivers(t, old.id, 'run_ended', private.run_params(t, old.start_time));
    else
      perform private.notify_slot_drivers(t, old.id, 'run_moved', private.run_params(t, new.start_time) || jsonb_build_object('before', old.start_time));
    end if;
  end if;
  return case when tg_op = 'DELETE' then old end;
end $$;

create trigger slots_notify_delete before delete on public.slots
  for each row when (old.kind = 'transport' and old.archived_at is null) execute function private.notify_slot_change();

create trigger slots_notify_update after update of start_time, archived_at on public.slots
  for each row when (old.kind = 'transport' and old.archived_at is null
    and (new.archived_at is not null or new.start_time is distinct from old.start_time))
  execute function private.notify_slot_change();

-- Notifies the drivers at that time. A departure no longer counts if it has no bookings and can't get any.
create function private.notify_departure(p_slot_id uuid, p_date date, p_start time, p_wording text)
returns void language sql security definer set search_path = '' as $$
  select private.notify_driver(r.driver_id, t.territory_id, p_wording,
    private.run_params(t, coalesce(p_start, s.start_time)) || jsonb_build_object('date', p_date),
    concat('departure:', s.id, ' ', p_date))
  from public.slots s join public.services t on t.id = s.service_id cross join lateral private.departure_drivers(s.id, p_date) r
  where s.id = p_slot_id and p_date >= coalesce(private.local_time((select x.time_zone from public.territories x where x.id = t.territory_id)), now() at time zone 'UTC')::date
$$;

create function private.notify_departure_change()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select n.bookings from private.departure_numbers(new.slot_id, new.service_date) n) = 0 then
    perform private.notify_departure(new.slot_id, new.service_date, null,
      case when new.closed then 'run_cancelled' else 'run_restored' end);
  end if;
  return null;
end $$;

create trigger departures_notify after update of closed on public.departures
  for each row when (new.kind = 'transport' and old.closed is distinct from new.closed)
  execute function private.notify_departure_change();

-- Notifies drivers when the last passengers leave a departure that is soon or closed. It runs at the end of the transaction. Two concurrent
-- cancellations wait for each other's seats, and the later one finds no passengers.
create function private.notify_last_booking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_live(old.status) or private.is_live(new.status)
     or (select n.bookings from private.departure_numbers(new.slot_id, new.booking_date) n) > 0 then
    return null;
  end if;
  perform private.tell_empty_ride(new.departure_id, new.start_time);
  return null;
end $$;

-- Notifies the driver of transport whose last passengers left it, if it is closed or soon. p_start is its time.
create function private.tell_empty_ride(p_departure_id uuid, p_start time)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures x where x.id = p_departure_id;
  if d.status = 'cancelled' then
    return; -- tell_crew has already notified them
  elsif d.closed then
    perform private.notify_departure(d.slot_id, d.service_date, p_start, 'run_cancelled');
  elsif private.departure_is_near(d.service_date, p_start, (select t.time_zone from public.territories t where t.id = d.territory_id), 1) then
    perform private.notify_departure(d.slot_id, d.service_date, p_start, 'no_passengers');
  end if;
end $$;

create constraint trigger bookings_notify_last after update of status on public.bookings
  deferrable initially deferred for each row when (new.kind = 'transport' and old.status is distinct from new.status)
  execute function private.notify_last_booking();
