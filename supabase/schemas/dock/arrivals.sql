-- The people of a booking arrive together or one after another (docs/decisions/0060). A booking is checked in from the first arrival on, and
-- `arrived` lists who is here if not everyone is. Passenger numbers start at 1, and those of transport follow the order of passenger_details.

-- The check-ins of a party that arrived in parts, including the first. The person who recorded the latest one may undo it. Empty if everyone arrived
-- together.
create table private.arrival_steps (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  passengers int[] not null check (cardinality(passengers) > 0),
  at timestamptz not null,
  by_id uuid references public.profiles (id) on delete set null
);
create index arrival_steps_booking_idx on private.arrival_steps (booking_id, id);
create index arrival_steps_by_idx on private.arrival_steps (by_id) where by_id is not null;
alter table private.arrival_steps enable row level security;

-- Returns the numbers of the people who arrived.
create function private.numbers_here(b private.booking_facts)
returns int[] language sql immutable set search_path = '' as $$
  select case when b.check_in_status <> 'checked_in' then '{}' else coalesce(b.arrived, array(select generate_series(1, b.num_people))) end
$$;

-- Returns the people to check in who haven't arrived yet. p_passengers has their numbers, and null means the whole booking.
create function private.still_to_come(b private.booking_facts, p_passengers int[])
returns int[] language sql immutable set search_path = '' as $$
  select array(select n from generate_series(1, b.num_people) n
    where n <> all (private.numbers_here(b)) and (p_passengers is null or n = any (p_passengers)) order by n)
$$;

-- Raises 400 'invalid_input' for an empty list or duplicate numbers.
create function private.require_passengers(p_passengers int[], p_action text)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if p_passengers is not null and (p_action <> 'checked_in' or coalesce(array_ndims(p_passengers), 0) <> 1 or cardinality(p_passengers) > 100
    or (select count(distinct x) from unnest(p_passengers) x where x > 0) <> cardinality(p_passengers)) then
    perform private.invalid('Please select who is here');
  end if;
end $$;

-- Records that these people of a booking have arrived, in addition to those who already have. The caller has locked the booking and checked that they
-- have not arrived yet.
create function private.add_arrivals(b private.booking_facts, p_passengers int[], p_at timestamptz)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_here int[] := array(select x from unnest(private.numbers_here(b) || p_passengers) x order by x);
begin
  if b.check_in_status = 'pending' and cardinality(v_here) = b.num_people then
    perform private.set_arrival(b, 'checked_in', p_at);
    return;
  end if;
  insert into private.arrival_steps (booking_id, passengers, at, by_id)
  values (b.id, p_passengers, p_at, auth.uid());
  perform private.write_arrived(b, v_here, p_at, auth.uid());
end $$;

create function private.write_arrived(b private.booking_facts, p_here int[], p_at timestamptz, p_by uuid)
returns void language sql security definer set search_path = '' as $$
  update public.bookings x set check_in_status = 'checked_in', checked_in_at = p_at, checked_in_by = p_by,
      arrived = case when cardinality(p_here) < x.num_people then p_here end
   where x.id = b.id;
$$;

-- Undoes the last check-in if others in the party had already arrived. Returns false if it was the only one. The caller has locked the booking.
create function private.drop_last_step(b private.booking_facts)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_last private.arrival_steps;
begin
  delete from private.arrival_steps a
   where a.id = (select max(x.id) from private.arrival_steps x where x.booking_id = b.id);
  select a.* into v_last from private.arrival_steps a
   where a.booking_id = b.id order by a.id desc limit 1;
  if v_last.id is null then
    return false;
  end if;
  perform private.write_arrived(b, array(
    select p from private.arrival_steps a cross join unnest(a.passengers) p
     where a.booking_id = b.id order by p), v_last.at, v_last.by_id);
  return true;
end $$;

-- The code of one passenger's own ticket, which the tourist shares (tickets/passengers.sql). It is valid for one version of the ticket, so that any
-- change of the booking ends it.
create table private.passenger_codes (
  code text primary key check (length(code) = 32), -- 128 random bits, hex
  booking_id uuid not null references public.bookings (id) on delete cascade,
  passenger int not null check (passenger > 0),
  version int not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz -- when the holder withdrew it, so that it can be replaced
);
create unique index passenger_codes_booking_key on private.passenger_codes (booking_id, passenger, version) where revoked_at is null;
create index passenger_codes_booking_idx on private.passenger_codes (booking_id);
alter table private.passenger_codes enable row level security;

-- Returns the valid own tickets of a booking.
create function private.own_tickets(b private.booking_facts)
returns setof private.passenger_codes language sql stable security definer set search_path = '' as $$
  select p from private.passenger_codes p
    join public.booking_codes c on c.booking_id = b.id and c.version = p.version
   where p.booking_id = b.id and p.passenger <= b.num_people and p.revoked_at is null
$$;

-- Returns the passenger whose own ticket of a booking has this code, or null for any other code.
create function private.passenger_of(b private.booking_facts, p_code text)
returns int language sql stable security definer set search_path = '' as $$
  select p.passenger from private.own_tickets(b) p where sha256(convert_to(p.code, 'UTF8')) = sha256(convert_to(p_code, 'UTF8'))
$$;
