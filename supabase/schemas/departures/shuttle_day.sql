-- The day of transport: the departures of a territory for those who run it, the departures of a driver, and their passengers.
-- A departure is driven by the active drivers whose active schedule names the slot and the weekday (docs/decisions/0017).

-- Who drives what on which day of the week: active schedules of active drivers who hold the role.
create view private.live_schedules as
select c.slot_id, c.day_of_week, p.id as driver_id, p.full_name
from public.driver_schedules c
join public.slots s on s.id = c.slot_id
join public.services t on t.id = s.service_id
join public.shuttle_drivers d on d.driver_id = c.driver_id and d.territory_id = t.territory_id
join public.profiles p on p.id = c.driver_id
where c.active and d.active and private.user_has_role(c.driver_id, 'shuttle_driver', t.territory_id);

-- The drivers of a slot on a date.
create function private.departure_drivers(p_slot_id uuid, p_date date)
returns table (driver_id uuid, full_name text)
language sql stable security definer set search_path = '' as $$
  select l.driver_id, l.full_name from private.live_schedules l
  where l.slot_id = p_slot_id and l.day_of_week = private.weekday(p_date)
$$;

-- Today on the territory's clocks and p_ahead days more; besides, what left last night less than six hours ago.
create function private.departure_is_near(p_date date, p_start time, p_time_zone text, p_ahead int)
returns boolean language sql stable set search_path = '' as $$
  select p_date between n.at::date and n.at::date + p_ahead
    or (p_date = n.at::date - 1 and p_date + coalesce(p_start, time '24:00') > n.at - interval '6 hours')
  from (select coalesce(private.local_time(p_time_zone), now()::timestamp) as at) n
$$;

-- The numbers of a departure. Of people it counts, cancelled bookings left out; `unpaid` and `cancelled` count bookings.
create function private.departure_numbers(p_slot_id uuid, p_date date)
returns table (departure_id uuid, start_time time, bookings int, passengers int, arrived int, missed int, unpaid int, cancelled int,
  to_collect numeric, currency_symbol text)
language sql stable security definer set search_path = '' as $$
  select max(b.departure_id::text)::uuid, min(b.start_time),
    count(*) filter (where private.is_live(b.status))::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status)), 0)::int,
    coalesce(sum(private.people_here(b.check_in_status, b.arrived, b.num_people)) filter (where private.is_live(b.status)), 0)::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'no_show'), 0)::int,
    count(*) filter (where private.is_live(b.status) and b.payment_status <> 'completed' and (b.payment_method = 'cash' or b.hold_id is null))::int,
    count(*) filter (where not private.is_live(b.status))::int,
    -- Of two currencies there is no sum: 0, and the bookings that are unpaid.
    coalesce(case when count(distinct b.currency_code) filter (where c.due is not null) = 1 then sum(c.due) end, 0),
    private.currency_symbol(coalesce(min(b.currency_code) filter (where c.due is not null), min(b.currency_code)))
  from public.bookings b
  cross join lateral (select private.amount_due(b.status, b.payment_method, b.payment_status, b.check_in_status, b.total_price) as due) c
  where b.slot_id = p_slot_id and b.booking_date = p_date
$$;

-- Their names.
create function private.departure_driver_names(p_slot_id uuid, p_date date)
returns text[] language sql stable security definer set search_path = '' as $$
  select array(select r.full_name from private.departure_drivers(p_slot_id, p_date) r order by r.full_name, r.driver_id)
$$;

-- The directions to a pickup location in each language, beside the `names` of a service that leaves from there.
create function private.directions_in(l public.pickup_locations)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('pickup_directions', private.names_in(l.language, l.translations, array['directions'], array[l.directions]) -> 'directions')
$$;

