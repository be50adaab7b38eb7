-- The week of a territory: its services, their departures on seven days, and one departure with its guests. For its managers, staff and admins, while
-- others get 403 'forbidden'. The seats are those of departures_of, as in the calendar of one service.

-- Raises 401, 403 'forbidden', and 400 'invalid_input' for an invalid date or one more than ten years away.
create function private.require_week(p_territory_id text, p_from date)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  if p_from is null or not isfinite(p_from) or abs(p_from - current_date) > 3660 then
    perform private.invalid('A week is required');
  end if;
end $$;

-- Returns the departures of seven days: all of visible services, and those with seats taken of hidden or archived ones. p_services limits the
-- services, and null means all. The caller checks that the territory may be seen.
create function private.shown_departures(p_territory_id text, p_from date, p_services uuid[])
returns table (kind text, service_id uuid, slot_id uuid, departure_id uuid, service_date date, start_time time, end_time time,
  capacity int, held int, sold int, closed boolean, exclusive boolean, offered boolean, past boolean, cancel_reason text)
language sql stable security definer set search_path = '' as $$
  with services as materialized (
    select s.id, s.visible and s.archived_at is null as visible from public.services s
     where s.territory_id = p_territory_id and (p_services is null or s.id = any (p_services))
  )
  select d.* from private.departures_of(array(select s.id from services s), p_from, p_from + 6) d
  join services s on s.id = d.service_id
  where s.visible or d.held + d.sold > 0
$$;

-- Returns the same with guides and drivers. leaders has their names. unled means that a future departure has guests without a guide or driver.
-- p_services limits the services. If it is null, `leaders` leaves out the guides of departures without bookings, which are looked up one by one. The
-- caller checks that the territory may be seen.
create function private.week_departures(p_territory_id text, p_from date, p_services uuid[])
returns table (kind text, service_id uuid, slot_id uuid, departure_id uuid, service_date date, start_time time, end_time time,
  capacity int, held int, sold int, closed boolean, exclusive boolean, offered boolean, past boolean, cancel_reason text, leaders text[], unled boolean,
  delay_minutes int)
language sql stable security definer set search_path = '' as $$
  with shown as materialized (
    select d.* from private.shown_departures(p_territory_id, p_from, p_services) d
  ), guided as (
    -- `offset 0` makes Postgres look up each guide only once, because many bookings share few guides.
    select b.departure_id, bool_or(b.guide_id is null) as unled, array_agg(distinct c.full_name) filter (where c.id is not null) as names
    from (select distinct x.departure_id, x.guide_id, x.status from public.bookings x where x.departure_id in (
      select s.departure_id from shown s where s.kind = 'experience' and s.sold > 0) offset 0) b
    left join public.profile_cards c on c.id = b.guide_id
    where private.is_live(b.status)
    group by b.departure_id
  ), driven as (
    select a.slot_id, a.service_date, array_agg(a.full_name order by a.full_name, a.driver_id) as names
    from private.assigned_drivers(array(select distinct s.slot_id from shown s where s.kind = 'transport'), p_from, 7) a
    where a.answer is distinct from 'declined'
    group by 1, 2
  ), usual as (
    select s.slot_id, private.guide_of(s.service_id, s.slot_id) as guide_id
    from (select distinct x.service_id, x.slot_id from shown x
           where p_services is not null and x.kind = 'experience' and x.sold = 0 and not x.past) s
  )
  select s.kind, s.service_id, s.slot_id, s.departure_id, s.service_date, s.start_time, s.end_time, s.capacity, s.held, s.sold, s.closed,
    s.exclusive, s.offered, s.past, s.cancel_reason,
    coalesce(g.names, d.names, case when u.slot_id is not null and s.sold = 0 and not s.past then array(
      select c.full_name from public.profile_cards c where c.id = case
        when exists (select 1 from private.guide_date_declines x where x.slot_id = s.slot_id and x.service_date = s.service_date)
        then private.guide_of(s.service_id, s.slot_id, null, s.service_date) else u.guide_id end) end, '{}'),
    s.sold > 0 and not s.past and s.cancel_reason is null and case s.kind when 'transport' then d.names is null else coalesce(g.unled, false) end,
    coalesce(late.delay_minutes, 0)
  from shown s
  left join public.departures late on late.id = s.departure_id
  left join guided g on g.departure_id = s.departure_id
  left join driven d on d.slot_id = s.slot_id and d.service_date = s.service_date
  left join usual u on u.slot_id = s.slot_id
