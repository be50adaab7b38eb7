-- Drivers of single dates, instead of the weekly schedule, and the answers of drivers (docs/decisions/0017). private.assigned_drivers
-- (departures/day.sql) reads both. No driver is in two places at once.

-- A date with a row has these drivers, or none if it is empty. All others have those of the weekly schedule. An array, because a row without drivers
-- means something. People who no longer drive for the territory are left out when it is read, and removed with their role (drop_schedules).
create table private.driver_dates (
  slot_id uuid not null references public.slots (id) on delete cascade,
  service_date date not null,
  drivers uuid[] not null check (cardinality(drivers) <= 10),
  primary key (slot_id, service_date)
);
create index driver_dates_drivers_idx on private.driver_dates using gin (drivers);
alter table private.driver_dates enable row level security;

-- Without a row, a driver hasn't answered and is expected.
create table private.driver_answers (
  slot_id uuid not null references public.slots (id) on delete cascade,
  service_date date not null,
  driver_id uuid not null references public.profiles (id) on delete cascade,
  answer text not null check (answer in ('confirmed', 'declined')),
  primary key (slot_id, service_date, driver_id)
);
create index driver_answers_driver_idx on private.driver_answers (driver_id);
alter table private.driver_answers enable row level security;

-- Who can drive for which territory: its active drivers with the role.
create view private.live_drivers as
select d.driver_id, d.territory_id, p.full_name
from public.shuttle_drivers d
join public.profiles p on p.id = d.driver_id
where d.active and private.user_has_role(d.driver_id, 'shuttle_driver', d.territory_id);

-- Returns what a person is assigned to drive on p_days days from p_from, with their answers, including when they are inactive.
create function private.driver_runs(p_driver_id uuid, p_from date, p_days int)
returns table (slot_id uuid, service_date date, answer text)
language sql stable security definer set search_path = '' as $$
  select r.slot_id, r.day, a.answer
    from (
      select c.slot_id, d.day from public.driver_schedules c
        cross join lateral (select p_from + n as day from generate_series(0, p_days - 1) n) d
       where c.driver_id = p_driver_id and c.active and c.day_of_week = private.weekday(d.day)
         and not exists (select from private.driver_dates x where x.slot_id = c.slot_id and x.service_date = d.day)
      union all
      select x.slot_id, x.service_date from private.driver_dates x
       where x.drivers @> array[p_driver_id] and x.service_date between p_from and p_from + p_days - 1) r
    left join private.driver_answers a on a.slot_id = r.slot_id and a.service_date = r.day and a.driver_id = p_driver_id
$$;

-- Returns when a run on a date begins and ends, or null for a car without a time. A ride without a duration occupies its driver for a minute.
create function private.run_span(p_slot_id uuid, p_date date, out starts timestamptz, out ends timestamptz)
language sql stable security definer set search_path = '' as $$
  select x.at, x.at + greatest(coalesce(t.duration_hours, 0) * interval '1 hour', interval '1 minute')
    from public.slots s
    join public.services t on t.id = s.service_id
    join public.territories z on z.id = t.territory_id
    cross join lateral (select (p_date + private.start_on(s.id, p_date)) at time zone z.time_zone as at) x
   where s.id = p_slot_id
$$;

