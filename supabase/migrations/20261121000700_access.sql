-- Who is asking: helpers that policies and functions share, and the triggers that keep profiles and roles true.
--
-- Policies use the helpers as `= any ((select private.my_territories('staff'))::text[])`: the scalar sub-select makes
-- Postgres evaluate the helper once a statement and lets it use an index, instead of calling it for each row.

-- The live roles of the caller. Revoked by a grantor or dropped by the holder: both stop at once.
create function private.has_role(role text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.role_grants g
    where g.user_id = (select auth.uid()) and g.role = has_role.role and g.revoked_at is null and g.dropped_at is null
  )
$$;

create function private.is_admin()
returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin')
$$;

-- A role in anybody's name; without a territory, the role anywhere.
create function private.user_has_role(user_id uuid, role text, territory_id text default null)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.role_grants g
    where g.user_id = user_has_role.user_id and g.role = user_has_role.role
      and (user_has_role.territory_id is null or g.territory_id = user_has_role.territory_id)
      and g.revoked_at is null and g.dropped_at is null
  )
$$;

-- Territories in which the caller holds a live role of the set: staff (manager or staff), manager, shuttle, guide,
-- driver, partner, people (everyone who works there). An unknown set is empty.
create function private.my_territories(role text)
returns text[] language plpgsql stable security definer set search_path = '' as $$
begin
  -- The roles are looked at in the aggregate, not in the where: the same plan then fits every set, and is kept for the session.
  -- Planning it anew for each statement took longer than most of the statements that it guards.
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
    from private.role_grants g
    where g.user_id = (select auth.uid()) and g.territory_id is not null
      and g.revoked_at is null and g.dropped_at is null);
end $$;

-- Territories that the public may see.
create function private.open_territories()
returns text[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(t.id), '{}') from public.territories t where t.visible and t.archived_at is null
$$;

-- What the caller is tied to although it may be hidden or archived by now: a booking keeps its title and its region.
create function private.my_experiences()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.experience_id from public.bookings b where b.tourist_id = (select auth.uid())
    union
    select e.id from public.experiences e
      where e.guide_id = (select auth.uid()) and e.territory_id = any (private.my_territories('guide'))
    union
    select r.experience_id from public.experience_guide_rankings r join public.experiences e on e.id = r.experience_id
      where r.guide_id = (select auth.uid()) and e.territory_id = any (private.my_territories('guide'))
  )
$$;

-- Services that an active schedule of an active driver covers.
create function private.driven_transports()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select distinct s.transport_id
    from public.driver_schedules s
    join public.territory_transports t on t.id = s.transport_id
    join public.shuttle_drivers d on d.driver_id = s.driver_id and d.territory_id = t.territory_id
    where s.driver_id = (select auth.uid()) and s.active and d.active
      and t.territory_id = any (private.my_territories('driver'))
  )
$$;

create function private.my_transports()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.transport_id from public.transport_bookings b where b.tourist_id = (select auth.uid())
    union
    select unnest(private.driven_transports())
  )
$$;

-- Regions of the caller's work and of the caller's own bookings.
create function private.my_regions()
returns text[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.territory_id from public.bookings b where b.tourist_id = (select auth.uid())
    union
    select b.territory_id from public.transport_bookings b where b.tourist_id = (select auth.uid())
    union
    select unnest(private.my_territories('people') || private.my_territories('partner'))
  )
$$;

-- People who hold a live role in a territory that the caller runs.
create function private.my_people()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct g.user_id), '{}')
  from private.role_grants g
  where g.territory_id = any (private.my_territories('staff')) and g.revoked_at is null and g.dropped_at is null
$$;

-- The caller's id, or 401 with the text that fits the place.
create function private.require_user(message text default 'Please log in to continue')
returns uuid language plpgsql stable set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  if caller is null then
    perform private.fail(401, 'not_signed_in', message);
  end if;
  return caller;
end $$;

-- Staff or manager of the territory, or an admin.
create function private.runs_territory(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(runs_territory.territory_id = any (private.my_territories('staff')), false)
$$;

-- A request that the database made itself, a migration, a seed or the service role: there is no user behind it.
create function private.is_trusted_caller()
returns boolean language sql stable set search_path = '' as $$
  select (select auth.uid()) is null and coalesce((select auth.role()), 'service_role') not in ('anon', 'authenticated')
$$;

create function private.audit(p_action text, p_territory_id text, p_table text, p_id text, p_detail jsonb default '{}')
returns void language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
  values ((select auth.uid()), p_action, p_territory_id, p_table, p_id, p_detail)
$$;

-- A new account gets its profile and the role tourist. Nothing else of the sign-up data is trusted: the browser sends it.
create function private.on_user_created()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, email, full_name)
  values (new.id, lower(coalesce(new.email, '')), left(btrim(coalesce(new.raw_user_meta_data ->> 'full_name', '')), 120))
  on conflict (id) do nothing;
  insert into private.role_grants (user_id, role) values (new.id, 'tourist') on conflict do nothing;
  return new;
end $$;

create trigger on_auth_user_created after insert on auth.users
  for each row execute function private.on_user_created();

create function private.on_user_email_changed()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(coalesce(new.email, '')) where id = new.id;
  return new;
end $$;

create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.on_user_email_changed();

-- profiles.roles mirrors the live grants. One statement for any number of rows: a bulk load stays fast.
create function private.mirror_roles()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p
  set roles = live.roles
  from (
    select c.user_id, coalesce(array_agg(distinct g.role) filter (where g.role is not null), '{}') as roles
    from (select distinct user_id from changed) c
    left join private.role_grants g on g.user_id = c.user_id and g.revoked_at is null and g.dropped_at is null
    group by c.user_id
  ) live
  where p.id = live.user_id and p.roles is distinct from live.roles;
  return null;
end $$;

create trigger role_grants_mirror_insert after insert on private.role_grants
  referencing new table as changed for each statement execute function private.mirror_roles();
create trigger role_grants_mirror_update after update on private.role_grants
  referencing new table as changed for each statement execute function private.mirror_roles();
create trigger role_grants_mirror_delete after delete on private.role_grants
  referencing old table as changed for each statement execute function private.mirror_roles();

-- Helpers that policies call run as the requesting role.
grant execute on function private.open_territories() to anon, authenticated, service_role;
grant execute on function private.fail(int, text, text), private.require_user(text),
  private.is_trusted_caller() to anon, authenticated, service_role;
grant execute on function private.has_role(text), private.is_admin(), private.my_territories(text), private.my_regions(),
  private.my_experiences(), private.my_transports(), private.driven_transports(), private.my_people(),
  private.runs_territory(text) to authenticated, service_role;
grant execute on function private.user_has_role(uuid, text, text) to service_role;
grant execute on function private.currency_exponent(text) to anon, authenticated, service_role;

-- Row level security everywhere: a table without a policy answers nobody but the service role and its owner.
do $$
declare
  t record;
begin
  for t in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname in ('public', 'private') and c.relkind = 'r' loop
    execute format('alter table %s enable row level security', t.name);
    execute format('revoke all on table %s from public, anon, authenticated', t.name);
    execute format('grant all on table %s to service_role', t.name);
  end loop;
end $$;
grant usage, select on all sequences in schema public, private to service_role;