$$;

-- Returns the services that leave in the seven days from p_from, each with its departures: experiences first, then transport by type, both by title
-- in p_language. A page has 1 to 100 rows after (sort_group, sort_title, service_id). p_unled limits them to those with a departure without guide or
-- driver.
create function public.territory_week(p_territory_id text, p_from date, p_unled boolean default false, p_after_group text default null,
  p_after_title text default null, p_after_id uuid default null, p_limit int default 60, p_language text default null)
returns table (kind text, service_id uuid, title text, titles jsonb, type_id text, type_name text, image text, visible boolean, departures jsonb,
  sort_group text, sort_title text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_week(p_territory_id, p_from);
  return query
  with taken as materialized (
    select d.service_id as id from public.departures d
     where d.territory_id = p_territory_id and d.service_date between p_from and p_from + 6 and d.held + d.sold > 0
  ), services as (
    select s.kind, s.id, s.title, s.names -> 'title' as titles, k.id as type_id, k.name as type_name, s.image_urls[1] as image,
      s.visible and s.archived_at is null as visible, coalesce(k.name, '') as sort_group
      from public.services s left join public.transport_types k on k.id = s.transport_type_id
     where s.territory_id = p_territory_id and (s.id in (select x.id from taken x) or (s.visible and s.archived_at is null
       and exists (select 1 from public.slots x where x.service_id = s.id and x.archived_at is null)))
  ), page as materialized (
    select s.* from (
      select x.*, private.plain_words(coalesce(x.titles ->> p_language, x.title)) collate "C" as words from services x) s
     where (p_unled is not true or s.id in (select w.service_id from private.week_departures(p_territory_id, p_from, null) w where w.unled))
       and (p_after_id is null or (s.sort_group collate "C", s.words, s.id)
         > (coalesce(p_after_group, ''), coalesce(p_after_title, ''), p_after_id))
     order by s.sort_group collate "C", s.words, s.id
     limit least(greatest(coalesce(p_limit, 60), 1), 100)
  ), weeks as (
    select w.service_id, jsonb_agg(to_jsonb(w) - '{kind,service_id}'::text[] order by w.service_date, w.start_time, w.slot_id) as departures
    from private.week_departures(p_territory_id, p_from, array(select p.id from page p)) w group by 1
  )
  select p.kind, p.id, p.title, p.titles, p.type_id, p.type_name, p.image, p.visible, coalesce(w.departures, '[]'), p.sort_group, p.words
  from page p left join weeks w on w.service_id = p.id
  order by p.sort_group collate "C", p.words, p.id;
end $$;

-- Returns the sums of each day's departures over all services. A closed departure counts only the seats taken, because it can't sell more, and a
-- cancelled one doesn't count.
create function public.territory_week_days(p_territory_id text, p_from date)
returns table (service_date date, departures int, seats int, taken int, unled int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_week(p_territory_id, p_from);
  return query
  select p_from + n, count(w.service_id)::int, coalesce(sum(case when w.closed then w.held + w.sold else w.capacity end), 0)::int,
    coalesce(sum(w.held + w.sold), 0)::int, count(*) filter (where w.unled)::int
  from generate_series(0, 6) n
  left join private.week_departures(p_territory_id, p_from, null) w on w.service_date = p_from + n and w.cancel_reason is null
  group by n order by n;
end $$;

-- Returns one departure of the week with its numbers, its guide or drivers, its guests by name, and per currency what they booked, have paid (less
-- refunds) and still have to pay at the dock. Raises 403 'forbidden', and 404 'departure_not_found' for one that the week doesn't show.
create function public.territory_departure(p_service_id uuid, p_slot_id uuid, p_date date)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_territory text := private.territory_of_service(p_service_id);
  w record;
begin
  perform private.require_week(v_territory, p_date);
  select x.* into w from private.week_departures(v_territory, p_date, array[p_service_id]) x
   where x.service_date = p_date and x.slot_id = private.slot_of(p_service_id, p_slot_id);
  if w.service_id is null then
    perform private.fail(404, 'departure_not_found', 'This departure no longer exists');
  end if;
  return to_jsonb(w) || (
    select jsonb_build_object('title', s.title, 'titles', s.names -> 'title', 'image', s.image_urls[1], 'place', private.begins_at(s.id),
        'places', case s.kind when 'experience' then (r.names || s.names) -> 'meeting_point' else s.names -> 'pickup_location' end)
      from public.services s join public.territories r on r.id = s.territory_id where s.id = p_service_id)
    || private.departure_guests(w.departure_id)
    || jsonb_build_object('time_zone', (select t.time_zone from public.territories t where t.id = v_territory));
end $$;

-- Returns {guests, sums, cancelled}: the active bookings of a departure by name, their amounts by currency, and how many were cancelled.
create function private.departure_guests(p_departure_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with booked as materialized (
    select f.id, f.tourist_id, f.walk_in, f.guest_name, f.hotel_name, f.num_people, f.booking_type, f.status, f.payment_status, f.payment_method, f.check_in_status,
      f.checked_in_at, f.arrived, private.from_minor(private.worth_minor(x), f.currency_code) as total_price, f.currency_code, coalesce(p.full_name, f.guest_name) as full_name, private.is_live(f.status) as live,
      coalesce(private.amount_due(x), 0) as to_collect
    from public.bookings f
    join private.booking_facts x on x.id = f.id
    left join public.profiles p on p.id = f.tourist_id
    where f.departure_id = p_departure_id
  ), sums as (
    select b.currency_code, sum(b.total_price) as booked, sum(b.to_collect) as to_collect,
      sum(coalesce(private.from_minor(m.captured_minor - m.refunded_minor, b.currency_code), 0)) as paid
    from booked b cross join lateral private.payment_of(b.id) m where b.live group by 1
  )
  select jsonb_build_object(
    'guests', coalesce((select jsonb_agg(to_jsonb(b) - '{tourist_id,guest_name,live}'::text[] order by b.full_name, b.id) from booked b where b.live), '[]'),
    'sums', coalesce((select jsonb_agg(to_jsonb(s) order by s.currency_code) from sums s), '[]'),
    'cancelled', (select count(*) from booked b where not b.live))
$$;

-- Returns the sales of these services of a territory, at most 1,000, in the next seven days in its time zone: departures that have not left and
-- aren't cancelled, their seats (for a closed one those taken, because it can't sell more), seats sold and held, and the number of sold-out days.
-- Services without departures have no row. Raises 403 'forbidden'.
create function public.territory_sales(p_territory_id text, p_services uuid[])
returns table (service_id uuid, departures int, seats int, sold int, held int, full_days int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := (select private.local_time(t.time_zone)::date from public.territories t where t.id = p_territory_id);
begin
  perform private.require_territory(p_territory_id);
  return query
  with days as (
    select w.service_id, w.service_date, count(*) as departures, sum(case when w.closed then w.held + w.sold else w.capacity end) as seats,
      sum(w.sold) as sold, sum(w.held) as held,
      bool_and(w.closed or w.exclusive or w.held + w.sold >= w.capacity) and bool_or(w.held + w.sold > 0) as is_full
    from private.shown_departures(p_territory_id, v_today, coalesce(p_services[1:1000], '{}')) w where not w.past and w.cancel_reason is null group by 1, 2
  )
  select d.service_id, sum(d.departures)::int, sum(d.seats)::int, sum(d.sold)::int, sum(d.held)::int, (count(*) filter (where d.is_full))::int
    from days d group by 1;
end $$;
