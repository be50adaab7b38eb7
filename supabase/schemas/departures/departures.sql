-- Departures: one row for each occurrence that can be booked, a timeslot or a transport service on a date, made on first use.
-- Their seats are the only place where seats are counted; the statements that move them are here.

-- An experience or a transport as the booking core sees it.
create type private.service as (
  kind text,
  id uuid,
  territory_id text,
  title text,
  booking_type text,
  shared_price numeric(12, 2),
  private_price numeric(12, 2),
  min_spots int,
  max_spots int,
  min_private_guests int,
  max_private_guests int,
  passport_required boolean,
  cash_allowed boolean,
  cancellation_policy text,
  currency_code text,
  currency_symbol text,
  time_zone text,
  capacity int, -- transport only: an experience's is its timeslot's
  start_time time -- transport only
);

create table public.departures (
  id uuid primary key default gen_random_uuid(),
  timeslot_id uuid references public.experience_timeslots (id),
  experience_id uuid references public.experiences (id),
  transport_id uuid references public.territory_transports (id),
  territory_id text not null references public.territories (id),
  service_date date not null, -- local to the territory
  capacity int not null check (capacity >= 0),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  closed boolean not null default false,
  exclusive boolean not null default false, -- a private group has it: no seat is for sale, whatever the capacity becomes
  capacity_fixed boolean not null default false, -- set by staff for this date: no longer follows the timeslot
  status text not null default 'scheduled' check (status in ('scheduled', 'confirmed', 'departed', 'cancelled')),
  cancellation_id uuid references private.departure_cancellations (id),
  cancelled_from text check (cancelled_from in ('scheduled', 'confirmed')), -- what it is again when the cancellation is undone
  cancelled_start time, -- the time that its guests were sold, whatever the timeslot or service has now
  created_at timestamptz not null default now(),
  check (held + sold <= capacity),
  check ((status = 'cancelled') = (cancellation_id is not null) and (status = 'cancelled') = (cancelled_from is not null)),
  check ((timeslot_id is not null and experience_id is not null and transport_id is null)
      or (timeslot_id is null and experience_id is null and transport_id is not null)),
  unique (timeslot_id, service_date),
  unique (transport_id, service_date)
);
create index departures_experience_date_idx on public.departures (experience_id, service_date);
create index departures_territory_date_idx on public.departures (territory_id, service_date);
create index departures_cancellation_idx on public.departures (cancellation_id) where cancellation_id is not null;
-- What the clock still has something to do with.
create index departures_open_idx on public.departures (service_date) where status in ('scheduled', 'confirmed');
alter table public.departures enable row level security;
grant select on public.departures to authenticated;
grant all on public.departures to service_role;

-- A driver: those of the services on the own schedules.
create policy departures_select on public.departures for select to authenticated
  using (territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or territory_id = any ((select private.my_territories('guide'))::text[])
    or transport_id = any ((select private.driven_transports())::uuid[])
    or (select private.is_admin()));

-- A departure is told when it sells, closes, changes its size, or when holds make it full or open it again; not at every hold:
-- that update is the hottest of the product.
create function private.broadcast_departure()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'departure', private.topic_of(new.territory_id), true);
  return null;
end $$;

create trigger departures_broadcast after update on public.departures
  for each row when (old.sold is distinct from new.sold or old.closed is distinct from new.closed
    or old.status is distinct from new.status or old.capacity is distinct from new.capacity
    or (old.held + old.sold >= old.capacity) is distinct from (new.held + new.sold >= new.capacity))
  execute function private.broadcast_departure();

-- Enforces the table's state transitions for every writer.
create function private.check_departure_step()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.departure_transitions t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'a departure does not go from % to %', old.status, new.status;
  end if;
  return new;
end $$;

create trigger departures_step before update of status on public.departures
  for each row when (old.status is distinct from new.status) execute function private.check_departure_step();

