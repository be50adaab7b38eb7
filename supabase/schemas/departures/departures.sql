-- Departures have one row for each occurrence that can be booked, which is a slot on a date. A row is created on first use. Its seats are counted in
-- `held` and `sold`: take_seats (bookings/holds.sql) and hold_again (changes/additions.sql) hold seats, consume_hold (bookings/creation.sql) sells those
-- of a hold, sell_free_seats sells others, and free_seats releases all.

-- A service as the booking functions see it.
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
  time_zone text
);

create table public.departures (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null,
  service_id uuid not null,
  kind text not null,
  territory_id text not null references public.territories (id),
  service_date date not null, -- local to the territory
  start_time time, -- the time sold to its guests, kept while it has any and when cancelled; null means the slot's time, because a new slot time applies only to dates without bookings
  end_time time, -- for an experience, set and cleared with start_time, so that a slot's new length doesn't change a sold departure
  capacity int not null check (capacity >= 0),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  closed boolean not null default false,
  exclusive boolean not null default false, -- booked by a private group, so that no seats are on sale whatever the capacity becomes
  capacity_fixed boolean not null default false, -- staff have set the capacity for this date, so that it no longer follows the slot
  status text not null default 'scheduled' check (status in ('scheduled', 'confirmed', 'departed', 'cancelled')),
  cancellation_id uuid references private.departure_cancellations (id),
  cancelled_from text check (cancelled_from in ('scheduled', 'confirmed')), -- the status to restore when the cancellation is undone
  delay_minutes int not null default 0 check (delay_minutes between 0 and 60), -- how late it leaves, as its guests were told (departures/delays.sql)
  delays int not null default 0 constraint departures_delays_check check (delays > 0 or delay_minutes = 0), -- the number of announcements
  created_at timestamptz not null default now(),
  check (held + sold <= capacity),
  check ((status = 'cancelled') = (cancellation_id is not null) and (status = 'cancelled') = (cancelled_from is not null)),
  check (start_time is null or held + sold > 0 or status = 'cancelled'),
  check (end_time is null or start_time is not null),
  foreign key (slot_id, service_id) references public.slots (id, service_id),
  foreign key (service_id, kind) references public.services (id, kind),
  unique (slot_id, service_date)
);
create index departures_service_date_idx on public.departures (service_id, service_date);
create index departures_territory_date_idx on public.departures (territory_id, service_date);
create index departures_cancellation_idx on public.departures (cancellation_id) where cancellation_id is not null;
-- This index finds the departures that the scheduled job has to process.
create index departures_open_idx on public.departures (service_date) where status in ('scheduled', 'confirmed');
alter table public.departures enable row level security;
grant select on public.departures to authenticated;
grant all on public.departures to service_role;

-- Drivers can read the departures of slots on their schedules.
create policy departures_select on public.departures for select to authenticated
  using (territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or territory_id = any ((select private.my_territories('guide'))::text[])
    or slot_id = any ((select private.driven_slots())::uuid[])
    or (select private.is_admin()));

-- Sends realtime events when a departure sells, closes, is delayed or changes its capacity, or when holds fill or reopen it. It doesn't for every hold, because
-- those are the most frequent update.
create function private.broadcast_departure()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'departure', private.topic_of(new.territory_id), true);
  return null;
end $$;

