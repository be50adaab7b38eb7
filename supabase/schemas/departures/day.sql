-- A day's work: the departures of a guide, of a driver, or of a territory's shuttle managers, with their passengers (docs/decisions/0017). A
-- departure's drivers are those set for its date, or otherwise the active drivers whose active schedule has the slot and the weekday, without those
-- who declined the date (docs/decisions/0017).

-- Who drives which slot on which weekday, from active schedules of active drivers with the role.
create view private.live_schedules as
select c.slot_id, c.day_of_week, l.driver_id, l.full_name
from public.driver_schedules c
join public.slots s on s.id = c.slot_id
join public.services t on t.id = s.service_id
join private.live_drivers l on l.driver_id = c.driver_id and l.territory_id = t.territory_id
where c.active;

-- Returns the drivers of slots on p_days days from p_from: those set for the date (catalogue/driver_dates.sql), or otherwise those of the weekly
-- schedule, with their answers, also those who declined.
create function private.assigned_drivers(p_slots uuid[], p_from date, p_days int)
returns table (slot_id uuid, service_date date, driver_id uuid, full_name text, answer text)
language sql stable security definer set search_path = '' as $$
  with days as (
    select p_from + n as day, private.weekday(p_from + n) as weekday from generate_series(0, p_days - 1) n
  ), usual as materialized (
    select l.* from private.live_schedules l where l.slot_id = any (p_slots) and l.day_of_week in (select d.weekday from days d)
  )
  select r.slot_id, r.day, r.driver_id, r.full_name, a.answer
    from (
      select u.slot_id, d.day, u.driver_id, u.full_name from usual u join days d on d.weekday = u.day_of_week
       where not exists (select from private.driver_dates x where x.slot_id = u.slot_id and x.service_date = d.day)
      union all
      select x.slot_id, x.service_date, l.driver_id, l.full_name
        from private.driver_dates x
        join public.slots s on s.id = x.slot_id
        join public.services t on t.id = s.service_id
        join private.live_drivers l on l.territory_id = t.territory_id and l.driver_id = any (x.drivers)
       where x.slot_id = any (p_slots) and x.service_date in (select d.day from days d)) r
    left join private.driver_answers a on a.slot_id = r.slot_id and a.service_date = r.day and a.driver_id = r.driver_id
$$;

-- Returns the drivers of a slot on a date, without those who declined it.
create function private.departure_drivers(p_slot_id uuid, p_date date)
returns table (driver_id uuid, full_name text)
language sql stable security definer set search_path = '' as $$
  select a.driver_id, a.full_name from private.assigned_drivers(array[p_slot_id], p_date, 1) a where a.answer is distinct from 'declined'
$$;

-- Returns whether a departure is today in the territory's time zone, up to p_ahead days later, or left last night less than six hours ago.
create function private.departure_is_near(p_date date, p_start time, p_time_zone text, p_ahead int)
returns boolean language sql stable set search_path = '' as $$
  select p_date between n.at::date and n.at::date + p_ahead
    or (p_date = n.at::date - 1 and p_date + coalesce(p_start, time '24:00') > n.at - interval '6 hours')
  from (select coalesce(private.local_time(p_time_zone), now()::timestamp) as at) n
$$;

-- Returns the counts of a departure, or with p_guide_id of the bookings that this guide leads. They count people without cancelled bookings, except
-- `unpaid` and `cancelled`, which count bookings.
create function private.departure_numbers(p_slot_id uuid, p_date date, p_guide_id uuid default null)
returns table (departure_id uuid, start_time time, bookings int, people int, arrived int, missed int, unpaid int, cancelled int,
  to_collect numeric, currency_symbol text)
language sql stable security definer set search_path = '' as $$
  select max(b.departure_id::text)::uuid, min(b.start_time),
    count(*) filter (where c.live)::int,
    coalesce(sum(b.num_people) filter (where c.live), 0)::int,
    coalesce(sum(private.people_here(b.check_in_status, b.arrived, b.num_people)) filter (where c.live), 0)::int,
    coalesce(sum(b.num_people) filter (where c.live and b.check_in_status = 'no_show'), 0)::int,
    count(*) filter (where c.live and b.payment_status <> 'completed' and (b.payment_method = 'cash' or b.hold_id is null))::int,
    count(*) filter (where not c.live)::int,
    -- Amounts in two currencies can't be added, so this is 0 with the number of unpaid bookings.
    coalesce(case when count(distinct b.currency_code) filter (where c.due is not null) = 1 then sum(c.due) end, 0),
    private.currency_symbol(coalesce(min(b.currency_code) filter (where c.due is not null), min(b.currency_code)))
  from public.bookings b
  -- `offset 0`: once for each booking. Flattened, each column would ask again.
  cross join lateral (select private.is_live(b.status) as live,
    case when private.is_cash_due(b.status, b.payment_method, b.payment_status, b.check_in_status) then private.price_of(b.id) end as due offset 0) c
  where b.slot_id = p_slot_id and b.booking_date = p_date and (p_guide_id is null or b.guide_id = p_guide_id)
$$;