-- Returns when a person's coming runs begin and end: of two weeks for the weekly schedule, and as far as dates are assigned. A cancelled departure
-- occupies no one.
create function private.run_times(p_driver_id uuid)
returns table (slot_id uuid, service_date date, starts timestamptz, ends timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.slot_id, r.service_date, w.starts, w.ends
    from private.driver_runs(p_driver_id, current_date - 1, greatest(16, (
      select max(x.service_date) - current_date + 3 from private.driver_dates x where x.drivers @> array[p_driver_id]))) r
    join public.slots s on s.id = r.slot_id
    join public.services t on t.id = s.service_id
    left join public.departures d on d.slot_id = r.slot_id and d.service_date = r.service_date
    cross join lateral private.run_span(r.slot_id, r.service_date) w
   where r.answer is distinct from 'declined' and d.status is distinct from 'cancelled' and w.ends > now()
     and (d.sold > 0 or (s.archived_at is null and t.archived_at is null and private.weekday(r.service_date) = any (s.days_of_week)))
$$;

-- Returns whether a person's coming runs overlap.
create function private.is_in_two_places(p_driver_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(r.starts < r.busy_until), false) from (
    select x.starts, max(x.ends) over (order by x.starts, x.slot_id, x.service_date rows between unbounded preceding and 1 preceding) as busy_until
      from private.run_times(p_driver_id) x) r
$$;

-- Returns whether a person drives nothing else during a run.
create function private.is_free_for(p_driver_id uuid, p_slot_id uuid, p_date date)
returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (
    select from private.run_span(p_slot_id, p_date) w join private.run_times(p_driver_id) x on x.starts < w.ends and w.starts < x.ends
     where (x.slot_id, x.service_date) <> (p_slot_id, p_date))
$$;

-- Locks people as drivers, in one order for all.
create function private.lock_drivers(p_drivers uuid[])
returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('driver:' || o.id, 0)) from (select distinct x as id from unnest(p_drivers) x order by x) o
$$;

-- Raises 409 'driver_busy' if one of these people would be in two places at once. Locks each of them, so that of two concurrent assignments the second
-- one sees the first.
create function private.check_drivers_free(p_drivers uuid[])
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_drivers(p_drivers);
  if exists (select from unnest(p_drivers) x where private.is_in_two_places(x)) then
    perform private.fail(409, 'driver_busy', 'This driver is already driving another departure at that time');
  end if;
end $$;

-- Checks what assigns drivers, once per statement, because the days of a week are added together.
create function private.check_schedules_free()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_drivers_free(array(select distinct n.driver_id from new_rows n where n.active));
  return null;
end $$;

create trigger driver_schedules_free_insert after insert on public.driver_schedules
  referencing new table as new_rows for each statement execute function private.check_schedules_free();
create trigger driver_schedules_free_update after update on public.driver_schedules
  referencing new table as new_rows for each statement execute function private.check_schedules_free();

-- When a date returns to the weekly schedule, it has the drivers of its slot again.
create function private.check_date_free()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.check_slot_drivers(array[old.slot_id]);
  else
    perform private.check_drivers_free(new.drivers);
  end if;
  return null;
end $$;

create trigger driver_dates_free after insert or delete or update of drivers on private.driver_dates
  for each row execute function private.check_date_free();

create function private.check_answer_free()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_drivers_free(array[new.driver_id]);
  return null;
end $$;

create trigger driver_answers_free after update of answer on private.driver_answers
  for each row when (old.answer = 'declined' and new.answer = 'confirmed') execute function private.check_answer_free();

-- Checks the drivers of slots whose times change. Raises as check_drivers_free does.
create function private.check_slot_drivers(p_slots uuid[])
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_drivers_free(array(
    select c.driver_id from public.driver_schedules c where c.slot_id = any (p_slots) and c.active
    union
    select unnest(x.drivers) from private.driver_dates x where x.slot_id = any (p_slots) and x.service_date >= current_date - 1));
end $$;

-- Runs at the end of the transaction, because a form writes several slots, which may exchange their times.
create function private.check_times_free()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'services' then
    perform private.check_slot_drivers(array(select s.id from public.slots s where s.service_id = new.id));
  elsif tg_table_name = 'slots' then
    perform private.check_slot_drivers(array[new.id]);
  else
    perform private.check_slot_drivers(array[new.slot_id]);
  end if;
  return null;
end $$;

create constraint trigger slots_drivers_free after update of start_time, days_of_week on public.slots
  deferrable initially deferred for each row
  when (new.kind = 'transport' and (old.start_time, old.days_of_week) is distinct from (new.start_time, new.days_of_week))
  execute function private.check_times_free();

create constraint trigger services_drivers_free after update of duration_hours on public.services
  deferrable initially deferred for each row
  when (new.kind = 'transport' and old.duration_hours is distinct from new.duration_hours) execute function private.check_times_free();