-- Null when there is none that may be booked: hidden and archived ones do not exist here, nor do those of a hidden territory.
create function private.bookable_service(p_kind text, p_id uuid)
returns private.service language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service;
begin
  if p_kind = 'experience' then
    select 'experience', e.id, e.territory_id, e.title, e.booking_type, e.shared_price, e.private_price, e.min_spots, e.max_spots,
           coalesce(e.min_private_guests, 1), coalesce(e.max_private_guests, 1), e.passport_required, e.cash_allowed,
           e.cancellation_policy, t.currency_code, t.currency_symbol, t.time_zone, null, null
      into v
      from public.experiences e join public.territories t on t.id = e.territory_id
     where e.id = p_id and e.visible and e.archived_at is null and t.visible and t.archived_at is null;
  elsif p_kind = 'transport' then
    select 'transport', s.id, s.territory_id, s.title, s.booking_type, s.shared_price, s.private_price, s.min_spots, s.max_spots,
           s.min_private_guests, s.max_private_guests, s.passport_required, false,
           s.cancellation_policy, t.currency_code, t.currency_symbol, t.time_zone, least(s.available_spots, s.max_spots), s.departure_time
      into v
      from public.territory_transports s join public.territories t on t.id = s.territory_id
     where s.id = p_id and s.visible and s.archived_at is null and t.visible and t.archived_at is null;
  end if;
  return v;
end $$;

-- The departure of a date, created when first needed. Locks the timeslot or service, so that changing its capacity and creating the departure can't miss each
-- other. Also used by the seed.
create function private.ensure_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  loop
    if p_kind = 'experience' then
      select id into v_id from public.departures where timeslot_id = p_timeslot_id and service_date = p_date;
    else
      select id into v_id from public.departures where transport_id = p_service_id and service_date = p_date;
    end if;
    if v_id is not null then
      return v_id;
    end if;
    if p_kind = 'experience' then
      insert into public.departures (timeslot_id, experience_id, territory_id, service_date, capacity)
      select s.id, e.id, e.territory_id, p_date, least(s.available_spots, s.max_spots)
        from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
       where s.id = p_timeslot_id and e.id = p_service_id for share of s
      on conflict do nothing returning id into v_id;
    else
      insert into public.departures (transport_id, territory_id, service_date, capacity)
      select s.id, s.territory_id, p_date, least(s.available_spots, s.max_spots)
        from public.territory_transports s where s.id = p_service_id for share
      on conflict do nothing returning id into v_id;
    end if;
    if v_id is not null then
      return v_id;
    end if;
    -- Another transaction has just made it: the next round reads it. None at all is a fault of the caller.
    if not exists (select 1 from public.departures d
                    where (d.timeslot_id = p_timeslot_id or d.transport_id = p_service_id) and d.service_date = p_date) then
      raise exception 'no such service: % %', p_kind, p_service_id;
    end if;
  end loop;
end $$;

-- Seats of a departure go back on sale. p_from: 'held' or 'sold'.
create function private.free_seats(p_departure_id uuid, p_seats int, p_from text)
returns void language sql security definer set search_path = '' as $$
  update public.departures
     set held = held - case when p_from = 'held' then p_seats else 0 end,
         sold = sold - case when p_from = 'sold' then p_seats else 0 end,
         exclusive = exclusive and held + sold - p_seats > 0
   where id = p_departure_id
$$;

-- Sells seats without a hold (for a late payment, a reinstated booking, or a move). Returns the number taken, or null if the seats are gone or the departure is
-- cancelled. A private group takes the departure's whole current capacity if that is enough.
create function private.sell_free_seats(p_departure_id uuid, p_people int, p_booking_type text)
returns int language sql security definer set search_path = '' as $$
  update public.departures
     set sold = sold + case when p_booking_type = 'private' then capacity else p_people end,
         exclusive = p_booking_type = 'private'
   where id = p_departure_id and status <> 'cancelled'
     and case when p_booking_type = 'private' then held + sold = 0 and capacity >= p_people
              else not exclusive and held + sold + p_people <= capacity end
  returning case when p_booking_type = 'private' then capacity else p_people end
$$;