-- Returns the names of a departure's drivers.
create function private.departure_driver_names(p_slot_id uuid, p_date date)
returns text[] language sql stable security definer set search_path = '' as $$
  select array(select r.full_name from private.departure_drivers(p_slot_id, p_date) r order by r.full_name, r.driver_id)
$$;

-- Returns the departures of a caller's work by role, soonest first: a guide's, a driver's, those of p_territory_id's transport for people who run its
-- drivers ('shuttle_manager'), or all of p_territory_id for its team ('territory_staff').
-- They are of one slot or all, a page of 1 to 100 rows after (service_date, start_time, slot_id). Guides get those whose bookings they lead, and
-- shuttle managers and teams those with bookings, from p_from to p_to. If p_from is null it is the territory's today and, until noon, those of yesterday that
-- are under way or whose arrivals can be set. A cancelled one stays until its day is over, whatever its guests have chosen, because some may still
-- come. Drivers get those that they drive today and tomorrow even without bookings, and a closed one only with passengers. A car leaves on
-- request, so has_time is false and start_time has no meaning. closed means no new bookings, while booked guests still travel. place is where it
-- meets its guests. Raises 403 'forbidden' for callers without the role.
create function public.day_departures(p_role text, p_territory_id text default null, p_from date default null, p_to date default null,
  p_slot_id uuid default null, p_after_date date default null, p_after_time time default null, p_after_id uuid default null,
  p_limit int default 20)
