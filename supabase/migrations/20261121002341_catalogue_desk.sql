-- What else a region's desk needs: the order of what is featured, the calendar of departures, pickup locations that keep their name.

-- These are featured, in this order, and nothing else of the region is.
create function private.set_featured_experiences(p_territory_id text, p_ids uuid[])
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_staff(p_territory_id);
  if p_ids is null or cardinality(p_ids) > 50 or array_position(p_ids, null) is not null
     or cardinality(p_ids) <> (select count(*) from public.experiences e
                                where e.id = any (p_ids) and e.territory_id = p_territory_id and e.archived_at is null) then
    perform private.invalid('Each experience once, and of this region');
  end if;
  update public.experiences e set featured = f.n is not null, featured_order = f.n
    from (select x.id, array_position(p_ids, x.id) as n from public.experiences x where x.territory_id = p_territory_id) f
   where e.id = f.id and e.archived_at is null
     and (e.featured is distinct from (f.n is not null) or e.featured_order is distinct from f.n);
end $$;

-- Staff: every departure of a service in a range, hidden ones too, with what is held and sold. `offered`: the timetable has it;
-- one that it has no more is still here as long as travellers hold seats on it.
create function private.service_departures(p_kind text, p_service_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, held int, sold int,
  closed boolean, exclusive boolean, offered boolean, past boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_territory text := private.territory_of_service(p_kind, p_service_id);
  v_now timestamp := now() at time zone (select t.time_zone from public.territories t where t.id = v_territory);
begin
  perform private.require_staff(v_territory);
  perform private.check_date_range(p_from, p_to);
  return query
    select x.slot, x.day, x.starts, x.ends, coalesce(d.capacity, x.seats), coalesce(d.held, 0), coalesce(d.sold, 0),
           coalesce(d.closed, false), coalesce(d.exclusive, false), x.offered, x.day + coalesce(x.starts, time '23:59:59') <= v_now
      from (
        select s.id as slot, null::uuid as transport, p_from + n as day, s.start_time as starts, s.end_time as ends,
               least(s.available_spots, s.max_spots) as seats,
               s.archived_at is null and private.weekday(p_from + n) = any (s.days_of_week) as offered
          from public.experience_timeslots s cross join generate_series(0, p_to - p_from) n
         where p_kind = 'experience' and s.experience_id = p_service_id
        union all
        select null, t.id, p_from + n, t.departure_time, null, least(t.available_spots, t.max_spots), t.archived_at is null
          from public.territory_transports t cross join generate_series(0, p_to - p_from) n
         where p_kind = 'transport' and t.id = p_service_id) x
      left join public.departures d on d.service_date = x.day and (d.timeslot_id = x.slot or d.transport_id = x.transport)
     where x.offered or coalesce(d.held + d.sold, 0) > 0
     order by x.day, x.starts, x.slot;
end $$;

create function private.territory_of_service(p_kind text, p_service_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case p_kind when 'experience' then (select e.territory_id from public.experiences e where e.id = p_service_id)
                     when 'transport' then (select t.territory_id from public.territory_transports t where t.id = p_service_id) end
$$;

-- Staff: a whole date, all its hours at once.
create function private.close_service_date(p_kind text, p_service_id uuid, p_date date, p_closed boolean)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_staff(private.territory_of_service(p_kind, p_service_id));
  perform private.close_departure(p_kind, p_service_id, x.timeslot_id, x.service_date, p_closed)
     from private.service_departures(p_kind, p_service_id, p_date, p_date) x where x.closed is distinct from p_closed;
end $$;

create function public.set_featured_experiences(p_territory_id text, p_ids uuid[])
returns void language sql security invoker set search_path = '' as $$ select private.set_featured_experiences(p_territory_id, p_ids) $$;
create function public.service_departures(p_kind text, p_service_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, held int, sold int,
  closed boolean, exclusive boolean, offered boolean, past boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.service_departures(p_kind, p_service_id, p_from, p_to)
$$;
create function public.close_service_date(p_kind text, p_service_id uuid, p_date date, p_closed boolean default true)
returns void language sql security invoker set search_path = '' as $$
  select private.close_service_date(p_kind, p_service_id, p_date, coalesce(p_closed, true))
$$;

-- As in 20261121000708, and the name is that of the location.
create or replace function private.check_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_name text := (select p.name from public.pickup_locations p where p.id = new.pickup_location_id and p.territory_id = new.territory_id);
begin
  if v_name is null then
    perform private.fail(400, 'pickup_not_in_territory', 'This pickup location does not belong to the territory');
  end if;
  new.pickup_location := v_name;
  return new;
end $$;

-- A location's new name reaches the services that leave from it; a service that only names it becomes tied to it.
create function private.rename_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.territory_transports t set pickup_location = new.name, pickup_location_id = new.id
   where t.territory_id = new.territory_id and (t.pickup_location_id = new.id
     or (t.pickup_location_id is null and lower(btrim(t.pickup_location)) = lower(btrim(old.name))));
  return null;
end $$;
create trigger pickup_locations_rename after update of name on public.pickup_locations
  for each row when (new.name is distinct from old.name) execute function private.rename_pickup_location();

revoke all on function private.set_featured_experiences(text, uuid[]), private.service_departures(text, uuid, date, date),
  private.territory_of_service(text, uuid), private.close_service_date(text, uuid, date, boolean), private.rename_pickup_location(),
  public.set_featured_experiences(text, uuid[]), public.service_departures(text, uuid, date, date),
  public.close_service_date(text, uuid, date, boolean) from public, anon, authenticated, service_role;
grant execute on function private.set_featured_experiences(text, uuid[]), private.service_departures(text, uuid, date, date),
  private.close_service_date(text, uuid, date, boolean), public.set_featured_experiences(text, uuid[]),
  public.service_departures(text, uuid, date, date), public.close_service_date(text, uuid, date, boolean) to authenticated;
