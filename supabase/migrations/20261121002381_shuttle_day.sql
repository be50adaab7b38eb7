-- What is ahead: the departures of a region for its desk, the runs of a driver, and the passengers of one of them.

-- The numbers of a run. Of people it counts, cancelled bookings left out; `unpaid` and `cancelled` count bookings.
create function private.run_numbers(p_transport_id uuid, p_date date)
returns table (departure_id uuid, start_time time, bookings int, passengers int, arrived int, missed int, unpaid int, cancelled int)
language sql stable security definer set search_path = '' as $$
  select max(b.departure_id::text)::uuid, min(b.start_time),
    count(*) filter (where private.is_live(b.status))::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status)), 0)::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'checked_in'), 0)::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'no_show'), 0)::int,
    count(*) filter (where private.is_live(b.status) and b.payment_status <> 'completed')::int,
    count(*) filter (where not private.is_live(b.status))::int
  from public.transport_bookings b where b.transport_id = p_transport_id and b.booking_date = p_date
$$;

create function private.run_driver_names(p_transport_id uuid, p_date date)
returns text[] language sql stable security definer set search_path = '' as $$
  select array(select r.full_name from private.run_drivers(p_transport_id, p_date) r order by r.full_name, r.driver_id)
$$;

-- A region's departures from p_from (null: its today) to p_to, soonest first, of one service or all; a page after the key
-- (service_date, start_time, transport_id) of the last row of the page before; 1 to 100 rows. A car leaves when it is called: has_time
-- is false and start_time says nothing.
create function private.shuttle_groups(p_territory_id text, p_from date, p_to date, p_transport_id uuid, p_after_date date,
  p_after_time time, p_after_id uuid, p_limit int)
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = p_territory_id);
  v_from date := greatest(coalesce(p_from, (now() at time zone v_zone)::date), coalesce(p_after_date, '-infinity'));
