-- Permission helpers for policies and functions. They read live role grants, so a revoked or dropped role has no effect from that moment on.
--
-- Policies call them as `= any ((select private.my_territories('staff'))::text[])`. The scalar sub-select makes Postgres evaluate the helper once a
-- statement and lets it use an index, instead of calling it for each row.

-- Returns whether the session of the caller's token is active. A token is valid for an hour, but its session ends sooner if its owner signs out or
-- someone with access to their mailbox chooses a new password. The token then has no roles and calls no functions.
create function private.session_lives()
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  v_session constant uuid := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  if v_session is null then
    return true;
  end if;
  return exists (select 1 from auth.sessions s where s.id = v_session);
end $$;
grant execute on function private.session_lives() to anon, authenticated, service_role;

-- Returns the caller while their session is active, and otherwise null. Policies use it to find people's own rows.
create function private.live_user()
returns uuid language sql stable security definer set search_path = '' as $$
  select auth.uid() where private.session_lives()
$$;
grant execute on function private.live_user() to authenticated, service_role;

-- Returns whether the caller holds a role anywhere.
create function private.has_role(role text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.session_lives() and exists (
    select 1 from private.live_grants g
    where g.user_id = (select auth.uid()) and g.role = has_role.role
  )
$$;
grant execute on function private.has_role(text) to authenticated, service_role;

create function private.is_admin()
returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin')
$$;
grant execute on function private.is_admin() to authenticated, service_role;

-- Returns whether a person has a role in a territory, or anywhere without one.
create function private.user_has_role(user_id uuid, role text, territory_id text default null)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.live_grants g
    where g.user_id = user_has_role.user_id and g.role = user_has_role.role
      and (user_has_role.territory_id is null or g.territory_id = user_has_role.territory_id)
  )
$$;
grant execute on function private.user_has_role(uuid, text, text) to service_role;

-- Returns the territories in which the caller holds a live role of the set: staff (manager or staff), manager, shuttle, guide, driver, partner,
-- people (everyone who works there). An unknown set is empty.
create function private.my_territories(role text)
returns text[] language plpgsql stable security definer set search_path = '' as $$
begin
  -- Roles are compared in the aggregate instead of the where clause, so that one plan fits every set and is cached for the session. Planning it for
  -- each statement took longer than most statements that it protects.
  return (
    select coalesce(array_agg(distinct g.territory_id) filter (where g.role = any (case my_territories.role
        when 'staff' then '{territory_manager,territory_staff}'
        when 'manager' then '{territory_manager}'
        when 'shuttle' then '{shuttle_manager}'
        when 'guide' then '{tour_guide}'
        when 'driver' then '{shuttle_driver}'
        when 'partner' then '{travel_partner}'
        when 'people' then '{territory_manager,territory_staff,tour_guide,shuttle_manager,shuttle_driver}'
        else '{}' end::text[])), '{}')
    from private.live_grants g
    where g.user_id = (select auth.uid()) and g.territory_id is not null and (select private.session_lives()));
end $$;
grant execute on function private.my_territories(text) to authenticated, service_role;

-- Returns territories visible to the public.
create function private.open_territories()
returns text[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(t.id), '{}') from public.territories t where t.visible and t.archived_at is null
$$;
grant execute on function private.open_territories() to anon, authenticated, service_role;

-- Returns the slots that the caller drives on some date, as an active driver: by the weekly schedule, or on a date set since the day before yesterday.
create function private.driven_slots()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select distinct c.slot_id
    from public.driver_schedules c
    join public.slots s on s.id = c.slot_id
    join public.services t on t.id = s.service_id
    join public.shuttle_drivers d on d.driver_id = c.driver_id and d.territory_id = t.territory_id
    where c.driver_id = (select auth.uid()) and c.active and d.active
      and t.territory_id = any (private.my_territories('driver'))
    union
    select x.slot_id
    from private.driver_dates x
    join public.slots s on s.id = x.slot_id
    join public.services t on t.id = s.service_id
    join public.shuttle_drivers d on d.driver_id = (select auth.uid()) and d.territory_id = t.territory_id
    where x.drivers @> array[(select auth.uid())] and x.service_date >= current_date - 2 and d.active
      and t.territory_id = any (private.my_territories('driver'))
  )