-- A territory's departures from p_from (null: its today, and until noon those of yesterday on which arrivals are open) to p_to, soonest
-- first, of one slot or all; a page of 1 to 100 rows after (service_date, start_time, slot_id). A car leaves when it is called:
-- has_time is false and start_time says nothing. closed: no new bookings; booked guests still travel. A cancelled one stays until its day is
-- over, whatever its guests have chosen: some may still come.
create function public.shuttle_departures(p_territory_id text, p_from date default null, p_to date default null,
  p_slot_id uuid default null, p_after_date date default null, p_after_time time default null, p_after_id uuid default null,
  p_limit int default 20)
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, names jsonb, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text, closed boolean,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz, slot_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = p_territory_id);
  v_now timestamp := now() at time zone v_zone;
  v_from date := greatest(coalesce(p_from, (v_now - interval '12 hours')::date), coalesce(p_after_date, '-infinity'));
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  with page as (
    select x.slot_id, x.day, coalesce(x.departs, s.start_time, time '00:00') as starts, coalesce(x.departs, s.start_time) is not null as timed, s.service_id
    from (
      select b.slot_id, b.booking_date as day, min(b.start_time) as departs, bool_or(b.check_in_status = 'pending') as open
        from public.bookings b
      where b.territory_id = p_territory_id and b.kind = 'transport' and b.booking_date >= v_from and b.booking_date <= coalesce(p_to, 'infinity')
        and (p_slot_id is null or b.slot_id = p_slot_id)
        and (private.is_live(b.status) or (b.booking_date >= v_now::date and exists (
          select 1 from public.departures c where c.id = b.departure_id and c.status = 'cancelled')))
      group by b.slot_id, b.booking_date) x
    join public.slots s on s.id = x.slot_id
    where (p_from is not null or x.open or x.day >= v_now::date) and (p_after_date is null or (x.day, coalesce(x.departs, s.start_time, time '00:00'), x.slot_id)
      > (p_after_date, coalesce(p_after_time, time '00:00'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000')))
    order by 2, 3, 1
    limit least(greatest(coalesce(p_limit, 20), 1), 100))
  select t.id, n.departure_id, p.day, p.starts, p.timed, t.title, t.names || private.directions_in(l), t.image_urls[1], t.pickup_location, l.directions, l.map_link, v_zone,
    private.departure_driver_names(p.slot_id, p.day), n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled,
    n.to_collect, n.currency_symbol, coalesce(d.closed, false), w.check_in_from, w.no_show_from, w.arrival_until, p.slot_id
  from page p
  join public.services t on t.id = p.service_id
  left join public.pickup_locations l on l.id = t.pickup_location_id
  left join public.departures d on d.slot_id = p.slot_id and d.service_date = p.day
  cross join lateral private.departure_numbers(p.slot_id, p.day) n
  cross join lateral private.arrival_window(p.day, case when p.timed then p.starts end, v_zone) w
  order by p.day, p.starts, p.slot_id;
end $$;

-- The caller's departures of today and tomorrow, including those without bookings; a closed one only with passengers. Raises 403 'forbidden' to non-drivers.
create function public.driver_departures()
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, names jsonb, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text, closed boolean,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz, territory_id text, territory_name text, territory_names jsonb, slot_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('shuttle_driver');
begin
  return query
  select t.id, n.departure_id, x.day, coalesce(n.start_time, s.start_time, time '00:00'), coalesce(n.start_time, s.start_time) is not null,
    t.title, t.names || private.directions_in(l), t.image_urls[1], t.pickup_location, l.directions, l.map_link, r.time_zone, private.departure_driver_names(s.id, x.day),
    n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled, n.to_collect, n.currency_symbol, coalesce(d.closed, false),
    w.check_in_from, w.no_show_from, w.arrival_until, r.id, r.name, r.names -> 'name', s.id
  from public.driver_schedules c
  join public.slots s on s.id = c.slot_id
  join public.services t on t.id = s.service_id
  join public.territories r on r.id = t.territory_id
  cross join lateral (select (now() at time zone r.time_zone)::date + k as day from generate_series(-1, 1) k) x
  cross join lateral private.departure_numbers(s.id, x.day) n
  cross join lateral private.arrival_window(x.day, coalesce(n.start_time, s.start_time), r.time_zone) w
  left join public.departures d on d.slot_id = s.id and d.service_date = x.day
  left join public.pickup_locations l on l.id = t.pickup_location_id
  where c.driver_id = caller and c.active and c.day_of_week = private.weekday(x.day) and private.drives(s.id, x.day)
    and private.departure_is_near(x.day, coalesce(n.start_time, s.start_time), r.time_zone, 1)
    and (n.bookings > 0 or (s.archived_at is null and t.archived_at is null and not coalesce(d.closed, false)))
  order by x.day, 4, s.id
  limit 100;
end $$;

-- The live bookings of a departure with their passengers. Managers of drivers see all of the territory. A driver sees their own departures of
-- today and tomorrow, with what the drive needs: no email addresses, no passports, only amounts to collect. `stop`: their place in the
-- pickup order; null if none is set. Raises 404 'departure_not_found' for other callers.
create function public.departure_passengers(p_slot_id uuid, p_date date)
returns table (id uuid, full_name text, avatar_url text, email text, num_people int, to_pay numeric, currency_symbol text,
  payment_status text, status text, check_in_status text, whatsapp_number text, country text, speaks_spanish boolean, hotel_name text,
  passports int[], passengers jsonb, payment_method text, checked_in_at timestamptz, undo_until timestamptz, stop int,
  arrived int[], walk_up boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_manages boolean;
  s public.slots;
  t public.services;
  r public.territories;
begin
  perform private.require_user();
  select * into s from public.slots x where x.id = p_slot_id and x.kind = 'transport';
  select * into t from public.services x where x.id = s.service_id;
  select * into r from public.territories x where x.id = t.territory_id;
  v_manages := coalesce(private.runs_drivers(t.territory_id), false);
  if t.id is null or p_date is null or not (v_manages or (private.drives(s.id, p_date) and private.departure_is_near(p_date,
       coalesce((select n.start_time from private.departure_numbers(s.id, p_date) n), s.start_time), r.time_zone, 1))) then
    perform private.fail(404, 'departure_not_found', 'We couldn''t find this departure');
  end if;
  return query
  select b.id, coalesce(c.full_name, b.guest_name), c.avatar_url, case when v_manages then c.email end, b.num_people,
    private.amount_due(b.status, b.payment_method, b.payment_status, b.check_in_status, b.total_price), private.currency_symbol(b.currency_code), b.payment_status, b.status, b.check_in_status,
    b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, case when v_manages then b.passports else '{}' end,
    (select coalesce(jsonb_agg(case when v_manages then p.one else p.one - 'email' end order by p.n), '[]')
       from jsonb_array_elements(b.passenger_details) with ordinality p (one, n)),
    b.payment_method, b.checked_in_at, private.undo_until(private.booking(b.id)),
    (select array_position(o.places, private.place_key(b.hotel_name)) from private.pickup_orders o where o.transport_id = t.id), b.arrived, b.walk_up
  from public.bookings b left join public.profiles c on c.id = b.tourist_id
  where b.slot_id = s.id and b.booking_date = p_date and private.is_live(b.status)
  order by 2, b.id
  limit 1000;
end $$;

-- How many transport services and drivers a territory has, for its tabs.
create function public.shuttle_counts(p_territory_id text)
returns table (services int, drivers int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_driver_manager(p_territory_id);
  return query select
    (select count(*)::int from public.services t
      where t.territory_id = p_territory_id and t.kind = 'transport' and t.archived_at is null),
    (select count(*)::int from public.shuttle_drivers d where d.territory_id = p_territory_id);
end $$;

-- Its transport by title, hidden services too, with their first picture: boats and cars too, which shuttle managers run. p_id: only that shuttle,
-- with all its pictures, as shuttle managers edit no others. A page after (sort_title, id).
create function public.shuttle_services(p_territory_id text, p_id uuid default null, p_after_title text default null,
  p_after_id uuid default null, p_limit int default 24)
returns table (id uuid, title text, description text, image_urls text[], transport_type_id text, type_name text, booking_type text,
  shared_price numeric, private_price numeric, min_spots int, max_spots int, available_spots int, pickup_location text,
  pickup_location_id text, slots jsonb, duration_hours numeric, visible boolean, updated_at timestamptz, sort_title text,
  language text, translations jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  after_title text := coalesce(p_after_title, '');
  after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  select t.id, t.title, t.description, case when p_id is null then t.image_urls[1:1] else t.image_urls end, t.transport_type_id, k.name,
    t.booking_type, t.shared_price, t.private_price, t.min_spots, t.max_spots, t.available_spots, t.pickup_location, t.pickup_location_id,
    private.slots_json(t.id), t.duration_hours, t.visible, t.updated_at, private.plain_words(t.title), t.language, t.translations
  from public.services t join public.transport_types k on k.id = t.transport_type_id
  where t.territory_id = p_territory_id and t.archived_at is null
    and (p_id is null or (t.id = p_id and t.transport_type_id = 'shuttle'))
    and (private.plain_words(t.title) collate "C", t.id) > (after_title, after_id)
  order by private.plain_words(t.title) collate "C", t.id
  limit least(greatest(coalesce(p_limit, 24), 1), 100);
end $$;