-- A new default capacity reaches the departures of the dates to come, never below what is taken.
create function private.sync_departure_capacity()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_capacity int := least(new.available_spots, new.max_spots);
begin
  update public.departures set capacity = greatest(v_capacity, held + sold)
   where (timeslot_id = new.id or transport_id = new.id) and service_date >= current_date - 1
     and not capacity_fixed and capacity <> greatest(v_capacity, held + sold);
  return null;
end $$;

create trigger experience_timeslots_capacity after update of available_spots, max_spots on public.experience_timeslots
  for each row execute function private.sync_departure_capacity();

create trigger territory_transports_capacity after update of available_spots, max_spots on public.territory_transports
  for each row execute function private.sync_departure_capacity();

-- Seats of the caller's own holds, by departure: to them they are free, since a new hold takes the place of the old one.
create function private.own_held_seats()
returns table (departure_id uuid, seats int) language plpgsql stable rows 2 security definer set search_path = '' as $$
begin
  return query select h.departure_id, sum(h.seats)::int from private.holds h
                where h.user_id = auth.uid() and h.state = 'held' and h.adds_to is null group by h.departure_id;
end $$;

-- When a departure leaves, or would have: at the time that was sold, or is being paid for; with neither, at p_start, the time that the timeslot or service
-- has now. A new time is for dates that nobody has booked, so that no ticket changes without notice.
-- `offset 0`: is_live is asked once a status, after the grouping. Flattened, the planner may ask it of each booking of the day.
create function private.departure_start(p_departure_id uuid, p_start time)
returns time language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select d.cancelled_start from public.departures d where d.id = p_departure_id),
    (select min(x.start_time) from (
      select b.status, min(b.start_time) as start_time from public.bookings b where b.departure_id = p_departure_id group by 1
      offset 0) x
     where private.is_live(x.status)),
    (select min(h.start_time) from private.holds h where h.departure_id = p_departure_id and h.state = 'held'),
    p_start)
$$;

-- The same of a date of a timeslot or transport service (p_id), which may have no departure yet.
create function private.start_on(p_id uuid, p_date date, p_start time)
returns time language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.departure_start(d.id, p_start) from public.departures d
     where d.service_date = p_date and (d.timeslot_id = p_id or d.transport_id = p_id) and d.held + d.sold > 0), p_start)
$$;

-- Whether the clocks of a zone show an hour of a date: in spring they skip some. One that comes twice in autumn is the second, as
-- private.departure_moment has it.
create function private.hour_exists(p_date date, p_start time, p_time_zone text)
returns boolean language sql stable set search_path = '' as $$
  select p_start is null or ((p_date + p_start) at time zone p_time_zone) at time zone p_time_zone = p_date + p_start
$$;

-- Seats per time of an experience in a range of days, including times without bookings. Departed (in the zone), closed, cancelled and private ones have none.
-- taken_of: the departure, if seats are held or sold. The caller checks visibility.
create function private.slot_seats(p_experience_id uuid, p_zone text, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean, taken_of uuid)
language sql stable security definer set search_path = '' as $$
  select s.id, day.d, leaves.at, leaves.at + (s.end_time - s.start_time), seats.capacity,
         case when gone.gone or (d.exclusive and own.seats is null) then 0
              else seats.capacity - coalesce(d.held + d.sold, 0) + coalesce(own.seats, 0) end,
         gone.gone, case when d.held + d.sold > 0 then d.id end
    from public.experience_timeslots s
    cross join lateral (select p_from + n as d from generate_series(0, p_to - p_from) n) day
    left join public.departures d on d.timeslot_id = s.id and d.service_date = day.d
    left join private.own_held_seats() own on own.departure_id = d.id
    cross join lateral (select coalesce(d.capacity, least(s.available_spots, s.max_spots)) as capacity) seats
    cross join lateral (select case when d.held + d.sold > 0 then private.departure_start(d.id, s.start_time) else s.start_time end as at) leaves
    cross join lateral (
      select coalesce(d.closed or d.status = 'cancelled', false) or (day.d + leaves.at) at time zone p_zone <= now() as gone) gone
   where s.experience_id = p_experience_id and s.archived_at is null and private.weekday(day.d) = any (s.days_of_week)
     and private.hour_exists(day.d, leaves.at, p_zone)
