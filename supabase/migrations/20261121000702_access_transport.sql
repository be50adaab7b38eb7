-- Who reads and writes transport: services, pickup locations, drivers and their schedules. A shuttle manager adds and edits
-- the shuttle services of the own territory (spec part 3, Shuttle Manager Dashboard: transport type fixed to shuttle),
-- runs its drivers and its schedules, and nothing else.

create policy territory_transports_select_anon on public.territory_transports for select to anon
  using (visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy territory_transports_select on public.territory_transports for select to authenticated
  using ((visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]))
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or id = any ((select private.my_transports())::uuid[])
    or (select private.is_admin()));
create policy territory_transports_insert on public.territory_transports for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy territory_transports_update on public.territory_transports for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy territory_transports_delete on public.territory_transports for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.territory_transports to anon, authenticated;
grant delete on public.territory_transports to authenticated;
grant insert (id, territory_id, transport_type_id, title, description, image_urls, booking_type, shared_price, private_price,
  min_spots, max_spots, available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id,
  destination, destination_territory_id, departure_time, duration_hours, passport_required, cancellation_policy, visible)
  on public.territory_transports to authenticated;
grant update (transport_type_id, title, description, image_urls, booking_type, shared_price, private_price,
  min_spots, max_spots, available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id,
  destination, destination_territory_id, departure_time, duration_hours, passport_required, cancellation_policy, visible)
  on public.territory_transports to authenticated;

create policy pickup_locations_select_anon on public.pickup_locations for select to anon
  using (territory_id = any ((select private.open_territories())::text[]));
create policy pickup_locations_select on public.pickup_locations for select to authenticated
  using (territory_id = any ((select private.open_territories())::text[])
    or territory_id = any ((select private.my_regions())::text[])
    or (select private.is_admin()));
create policy pickup_locations_insert on public.pickup_locations for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy pickup_locations_update on public.pickup_locations for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy pickup_locations_delete on public.pickup_locations for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
grant select on public.pickup_locations to anon, authenticated;
grant insert (id, territory_id, name, directions, map_link), update (name, directions, map_link), delete
  on public.pickup_locations to authenticated;

-- Drivers of the own territory: those who run it, and its shuttle managers.
create function private.runs_drivers(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.runs_territory(runs_drivers.territory_id)
    or coalesce(runs_drivers.territory_id = any (private.my_territories('shuttle')), false)
$$;
create function private.runs_transport(transport_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.territory_transports t
    where t.id = runs_transport.transport_id and private.runs_drivers(t.territory_id)
  )
$$;
grant execute on function private.runs_drivers(text), private.runs_transport(uuid) to authenticated, service_role;

create policy shuttle_drivers_select on public.shuttle_drivers for select to authenticated
  using (driver_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or (select private.is_admin()));
create policy shuttle_drivers_insert on public.shuttle_drivers for insert to authenticated
  with check (private.runs_drivers(territory_id));
create policy shuttle_drivers_update on public.shuttle_drivers for update to authenticated
  using (private.runs_drivers(territory_id)) with check (private.runs_drivers(territory_id));
create policy shuttle_drivers_delete on public.shuttle_drivers for delete to authenticated
  using (private.runs_drivers(territory_id));
grant select, insert (driver_id, territory_id, active), update (active), delete on public.shuttle_drivers to authenticated;

create policy driver_schedules_select on public.driver_schedules for select to authenticated
  using (driver_id = (select auth.uid())
    or exists (select 1 from public.territory_transports t where t.id = transport_id
      and t.territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy driver_schedules_insert on public.driver_schedules for insert to authenticated
  with check (private.runs_transport(transport_id));
create policy driver_schedules_update on public.driver_schedules for update to authenticated
  using (private.runs_transport(transport_id)) with check (private.runs_transport(transport_id));
create policy driver_schedules_delete on public.driver_schedules for delete to authenticated
  using (private.runs_transport(transport_id));
grant select, insert (driver_id, transport_id, day_of_week, active), update (active), delete
  on public.driver_schedules to authenticated;
