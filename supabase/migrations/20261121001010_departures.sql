-- Departures: what can be booked on a date, made on first use, and the only statements that move seats.

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

create function private.weekday(d date)
returns text language sql immutable set search_path = '' as $$
  select (array['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])[extract(dow from d)::int + 1]
$$;

-- The departure of a date, made when it is the first to be asked for. Also for the seed.
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
       where s.id = p_timeslot_id and e.id = p_service_id
      on conflict do nothing returning id into v_id;
    else
      insert into public.departures (transport_id, territory_id, service_date, capacity)
      select s.id, s.territory_id, p_date, least(s.available_spots, s.max_spots)
        from public.territory_transports s where s.id = p_service_id
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

-- Sells seats that no hold keeps (a payment that came too late, a cancelled booking that staff revive).
-- The seats taken, or null when they are gone. A private group takes whatever the departure has now.
create function private.sell_free_seats(p_departure_id uuid, p_seats int, p_booking_type text)
returns int language sql security definer set search_path = '' as $$
  update public.departures
     set sold = sold + case when p_booking_type = 'private' then capacity else p_seats end,
         exclusive = p_booking_type = 'private'
   where id = p_departure_id
     and case when p_booking_type = 'private' then held + sold = 0 and capacity > 0
              else not exclusive and held + sold + p_seats <= capacity end
  returning case when p_booking_type = 'private' then capacity else p_seats end
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

create function private.check_date_range(p_from date, p_to date)
returns void language plpgsql set search_path = '' as $$
begin
  if p_from is null or p_to is null or not isfinite(p_from) or not isfinite(p_to) or p_to < p_from or p_to - p_from > 91 then
    perform private.invalid('A range of at most 92 days is needed');
  end if;
end $$;

-- Seats on each date, also where nobody has booked yet. What has left, or is closed, or taken whole, has none.
create function private.get_departures(p_experience_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service('experience', p_experience_id);
  v_now timestamp;
begin
  perform private.check_date_range(p_from, p_to);
  v_now := now() at time zone v.time_zone;
  return query
    select s.id, day.d, s.start_time, s.end_time, seats.capacity,
           case when gone.gone or d.exclusive then 0 else seats.capacity - coalesce(d.held + d.sold, 0) end, gone.gone
      from public.experience_timeslots s
      cross join lateral (select p_from + n as d from generate_series(0, p_to - p_from) n) day
      left join public.departures d on d.timeslot_id = s.id and d.service_date = day.d
      cross join lateral (select coalesce(d.capacity, least(s.available_spots, s.max_spots)) as capacity) seats
      cross join lateral (select coalesce(d.closed, false) or day.d + s.start_time <= v_now as gone) gone
     where s.experience_id = v.id and s.archived_at is null and private.weekday(day.d) = any (s.days_of_week)
     order by day.d, s.start_time, s.id;
end $$;

create function private.get_transport_departures(p_transport_id uuid, p_from date, p_to date)
returns table (service_date date, departure_time time, capacity int, available int, closed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service('transport', p_transport_id);
  v_now timestamp;
begin
  perform private.check_date_range(p_from, p_to);
  v_now := now() at time zone v.time_zone;
  return query
    select day.d, v.start_time, seats.capacity,
           case when gone.gone or d.exclusive then 0 else seats.capacity - coalesce(d.held + d.sold, 0) end, gone.gone
      from (select p_from + n as d from generate_series(0, p_to - p_from) n) day
      left join public.departures d on d.transport_id = v.id and d.service_date = day.d
      cross join lateral (select coalesce(d.capacity, v.capacity) as capacity) seats
      cross join lateral (select coalesce(d.closed, false) or day.d + coalesce(v.start_time, time '23:59:59') <= v_now as gone) gone
     where v.id is not null
     order by day.d;
end $$;

-- Staff: no new bookings on a date, or again some. Those already sold stay.
create function private.close_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_closed boolean)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.departure_for_staff(p_kind, p_service_id, p_timeslot_id, p_date);
begin
  update public.departures set closed = coalesce(p_closed, true) where id = v_id;
  insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
  select auth.uid(), 'close_departure', territory_id, 'departures', id::text, jsonb_build_object('closed', closed)
    from public.departures where id = v_id;
  return v_id;
end $$;

-- Staff: another number of seats for one date, never below what is held and sold.
create function private.set_departure_capacity(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_capacity int)
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
  insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
  select auth.uid(), 'set_departure_capacity', territory_id, 'departures', id::text, jsonb_build_object('capacity', capacity)
    from public.departures where id = v_id;
  return v_id;
end $$;

create function private.departure_for_staff(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_territory text;
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
  perform private.require_staff(v_territory);
  return private.ensure_departure(p_kind, p_service_id, p_timeslot_id, p_date);
end $$;

-- Staff and managers of the territory, and admins.
create function private.require_staff(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  if not private.is_admin() and (p_territory_id is null or p_territory_id <> all (private.my_territories('staff'))) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

create function public.get_departures(p_experience_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.get_departures(p_experience_id, p_from, p_to)
$$;
create function public.get_transport_departures(p_transport_id uuid, p_from date, p_to date)
returns table (service_date date, departure_time time, capacity int, available int, closed boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.get_transport_departures(p_transport_id, p_from, p_to)
$$;
create function public.close_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_closed boolean default true)
returns uuid language sql security invoker set search_path = '' as $$
  select private.close_departure(p_kind, p_service_id, p_timeslot_id, p_date, p_closed)
$$;
create function public.set_departure_capacity(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_capacity int)
returns uuid language sql security invoker set search_path = '' as $$
  select private.set_departure_capacity(p_kind, p_service_id, p_timeslot_id, p_date, p_capacity)
$$;