$$;

-- The departures of an experience from day to day. cash_seats: how many seats the caller may have in cash (check_cash_share).
create function public.get_departures(p_experience_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean, cash_seats int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service('experience', p_experience_id);
  v_known boolean := v.cash_allowed and private.is_known_guest(auth.uid());
begin
  perform private.check_date_range(p_from, p_to);
  return query
    select s.timeslot_id, s.service_date, s.start_time, s.end_time, s.capacity, s.available, s.closed,
           case when not v.cash_allowed or s.available = 0 then 0 when v_known then s.available
                else least(s.available, private.cash_seats(s.taken_of, s.capacity, auth.uid())) end
      from private.slot_seats(v.id, v.time_zone, p_from, p_to) s
     order by s.service_date, s.start_time, s.timeslot_id;
end $$;
grant execute on function public.get_departures(uuid, date, date) to anon;

-- Seats of services in a range of days, including departures without bookings. Departed (in the territory's time zone), closed and private ones have none; the
-- caller's own held seats count as free. The caller checks that the services are visible.
create function private.transport_seats(p_services uuid[], p_from date, p_to date)
returns table (transport_id uuid, service_date date, departure_time time, capacity int, available int, closed boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (select * from private.own_held_seats())
  select s.id, day.d, leaves.at, seats.capacity,
         case when gone.gone or (d.exclusive and own.seats is null) then 0
              else seats.capacity - coalesce(d.held + d.sold, 0) + coalesce(own.seats, 0) end, gone.gone
    from public.territory_transports s
    join public.territories t on t.id = s.territory_id
    cross join lateral (select p_from + n as d from generate_series(0, p_to - p_from) n) day
    left join public.departures d on d.transport_id = s.id and d.service_date = day.d
    left join own on own.departure_id = d.id
    cross join lateral (select coalesce(d.capacity, least(s.available_spots, s.max_spots)) as capacity) seats
    cross join lateral (select case when d.held + d.sold > 0 then private.departure_start(d.id, s.departure_time) else s.departure_time end as at) leaves
    cross join lateral (select coalesce(d.closed or d.status = 'cancelled', false)
      or (day.d + coalesce(leaves.at, time '24:00')) at time zone t.time_zone <= now() as gone) gone
   where s.id = any (p_services)
     and (own.seats is not null
       or (private.weekday(day.d) = any (s.days_of_week) and private.hour_exists(day.d, leaves.at, t.time_zone)))
$$;

-- The departures of a service from day to day, at most 92, also those that nobody has booked yet.
create function public.get_transport_departures(p_transport_id uuid, p_from date, p_to date)
returns table (service_date date, departure_time time, capacity int, available int, closed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service('transport', p_transport_id);
begin
  perform private.check_date_range(p_from, p_to);
  return query
    select s.service_date, s.departure_time, s.capacity, s.available, s.closed
      from private.transport_seats(array[v.id], p_from, p_to) s order by s.service_date;
end $$;
grant execute on function public.get_transport_departures(uuid, date, date) to anon;

-- Who changes the departures of a service: staff, and shuttle managers those of the transport. Raises 403 'forbidden' for others.
create function private.require_departures(p_kind text, p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if p_kind is distinct from 'transport' or not private.runs_drivers(p_territory_id) then
    perform private.require_territory(p_territory_id);
  end if;
end $$;

-- Those whom require_departures lets: no new bookings on a date, or again some. Those already sold stay.
create function public.close_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_closed boolean default true)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.departure_for_staff(p_kind, p_service_id, p_timeslot_id, p_date);
begin
  update public.departures set closed = coalesce(p_closed, true) where id = v_id;
  perform private.audit('close_departure', d.territory_id, 'departures', d.id::text, jsonb_build_object('closed', d.closed))
     from public.departures d where d.id = v_id;
  return v_id;
end $$;

-- The same people: another number of seats for one date, never below what is held and sold. Raises 400 'invalid_input', 409 'capacity_below_sold',
-- and what departure_for_staff raises.
create function public.set_departure_capacity(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_capacity int)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.departure_for_staff(p_kind, p_service_id, p_timeslot_id, p_date);
begin
  if p_capacity is null or p_capacity < 0 or p_capacity > 1000 then
    perform private.invalid('Capacity must be between 0 and 1000');
  end if;
  update public.departures set capacity = p_capacity, capacity_fixed = true where id = v_id and held + sold <= p_capacity;
  if not found then
    perform private.fail(409, 'capacity_below_sold', 'More seats than that are already held or sold');
  end if;
  perform private.audit('set_departure_capacity', d.territory_id, 'departures', d.id::text, jsonb_build_object('capacity', d.capacity))
     from public.departures d where d.id = v_id;
  return v_id;
end $$;

-- The departure of a date, for staff who change it. Raises 403 'forbidden' for others, 409 'departure_cancelled'. Locks as
-- ensure_departure does, then the departure.
create function private.departure_for_staff(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_territory text;
  v_id uuid;
begin
  if p_date is null or not isfinite(p_date) or abs(p_date - current_date) > 800 then
    perform private.invalid('A date is needed');
  end if;
  if p_kind = 'experience' then
    select e.territory_id into v_territory
      from public.experiences e join public.experience_timeslots s on s.experience_id = e.id
     where e.id = p_service_id and s.id = p_timeslot_id;
  elsif p_kind = 'transport' then
    select territory_id into v_territory from public.territory_transports where id = p_service_id;
  end if;
  perform private.require_departures(p_kind, v_territory);
  v_id := private.ensure_departure(p_kind, p_service_id, p_timeslot_id, p_date);
  if (select d.status from public.departures d where d.id = v_id for share) = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled');
  end if;
  return v_id;
end $$;

-- Every departure of these services in a range of days, including those without bookings. `closed`: it can't be booked, because it is closed or cancelled;
-- cancel_reason: the reason if cancelled. `offered`: it is in the timetable; one removed from it is listed while it has seats. A service departs at the time at
-- which that day's seats were sold, as in transport_seats. The caller checks that the services are visible.
create function private.departures_of(p_experiences uuid[], p_transports uuid[], p_from date, p_to date)
returns table (kind text, service_id uuid, timeslot_id uuid, departure_id uuid, service_date date, start_time time, end_time time,
  capacity int, held int, sold int, closed boolean, exclusive boolean, offered boolean, past boolean, cancel_reason text)
language sql stable security definer set search_path = '' as $$
  with days as materialized (select p_from + n as d, private.weekday(p_from + n) as weekday from generate_series(0, p_to - p_from) n)
  select 'experience', s.experience_id, s.id, d.id, day.d, leaves.at, leaves.at + (s.end_time - s.start_time), coalesce(d.capacity, least(s.available_spots, s.max_spots)),
         coalesce(d.held, 0), coalesce(d.sold, 0), coalesce(d.closed or d.status = 'cancelled', false), coalesce(d.exclusive, false), x.offered,
         (day.d + coalesce(leaves.at, time '24:00')) at time zone t.time_zone <= now(), c.reason
    from public.experience_timeslots s
    join public.experiences e on e.id = s.experience_id
    join public.territories t on t.id = e.territory_id
    cross join days day
    left join public.departures d on d.timeslot_id = s.id and d.service_date = day.d
    left join private.departure_cancellations c on c.id = d.cancellation_id
    cross join lateral (select case when d.held + d.sold > 0 or d.cancelled_start is not null then private.departure_start(d.id, s.start_time) else s.start_time end as at) leaves
    cross join lateral (select s.archived_at is null and day.weekday = any (s.days_of_week)
      and private.hour_exists(day.d, leaves.at, t.time_zone) as offered) x
   where s.experience_id = any (p_experiences) and (x.offered or d.held + d.sold > 0)
  union all
  select 'transport', s.id, null, d.id, day.d, leaves.at, null, coalesce(d.capacity, least(s.available_spots, s.max_spots)),
         coalesce(d.held, 0), coalesce(d.sold, 0), coalesce(d.closed or d.status = 'cancelled', false), coalesce(d.exclusive, false), x.offered,
         (day.d + coalesce(leaves.at, time '24:00')) at time zone t.time_zone <= now(), c.reason
    from public.territory_transports s
    join public.territories t on t.id = s.territory_id
    cross join days day
    left join public.departures d on d.transport_id = s.id and d.service_date = day.d
    left join private.departure_cancellations c on c.id = d.cancellation_id
    cross join lateral (select case when d.held + d.sold > 0 or d.cancelled_start is not null then private.departure_start(d.id, s.departure_time) else s.departure_time end as at) leaves
    cross join lateral (select s.archived_at is null and day.weekday = any (s.days_of_week)
      and private.hour_exists(day.d, leaves.at, t.time_zone) as offered) x
   where s.id = any (p_transports) and (x.offered or d.held + d.sold > 0)
$$;

-- The same people: every departure of a service in a range, hidden ones too, with what is held and sold (departures_of).
create function public.service_departures(p_kind text, p_service_id uuid, p_from date, p_to date)
returns table (departure_id uuid, timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, held int, sold int,
  closed boolean, exclusive boolean, offered boolean, past boolean, cancel_reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_departures(p_kind, private.territory_of_service(p_kind, p_service_id));
  perform private.check_date_range(p_from, p_to);
  return query
    select x.departure_id, x.timeslot_id, x.service_date, x.start_time, x.end_time, x.capacity, x.held, x.sold, x.closed, x.exclusive, x.offered, x.past, x.cancel_reason
      from private.departures_of(array(select p_service_id where p_kind = 'experience'), array(select p_service_id where p_kind = 'transport'),
        p_from, p_to) x
     order by x.service_date, x.start_time, x.timeslot_id;
end $$;

-- The same people: the dates to come on which seats of a service are sold or being paid for, with the time at which each leaves. It stays when
-- the timeslot or service gets another one.
create function public.sold_times(p_kind text, p_service_id uuid)
returns table (timeslot_id uuid, service_date date, start_time time) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_departures(p_kind, private.territory_of_service(p_kind, p_service_id));
  return query
    select d.timeslot_id, d.service_date, private.start_of(d)
      from public.departures d join public.territories t on t.id = d.territory_id
     where case p_kind when 'experience' then d.experience_id = p_service_id else d.transport_id = p_service_id end
       and d.held + d.sold > 0 and d.status <> 'cancelled' and d.service_date >= (now() at time zone t.time_zone)::date
     order by d.service_date, d.timeslot_id;
end $$;

-- The territory of an experience or a transport service; null when there is none.
create function private.territory_of_service(p_kind text, p_service_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case p_kind when 'experience' then (select e.territory_id from public.experiences e where e.id = p_service_id)
                     when 'transport' then (select t.territory_id from public.territory_transports t where t.id = p_service_id) end
$$;

-- The same people: a whole date, all its hours at once.
create function public.close_service_date(p_kind text, p_service_id uuid, p_date date, p_closed boolean default true)
returns void language plpgsql security definer set search_path = '' as $$
begin
  p_closed := coalesce(p_closed, true);
  perform private.require_departures(p_kind, private.territory_of_service(p_kind, p_service_id));
  perform public.close_departure(p_kind, p_service_id, x.timeslot_id, x.service_date, p_closed)
     from public.service_departures(p_kind, p_service_id, p_date, p_date) x
     left join public.departures d on d.service_date = x.service_date
       and (d.timeslot_id = x.timeslot_id or (p_kind = 'transport' and d.transport_id = p_service_id))
    where x.closed is distinct from p_closed and d.status is distinct from 'cancelled';
end $$;