returns table (kind text, service_id uuid, slot_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text,
  names jsonb, image text, place text, directions text, place_link text, territory_id text, territory_name text, time_zone text, drivers text[],
  bookings int, people int, arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text, closed boolean,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_guide uuid := case when p_role = 'tour_guide' then private.require_role(p_role) end;
  v_driver uuid := case when p_role = 'shuttle_driver' then private.require_role(p_role) end;
  v_team boolean := coalesce(p_role = 'territory_staff', false);
  v_places text[] := private.my_territories('guide');
  v_from date := greatest(coalesce(p_from, current_date - 1), coalesce(p_after_date, '-infinity'));
begin
  if v_team then
    perform private.require_territory(p_territory_id);
  elsif v_guide is null and v_driver is null then
    perform private.require_driver_manager(p_territory_id);
  end if;
  return query
  with booked as (
    select b.slot_id, b.booking_date, b.start_time, b.status, b.check_in_status from public.bookings b
     where b.guide_id = v_guide and b.territory_id = any (v_places) and b.booking_date between v_from and coalesce(p_to, 'infinity')
    union all
    select b.slot_id, b.booking_date, b.start_time, b.status, b.check_in_status from public.bookings b
     where v_guide is null and v_driver is null and b.territory_id = p_territory_id and (v_team or b.kind = 'transport')
       and b.booking_date between v_from and coalesce(p_to, 'infinity')
  ), work as (
    select b.slot_id, b.booking_date as day, min(b.start_time) as departs, bool_or(private.is_live(b.status)) as sold,
      bool_or(private.is_live(b.status) and b.check_in_status = 'pending') as open
    from booked b group by 1, 2
    union all
    select c.slot_id, c.day, n.start_time, n.bookings > 0, true
    from (select k.slot_id, k.service_date as day from private.driver_runs(v_driver, current_date - 2, 5) k) c
    cross join lateral private.departure_numbers(c.slot_id, c.day) n
    where private.drives(c.slot_id, c.day)
  ), page as (
    select w.slot_id, w.day, h.leaves, coalesce(h.leaves, time '00:00') as starts, coalesce(d.closed, false) as closed, e as service, r as territory
    from work w
    join public.slots s on s.id = w.slot_id
    join public.services e on e.id = s.service_id
    join public.territories r on r.id = e.territory_id
    left join public.departures d on d.slot_id = w.slot_id and d.service_date = w.day
    cross join lateral (select coalesce(w.departs, s.start_time) as leaves, now() at time zone r.time_zone as clock) h
    where (p_slot_id is null or w.slot_id = p_slot_id)
      and case when v_driver is not null then private.departure_is_near(w.day, h.leaves, r.time_zone, 1)
          and (w.sold or (s.archived_at is null and e.archived_at is null and d.closed is not true))
        else (w.sold or (d.status = 'cancelled' and w.day >= h.clock::date)) and (p_from is not null or w.day >= h.clock::date
          -- A trip over midnight belongs to the day on which it starts, and stays until it ends.
          or (w.day >= (h.clock - interval '12 hours')::date and (w.open
            or private.departure_moment(w.day, h.leaves, r.time_zone) + e.duration_hours * interval '1 hour' > now()))) end
      and (p_after_date is null or (w.day, coalesce(h.leaves, time '00:00'), w.slot_id)
        > (p_after_date, coalesce(p_after_time, time '00:00'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000')))
    order by w.day, starts, w.slot_id
    limit least(greatest(coalesce(p_limit, 20), 1), 100))
  select (p.service).kind, (p.service).id, p.slot_id, n.departure_id, p.day, p.starts, p.leaves is not null, (p.service).title,
    jsonb_build_object('title', (p.service).names -> 'title', 'place', m.names, 'territory_name', (p.territory).names -> 'name', 'directions',
      private.names_in(l.language, l.translations, array['directions'], array[l.directions]) -> 'directions'),
    (p.service).image_urls[1], m.place, l.directions, m.link, (p.territory).id, (p.territory).name, (p.territory).time_zone,
    private.departure_driver_names(p.slot_id, p.day), n.bookings, n.people, n.arrived, n.missed, n.unpaid, n.cancelled, n.to_collect,
    n.currency_symbol, p.closed, a.check_in_from, a.no_show_from, a.arrival_until
  from page p
  left join public.pickup_locations l on l.id = (p.service).pickup_location_id
  cross join lateral (
    select x.place, x.link, ((p.territory).names || (p.service).names) -> 'meeting_point' as names
      from private.meeting_place(p.service) x where (p.service).kind = 'experience'
    union all
    select (p.service).pickup_location, l.map_link, (p.service).names -> 'pickup_location' where (p.service).kind = 'transport') m
  cross join lateral private.departure_numbers(p.slot_id, p.day, v_guide) n
  cross join lateral private.arrival_window(p.day, p.leaves, (p.territory).time_zone) a
  order by p.day, p.starts, p.slot_id;
end $$;

-- Returns the live bookings of a departure with their passengers. Guides see those that they lead, and managers of drivers those of the territory's
-- transport, with email addresses. Drivers see their own departures of today and tomorrow with what the drive needs: no email addresses, no
-- passports, and only amounts to collect. `stop` is their position in the pickup order, or null if none is set. `pickup_minutes` before the start their
-- hotel is visited, with the announced delay at `pickup_at`, local to the territory; both null without a time. `tags` and `notes` are the team's.
-- With p_team, the team of the territory sees all guests of an experience too. Raises 404 'departure_not_found' for other callers.
create function public.departure_passengers(p_slot_id uuid, p_date date, p_team boolean default false)
returns table (id uuid, full_name text, avatar_url text, email text, num_people int, to_pay numeric, currency_symbol text,
  payment_status text, status text, check_in_status text, whatsapp_number text, country text, speaks_spanish boolean, hotel_name text,
  hotel_address text, passports int[], passengers jsonb, payment_method text, checked_in_at timestamptz, undo_until timestamptz, stop int,
  arrived int[], walk_in boolean, tags text[], notes text[], pickup_minutes int, pickup_at timestamp)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_leads boolean;
  v_manages boolean;
  v_team boolean;
  s public.slots;
  t public.services;
  r public.territories;
begin
  select * into s from public.slots x where x.id = p_slot_id;
  select * into t from public.services x where x.id = s.service_id;
  select * into r from public.territories x where x.id = t.territory_id;
  v_team := coalesce(p_team and private.runs_territory(t.territory_id), false);
  v_leads := coalesce(not v_team and t.kind = 'experience' and t.territory_id = any (private.my_territories('guide')), false);
  v_manages := coalesce(t.kind = 'transport' and private.runs_drivers(t.territory_id), false);
  if t.id is null or p_date is null or not (v_leads or v_manages or v_team or (private.drives(s.id, p_date) and private.departure_is_near(p_date,
       coalesce((select n.start_time from private.departure_numbers(s.id, p_date) n), s.start_time), r.time_zone, 1))) then
    perform private.fail(404, 'departure_not_found', 'This departure no longer exists');
  end if;
  return query
  select b.id, coalesce(c.full_name, b.guest_name), c.avatar_url, case when v_manages then c.email end, b.num_people,
    case when private.is_cash_due(b.status, b.payment_method, b.payment_status, b.check_in_status) then private.price_of(b.id) end, private.currency_symbol(b.currency_code), b.payment_status, b.status, b.check_in_status,
    b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, case when v_leads or v_team then b.hotel_address end, case when v_leads or v_manages or v_team then b.passports else '{}' end,
    (select coalesce(jsonb_agg(case when v_manages then p.one else p.one - 'email' end order by p.n), '[]')
       from jsonb_array_elements(b.passenger_details) with ordinality p (one, n)),
    b.payment_method, b.checked_in_at, private.undo_until(f),
    (select array_position(o.places, private.place_key(b.hotel_name)) from private.pickup_orders o where o.transport_id = t.id), b.arrived, b.walk_in,
    private.tags_of(f), array(select n ->> 'text' from jsonb_array_elements(private.notes_of(f)) n), private.pickup_minutes(f), private.pickup_at(f)
  from public.bookings b join private.booking_facts f on f.id = b.id left join public.profiles c on c.id = b.tourist_id
  where b.slot_id = s.id and b.booking_date = p_date and private.is_live(b.status) and (not v_leads or b.guide_id = caller)
  order by 2, b.id
  limit 1000;
end $$;

-- Returns the number of transport services and drivers of a territory, for its tabs.
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

-- Returns a territory's transport by title, including hidden services, with the first picture. Boats and cars are included, which shuttle managers
-- run. p_id selects only that shuttle, with all pictures, because shuttle managers edit no others. A page starts after (sort_title, id).
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
