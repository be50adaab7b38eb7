-- Roles: who holds which role where, and how one is dropped, granted and revoked (docs/decisions/0030). Only functions read and write `role_grants`.
-- `profiles.roles` mirrors it for display, and no policy reads the mirror.

create table private.role_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('admin', 'territory_manager', 'territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver', 'tourist')),
  territory_id text references public.territories (id),
  granted_by uuid references public.profiles (id) on delete set null,
  -- When its holder dropped the role, who may take it up again. A revoked one can only be restored by a grantor.
  dropped_at timestamptz,
  revoked_at timestamptz,
  -- The commission agreed with a travel partner in this territory, in percent of what the guest pays.
  business_name text check (length(business_name) <= 160 and private.is_plain_name(business_name)),
  commission_level numeric(4, 1) check (commission_level between 0 and 100),
  -- since when a guide takes no new bookings here; sold departures stay theirs
  paused_at timestamptz,
  -- since when a team member has hidden the territory's first steps (places/first_steps.sql)
  first_steps_hidden_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint role_grants_paused check (paused_at is null or role = 'tour_guide'),
  constraint role_grants_partner_terms check (
    case when role = 'travel_partner' then commission_level is not null else num_nonnulls(business_name, commission_level) = 0 end)
);
create unique index role_grants_one_live_idx on private.role_grants (user_id, role, coalesce(territory_id, '')) where revoked_at is null;
create index role_grants_territory_idx on private.role_grants (territory_id, role) where revoked_at is null and dropped_at is null;
create index role_grants_user_idx on private.role_grants (user_id, territory_id);
create index role_grants_granted_by_idx on private.role_grants (granted_by);
create index role_grants_business_idx on private.role_grants using gin (private.search_words(business_name)) where business_name is not null;
alter table private.role_grants enable row level security;
grant all on private.role_grants to service_role;

-- Active roles, which are neither revoked nor dropped.
create view private.live_grants as
select g.* from private.role_grants g where g.revoked_at is null and g.dropped_at is null;

create trigger role_grants_touch before update on private.role_grants for each row execute function private.touch_updated_at();

-- Sets the usual commission for a partner without another agreement.
create function private.fill_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.commission_level := coalesce(new.commission_level, private.usual_commission());
  return new;
end $$;

create trigger role_grants_fill_commission before insert on private.role_grants
  for each row when (new.role = 'travel_partner') execute function private.fill_commission();

-- Returns the highest commission that can be agreed: the ceiling, but at most what leaves the operator its minimum after the territory's and the
-- app's 10 % each.
create function private.max_commission()
returns numeric language sql stable security definer set search_path = '' as $$
  select greatest(least(private.limit_value('commission.ceiling_percent'), 80 - private.limit_value('commission.operator_floor_percent')), 0)
$$;

-- Returns 10 %, or the highest possible commission if that is less.
create function private.usual_commission()
returns numeric language sql stable security definer set search_path = '' as $$
  select least(10, private.max_commission())
$$;

-- Raises 400 'invalid_input' and 'commission_too_high' for a commission that can't be agreed. p_before is the current one, because an old one above
-- the limit can stay.
create function private.check_commission(p_level numeric, p_before numeric default null)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  highest numeric := private.max_commission();
begin
  if p_level < 0 or p_level <> round(p_level, 1) then
    perform private.invalid('Please enter a commission of at least 0, with one decimal at most', 'commission');
  elsif p_level > highest and p_level is distinct from p_before then
    perform private.fail(400, 'commission_too_high', format('The commission is at most %s%%', trim_scale(highest)), 'commission');
  end if;
end $$;

-- Returns a partner's current percentage of a booking in a territory, or null if they aren't a partner.
create function private.commission_of(p_user_id uuid, p_territory_id text)
returns numeric language sql stable security definer set search_path = '' as $$
  select g.commission_level from private.live_grants g
  where g.user_id = p_user_id and g.role = 'travel_partner' and g.territory_id = p_territory_id
$$;

-- Returns the partner's business name in a territory, or in the one where they have worked longest. Null if they aren't a partner.
create function private.business_name_of(p_user_id uuid, p_territory_id text default null)
returns text language sql stable security definer set search_path = '' as $$
  select g.business_name from private.live_grants g
  where g.user_id = p_user_id and g.role = 'travel_partner' and g.business_name <> ''
    and (p_territory_id is null or g.territory_id = p_territory_id)
  order by g.created_at, g.id limit 1
$$;