begin
  perform private.require_desk(p_territory_id);
  return query
  with page as (
    select x.id, x.day, coalesce(x.departs, t.departure_time, time '00:00') as starts, coalesce(x.departs, t.departure_time) is not null as timed
    from (
      select b.transport_id as id, b.booking_date as day, min(b.start_time) as departs from public.transport_bookings b
      where b.territory_id = p_territory_id and b.booking_date >= v_from and b.booking_date <= coalesce(p_to, 'infinity')
        and (p_transport_id is null or b.transport_id = p_transport_id) and private.is_live(b.status)
      group by b.transport_id, b.booking_date) x
    join public.territory_transports t on t.id = x.id
    where p_after_date is null or (x.day, coalesce(x.departs, t.departure_time, time '00:00'), x.id)
      > (p_after_date, coalesce(p_after_time, time '00:00'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
    order by 2, 3, 1
    limit least(greatest(coalesce(p_limit, 20), 1), 100))
  select p.id, n.departure_id, p.day, p.starts, p.timed, t.title, t.image_urls[1], t.pickup_location, l.directions, l.map_link, v_zone,
    private.run_driver_names(p.id, p.day), n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled
  from page p
  join public.territory_transports t on t.id = p.id
  left join public.pickup_locations l on l.id = t.pickup_location_id
  cross join lateral private.run_numbers(p.id, p.day) n
  order by p.day, p.starts, p.id;
end $$;

-- The caller's runs of today and tomorrow, also those that nobody has booked yet; a closed one only with passengers.
create function private.driver_runs()
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, territory_id text, territory_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not private.has_role('shuttle_driver') then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return query
  select t.id, n.departure_id, x.day, coalesce(n.start_time, t.departure_time, time '00:00'), coalesce(n.start_time, t.departure_time) is not null,
    t.title, t.image_urls[1], t.pickup_location, l.directions, l.map_link, r.time_zone, private.run_driver_names(t.id, x.day),
    n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled, r.id, r.name
  from public.driver_schedules s
  join public.territory_transports t on t.id = s.transport_id
  join public.territories r on r.id = t.territory_id
  cross join lateral (select (now() at time zone r.time_zone)::date + k as day from generate_series(-1, 1) k) x
  cross join lateral private.run_numbers(t.id, x.day) n
  left join public.departures d on d.transport_id = t.id and d.service_date = x.day
  left join public.pickup_locations l on l.id = t.pickup_location_id
  where s.driver_id = caller and s.active and s.day_of_week = private.weekday(x.day) and private.drives(t.id, x.day)
    and private.run_is_near(x.day, coalesce(n.start_time, t.departure_time), r.time_zone, 1)
    and (n.bookings > 0 or (t.archived_at is null and not coalesce(d.closed, false)))
  order by x.day, 4, t.id
  limit 100;
end $$;

-- The bookings of a run that still stand, with their passengers. The desk: all of the region. A driver: the own runs of today and
-- tomorrow, with what the drive needs: no e-mail addresses, no passports, an amount only where it is to be collected.
create function private.run_passengers(p_transport_id uuid, p_date date)
returns table (id uuid, full_name text, avatar_url text, email text, num_people int, to_pay numeric, currency_symbol text,
  payment_status text, status text, check_in_status text, whatsapp_number text, country text, speaks_spanish boolean, hotel_name text,
  has_passport boolean, passengers jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_desk boolean;
  t public.territory_transports;
  r public.territories;
begin
  perform private.require_user();
  select * into t from public.territory_transports x where x.id = p_transport_id;
  select * into r from public.territories x where x.id = t.territory_id;
  v_desk := coalesce(private.runs_drivers(t.territory_id), false);
  if t.id is null or p_date is null or not (v_desk or (private.drives(t.id, p_date) and private.run_is_near(p_date,
       coalesce((select n.start_time from private.run_numbers(t.id, p_date) n), t.departure_time), r.time_zone, 1))) then
    perform private.fail(404, 'run_not_found', 'This run could not be found');
  end if;
  return query
  select b.id, c.full_name, c.avatar_url, case when v_desk then c.email end, b.num_people,
    case when b.payment_status <> 'completed' then b.total_price end, r.currency_symbol, b.payment_status, b.status, b.check_in_status,
    b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, v_desk and b.passport_image is not null,
    (select coalesce(jsonb_agg(case when v_desk then p.one else p.one - 'email' end order by p.n), '[]')
       from jsonb_array_elements(b.passenger_details) with ordinality p (one, n))
  from public.transport_bookings b left join public.profiles c on c.id = b.tourist_id
  where b.transport_id = p_transport_id and b.booking_date = p_date and private.is_live(b.status)
  order by c.full_name, b.id
  limit 1000;
end $$;

create function public.shuttle_groups(p_territory_id text, p_from date default null, p_to date default null,
  p_transport_id uuid default null, p_after_date date default null, p_after_time time default null, p_after_id uuid default null,
  p_limit int default 20)
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int)
language sql stable security invoker set search_path = '' as $$
  select * from private.shuttle_groups(p_territory_id, p_from, p_to, p_transport_id, p_after_date, p_after_time, p_after_id, p_limit)
$$;
create function public.driver_runs()
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, territory_id text, territory_name text)
language sql stable security invoker set search_path = '' as $$ select * from private.driver_runs() $$;
create function public.run_passengers(p_transport_id uuid, p_date date)
returns table (id uuid, full_name text, avatar_url text, email text, num_people int, to_pay numeric, currency_symbol text,
  payment_status text, status text, check_in_status text, whatsapp_number text, country text, speaks_spanish boolean, hotel_name text,
  has_passport boolean, passengers jsonb)
language sql stable security invoker set search_path = '' as $$ select * from private.run_passengers(p_transport_id, p_date) $$;

revoke all on function private.run_numbers(uuid, date), private.run_driver_names(uuid, date),
  private.shuttle_groups(text, date, date, uuid, date, time, uuid, int), private.driver_runs(), private.run_passengers(uuid, date),
  public.shuttle_groups(text, date, date, uuid, date, time, uuid, int), public.driver_runs(), public.run_passengers(uuid, date)
  from public, anon, authenticated, service_role;
grant execute on function private.shuttle_groups(text, date, date, uuid, date, time, uuid, int), private.driver_runs(),
  private.run_passengers(uuid, date), public.shuttle_groups(text, date, date, uuid, date, time, uuid, int), public.driver_runs(),
  public.run_passengers(uuid, date) to authenticated;
