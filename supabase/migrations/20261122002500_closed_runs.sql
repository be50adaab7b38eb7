-- A run says that its date is closed: nobody can book any more, and who is booked still goes. As in 20261121002381 otherwise.
drop function public.shuttle_groups(text, date, date, uuid, date, time, uuid, int);
drop function private.shuttle_groups(text, date, date, uuid, date, time, uuid, int);
drop function public.driver_runs();
drop function private.driver_runs();

create function private.shuttle_groups(p_territory_id text, p_from date, p_to date, p_transport_id uuid, p_after_date date,
  p_after_time time, p_after_id uuid, p_limit int)
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, closed boolean)
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
    private.run_driver_names(p.id, p.day), n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled, coalesce(d.closed, false)
  from page p
  join public.territory_transports t on t.id = p.id
  left join public.pickup_locations l on l.id = t.pickup_location_id
  left join public.departures d on d.transport_id = p.id and d.service_date = p.day
  cross join lateral private.run_numbers(p.id, p.day) n
  order by p.day, p.starts, p.id;
end $$;

create function private.driver_runs()
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, closed boolean, territory_id text, territory_name text)
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
    n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled, coalesce(d.closed, false), r.id, r.name
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

create function public.shuttle_groups(p_territory_id text, p_from date default null, p_to date default null,
  p_transport_id uuid default null, p_after_date date default null, p_after_time time default null, p_after_id uuid default null,
  p_limit int default 20)
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, closed boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.shuttle_groups(p_territory_id, p_from, p_to, p_transport_id, p_after_date, p_after_time, p_after_id, p_limit)
$$;
create function public.driver_runs()
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, closed boolean, territory_id text, territory_name text)
language sql stable security invoker set search_path = '' as $$ select * from private.driver_runs() $$;

revoke all on function private.shuttle_groups(text, date, date, uuid, date, time, uuid, int), private.driver_runs(),
  public.shuttle_groups(text, date, date, uuid, date, time, uuid, int), public.driver_runs()
  from public, anon, authenticated, service_role;
grant execute on function private.shuttle_groups(text, date, date, uuid, date, time, uuid, int), private.driver_runs(),
  public.shuttle_groups(text, date, date, uuid, date, time, uuid, int), public.driver_runs() to authenticated;