-- Mirrors the live grants in profiles.roles. It is one statement for any number of rows, so that bulk loads stay fast.
create function private.mirror_roles()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p
  set roles = live.roles
  from (
    select c.user_id, coalesce(array_agg(distinct g.role) filter (where g.role is not null), '{}') as roles
    from (select distinct user_id from changed) c
    left join private.live_grants g on g.user_id = c.user_id
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

-- Returns whether a role belongs to a territory. Admin and tourist belong to none.
create function private.is_territory_role(role text)
returns boolean language sql immutable set search_path = '' as $$
  select role in ('territory_manager', 'territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver')
$$;

-- Returns whether managers grant the role in their territory.
create function private.is_managers_grant(role text)
returns boolean language sql immutable set search_path = '' as $$
  select role in ('territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver')
$$;

-- Returns whether the caller may grant a role. Admins grant everything, and managers everything but admin and manager in their territory.
create function private.may_grant(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(
    private.is_managers_grant(p_role) and p_territory_id = any (private.my_territories('manager')), false)
$$;

-- Raises 401 'not_signed_in' or 403 'roles_forbidden' unless the caller may give this role there.
create function private.require_grantor(p_role text, p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user('You must be logged in to update roles');
  if not private.may_grant(p_role, p_territory_id) then
    perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
  end if;
end $$;

-- Makes a grant active, once, and updates the profile, which gets the territory unless the person still works in another. Every grant except a
-- tourist's goes through here, so this checks who owns the account and raises what require_owned does.
create function private.give_role(p_user_id uuid, p_role text, p_territory_id text, p_by uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_owned(p_user_id);
  insert into private.role_grants (user_id, role, territory_id, granted_by)
  values (p_user_id, p_role, p_territory_id, p_by)
  on conflict (user_id, role, coalesce(territory_id, '')) where revoked_at is null
  do update set dropped_at = null, granted_by = excluded.granted_by where role_grants.dropped_at is not null;
  if p_territory_id is not null then
    update public.profiles p set territory_id = p_territory_id
    where p.id = p_user_id and p.territory_id is distinct from p_territory_id and not exists (
      select 1 from private.live_grants g where g.user_id = p_user_id and g.territory_id = p.territory_id);
  end if;
  if p_role = 'shuttle_driver' then
    insert into public.shuttle_drivers (driver_id, territory_id) values (p_user_id, p_territory_id)
    on conflict (driver_id, territory_id) do update set active = true;
  end if;
  update public.role_requests set status = 'approved', decided_by = p_by, decided_at = now()
  where user_id = p_user_id and role = p_role and status = 'pending';
end $$;
grant execute on function private.give_role(uuid, text, text, uuid) to service_role;

-- Returns whether a person may invite someone to a role there now. Admins may for every role, managers for those that managers grant, staff for
-- guides and partners, and shuttle managers for drivers.
create function private.person_may_invite(p_user_id uuid, p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.live_grants g
    where g.user_id = p_user_id and (g.role = 'admin' or g.territory_id = p_territory_id and p_role = any (case g.role
      when 'territory_manager' then '{territory_staff,tour_guide,travel_partner,shuttle_manager,shuttle_driver}'
      when 'territory_staff' then '{tour_guide,travel_partner}'
      when 'shuttle_manager' then '{shuttle_driver}'
      else '{}' end::text[])))
$$;

-- Ends everything that a role in a territory brings, after it was revoked or dropped, and updates the profile.
create function private.end_work(p_user_id uuid, p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  other_territory text;
begin
  if p_role = 'shuttle_driver' then
    delete from public.driver_schedules c using public.slots s join public.services t on t.id = s.service_id
    where c.slot_id = s.id and t.territory_id = p_territory_id and c.driver_id = p_user_id;
    delete from public.shuttle_drivers where driver_id = p_user_id and territory_id = p_territory_id;
  elsif p_role = 'travel_partner' and not private.user_has_role(p_user_id, 'travel_partner') then
    update public.referral_links set active = false where user_id = p_user_id and active;
  end if;
  -- Open invitations end with their creator's role, and older ones can't restore an ended role.
  update public.invites i set withdrawn_at = now()
  where i.redeemed_at is null and i.withdrawn_at is null and (
    i.invited_by = p_user_id
      and exists (select 1 from unnest(i.roles) r where not private.person_may_invite(p_user_id, r, i.territory_id))
    or i.email = private.confirmed_email(p_user_id) and i.territory_id is not distinct from p_territory_id and p_role = any (i.roles));
  select min(g.territory_id) into other_territory from private.live_grants g
  where g.user_id = p_user_id and g.territory_id is not null;
  update public.profiles p set territory_id = other_territory
  where p.id = p_user_id and p.territory_id = p_territory_id and not exists (
    select 1 from private.live_grants g where g.user_id = p_user_id and g.territory_id = p_territory_id);
end $$;

-- Ends a revoked role. A guide who only drops it keeps their positions in the rankings, and gets them back when they take it up again.
create function private.end_role(p_user_id uuid, p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_role = 'tour_guide' then
    delete from public.experience_guide_rankings r using public.services e
    where r.experience_id = e.id and e.territory_id = p_territory_id and r.guide_id = p_user_id;
  end if;
  perform private.end_work(p_user_id, p_role, p_territory_id);
end $$;
grant execute on function private.end_role(uuid, text, text) to service_role;

-- Drops the caller's own role everywhere. A role not held has no effect. Raises 400 'tourist_role_required' and 409 'last_admin'. Locks the profile.
create function public.remove_my_role(p_role text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  dropped record;
begin
  if p_role = 'tourist' then
    perform private.fail(400, 'tourist_role_required', 'Cannot remove the tourist role as it is required');
  end if;
  if p_role = 'admin' then
    perform private.keep_one_admin(caller);
  end if;
  perform 1 from public.profiles p where p.id = caller for no key update;
  for dropped in
    update private.role_grants g set dropped_at = now()
    where g.user_id = caller and g.role = p_role and g.revoked_at is null and g.dropped_at is null
    returning g.territory_id
  loop
    perform private.end_work(caller, p_role, dropped.territory_id);
    perform private.audit('role_dropped', dropped.territory_id, 'profiles', caller::text, jsonb_build_object('role', p_role));
  end loop;
  return jsonb_build_object('roles', private.roles_of(caller));
end $$;

-- Raises 409 'last_admin', because the platform always keeps an admin. Its lock makes two admins who leave at the same time wait for each other.
create function private.keep_one_admin(p_leaving uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.keep_one_admin', 0));
  if not exists (select 1 from private.live_grants g where g.role = 'admin' and g.user_id <> p_leaving) then
    perform private.fail(409, 'last_admin', 'You can''t remove the last administrator');
  end if;
end $$;

-- Returns whether this is the only admin.
create function private.is_only_admin(p_user_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.user_has_role(p_user_id, 'admin')
    and not exists (select 1 from private.live_grants g where g.role = 'admin' and g.user_id <> p_user_id)
$$;

-- Raises 403 'own_request' for the caller's own account, unless they are the only admin. People can't give themselves a role by request or
-- invitation, because a second person decides.
create function private.refuse_own(p_user_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user_id = (select auth.uid()) and not private.is_only_admin(p_user_id) then
    perform private.fail(403, 'own_request', 'You can''t decide on your own role. Someone else has to decide.');
  end if;
end $$;

-- Grants a role whose permission was checked, because the person requested it or it belongs to no territory. Raises 400 'territory_required' and 404
-- 'user_not_found'. Locks the person's profile.
create function private.grant_checked_role(p_user_id uuid, p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.is_territory_role(p_role)
     and not exists (select 1 from public.territories t where t.id = p_territory_id and t.archived_at is null) then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  end if;
  perform 1 from public.profiles p where p.id = p_user_id for update;
  if not found then
    perform private.fail(404, 'user_not_found', 'User not found');
  end if;
  perform private.give_role(p_user_id, p_role, p_territory_id, (select auth.uid()));
  perform private.audit('role_granted', p_territory_id, 'profiles', p_user_id::text, jsonb_build_object('role', p_role));
end $$;

-- Makes a person an admin, and returns {user_id, roles}. A role in a territory is never granted like this, because it comes from the person's own
-- request or an invitation that they accepted (docs/decisions/0030). Raises 403 'roles_forbidden' and 'invitation_required', 400 'unknown_role' and
-- 404 'user_not_found'. Locks the person's profile.
create function public.grant_role(p_user_id uuid, p_role text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_grantor(p_role, null);
  if private.is_territory_role(p_role) then
    perform private.fail(403, 'invitation_required', 'You can only join a region''s team by invitation');
  elsif not coalesce(p_role in ('admin', 'tourist'), false) then
    perform private.fail(400, 'unknown_role', 'An error occurred adding role');
  end if;
  perform private.grant_checked_role(p_user_id, p_role, null);
  return jsonb_build_object('user_id', p_user_id, 'roles', private.roles_of(p_user_id));
end $$;

-- Removes a role from a member, and returns {user_id, roles}: for admins all roles, and for others those left in the territory. Removing a staff
-- member removes every role that the caller may remove in that territory. Raises 403 'roles_forbidden' if may_revoke refuses, 404 'user_not_found' if
-- the person doesn't have the role there (no effect for admins), 400 'tourist_role_required' and 409 'last_admin'. Locks the person's profile.
create function public.revoke_role(p_user_id uuid, p_role text, p_territory_id text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  place text := case when private.is_territory_role(p_role) then p_territory_id end;
  ended record;
begin
  perform private.require_user('You must be logged in to update roles');
  if not private.may_revoke(p_role, place) then
    perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
  end if;
  if p_role = 'tourist' then
    perform private.fail(400, 'tourist_role_required', 'Cannot remove the tourist role as it is required');
  elsif p_role = 'admin' then
    perform private.keep_one_admin(p_user_id);
  end if;
  -- This isn't `for update`, because someone who accepts this person's invitation at the same time references them as the grantor of the role.
  perform 1 from public.profiles p where p.id = p_user_id for no key update;
  if not private.is_admin() and not exists (
    select 1 from private.role_grants g
    where g.user_id = p_user_id and g.role = p_role and g.territory_id = place and g.revoked_at is null) then
    perform private.fail(404, 'user_not_found', 'User not found');
  end if;
  for ended in
    update private.role_grants g set revoked_at = now()
    where g.user_id = p_user_id and g.territory_id is not distinct from place and g.revoked_at is null
      and (g.role = p_role or (p_role = 'territory_staff' and private.may_grant(g.role, place)))
    returning g.role
  loop
    perform private.end_role(p_user_id, ended.role, place);
    perform private.audit('role_revoked', place, 'profiles', p_user_id::text, jsonb_build_object('role', ended.role));
  end loop;
  return jsonb_build_object('user_id', p_user_id, 'roles', case when private.is_admin() then private.roles_of(p_user_id) else (
    select coalesce(jsonb_agg(g.role order by g.role), '[]') from private.live_grants g
    where g.user_id = p_user_id and g.territory_id = place) end);
end $$;

-- Returns whether the caller may remove a role or invite someone to it: people who may grant it, and staff for the guides and partners of their
-- territory (docs/decisions/0073).
create function private.may_revoke(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.may_grant(p_role, p_territory_id)
    or coalesce(p_role in ('tour_guide', 'travel_partner') and p_territory_id = any (private.my_territories('staff')), false)
$$;

-- Returns the two limits of commissions, {ceiling, operator_floor, highest, above}: percentages, and how many partners have more than the highest by
-- an older agreement. For admins. Raises 403 'forbidden' for others.
create function public.commission_limits()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object('ceiling', private.limit_value('commission.ceiling_percent'),
    'operator_floor', private.limit_value('commission.operator_floor_percent'), 'highest', private.max_commission(),
    'above', (select count(*) from private.live_grants g where g.role = 'travel_partner' and g.commission_level > private.max_commission()));
end $$;

-- Sets both limits and returns commission_limits. The expected values are those that the admin has read. Existing commissions stay. Raises 403
-- 'forbidden', 400 'invalid_input' unless they are whole percentages from 0 to 80, and 409 'changed_meanwhile'. Locks the two rows.
create function public.save_commission_limits(p_ceiling numeric, p_operator_floor numeric, p_expected_ceiling numeric, p_expected_floor numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
begin
  perform private.require_admin();
  if not coalesce(p_ceiling between 0 and 80 and p_operator_floor between 0 and 80 and p_ceiling = round(p_ceiling)
     and p_operator_floor = round(p_operator_floor), false) then
    perform private.invalid('Please enter whole percents from 0 to 80');
  end if;
  perform 1 from private.limits l where l.name like 'commission.%' order by l.name for update;
  was := public.commission_limits();
  if (was ->> 'ceiling')::numeric is distinct from p_expected_ceiling or (was ->> 'operator_floor')::numeric is distinct from p_expected_floor then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  update private.limits set value = p_ceiling where name = 'commission.ceiling_percent';
  update private.limits set value = p_operator_floor where name = 'commission.operator_floor_percent';
  perform private.audit('commission_limits_changed', null, 'limits', 'commission', jsonb_build_object(
    'ceiling_percent', jsonb_build_object('from', was -> 'ceiling', 'to', p_ceiling),
    'operator_floor_percent', jsonb_build_object('from', was -> 'operator_floor', 'to', p_operator_floor)));
  return public.commission_limits();
end $$;