create trigger departures_broadcast after update on public.departures
  for each row when (old.sold is distinct from new.sold or old.closed is distinct from new.closed
    or old.status is distinct from new.status or old.capacity is distinct from new.capacity or old.delays is distinct from new.delays
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

-- The drivers of a cancelled departure may have another run since.
create trigger departures_drivers_free after update of status on public.departures
  for each row when (new.kind = 'transport' and old.status = 'cancelled' and new.status <> 'cancelled')
  execute function private.check_times_free();

-- Returns a service that can be booked, or null. Hidden and archived ones can't, and neither can those of a hidden territory.
create function private.bookable_service(p_id uuid)
returns private.service language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service;
begin
  select s.kind, s.id, s.territory_id, s.title, s.booking_type, s.shared_price, s.private_price, s.min_spots, s.max_spots,
         coalesce(s.min_private_guests, 1), coalesce(s.max_private_guests, 1), s.passport_required, s.cash_allowed,
         s.cancellation_policy, t.currency_code, t.currency_symbol, t.time_zone into v
    from public.services s join public.territories t on t.id = s.territory_id
   where s.id = p_id and s.visible and s.archived_at is null and t.visible and t.archived_at is null;
  return v;
end $$;

-- Returns the slot that a request names. Transport with one departure a day needs no slot. Returns null if there are several.
create function private.slot_of(p_service_id uuid, p_slot_id uuid)
returns uuid language plpgsql stable security definer set search_path = '' as $$
begin
  if p_slot_id is not null then
    return p_slot_id;
  end if;
  return (
    select case when count(*) = 1 then min(s.id::text)::uuid end from public.slots s
     where s.service_id = p_service_id and s.kind = 'transport' and s.archived_at is null);
end $$;

-- Returns the departure of a slot on a date, which is created on first use. Locks the slot, so that a concurrent change of its seats and the new
-- departure see each other. The seed uses it too.
create function private.ensure_departure(p_slot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  loop
    select id into v_id from public.departures where slot_id = p_slot_id and service_date = p_date;
    if v_id is not null then
      return v_id;
    end if;
    insert into public.departures (slot_id, service_id, kind, territory_id, service_date, capacity)
    select s.id, s.service_id, s.kind, x.territory_id, p_date, least(s.available_spots, s.max_spots)
      from public.slots s join public.services x on x.id = s.service_id
     where s.id = p_slot_id for share of s
    on conflict do nothing returning id into v_id;
    if v_id is not null then
      return v_id;
    end if;
    -- Another transaction has just created it, and the next round reads it. If it doesn't exist at all, the caller has a bug.
    if not exists (select 1 from public.departures d where d.slot_id = p_slot_id and d.service_date = p_date) then
      raise exception 'no such slot: %', p_slot_id;
    end if;
  end loop;
end $$;

-- Returns when a departure leaves and ends. This is as it was sold or is being paid, or otherwise p_start or the slot's time. A slot's new time or
-- length applies only to dates without bookings, so that no ticket changes without notice.
create function private.times_of(d public.departures, p_start time, out leaves time, out ends time)
language plpgsql stable security definer set search_path = '' as $$
begin
  select coalesce(d.start_time, p_start, s.start_time), coalesce(d.end_time, coalesce(d.start_time, p_start, s.start_time) + (s.end_time - s.start_time))
    into leaves, ends from public.slots s where s.id = d.slot_id;
end $$;

-- Puts a departure's seats on sale again. p_from is 'held' or 'sold'.
create function private.free_seats(p_departure_id uuid, p_seats int, p_from text)
returns void language sql security definer set search_path = '' as $$
  update public.departures
     set held = held - case when p_from = 'held' then p_seats else 0 end,
         sold = sold - case when p_from = 'sold' then p_seats else 0 end,
         exclusive = exclusive and held + sold - p_seats > 0,
         start_time = case when held + sold - p_seats > 0 or status = 'cancelled' then start_time end,
         end_time = case when held + sold - p_seats > 0 or status = 'cancelled' then end_time end
   where id = p_departure_id
$$;

-- Sells seats without a hold to this many people (for a late payment, or a booking that staff reinstate or that moves here). Returns the seats taken,
-- or null if they are gone or the departure is cancelled. A private group takes the departure's whole capacity, if that is enough. p_start is the
-- departure time if no one else has seats, and null means the slot's.
create function private.sell_free_seats(p_departure_id uuid, p_people int, p_booking_type text, p_start time default null)
returns int language sql security definer set search_path = '' as $$
  update public.departures
     set sold = sold + case when p_booking_type = 'private' then capacity else p_people end,
         exclusive = p_booking_type = 'private',
         (start_time, end_time) = (select x.leaves, x.ends from private.times_of(departures, p_start) x)
   where id = p_departure_id and status <> 'cancelled'
     and case when p_booking_type = 'private' then held + sold = 0 and capacity >= p_people
              else not exclusive and held + sold + p_people <= capacity end
  returning case when p_booking_type = 'private' then capacity else p_people end
$$;

-- Applies a new default capacity to future departures, but never below the seats taken.
create function private.sync_departure_capacity()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_capacity int := least(new.available_spots, new.max_spots);
begin
  update public.departures set capacity = greatest(v_capacity, held + sold)
   where slot_id = new.id and service_date >= current_date - 1
     and not capacity_fixed and capacity <> greatest(v_capacity, held + sold);
  return null;
end $$;

create trigger slots_capacity after update of available_spots, max_spots on public.slots
  for each row execute function private.sync_departure_capacity();

-- Returns the seats of the caller's own holds by departure. They count as free for the caller, because a new hold replaces the old one.
create function private.own_held_seats()
returns table (departure_id uuid, seats int) language plpgsql stable rows 2 security definer set search_path = '' as $$
begin
  return query select h.departure_id, sum(h.seats)::int from private.holds h
                where h.user_id = auth.uid() and h.state = 'held' and h.adds_to is null group by h.departure_id;
end $$;

-- Returns when a departure leaves, as in times_of.
create function private.start_of(d public.departures)
returns time language sql stable security definer set search_path = '' as $$
  select coalesce(d.start_time, (select s.start_time from public.slots s where s.id = d.slot_id))
$$;

-- Returns what start_of does, for a slot on a date that may have no departure yet.
create function private.start_on(p_slot_id uuid, p_date date)
returns time language sql stable security definer set search_path = '' as $$
  select coalesce((select d.start_time from public.departures d where d.service_date = p_date and d.slot_id = p_slot_id),
    (select s.start_time from public.slots s where s.id = p_slot_id))
$$;

-- Returns whether a local time exists on a date in a time zone, because some are skipped in spring. One that occurs twice in autumn is the second, as
-- in private.departure_moment.
create function private.hour_exists(p_date date, p_start time, p_time_zone text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_start is null or ((p_date + p_start) at time zone p_time_zone) at time zone p_time_zone = p_date + p_start;
end $$;

-- Returns the seats of services in a range of days, even without bookings. Departures that have left, are closed, cancelled or private have none. The
-- caller's own held seats count as free. taken_of is the departure if it has held or sold seats. Callers check that the services are visible.
create function private.slot_seats(p_services uuid[], p_from date, p_to date)
returns table (service_id uuid, slot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean, taken_of uuid)
language sql stable security definer set search_path = '' as $$
  with own as materialized (select * from private.own_held_seats())
  select s.service_id, s.id, day.d, leaves.at, coalesce(d.end_time, leaves.at + (s.end_time - s.start_time)), seats.capacity,
         case when gone.gone or (d.exclusive and own.seats is null) then 0
              else seats.capacity - coalesce(d.held + d.sold, 0) + coalesce(own.seats, 0) end,
         gone.gone, case when d.held + d.sold > 0 then d.id end
    from public.slots s
    join public.services x on x.id = s.service_id
    join public.territories t on t.id = x.territory_id
    cross join lateral (select p_from + n as d from generate_series(0, p_to - p_from) n) day
    left join public.departures d on d.slot_id = s.id and d.service_date = day.d
    left join own on own.departure_id = d.id
    cross join lateral (select coalesce(d.capacity, least(s.available_spots, s.max_spots)) as capacity) seats
    cross join lateral (select coalesce(d.start_time, s.start_time) as at) leaves
    cross join lateral (select coalesce(d.closed or d.status = 'cancelled', false)
      or (day.d + coalesce(leaves.at, time '24:00')) at time zone t.time_zone <= now() as gone) gone
   where s.service_id = any (p_services) and s.archived_at is null
     and (own.seats is not null
       or (private.weekday(day.d) = any (s.days_of_week) and private.hour_exists(day.d, leaves.at, t.time_zone)))
$$;

-- Returns the departures of a service in a range of at most 92 days, including those without bookings. cash_seats is how many seats the caller can
-- have in cash (check_cash_share).
create function public.get_departures(p_service_id uuid, p_from date, p_to date)
returns table (slot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean, cash_seats int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service(p_service_id);
  v_known boolean := v.cash_allowed and private.is_known_guest(auth.uid());
begin
  perform private.check_date_range(p_from, p_to);
  return query
    select s.slot_id, s.service_date, s.start_time, s.end_time, s.capacity, s.available, s.closed,
           case when not v.cash_allowed or s.available = 0 then 0 when v_known then s.available
                else least(s.available, private.cash_seats(s.taken_of, s.capacity, auth.uid())) end
      from private.slot_seats(array[v.id], p_from, p_to) s
     order by s.service_date, s.start_time, s.slot_id;
end $$;
grant execute on function public.get_departures(uuid, date, date) to anon;

-- Checks that the caller can change the departures of a service: staff, and for transport shuttle managers. Raises 403 'forbidden'.
create function private.require_departures(p_service_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_territory text := private.territory_of_service(p_service_id);
begin
  if private.kind_of_service(p_service_id) is distinct from 'transport' or not private.runs_drivers(v_territory) then
    perform private.require_territory(v_territory);
  end if;
end $$;

-- Closes a date for new bookings, or opens it again. Sold bookings stay. For people whom require_departures allows.
create function public.close_departure(p_service_id uuid, p_slot_id uuid, p_date date, p_closed boolean default true)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.departure_for_staff(p_service_id, p_slot_id, p_date);
begin
  update public.departures set closed = coalesce(p_closed, true) where id = v_id;
  perform private.audit('close_departure', d.territory_id, 'departures', d.id::text, jsonb_build_object('closed', d.closed))
     from public.departures d where d.id = v_id;
  return v_id;
end $$;

-- Sets the number of seats on one date, never below those held and sold. p_expected is the number that the form was opened with. For people whom
-- require_departures allows. Raises 400 'invalid_input', 409 'changed_meanwhile' and 'capacity_below_sold', and what departure_for_staff raises.
create function public.set_departure_capacity(p_service_id uuid, p_slot_id uuid, p_date date, p_capacity int, p_expected int default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.departure_for_staff(p_service_id, p_slot_id, p_date);
begin
  if p_capacity is null or p_capacity < 0 or p_capacity > 1000 then
    perform private.invalid('Capacity must be between 0 and 1000');
  elsif exists (select 1 from public.departures d where d.id = v_id and d.capacity <> p_expected and d.capacity <> p_capacity) then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  elsif exists (select 1 from public.departures d where d.id = v_id and d.capacity = p_capacity and d.capacity_fixed) then
    return v_id; -- it arrived again, because the first response was lost
  end if;
  update public.departures set capacity = p_capacity, capacity_fixed = true where id = v_id and held + sold <= p_capacity;
  if not found then
    perform private.fail(409, 'capacity_below_sold', 'More seats than this are already held or sold');
  end if;
  perform private.audit('set_departure_capacity', d.territory_id, 'departures', d.id::text, jsonb_build_object('capacity', d.capacity))
     from public.departures d where d.id = v_id;
  return v_id;
end $$;

-- Returns the departure of a date, for staff who change it. Raises 403 'forbidden' for others, 409 'departure_cancelled', 'departure_begun', and
-- 'departure_not_offered' if the timetable has none. Locks as ensure_departure does, then the departure.
create function private.departure_for_staff(p_service_id uuid, p_slot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_slot uuid := private.slot_of(p_service_id, p_slot_id);
  v_offered boolean;
  v_past boolean;
  v_id uuid;
begin
  if p_date is null or not isfinite(p_date) or abs(p_date - current_date) > 800 then
    perform private.invalid('A date is required');
  end if;
  perform private.require_departures((select s.service_id from public.slots s where s.id = v_slot and s.service_id = p_service_id));
  select x.offered, x.past into v_offered, v_past from private.departures_of(array[p_service_id], p_date, p_date) x where x.slot_id = v_slot;
  if v_past then
    perform private.fail(409, 'departure_begun', 'This departure has already started');
  elsif not coalesce(v_offered, false) then
    perform private.fail(409, 'departure_not_offered', 'There''s no departure at this time on this date, so you can''t make this change.');
  end if;
  v_id := private.ensure_departure(v_slot, p_date);
  -- The lock of an update: two who shared a weaker one would wait for each other.
  if (select d.status from public.departures d where d.id = v_id for no key update) = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  end if;
  return v_id;
end $$;

-- Returns every departure of these services in a range of days, even without bookings. `closed` means that it can't be booked, because it is closed
-- or cancelled, and cancel_reason is why it was cancelled. `offered` means that it is in the timetable. One that no longer is remains as long as
-- tourists have seats. Callers check that the services are visible.
create function private.departures_of(p_services uuid[], p_from date, p_to date)
returns table (kind text, service_id uuid, slot_id uuid, departure_id uuid, service_date date, start_time time, end_time time,
  capacity int, held int, sold int, closed boolean, exclusive boolean, offered boolean, past boolean, cancel_reason text)
language sql stable security definer set search_path = '' as $$
  with days as materialized (select p_from + n as d, private.weekday(p_from + n) as weekday from generate_series(0, p_to - p_from) n)
  select s.kind, s.service_id, s.id, d.id, day.d, leaves.at, coalesce(d.end_time, leaves.at + (s.end_time - s.start_time)), coalesce(d.capacity, least(s.available_spots, s.max_spots)),
         coalesce(d.held, 0), coalesce(d.sold, 0), coalesce(d.closed or d.status = 'cancelled', false), coalesce(d.exclusive, false), x.offered,
         (day.d + coalesce(leaves.at, time '24:00')) at time zone t.time_zone <= now(), c.reason
    from public.slots s
    join public.services v on v.id = s.service_id
    join public.territories t on t.id = v.territory_id
    cross join days day
    left join public.departures d on d.slot_id = s.id and d.service_date = day.d
    left join private.departure_cancellations c on c.id = d.cancellation_id
    cross join lateral (select coalesce(d.start_time, s.start_time) as at) leaves
    cross join lateral (select s.archived_at is null and v.archived_at is null and day.weekday = any (s.days_of_week)
      and private.hour_exists(day.d, leaves.at, t.time_zone) as offered) x
   where s.service_id = any (p_services) and (x.offered or d.held + d.sold > 0)
$$;

-- Returns every departure of a service in a range with held and sold seats (departures_of), including hidden services. For people whom
-- require_departures allows.
create function public.service_departures(p_service_id uuid, p_from date, p_to date)
returns table (departure_id uuid, slot_id uuid, service_date date, start_time time, end_time time, capacity int, held int, sold int,
  closed boolean, exclusive boolean, offered boolean, past boolean, cancel_reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_departures(p_service_id);
  perform private.check_date_range(p_from, p_to);
  return query
    select x.departure_id, x.slot_id, x.service_date, x.start_time, x.end_time, x.capacity, x.held, x.sold, x.closed, x.exclusive, x.offered, x.past, x.cancel_reason
      from private.departures_of(array[p_service_id], p_from, p_to) x
     order by x.service_date, x.start_time, x.slot_id;
end $$;

-- Returns the future dates on which a service has seats sold or being paid for, each with its departure time, which stays when the slot's time
-- changes. For people whom require_departures allows.
create function public.sold_times(p_service_id uuid)
returns table (slot_id uuid, service_date date, start_time time) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_departures(p_service_id);
  return query
    select d.slot_id, d.service_date, private.start_of(d)
      from public.departures d join public.territories t on t.id = d.territory_id
     where d.service_id = p_service_id and d.held + d.sold > 0 and d.status <> 'cancelled' and d.service_date >= (now() at time zone t.time_zone)::date
     order by d.service_date, d.slot_id;
end $$;

-- Returns the territory and the kind of a service, or null if it doesn't exist.
create function private.territory_of_service(p_service_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select s.territory_id from public.services s where s.id = p_service_id
$$;
create function private.kind_of_service(p_service_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select s.kind from public.services s where s.id = p_service_id
$$;

-- Closes or opens all departures of a date that haven't left. For people whom require_departures allows.
create function public.close_service_date(p_service_id uuid, p_date date, p_closed boolean default true)
returns void language plpgsql security definer set search_path = '' as $$
begin
  p_closed := coalesce(p_closed, true);
  perform private.require_departures(p_service_id);
  perform public.close_departure(p_service_id, x.slot_id, x.service_date, p_closed)
     from public.service_departures(p_service_id, p_date, p_date) x
     left join public.departures d on d.id = x.departure_id
    where x.closed is distinct from p_closed and d.status is distinct from 'cancelled' and x.offered and not x.past;
end $$;
