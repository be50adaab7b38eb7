-- Notifies drivers when a departure is added, removed or cancelled (docs/decisions/0017): a notification of type run.

-- A run among the values of a notice; a car that is called has no hour.
create function private.run_params(t public.territory_transports, p_time time)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', t.title, 'titles', t.names -> 'title', 'time', p_time)
$$;

-- Not to the person who made the change, nor to a deleted account; the same text once per transaction; a newer notice about the same subject (p_about) replaces
-- an unread one. The territory itself may be being deleted.
create function private.notify_driver(p_driver_id uuid, p_territory_id text, p_wording text, p_params jsonb, p_about text)
returns void language sql security definer set search_path = '' as $$
  select private.notify(p.id, 'run', p_wording, p_params, (select t.id from public.territories t where t.id = p_territory_id), null, p_about)
    from public.profiles p
   where p.id = p_driver_id and p.id is distinct from (select auth.uid()) and not exists (
     select 1 from public.notifications n where n.user_id = p.id and n.type = 'run' and n.wording = p_wording and n.params = p_params
       and n.created_at = now())
$$;

-- A run, and its weekdays contained in p_days, in order.
create function private.run_days(t public.territory_transports, p_days text)
returns jsonb language sql stable set search_path = '' as $$
  select private.run_params(t, t.departure_time) || jsonb_build_object('days', coalesce(jsonb_agg(d order by at), '[]'))
    from unnest(private.week_days()) with ordinality w (d, at)
   where position(d in p_days) > 0
$$;

-- One notice per service and transaction that names the days: a whole week would be seven notices. Only the newest notice about a day of a run is unread: an
-- older one keeps its other days, and is deleted with the last of them. Its key contains its days: 'run:{service} monday friday'.
create function private.notify_driver_days(p_driver_id uuid, t public.territory_transports, p_wording text, p_day text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_about text := 'run:' || t.id;
  n public.notifications;
begin
  update public.notifications x
     set about = replace(x.about, ' ' || p_day, ''), params = private.run_days(t, replace(x.about, p_day, ''))
   where x.user_id = p_driver_id and not x.read and x.type = 'run' and starts_with(x.about, v_about)
     and position(p_day in x.about) > 0;
  delete from public.notifications x where x.user_id = p_driver_id and not x.read and x.type = 'run' and x.about = v_about;
  select * into n from public.notifications x
   where x.user_id = p_driver_id and not x.read and x.type = 'run' and starts_with(x.about, v_about) and x.wording = p_wording
     and x.created_at = now();
  if n.id is null then
    perform private.notify_driver(p_driver_id, t.territory_id, p_wording, private.run_days(t, p_day), v_about || ' ' || p_day);
    return;
  end if;
  update public.notifications x set about = n.about || ' ' || p_day, params = private.run_days(t, n.about || ' ' || p_day) where x.id = n.id;
end $$;

-- The schedule that a driver drives by: active, of an active driver who is still one. Asked at the end of the transaction: who is
-- taken off the territory hears that, and not of each schedule.
create function private.notify_schedule_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_before boolean := tg_op <> 'INSERT' and old.active;
  v_after boolean := tg_op <> 'DELETE' and new.active;
  s public.driver_schedules := case when tg_op = 'DELETE' then old else new end;
  t public.territory_transports;
begin
  select * into t from public.territory_transports x where x.id = s.transport_id;
  if v_before = v_after or t.id is null or t.archived_at is not null or not exists (
    select 1 from public.shuttle_drivers d where d.driver_id = s.driver_id and d.territory_id = t.territory_id and d.active) then
    return null;
  end if;
  perform private.notify_driver_days(s.driver_id, t,
    case when v_after then 'run_given' else 'run_taken' end, s.day_of_week);
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

-- A service that ends, and one that leaves at another hour: each says an hour that the next one would hide.
create function private.notify_service_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_ends boolean := tg_op = 'DELETE' or new.archived_at is not null;
begin
  perform private.notify_driver(x.driver_id, old.territory_id,
    case when v_ends then 'run_ended' else 'run_moved' end,
    case when v_ends then private.run_params(old, old.departure_time)
         else private.run_params(new, new.departure_time) || jsonb_build_object('before', old.departure_time) end, null)
  from (
    select distinct s.driver_id from public.driver_schedules s
    join public.shuttle_drivers d on d.driver_id = s.driver_id and d.territory_id = old.territory_id and d.active
    where s.transport_id = old.id and s.active) x;
  return case when tg_op = 'DELETE' then old end;
end $$;

-- After territory_transports_archive, which turns the deletion of what was ever booked into an update.
create trigger territory_transports_notify_delete before delete on public.territory_transports
  for each row when (old.archived_at is null) execute function private.notify_service_change();

create trigger territory_transports_notify_update after update on public.territory_transports
  for each row when (old.archived_at is null
    and (new.archived_at is not null or new.departure_time is distinct from old.departure_time))
  execute function private.notify_service_change();

-- Those who would have driven it. A departure is over when nobody is booked on it and nobody can be.
create function private.notify_departure(p_transport_id uuid, p_date date, p_start time, p_wording text)
returns void language sql security definer set search_path = '' as $$
  select private.notify_driver(r.driver_id, t.territory_id, p_wording,
    private.run_params(t, coalesce(p_start, t.departure_time)) || jsonb_build_object('date', p_date),
    concat('departure:', t.id, ' ', p_date))
  from public.territory_transports t cross join lateral private.departure_drivers(t.id, p_date) r
  where t.id = p_transport_id and p_date >= coalesce(private.local_time((select x.time_zone from public.territories x where x.id = t.territory_id)), now() at time zone 'UTC')::date
$$;

create function private.notify_departure_change()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select n.bookings from private.departure_numbers(new.transport_id, new.service_date) n) = 0 then
    perform private.notify_departure(new.transport_id, new.service_date, null,
      case when new.closed then 'run_cancelled' else 'run_restored' end);
  end if;
  return null;
end $$;

create trigger departures_notify after update of closed on public.departures
  for each row when (new.transport_id is not null and old.closed is distinct from new.closed)
  execute function private.notify_departure_change();

-- The last passengers of a departure that is near, or closed. At the end of the transaction: two that cancel at once wait for each
-- other at the departure's seats, and the later one finds that nobody is left.
create function private.notify_last_booking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_live(old.status) or private.is_live(new.status)
     or (select n.bookings from private.departure_numbers(new.transport_id, new.booking_date) n) > 0 then
    return null;
  end if;
  perform private.tell_empty_ride(new.departure_id, new.start_time);
  return null;
end $$;

-- Notifies the driver of a ride whose last passengers left it, if it is closed or soon. p_start: its time.
create function private.tell_empty_ride(p_departure_id uuid, p_start time)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures x where x.id = p_departure_id;
  if d.status = 'cancelled' then
    return; -- its crew was notified (tell_crew)
  elsif d.closed then
    perform private.notify_departure(d.transport_id, d.service_date, p_start, 'run_cancelled');
  elsif private.departure_is_near(d.service_date, p_start, (select t.time_zone from public.territories t where t.id = d.territory_id), 1) then
    perform private.notify_departure(d.transport_id, d.service_date, p_start, 'no_passengers');
  end if;
end $$;

create constraint trigger bookings_notify_last after update of status on public.bookings
  deferrable initially deferred for each row when (new.kind = 'transport' and old.status is distinct from new.status)
  execute function private.notify_last_booking();
