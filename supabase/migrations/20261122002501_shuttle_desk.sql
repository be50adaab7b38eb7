-- The lists of the shuttle desk, a page at a time.
--
--   public.shuttle_desk_counts(p_territory_id)
--     how many shuttle services and drivers a region has, for its tabs.
--   public.shuttle_services(p_territory_id, p_id, p_after_title, p_after_id, p_limit)
--     its shuttles by title, hidden ones too, with their first picture; p_id: that one alone, with all of them. A page after the key
--     (sort_title, id).
--   public.desk_drivers(p_territory_id, p_email, p_after_name, p_after_id, p_limit)
--     its drivers by name, with the services that they are scheduled for; p_email: who has this address. A page after (sort_name, id).
--   public.desk_schedules(p_territory_id, p_after_day, p_after_name, p_after_id, p_limit)
--     who drives what on which day of the week, from Monday on, by service and driver; a page after (day, sort_name, id).
-- 1 to 100 rows. 403 'forbidden' for whoever does not run the region's drivers.

create function private.shuttle_desk_counts(p_territory_id text)
returns table (services int, drivers int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_desk(p_territory_id);
  return query select
    (select count(*)::int from public.territory_transports t
      where t.territory_id = p_territory_id and t.transport_type_id = 'shuttle' and t.archived_at is null),
    (select count(*)::int from public.shuttle_drivers d where d.territory_id = p_territory_id);
end $$;

create function private.shuttle_services(p_territory_id text, p_id uuid, p_after_title text, p_after_id uuid, p_limit int)
returns table (id uuid, title text, description text, image_urls text[], transport_type_id text, type_name text, booking_type text,
  shared_price numeric, private_price numeric, min_spots int, max_spots int, available_spots int, pickup_location text,
  pickup_location_id text, departure_time time, duration_hours numeric, visible boolean, updated_at timestamptz, sort_title text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  after_title text := coalesce(p_after_title, '');
  after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
begin
  perform private.require_desk(p_territory_id);
  return query
  select t.id, t.title, t.description, case when p_id is null then t.image_urls[1:1] else t.image_urls end, t.transport_type_id, k.name,
    t.booking_type, t.shared_price, t.private_price, t.min_spots, t.max_spots, t.available_spots, t.pickup_location, t.pickup_location_id,
    t.departure_time, t.duration_hours, t.visible, t.updated_at, private.plain_words(t.title)
  from public.territory_transports t join public.transport_types k on k.id = t.transport_type_id
  where t.territory_id = p_territory_id and t.transport_type_id = 'shuttle' and t.archived_at is null and (p_id is null or t.id = p_id)
    and (private.plain_words(t.title) collate "C", t.id) > (after_title, after_id)
  order by private.plain_words(t.title) collate "C", t.id
  limit least(greatest(coalesce(p_limit, 24), 1), 100);
end $$;

-- A region's drivers are put in order in memory: they are few, and what they are called is in another table.
create function private.desk_drivers(p_territory_id text, p_email text, p_after_name text, p_after_id uuid, p_limit int)
returns table (id uuid, driver_id uuid, full_name text, email text, active boolean, services text[], sort_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_desk(p_territory_id);
  return query
  with page as (
    select d.id, d.driver_id, p.full_name, p.email, d.active, private.plain_words(p.full_name) collate "C" as sort_name
    from public.shuttle_drivers d join public.profiles p on p.id = d.driver_id
    where d.territory_id = p_territory_id and (p_email is null or lower(p.email) = lower(btrim(p_email)))
      and (p_after_id is null or (private.plain_words(p.full_name) collate "C", d.id) > (coalesce(p_after_name, ''), p_after_id))
    order by 6, 1
    limit least(greatest(coalesce(p_limit, 30), 1), 100))
  select k.id, k.driver_id, k.full_name, k.email, k.active,
    array(select distinct t.title from public.driver_schedules s join public.territory_transports t on t.id = s.transport_id
          where s.driver_id = k.driver_id and s.active and t.territory_id = p_territory_id order by 1),
    k.sort_name
  from page k order by k.sort_name, k.id;
end $$;

create function private.desk_schedules(p_territory_id text, p_after_day int, p_after_name text, p_after_id uuid, p_limit int)
returns table (id uuid, driver_id uuid, driver_name text, transport_id uuid, title text, day_of_week text, active boolean, day int,
  sort_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_desk(p_territory_id);
  return query
  with all_of_them as (
    select s.id, s.driver_id, p.full_name, s.transport_id, t.title, s.day_of_week, s.active,
      array_position('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}', s.day_of_week) as day,
      private.plain_words(t.title || ' ' || coalesce(p.full_name, '')) collate "C" as sort_name
    from public.territory_transports t
    join public.driver_schedules s on s.transport_id = t.id
    left join public.profiles p on p.id = s.driver_id
    where t.territory_id = p_territory_id and t.archived_at is null
  )
  select x.id, x.driver_id, x.full_name, x.transport_id, x.title, x.day_of_week, x.active, x.day, x.sort_name
  from all_of_them x
  where p_after_id is null or (x.day, x.sort_name, x.id) > (p_after_day, p_after_name, p_after_id)
  order by x.day, x.sort_name, x.id
  limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;

create function public.shuttle_desk_counts(p_territory_id text)
returns table (services int, drivers int)
language sql stable security invoker set search_path = '' as $$ select * from private.shuttle_desk_counts(p_territory_id) $$;

create function public.shuttle_services(p_territory_id text, p_id uuid default null, p_after_title text default null,
  p_after_id uuid default null, p_limit int default 24)
returns table (id uuid, title text, description text, image_urls text[], transport_type_id text, type_name text, booking_type text,
  shared_price numeric, private_price numeric, min_spots int, max_spots int, available_spots int, pickup_location text,
  pickup_location_id text, departure_time time, duration_hours numeric, visible boolean, updated_at timestamptz, sort_title text)
language sql stable security invoker set search_path = '' as $$
  select * from private.shuttle_services(p_territory_id, p_id, p_after_title, p_after_id, p_limit)
$$;

create function public.desk_drivers(p_territory_id text, p_email text default null, p_after_name text default null,
  p_after_id uuid default null, p_limit int default 30)
returns table (id uuid, driver_id uuid, full_name text, email text, active boolean, services text[], sort_name text)
language sql stable security invoker set search_path = '' as $$
  select * from private.desk_drivers(p_territory_id, p_email, p_after_name, p_after_id, p_limit)
$$;

create function public.desk_schedules(p_territory_id text, p_after_day int default null, p_after_name text default null,
  p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, driver_id uuid, driver_name text, transport_id uuid, title text, day_of_week text, active boolean, day int,
  sort_name text)
language sql stable security invoker set search_path = '' as $$
  select * from private.desk_schedules(p_territory_id, p_after_day, p_after_name, p_after_id, p_limit)
$$;

revoke all on function private.shuttle_desk_counts(text), private.shuttle_services(text, uuid, text, uuid, int),
  private.desk_drivers(text, text, text, uuid, int), private.desk_schedules(text, int, text, uuid, int),
  public.shuttle_desk_counts(text), public.shuttle_services(text, uuid, text, uuid, int),
  public.desk_drivers(text, text, text, uuid, int), public.desk_schedules(text, int, text, uuid, int)
  from public, anon, authenticated, service_role;
grant execute on function private.shuttle_desk_counts(text), private.shuttle_services(text, uuid, text, uuid, int),
  private.desk_drivers(text, text, text, uuid, int), private.desk_schedules(text, int, text, uuid, int),
  public.shuttle_desk_counts(text), public.shuttle_services(text, uuid, text, uuid, int),
  public.desk_drivers(text, text, text, uuid, int), public.desk_schedules(text, int, text, uuid, int) to authenticated;

-- The whole list at once is not asked for any more.
drop function public.get_drivers();
drop function private.get_drivers();