-- Checks that a slot of transport runs on a date that can still be assigned. Raises 400 'invalid_input'.
create function private.check_run_date(s public.slots, p_date date, p_time_zone text)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := private.local_time(p_time_zone)::date;
begin
  if p_date is null or p_date not between v_today - 1 and v_today + 180
     or not (s.archived_at is null and private.weekday(p_date) = any (s.days_of_week) or exists (
       select from public.departures d where d.slot_id = s.id and d.service_date = p_date and d.sold > 0)) then
    perform private.invalid('This ride doesn''t run on that date');
  end if;
end $$;

-- Locks the dates of a territory's drivers, so that a copied week and single changes don't wait for each other's drivers.
create function private.lock_driver_dates(p_territory_id text)
returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('driver_dates:' || p_territory_id, 0))
$$;

-- Sets the drivers of one date, none if p_drivers is empty, and with null those of the weekly schedule again. p_expected has the drivers that the page
-- showed. Drivers who get the run or lose it are notified, and answers of those who lose it are forgotten. For people who run the territory's drivers.
-- Raises 404 'slot_not_found', 400 'invalid_input', 'driver_not_in_territory' and 'driver_inactive', 409 'departure_begun', 'changed_meanwhile' and
-- 'driver_busy', and 429 as limit_changes does. Locks as lock_driver_dates does, then the drivers.
create function public.set_departure_drivers(p_slot_id uuid, p_date date, p_expected uuid[], p_drivers uuid[] default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s public.slots;
  t public.services;
  v_zone text;
  v_drivers uuid[] := private.ids_in_order(p_drivers);
  v_shown uuid[];
  v_before uuid[];
begin
  perform private.require_user();
  select * into s from public.slots x where x.id = p_slot_id and x.kind = 'transport';
  select * into t from public.services x where x.id = s.service_id;
  if t.id is null or not coalesce(private.runs_drivers(t.territory_id), false) then
    perform private.fail(404, 'slot_not_found', 'We couldn''t find this time slot');
  end if;
  v_zone := (select x.time_zone from public.territories x where x.id = t.territory_id);
  perform private.check_run_date(s, p_date, v_zone);
  if private.departs_at(p_date, private.start_on(s.id, p_date), v_zone) <= now() then
    perform private.fail(409, 'departure_begun', 'This departure has already started');
  elsif cardinality(v_drivers) > 10 then
    perform private.invalid('A departure can have at most 10 drivers');
  elsif exists (select from unnest(v_drivers) x where x not in (
      select d.driver_id from public.shuttle_drivers d where d.territory_id = t.territory_id)) then
    perform private.fail(400, 'driver_not_in_territory', 'This driver isn''t part of this region');
  elsif exists (select from unnest(v_drivers) x where x not in (
      select l.driver_id from private.live_drivers l where l.territory_id = t.territory_id)) then
    perform private.fail(400, 'driver_inactive', 'You can only schedule active drivers');
  end if;
  perform private.lock_driver_dates(t.territory_id);
  v_shown := private.ids_in_order(array(select a.driver_id from private.assigned_drivers(array[s.id], p_date, 1) a));
  if v_shown is distinct from coalesce(private.ids_in_order(p_expected), '{}') then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  elsif v_drivers = v_shown then
    return;
  end if;
  v_before := private.run_drivers(s.id, p_date);
  if v_drivers is null then
    delete from private.driver_dates x where x.slot_id = s.id and x.service_date = p_date;
    if not found then
      return;
    end if;
  else
    insert into private.driver_dates as x (slot_id, service_date, drivers) values (s.id, p_date, v_drivers)
    on conflict (slot_id, service_date) do update set drivers = excluded.drivers;
  end if;
  perform private.limit_changes('driver_date', '{set_departure_drivers}', s.id::text, p_date);
  perform private.forget_answers(s.id, p_date);
  perform private.audit('set_departure_drivers', t.territory_id, 'experience_timeslots', s.id::text,
    jsonb_build_object('date', p_date, 'drivers', coalesce(to_jsonb(v_drivers), 'null')));
  perform private.tell_run_change(t, s.id, p_date, 'run_taken_on', v_before, private.run_drivers(s.id, p_date));
  perform private.tell_run_change(t, s.id, p_date, 'run_given_on', private.run_drivers(s.id, p_date), v_before);
  perform realtime.send(jsonb_build_object('id', s.id), 'schedule', private.topic_of(t.territory_id), true);
end $$;

-- Returns ids once each and in order, and null for null.
create function private.ids_in_order(p_ids uuid[])
returns uuid[] language sql immutable set search_path = '' as $$
  select case when p_ids is not null then array(select distinct x from unnest(p_ids) x where x is not null order by x) end
$$;

-- Returns the drivers of a date without those who declined.
create function private.run_drivers(p_slot_id uuid, p_date date)
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(select r.driver_id from private.departure_drivers(p_slot_id, p_date) r order by 1)
$$;

-- Deletes the answers of people who aren't assigned to a date.
create function private.forget_answers(p_slot_id uuid, p_date date)
returns void language sql security definer set search_path = '' as $$
  delete from private.driver_answers a where a.slot_id = p_slot_id and a.service_date = p_date and a.driver_id not in (
    select x.driver_id from private.assigned_drivers(array[p_slot_id], p_date, 1) x)
$$;

-- Notifies the drivers in p_of who aren't in p_but about one date.
create function private.tell_run_change(t public.services, p_slot_id uuid, p_date date, p_wording text, p_of uuid[], p_but uuid[])
returns void language sql security definer set search_path = '' as $$
  select private.notify_driver(x, t.territory_id, p_wording,
      private.run_params(t, private.start_on(p_slot_id, p_date)) || jsonb_build_object('date', p_date), concat('departure:', p_slot_id, ' ', p_date))
    from unnest(p_of) x where x <> all (p_but)
$$;

-- Confirms or declines a date that the caller is assigned to drive. A decline leaves it to other assigned drivers, or to none, and the people who run
-- the drivers are notified. Repeating an answer changes nothing. Raises 404 'departure_not_found', 400 'invalid_input', 409 'departure_begun' and
-- 'driver_busy', and 429 as limit_changes does. Locks as lock_driver_dates does, then the driver.
create function public.answer_run(p_slot_id uuid, p_date date, p_confirmed boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('shuttle_driver');
  s public.slots;
  t public.services;
  v_zone text;
  v_answer text := case when p_confirmed then 'confirmed' else 'declined' end;
  v_before text;
begin
  select * into s from public.slots x where x.id = p_slot_id and x.kind = 'transport';
  select * into t from public.services x where x.id = s.service_id;
  perform private.lock_driver_dates(t.territory_id);
  select a.answer into v_before from private.assigned_drivers(array[s.id], p_date, 1) a where a.driver_id = caller;
  if not found then
    perform private.fail(404, 'departure_not_found', 'This departure no longer exists');
  elsif p_confirmed is null then
    perform private.invalid('An answer is required');
  end if;
  v_zone := (select x.time_zone from public.territories x where x.id = t.territory_id);
  perform private.check_run_date(s, p_date, v_zone);
  if private.departure_moment(p_date, private.start_on(s.id, p_date), v_zone) <= now() then
    perform private.fail(409, 'departure_begun', 'This departure has already started');
  elsif v_before = v_answer then
    return;
  end if;
  perform private.limit_changes('run_answer', '{answer_run}', s.id::text, p_date);
  insert into private.driver_answers as a (slot_id, service_date, driver_id, answer)
  values (s.id, p_date, caller, v_answer)
  on conflict (slot_id, service_date, driver_id) do update set answer = excluded.answer;
  perform private.audit('answer_run', t.territory_id, 'experience_timeslots', s.id::text,
    jsonb_build_object('date', p_date, 'declined', not p_confirmed));
  if not p_confirmed or v_before = 'declined' then
    perform private.notify_all(array(select m from private.driver_managers(t.territory_id) m where m <> caller), 'driver_answer',
      case when p_confirmed then 'run_accepted' else 'run_declined' end,
      private.run_params(t, private.start_on(s.id, p_date)) || jsonb_build_object('date', p_date, 'name', private.name_of(caller),
        'drivers', array_to_string(private.departure_driver_names(s.id, p_date), ', ')),
      t.territory_id, concat('answer:', s.id, ' ', p_date, ' ', caller));
  end if;
  perform realtime.send(jsonb_build_object('id', s.id), 'schedule', private.topic_of(t.territory_id), true);
end $$;

-- Returns who is notified about the drivers of a territory: its managers, staff and shuttle managers.
create function private.driver_managers(p_territory_id text)
returns setof uuid language sql stable security definer set search_path = '' as $$
  select m from private.moderators(p_territory_id) m
  union
  select g.user_id from private.live_grants g where g.role = 'shuttle_manager' and g.territory_id = p_territory_id
$$;

-- Copies the drivers that were set for the dates of a week to the same weekdays of the next one. Dates of the next week that have drivers of their own
-- keep them, and those on which the ride has ended or doesn't run are left out. Drivers who are no longer active, or drive elsewhere at that time, are
-- left out, and the copy has the others. Returns {copied, kept, missing}: the numbers of dates, and of drivers who were left out. Each driver whose
-- runs changed is notified once. For people who run the territory's drivers. Raises 400 'invalid_input' and 429 as limit_changes does. Locks as
-- lock_driver_dates does, then the drivers.
create function public.copy_driver_week(p_territory_id text, p_from date)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_today date;
  v_before uuid[];
  v_told uuid[] := '{}';
  v_copied int := 0;
  v_kept int := 0;
  v_missing int := 0;
  v_drivers uuid[];
  r record;
begin
  perform private.require_driver_manager(p_territory_id);
  v_today := (select private.local_time(x.time_zone)::date from public.territories x where x.id = p_territory_id);
  if p_from is null or not p_from between v_today - 13 and v_today + 160 then
    perform private.invalid('A week is required');
  end if;
  perform private.limit_changes('driver_week', '{copy_driver_week}', p_territory_id, p_from);
  perform private.lock_driver_dates(p_territory_id);
  for r in
    select x.slot_id, x.service_date + 7 as day, x.drivers, t as service
      from private.driver_dates x join public.slots s on s.id = x.slot_id join public.services t on t.id = s.service_id
     where t.territory_id = p_territory_id and x.service_date between p_from and p_from + 6 and x.service_date + 7 >= v_today
       and s.archived_at is null and t.archived_at is null and private.weekday(x.service_date) = any (s.days_of_week)
     order by x.service_date, x.slot_id
  loop
    if exists (select from private.driver_dates x where x.slot_id = r.slot_id and x.service_date = r.day) then
      v_kept := v_kept + 1;
      continue;
    end if;
    v_before := private.run_drivers(r.slot_id, r.day);
    perform private.lock_drivers(r.drivers);
    v_drivers := array(
      select x from unnest(r.drivers) x
       where x in (select l.driver_id from private.live_drivers l where l.territory_id = p_territory_id) and private.is_free_for(x, r.slot_id, r.day));
    insert into private.driver_dates (slot_id, service_date, drivers) values (r.slot_id, r.day, v_drivers);
    v_missing := v_missing + cardinality(r.drivers) - cardinality(v_drivers);
    perform private.forget_answers(r.slot_id, r.day);
    v_copied := v_copied + 1;
    v_told := v_told || array(
      select x from unnest(v_before || private.run_drivers(r.slot_id, r.day)) x
       where (x = any (v_before)) is distinct from (x = any (private.run_drivers(r.slot_id, r.day))));
  end loop;
  if v_copied > 0 then
    perform private.notify_driver(x, p_territory_id, 'runs_planned',
        private.region_params(p_territory_id) || jsonb_build_object('from', p_from + 7, 'to', p_from + 13), 'runs:' || p_territory_id || ' ' || p_from)
      from (select distinct y as x from unnest(v_told) y) told;
    perform realtime.send(jsonb_build_object('id', p_territory_id), 'schedule', private.topic_of(p_territory_id), true);
  end if;
  perform private.audit('copy_driver_week', p_territory_id, 'territories', p_territory_id,
    jsonb_build_object('date', p_from, 'dates', v_copied));
  return jsonb_build_object('copied', v_copied, 'kept', v_kept, 'missing', v_missing);
end $$;
