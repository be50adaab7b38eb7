-- The driver plan: who drives which departure of transport in the coming days, and which has no driver. For the people who run the drivers, and the
-- coming runs of one driver.

-- Returns the departures of a territory's transport on p_days days from p_from that run: in the timetable and not closed, or with guests. A driver who
-- declined is in `drivers` with that answer, and `unled` means that a future one has no driver.
create function private.ride_plan(p_territory_id text, p_from date, p_days int)
returns table (service_id uuid, slot_id uuid, service_date date, start_time time, people int, past boolean, is_set boolean, drivers jsonb, unled boolean)
language sql stable security definer set search_path = '' as $$
  with shown as materialized (
    select d.* from public.services v
      cross join lateral private.departures_of(array[v.id], p_from, p_from + p_days - 1) d
     where v.territory_id = p_territory_id and v.kind = 'transport' and d.cancel_reason is null
       and (d.sold > 0 or (v.visible and d.offered and not d.closed))
  ), driven as (
    select a.slot_id, a.service_date, bool_or(a.answer is distinct from 'declined') as led,
      jsonb_agg(jsonb_build_object('driver_id', a.driver_id, 'full_name', a.full_name, 'answer', a.answer) order by a.full_name, a.driver_id) as drivers
    from private.assigned_drivers(array(select distinct s.slot_id from shown s), p_from, p_days) a group by 1, 2
  )
  select s.service_id, s.slot_id, s.service_date, s.start_time,
    (select coalesce(sum(b.num_people), 0)::int from public.bookings b where b.departure_id = s.departure_id and private.is_live(b.status)), s.past,
    exists (select from private.driver_dates x where x.slot_id = s.slot_id and x.service_date = s.service_date),
    coalesce(d.drivers, '[]'), not s.past and d.led is not true
  from shown s left join driven d on d.slot_id = s.slot_id and d.service_date = s.service_date
$$;

-- Returns the plan of seven days by date, time and title. Raises 403 'forbidden' unless the caller runs the territory's drivers, and 400
-- 'invalid_input'.
create function public.driver_plan(p_territory_id text, p_from date)
returns table (slot_id uuid, service_date date, start_time time, title text, titles jsonb, people int, past boolean, is_set boolean, drivers jsonb,
  unled boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_driver_manager(p_territory_id);
  if p_from is null or not isfinite(p_from) or abs(p_from - current_date) > 400 then
    perform private.invalid('A week is required');
  end if;
  return query
    select r.slot_id, r.service_date, r.start_time, t.title, t.names -> 'title', r.people, r.past, r.is_set, r.drivers, r.unled
      from private.ride_plan(p_territory_id, p_from, 7) r join public.services t on t.id = r.service_id
     order by r.service_date, r.start_time, private.plain_words(t.title) collate "C", r.slot_id
     limit 2000;
end $$;

-- Returns the days of the next two weeks on which departures have no driver: how many, and how many of them have guests. Raises 403 'forbidden' unless
-- the caller runs the territory's drivers.
create function public.driver_gaps(p_territory_id text)
returns table (service_date date, departures int, booked int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_driver_manager(p_territory_id);
  return query
    select r.service_date, count(*)::int, (count(*) filter (where r.people > 0))::int
      from public.territories z
      cross join lateral private.ride_plan(z.id, private.local_time(z.time_zone)::date, 14) r
     where z.id = p_territory_id and r.unled
     group by 1 order by 1;
end $$;

-- Returns the caller's coming runs of two weeks, also those that they declined and can still take, with the number of passengers and without their
-- names. `drivers` are the other drivers who are expected. A closed departure is included only with passengers. Raises 403 'forbidden' for people who
-- drive nowhere.
create function public.my_runs()
returns table (slot_id uuid, service_date date, start_time time, title text, titles jsonb, territory_name text, territory_names jsonb, time_zone text,
  people int, answer text, drivers text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('shuttle_driver');
begin
  return query
    select r.slot_id, r.service_date, h.leaves, t.title, t.names -> 'title', z.name, z.names -> 'name', z.time_zone, n.people, r.answer,
      array(select o.full_name from private.departure_drivers(r.slot_id, r.service_date) o where o.driver_id <> caller order by 1)
      from private.driver_runs(caller, current_date - 1, 16) r
      join public.slots s on s.id = r.slot_id
      join public.services t on t.id = s.service_id
      join public.territories z on z.id = t.territory_id
      join private.live_drivers l on l.driver_id = caller and l.territory_id = z.id
      left join public.departures d on d.slot_id = r.slot_id and d.service_date = r.service_date
      cross join lateral (select coalesce(d.start_time, s.start_time) as leaves, private.local_time(z.time_zone)::date as today) h
      cross join lateral (select coalesce(sum(b.num_people), 0)::int as people from public.bookings b
                           where b.departure_id = d.id and private.is_live(b.status)) n
     where r.service_date between h.today and h.today + 13 and private.departure_moment(r.service_date, h.leaves, z.time_zone) > now()
       and d.status is distinct from 'cancelled'
       and (n.people > 0 or (s.archived_at is null and t.archived_at is null and private.weekday(r.service_date) = any (s.days_of_week)
         and d.closed is not true))
     order by r.service_date, h.leaves, r.slot_id;
end $$;
