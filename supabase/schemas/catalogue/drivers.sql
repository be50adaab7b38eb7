-- Drivers of a territory and their weekly schedules (docs/decisions/0017). A territory's staff and shuttle managers pause drivers and write schedules
-- directly. A driver comes with the role and is removed with it (remove_driver).

-- Returns who may edit a territory's drivers: its managers and staff, and its shuttle managers.
create function private.runs_drivers(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.runs_territory(runs_drivers.territory_id)
    or coalesce(runs_drivers.territory_id = any (private.my_territories('shuttle')), false)
$$;
grant execute on function private.runs_drivers(text) to authenticated, service_role;

create table public.shuttle_drivers (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references public.profiles (id) on delete cascade
    constraint shuttle_drivers_card_fkey references public.profile_cards (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (driver_id, territory_id)
);
create index shuttle_drivers_territory_idx on public.shuttle_drivers (territory_id);
alter table public.shuttle_drivers enable row level security;
grant select on public.shuttle_drivers to authenticated;
grant update (active) on public.shuttle_drivers to authenticated;
grant all on public.shuttle_drivers to service_role;

create policy shuttle_drivers_select on public.shuttle_drivers for select to authenticated
  using (driver_id = (select private.live_user())
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or (select private.is_admin()));
create policy shuttle_drivers_update on public.shuttle_drivers for update to authenticated
  using (private.runs_drivers(territory_id)) with check (private.runs_drivers(territory_id));

create table public.driver_schedules (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references public.profiles (id) on delete cascade
    constraint driver_schedules_card_fkey references public.profile_cards (id) on delete cascade,
  slot_id uuid not null references public.slots (id) on delete cascade, -- a slot of transport, because one that leaves twice a day may have two drivers
  day_of_week text not null check (day_of_week in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (driver_id, slot_id, day_of_week)
);
create index driver_schedules_slot_idx on public.driver_schedules (slot_id);
alter table public.driver_schedules enable row level security;
grant select, delete on public.driver_schedules to authenticated;
grant insert (driver_id, slot_id, day_of_week, active) on public.driver_schedules to authenticated;
grant update (active) on public.driver_schedules to authenticated;
grant all on public.driver_schedules to service_role;

create policy driver_schedules_select on public.driver_schedules for select to authenticated
  using (driver_id = (select private.live_user())
    or exists (select 1 from public.slots s join public.services t on t.id = s.service_id where s.id = slot_id
      and t.territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy driver_schedules_insert on public.driver_schedules for insert to authenticated
  with check (private.runs_drivers_of(slot_id));
create policy driver_schedules_update on public.driver_schedules for update to authenticated
  using (private.runs_drivers_of(slot_id)) with check (private.runs_drivers_of(slot_id));
create policy driver_schedules_delete on public.driver_schedules for delete to authenticated
  using (private.runs_drivers_of(slot_id));

create function private.check_driver()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() and not private.user_has_role(new.driver_id, 'shuttle_driver', new.territory_id) then
    perform private.fail(400, 'driver_not_in_territory', 'This driver isn''t part of this region');
  end if;
  return new;
end $$;

-- This is checked after the policies, so that a caller who may not write the row gets their error and learns nothing about the driver.
create trigger shuttle_drivers_check after insert or update of driver_id, territory_id
  on public.shuttle_drivers for each row execute function private.check_driver();

-- Checks that a schedule is for an active driver and a slot of the same territory's transport, once per weekday. Permissions are checked first, so
-- that an outsider learns neither who drives for a territory nor when. Concurrent inserts of the same schedule wait for a lock, so that the second
-- gets the page's error instead of a unique violation.
create function private.check_schedule()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_active boolean;
begin
  if not private.is_trusted_caller() and not private.runs_drivers_of(new.slot_id) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(format('schedule:%s:%s:%s', new.driver_id, new.slot_id, new.day_of_week), 0));
  select d.active and t.archived_at is null and s.archived_at is null into v_active
    from public.slots s join public.services t on t.id = s.service_id join public.shuttle_drivers d on d.territory_id = t.territory_id
   where d.driver_id = new.driver_id and s.id = new.slot_id;
  if v_active is null then
    perform private.fail(400, 'driver_not_in_territory', 'This driver isn''t part of this region');
  end if;
  if exists (
    select 1 from public.driver_schedules s
    where s.driver_id = new.driver_id and s.slot_id = new.slot_id and s.day_of_week = new.day_of_week and s.id <> new.id
  ) then
    perform private.fail(409, 'schedule_exists', 'This driver already has a schedule for this service on this day');
  end if;
  if not v_active and not private.is_trusted_caller() then
    perform private.fail(400, 'driver_inactive', 'You can only schedule active drivers');
  end if;
  return new;
end $$;

create trigger driver_schedules_check before insert or update of driver_id, slot_id, day_of_week
  on public.driver_schedules for each row execute function private.check_schedule();

-- Returns whether the caller drives a slot on a date.
create function private.drives(p_slot_id uuid, p_date date)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.departure_drivers(p_slot_id, p_date) r where r.driver_id = (select auth.uid()))
$$;

-- Deletes the schedules and dates of a driver who is removed from a territory, so that a later invitation doesn't restore them.
create function private.drop_schedules()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.driver_schedules c using public.slots s join public.services t on t.id = s.service_id
   where c.driver_id = old.driver_id and s.id = c.slot_id and t.territory_id = old.territory_id;
  update private.driver_dates x set drivers = array_remove(x.drivers, old.driver_id) from public.slots s join public.services t on t.id = s.service_id
   where x.drivers @> array[old.driver_id] and s.id = x.slot_id and t.territory_id = old.territory_id;
  delete from private.driver_answers a using public.slots s join public.services t on t.id = s.service_id
   where a.driver_id = old.driver_id and s.id = a.slot_id and t.territory_id = old.territory_id;
  return null;
end $$;

create trigger shuttle_drivers_drop_schedules after delete on public.shuttle_drivers
  for each row execute function private.drop_schedules();

-- Removes a driver's role, schedules and row in the territory, but not the account. For people who invite drivers, which excludes staff. Raises 404
-- 'driver_not_found'. Locks the driver's row.
create function public.remove_driver(p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.shuttle_drivers;
begin
  perform private.require_user();
  select * into d from public.shuttle_drivers x where x.id = p_id for update;
  if d.id is null or not private.may_invite('shuttle_driver', d.territory_id) then
    perform private.fail(404, 'driver_not_found', 'We couldn''t find this driver');
  end if;
  update private.role_grants g set revoked_at = now()
   where g.user_id = d.driver_id and g.role = 'shuttle_driver' and g.territory_id = d.territory_id and g.revoked_at is null;
  perform private.end_role(d.driver_id, 'shuttle_driver', d.territory_id);
  delete from public.shuttle_drivers x where x.id = p_id;
  perform private.audit('role_revoked', d.territory_id, 'profiles', d.driver_id::text, jsonb_build_object('role', 'shuttle_driver'));
end $$;

-- Returns the drivers who have been invited and haven't accepted yet.
create function public.driver_invites(p_territory_id text)
returns table (id uuid, full_name text, email text, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  select i.id, i.full_name, i.email, i.expires_at from public.invites i
   where i.territory_id = p_territory_id and i.roles = '{shuttle_driver}' and i.redeemed_at is null and i.withdrawn_at is null
     and i.expires_at > now()
   order by i.created_at desc, i.id limit 200;
end $$;

-- Sends a change of drivers or schedules to their managers and the drivers: territory:<id>, event schedule.
create function private.broadcast_schedule()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_territory text := coalesce(v_row ->> 'territory_id',
    (select t.territory_id from public.slots s join public.services t on t.id = s.service_id where s.id = (v_row ->> 'slot_id')::uuid));
begin
  if v_territory is not null then
    perform realtime.send(jsonb_build_object('id', v_row ->> 'id'), 'schedule', private.topic_of(v_territory), true);
  end if;
  return null;
end $$;

create trigger driver_schedules_broadcast after insert or update or delete on public.driver_schedules
  for each row execute function private.broadcast_schedule();

create trigger shuttle_drivers_broadcast after insert or update or delete on public.shuttle_drivers
  for each row execute function private.broadcast_schedule();

-- Returns a territory's drivers by name with the services for which they are scheduled, [{title, titles}]. p_email selects the driver with this
-- address. A page starts after (sort_name, id).
create function public.list_drivers(p_territory_id text, p_email text default null, p_after_name text default null,
  p_after_id uuid default null, p_limit int default 30)
returns table (id uuid, driver_id uuid, full_name text, email text, active boolean, services jsonb, sort_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  with page as (
    select d.id, d.driver_id, p.full_name, p.email, d.active, private.plain_words(p.full_name) collate "C" as sort_name
    from public.shuttle_drivers d join public.profiles p on p.id = d.driver_id
    where d.territory_id = p_territory_id and (p_email is null or lower(p.email) = lower(btrim(p_email)))
      and (p_after_id is null or (private.plain_words(p.full_name) collate "C", d.id) > (coalesce(p_after_name, ''), p_after_id))
    order by 6, 1
    limit least(greatest(coalesce(p_limit, 30), 1), 100))
  select k.id, k.driver_id, k.full_name, k.email, k.active,
    (select coalesce(jsonb_agg(distinct jsonb_build_object('title', t.title, 'titles', t.names -> 'title')), '[]')
       from public.driver_schedules c join public.slots s on s.id = c.slot_id join public.services t on t.id = s.service_id
      where c.driver_id = k.driver_id and c.active and t.territory_id = p_territory_id),
    k.sort_name
  from page k order by k.sort_name, k.id;
end $$;

-- Returns schedules by weekday from Monday, then service (its title in p_language) and driver. A page starts after (day, sort_name, id).
create function public.list_driver_schedules(p_territory_id text, p_after_day int default null, p_after_name text default null,
  p_after_id uuid default null, p_limit int default 50, p_language text default null)
returns table (id uuid, driver_id uuid, driver_name text, transport_id uuid, title text, titles jsonb, day_of_week text, active boolean, day int,
  sort_name text, slot_id uuid, start_time time)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  with all_of_them as (
    select c.id, c.driver_id, p.full_name, t.id as transport_id, t.title, t.names -> 'title' as titles, c.day_of_week, c.active,
      array_position(private.week_days(), c.day_of_week) as day,
      private.plain_words(coalesce(t.names #>> array['title', p_language], t.title) || ' ' || coalesce(p.full_name, '')) collate "C" as sort_name,
      s.id as slot_id, s.start_time
    from public.services t
    join public.slots s on s.service_id = t.id and s.archived_at is null
    join public.driver_schedules c on c.slot_id = s.id
    left join public.profiles p on p.id = c.driver_id
    where t.territory_id = p_territory_id and t.kind = 'transport' and t.archived_at is null
  )
  select x.id, x.driver_id, x.full_name, x.transport_id, x.title, x.titles, x.day_of_week, x.active, x.day, x.sort_name, x.slot_id, x.start_time
  from all_of_them x
  where p_after_id is null or (x.day, x.sort_name, x.id) > (p_after_day, p_after_name, p_after_id)
  order by x.day, x.sort_name, x.id
  limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;