$$;
grant execute on function private.driven_slots() to authenticated, service_role;

-- Returns the services and territories that the caller has booked, guides or drives. They are visible even if hidden or archived, because a booking
-- keeps its title and its territory.
create function private.my_services()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.service_id from public.bookings b where b.tourist_id = (select auth.uid())
    union
    select e.id from public.services e
      where e.guide_id = (select auth.uid()) and e.territory_id = any (private.my_territories('guide'))
    union
    select r.experience_id from public.experience_guide_rankings r join public.services e on e.id = r.experience_id
      where r.guide_id = (select auth.uid()) and e.territory_id = any (private.my_territories('guide'))
    union
    select s.service_id from public.slots s where s.id = any (private.driven_slots())
  )
$$;
grant execute on function private.my_services() to authenticated, service_role;

-- Returns territories of the caller's work and of the caller's own bookings.
create function private.my_connected_territories()
returns text[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.territory_id from public.bookings b where b.tourist_id = (select auth.uid())
    union
    select unnest(private.my_territories('people') || private.my_territories('partner'))
  )
$$;
grant execute on function private.my_connected_territories() to authenticated, service_role;

-- Returns people who hold a live role in a territory that the caller runs.
create function private.my_people()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct g.user_id), '{}')
  from private.live_grants g
  where g.territory_id = any (private.my_territories('staff'))
$$;
grant execute on function private.my_people() to authenticated, service_role;

-- Returns the caller's id. Raises 401 'not_signed_in' with a context-specific text. Functions that call it don't list that error again.
create function private.require_user(message text default 'Please log in to continue')
returns uuid language plpgsql stable set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  if caller is null or not private.session_lives() then
    perform private.fail(401, 'not_signed_in', message);
  end if;
  return caller;
end $$;
grant execute on function private.require_user(text) to anon, authenticated, service_role;

-- Returns whether the caller is staff or manager of the territory, or an admin.
create function private.runs_territory(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(runs_territory.territory_id = any (private.my_territories('staff')), false)
$$;
grant execute on function private.runs_territory(text) to authenticated, service_role;

-- Returns whether the caller is a manager of the territory or an admin, for everything that staff may not do.
create function private.manages_territory(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(manages_territory.territory_id = any (private.my_territories('manager')), false)
$$;
grant execute on function private.manages_territory(text) to authenticated, service_role;

-- Returns whether the database itself makes the request (a migration, a seed or the service role), without a user.
create function private.is_trusted_caller()
returns boolean language sql stable set search_path = '' as $$
  select (select auth.uid()) is null and coalesce((select auth.role()), 'service_role') not in ('anon', 'authenticated')
$$;
grant execute on function private.is_trusted_caller() to anon, authenticated, service_role;

-- Returns the roles of a person as the browser gets them.
create function private.roles_of(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(p.roles) from public.profiles p where p.id = p_user_id
$$;

-- Returns the caller's id. Raises 403 'forbidden' unless the caller has the role in any territory.
create function private.require_role(p_role text)
returns uuid language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not private.has_role(p_role) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  return caller;
end $$;

-- Raises 403 'forbidden' unless the caller is an admin.
create function private.require_admin()
returns void language plpgsql stable set search_path = '' as $$
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
end $$;

-- Raises 403 'forbidden' unless the caller is staff or manager of the territory, or an admin.
create function private.require_territory(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.runs_territory(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
end $$;

-- Raises 400 'territory_required' or 403 'forbidden' unless the caller runs the drivers of the territory.
create function private.require_driver_manager(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if p_territory_id is null then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  elsif not private.runs_drivers(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
end $$;
