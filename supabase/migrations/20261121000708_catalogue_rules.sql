-- Rules of the catalogue that no policy can say: what belongs together belongs to one territory, and what has been sold is
-- archived, not deleted.

-- Delete means archive once there are departures: holds, bookings and money hang on those. It works the same for every caller:
-- the row stays, hidden and with archived_at.
create function private.archive_instead_of_delete()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'experiences' and exists (select 1 from public.departures d where d.experience_id = old.id) then
    update public.experiences set archived_at = coalesce(archived_at, now()), visible = false, featured = false where id = old.id;
    return null;
  elsif tg_table_name = 'territory_transports' and exists (select 1 from public.departures d where d.transport_id = old.id) then
    update public.territory_transports set archived_at = coalesce(archived_at, now()), visible = false where id = old.id;
    return null;
  elsif tg_table_name = 'experience_timeslots' and exists (select 1 from public.departures d where d.timeslot_id = old.id) then
    update public.experience_timeslots set archived_at = coalesce(archived_at, now()) where id = old.id;
    return null;
  end if;
  return old;
end $$;
create trigger experiences_archive before delete on public.experiences
  for each row execute function private.archive_instead_of_delete();
create trigger territory_transports_archive before delete on public.territory_transports
  for each row execute function private.archive_instead_of_delete();
create trigger experience_timeslots_archive before delete on public.experience_timeslots
  for each row execute function private.archive_instead_of_delete();

-- A person who is put on a service must hold the role in its territory. Only what changes is checked, so that an experience
-- whose guide has left can still be edited.
create function private.check_experience_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.guide_id is not null and not private.is_trusted_caller()
     and not private.user_has_role(new.guide_id, 'tour_guide', new.territory_id) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide does not belong to the territory');
  end if;
  return new;
end $$;
create trigger experiences_guide_check_insert before insert on public.experiences
  for each row when (new.guide_id is not null) execute function private.check_experience_guide();
create trigger experiences_guide_check_update before update of guide_id on public.experiences
  for each row when (new.guide_id is distinct from old.guide_id) execute function private.check_experience_guide();

create function private.check_ranked_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() and not private.user_has_role(new.guide_id, 'tour_guide',
       (select e.territory_id from public.experiences e where e.id = new.experience_id)) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide does not belong to the territory');
  end if;
  return new;
end $$;
create trigger experience_guide_rankings_check before insert or update of guide_id, experience_id
  on public.experience_guide_rankings for each row execute function private.check_ranked_guide();

create function private.check_driver()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() and not private.user_has_role(new.driver_id, 'shuttle_driver', new.territory_id) then
    perform private.fail(400, 'driver_not_in_territory', 'This driver does not belong to the territory');
  end if;
  return new;
end $$;
create trigger shuttle_drivers_check before insert or update of driver_id, territory_id
  on public.shuttle_drivers for each row execute function private.check_driver();

create function private.check_schedule()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.shuttle_drivers d join public.territory_transports t on t.territory_id = d.territory_id
    where d.driver_id = new.driver_id and t.id = new.transport_id
  ) then
    perform private.fail(400, 'driver_not_in_territory', 'This driver does not belong to the territory');
  end if;
  if exists (
    select 1 from public.driver_schedules s
    where s.driver_id = new.driver_id and s.transport_id = new.transport_id and s.day_of_week = new.day_of_week and s.id <> new.id
  ) then
    perform private.fail(409, 'schedule_exists', 'This driver already has a schedule for this service on this day');
  end if;
  return new;
end $$;
create trigger driver_schedules_check before insert or update of driver_id, transport_id, day_of_week
  on public.driver_schedules for each row execute function private.check_schedule();

-- Tags and pickup locations are of the service's own territory, whoever writes.
create function private.check_experience_tag()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.experiences e join public.territory_tags t on t.territory_id = e.territory_id
    where e.id = new.experience_id and t.id = new.tag_id
  ) then
    perform private.fail(400, 'tag_not_in_territory', 'This tag does not belong to the territory');
  end if;
  return new;
end $$;
create trigger experience_tags_check before insert or update on public.experience_tags
  for each row execute function private.check_experience_tag();

create function private.check_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.pickup_locations p where p.id = new.pickup_location_id and p.territory_id = new.territory_id) then
    perform private.fail(400, 'pickup_not_in_territory', 'This pickup location does not belong to the territory');
  end if;
  return new;
end $$;
create trigger territory_transports_pickup_check_insert before insert on public.territory_transports
  for each row when (new.pickup_location_id is not null) execute function private.check_pickup_location();
create trigger territory_transports_pickup_check_update before update of pickup_location_id on public.territory_transports
  for each row when (new.pickup_location_id is not null and new.pickup_location_id is distinct from old.pickup_location_id)
  execute function private.check_pickup_location();

-- Which region the home page features is the platform's choice.
create function private.guard_territory()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.featured is distinct from old.featured and not private.is_trusted_caller() and not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator may feature a territory');
  end if;
  return new;
end $$;
create trigger territories_guard before update of featured on public.territories
  for each row execute function private.guard_territory();

-- A new guide takes over what is still to come; what is past stays with who led it.
create function private.move_bookings_to_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone (select t.time_zone from public.territories t where t.id = new.territory_id))::date;
begin
  update public.bookings set guide_id = new.guide_id
  where experience_id = new.id and booking_date >= today and check_in_status = 'pending'
    and guide_id is distinct from new.guide_id;
  update public.messages m set guide_id = new.guide_id
  from public.bookings b
  where b.experience_id = new.id and b.booking_date >= today and m.booking_id = b.id
    and b.guide_id is not distinct from new.guide_id and m.guide_id is distinct from new.guide_id;
  return null;
end $$;
create trigger experiences_move_bookings after update of guide_id on public.experiences
  for each row when (new.guide_id is distinct from old.guide_id) execute function private.move_bookings_to_guide();

-- Deletes a territory that never sold anything, with all it holds; otherwise archives it and what it offers.
create function private.delete_territory(p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  sold boolean;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator may delete a territory');
  end if;
  perform 1 from public.territories t where t.id = p_territory_id for update;
  if not found then
    perform private.fail(404, 'territory_not_found', 'Territory not found');
  end if;
  sold := exists (select 1 from public.departures d where d.territory_id = p_territory_id);
  perform private.audit(case when sold then 'territory_archived' else 'territory_deleted' end, p_territory_id, 'territories', p_territory_id);
  update public.profiles set territory_id = null where territory_id = p_territory_id;
  update private.role_grants set revoked_at = now() where territory_id = p_territory_id and revoked_at is null;
  delete from public.experiences where territory_id = p_territory_id;
  delete from public.territory_transports where territory_id = p_territory_id;
  if sold then
    update public.territories set archived_at = coalesce(archived_at, now()), visible = false, featured = false
    where id = p_territory_id;
    return jsonb_build_object('deleted', false, 'archived', true);
  end if;
  update public.territory_transports set destination_territory_id = null where destination_territory_id = p_territory_id;
  delete from private.role_grants where territory_id = p_territory_id;
  delete from public.role_requests where territory_id = p_territory_id;
  delete from public.commission_payments where territory_id = p_territory_id;
  delete from public.territories where id = p_territory_id;
  return jsonb_build_object('deleted', true, 'archived', false);
end $$;
grant execute on function private.delete_territory(text) to authenticated;

create function public.delete_territory(p_territory_id text)
returns jsonb language sql set search_path = '' as $$ select private.delete_territory(p_territory_id) $$;
grant execute on function public.delete_territory(text) to authenticated;
