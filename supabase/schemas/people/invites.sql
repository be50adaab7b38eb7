-- Invitations (docs/decisions/0030) are bound to an email address, expire, and are accepted once by the confirmed owner of that address, with the
-- emailed code or in the app. Only then is the role granted.

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  -- The SHA-256 of the code in the email. The code itself is never stored.
  code_hash text not null unique,
  email text not null check (email = lower(email)),
  full_name text not null default '' check (private.is_plain_name(full_name)),
  roles text[] not null,
  territory_id text references public.territories (id) on delete cascade,
  business_name text check (private.is_plain_name(business_name)),
  commission_level numeric(4, 1) check (commission_level between 0 and 100),
  invited_by uuid references public.profiles (id) on delete set null,
  expires_at timestamptz not null default now() + interval '14 days',
  redeemed_by uuid references public.profiles (id) on delete set null,
  redeemed_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now()
);
create index invites_email_idx on public.invites (email);
create index invites_territory_idx on public.invites (territory_id);
create index invites_invited_by_idx on public.invites (invited_by);
create index invites_redeemed_by_idx on public.invites (redeemed_by);
-- An invitation is an email to a stranger, so each person may send 20 a minute and 200 an hour.
create index invites_rate_idx on public.invites (invited_by, created_at);
create index invites_words_idx on public.invites using gin (private.search_words(full_name || ' ' || email));
alter table public.invites enable row level security;
grant select (id, email, full_name, roles, territory_id, business_name, commission_level, invited_by, expires_at, redeemed_by,
  redeemed_at, withdrawn_at, created_at) on public.invites to authenticated;
grant all on public.invites to service_role;

-- The team sees open invitations, but never a code's hash. Accepted, withdrawn and expired ones are hidden, because they contain addresses of people
-- who left or never came.
create policy invites_select on public.invites for select to authenticated
  using ((territory_id = any ((select private.my_territories('staff'))::text[]) and redeemed_at is null and withdrawn_at is null
      and expires_at > now())
    or (select private.is_admin()));

-- Returns whether the caller can invite someone to a role there.
create function private.may_invite(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.person_may_invite((select auth.uid()), p_role, p_territory_id)
$$;

-- Raises 400 'invalid_input' for a partner's terms on any other invitation, and for a commission 403 'commission_forbidden' unless the caller manages the
-- territory, and what check_commission raises.
create function private.check_invited_terms(p_roles text[], p_territory_id text, p_business_name text, p_commission_level numeric)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if num_nonnulls(nullif(private.trimmed(p_business_name), ''), p_commission_level) > 0 and p_roles is distinct from '{travel_partner}' then
    perform private.invalid('Only a travel partner can have a business name and a commission');
  elsif length(private.trimmed(p_business_name)) > 160 then
    perform private.invalid('The business name has more than 160 characters', 'business_name');
  elsif p_commission_level is not null and not private.is_trusted_caller() and not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'commission_forbidden', 'Only a manager of the region can set a commission');
  end if;
  perform private.check_commission(p_commission_level);
end $$;

-- Raises 401, 403 'roles_forbidden' and 'own_request', 400 'unknown_role', 'territory_required' and 'invalid_input' unless the caller may create this
-- invitation. The service role may invite anyone.
create function private.check_invite(p_email text, p_roles text[], p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() then
    perform private.require_user();
    if coalesce(cardinality(p_roles), 0) = 0 or exists (
      select 1 from unnest(p_roles) as role where not coalesce(private.may_invite(role, p_territory_id), false)) then
      perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
    end if;
  end if;
  if coalesce(cardinality(p_roles), 0) = 0 or exists (
    select 1 from unnest(p_roles) as role where not coalesce(private.is_territory_role(role) or role in ('admin', 'tourist'), false)) then
    perform private.fail(400, 'unknown_role', 'An error occurred adding role');
  end if;
  if exists (select 1 from unnest(p_roles) as role where private.is_territory_role(role))
     and not exists (select 1 from public.territories t where t.id = p_territory_id and t.archived_at is null) then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  end if;
  if not coalesce(private.is_email(btrim(p_email)), false) then
    perform private.fail(400, 'invalid_input', 'Please fill in all required fields');
  end if;
  perform private.refuse_own(p.id) from public.profiles p where p.id = (select auth.uid()) and lower(p.email) = lower(btrim(p_email));
end $$;

-- Creates an invitation and queues its email. Returns {invite_id, expires_at}, which is the same with or without an existing account. Only the email
-- contains the code, because the inviter could use it with lookup_invite to learn about the account. Raises what check_name, check_invite and
-- check_invited_terms do, and 429 'rate_limited'.
create function public.create_invite(p_email text, p_roles text[], p_territory_id text default null, p_full_name text default '',
  p_business_name text default null, p_commission_level numeric default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  code text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address text := lower(btrim(p_email));
  made public.invites;
  agreed numeric := p_commission_level;
begin
  perform private.check_invite(p_email, p_roles, p_territory_id);
  p_roles := array(select r.role from unnest(p_roles) with ordinality r (role, n) group by r.role order by min(r.n));
  if p_full_name <> '' then
    perform private.check_person_name(p_full_name, 'full_name');
  end if;
  perform private.check_name(p_business_name, 'business_name');
  perform private.check_invited_terms(p_roles, p_territory_id, p_business_name, p_commission_level);
  -- Concurrent invitations to one address wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('public.invites to ' || address, 0));
  -- A new invitation replaces the open one to the same person for the same role and territory. If staff send it again, it keeps what a manager
  -- offered.
  with replaced as (
    update public.invites i set withdrawn_at = now()
    where i.email = address and i.territory_id is not distinct from p_territory_id and i.roles = p_roles
      and i.redeemed_at is null and i.withdrawn_at is null
    returning i.commission_level)
  select coalesce(agreed, max(r.commission_level)) into agreed from replaced r;
  insert into public.invites (code_hash, email, full_name, roles, territory_id, business_name, commission_level, invited_by)
  values (private.hash_code(code), address, private.trimmed(coalesce(p_full_name, '')), p_roles, p_territory_id,
    nullif(private.trimmed(p_business_name), ''), agreed, (select auth.uid()))
  returning * into made;
  perform private.mail_invite(made, code);
  perform private.audit('invite_created', p_territory_id, 'invites', made.id::text, jsonb_strip_nulls(
    jsonb_build_object('roles', p_roles, 'commission_level', agreed)));
  return jsonb_build_object('invite_id', made.id, 'expires_at', made.expires_at);
end $$;
grant execute on function public.create_invite(text, text[], text, text, text, numeric) to service_role;

-- Withdraws an invitation that was not redeemed. Raises 404 'invite_not_found', including when the caller can't give the role.
create function public.withdraw_invite(p_invite_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  gone public.invites;
begin
  perform private.require_user();
  update public.invites i set withdrawn_at = now()
  where i.id = p_invite_id and i.redeemed_at is null and i.withdrawn_at is null
    and not exists (select 1 from unnest(i.roles) as role where not private.may_invite(role, i.territory_id))
  returning * into gone;
  if gone.id is null then
    perform private.fail(404, 'invite_not_found', 'We couldn''t find this invitation');
  end if;
  perform private.audit('invite_withdrawn', gone.territory_id, 'invites', gone.id::text, jsonb_build_object('roles', gone.roles));
end $$;

-- Raises 410 'invite_withdrawn' and 'invite_expired', 409 'invite_used' unless the caller may accept this invitation. If its creator may no longer create it,
-- it counts as withdrawn.
create function private.refuse_closed_invite(i public.invites)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if i.withdrawn_at is not null or i.redeemed_at is null and i.invited_by is not null and exists (
    select 1 from unnest(i.roles) as role where not private.person_may_invite(i.invited_by, role, i.territory_id)) then
    perform private.fail(410, 'invite_withdrawn', 'This invitation was withdrawn or replaced by a newer one. Use the link in the most recent email.');
  elsif i.redeemed_at is not null and i.redeemed_by is distinct from (select auth.uid()) then
    perform private.fail(409, 'invite_used', 'This invitation has already been used');
  elsif i.redeemed_at is null and i.expires_at <= now() then
    perform private.fail(410, 'invite_expired', 'This invitation has expired. Ask the person who invited you for a new one.');
  end if;
end $$;

-- Grants what the invitation offers, once, and returns {territory_id, roles, granted}. granted is what the invitation granted and the caller has now.
-- The same person gets the same result again. The caller has locked it and checked whose it is. The profile gets the invitation's territory, unless
-- the person runs another one and the new role doesn't need it. The invitation's name fills only an empty name.
create function private.take_invite(invite public.invites)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  role text;
begin
  if invite.redeemed_at is null then
    -- The person who created it may have changed its address since.
    perform private.refuse_own(invite.invited_by);
    update public.invites set redeemed_by = caller, redeemed_at = now() where id = invite.id;
    update public.profiles p set full_name = invite.full_name where p.id = caller and btrim(p.full_name) = '' and invite.full_name <> '';
    foreach role in array invite.roles loop
      perform private.give_role(caller, role, case when private.is_territory_role(role) then invite.territory_id end, invite.invited_by);
    end loop;
    -- The commission is checked against the current limit, not that of the day of the invitation.
    update private.role_grants g set
      business_name = coalesce(invite.business_name, g.business_name),
      commission_level = case when invite.commission_level is null then g.commission_level
        else least(invite.commission_level, private.max_commission()) end
    where g.user_id = caller and g.territory_id = invite.territory_id and g.role = 'travel_partner' and g.revoked_at is null
      and 'travel_partner' = any (invite.roles);
    update public.profiles p set territory_id = invite.territory_id
    where p.id = caller and invite.territory_id is not null and p.territory_id is distinct from invite.territory_id and (
      exists (select 1 from unnest(invite.roles) as r where private.works_in_profile_territory(r))
      or not exists (
        select 1 from private.live_grants g
        where g.user_id = caller and g.territory_id = p.territory_id and private.works_in_profile_territory(g.role)));
    perform private.audit('invite_redeemed', invite.territory_id, 'invites', invite.id::text, jsonb_build_object('roles', invite.roles));
  end if;
  return jsonb_build_object('territory_id', invite.territory_id, 'roles', private.roles_of(caller), 'granted', (
    select coalesce(jsonb_agg(r.role order by r.place), '[]') from unnest(invite.roles) with ordinality as r (role, place)
    where exists (
      select 1 from private.live_grants g
      where g.user_id = caller and g.role = r.role
        and g.territory_id is not distinct from case when private.is_territory_role(r.role) then invite.territory_id end)));
end $$;

-- Redeems a code once, for the confirmed owner of the invited email address, and returns what take_invite does. A code has 256 bits, so its holder
-- got the email or had it forwarded, and a refusal gives the reason. Raises 404 'invite_not_found', 403 'invite_other_account' and
-- 'account_unproven', and what refuse_closed_invite does. Locks the caller's profile, then the invitation.
create function public.redeem_invite(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  invite public.invites;
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  select * into invite from public.invites i where i.code_hash = private.hash_code(btrim(p_code)) for update;
  if invite.id is null then
    perform private.fail(404, 'invite_not_found', 'We couldn''t find this invitation');
  end if;
  perform private.refuse_closed_invite(invite);
  if invite.redeemed_at is null and invite.email is distinct from private.confirmed_email(caller) then
    perform private.fail(403, 'invite_other_account', 'This invitation was sent to another email address');
  end if;
  return private.take_invite(invite);
end $$;

-- Returns the open invitations to the caller's confirmed address, newest first, which the app offers. An account without proven ownership gets none,
-- because someone who signed up with another person's address would learn where its owner is invited.
create function public.my_invites()
returns table (id uuid, territory_id text, territory_name text, territory_names jsonb, roles text[], expires_at timestamptz, time_zone text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select i.id, i.territory_id, t.name, t.names -> 'name', i.roles, i.expires_at, t.time_zone
  from public.invites i left join public.territories t on t.id = i.territory_id
  where i.email = private.confirmed_email(caller) and private.is_proven() and i.redeemed_at is null and i.withdrawn_at is null
    and i.expires_at > now() and (i.invited_by is null or not exists (
      select 1 from unnest(i.roles) as role where not private.person_may_invite(i.invited_by, role, i.territory_id)))
  order by i.created_at desc, i.id limit 50;
end $$;

-- Returns the invitation with this id, locked, if it was sent to the caller's confirmed address. Raises 403 'account_unproven' for any id, 404
-- 'invite_not_found', including for another person's, and what refuse_closed_invite does. Locks the caller's profile first.
create function private.lock_my_invite(p_invite_id uuid)
returns public.invites language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  invite public.invites;
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  perform private.require_owned(caller);
  select * into invite from public.invites i
  where i.id = p_invite_id and i.email = private.confirmed_email(caller) for update;
  if invite.id is null then
    perform private.fail(404, 'invite_not_found', 'We couldn''t find this invitation');
  end if;
  perform private.refuse_closed_invite(invite);
  return invite;
end $$;

-- Accepts an invitation in the app, and returns what take_invite does. No code is needed, because the caller is the confirmed owner of the address.
-- Raises what lock_my_invite does, and 403 'own_request'.
create function public.accept_invite(p_invite_id uuid)
returns jsonb language sql security definer set search_path = '' as $$
  select private.take_invite(private.lock_my_invite(p_invite_id))
$$;

-- Declines an invitation, which withdraws it. Raises what lock_my_invite does, and 409 'invite_used' if it was accepted.
create function public.decline_invite(p_invite_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.lock_my_invite(p_invite_id);
begin
  if invite.redeemed_at is not null then
    perform private.fail(409, 'invite_used', 'This invitation has already been used');
  end if;
  update public.invites set withdrawn_at = now() where id = invite.id;
  perform private.audit('invite_declined', invite.territory_id, 'invites', invite.id::text, jsonb_build_object('roles', invite.roles));
end $$;

-- Sends the invited person's open pages an event about new and resolved invitations. The pages read my_invites, so that an open invitation is listed
-- once. An account that may not read it gets no event.
create function private.broadcast_invite()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'invite', 'user:' || u.id, true)
  from auth.users u join private.account_owners o on o.user_id = u.id and o.owned_since is not null
  where lower(u.email) = new.email and u.email_confirmed_at is not null;
  return null;
end $$;

-- The event is also sent once the account is known to be theirs, because they can read the invitation from then on.
create function private.broadcast_ownership()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'invite', 'user:' || new.user_id, true);
  return null;
end $$;

create trigger account_owners_broadcast after update of owned_since on private.account_owners
  for each row when (old.owned_since is null and new.owned_since is not null) execute function private.broadcast_ownership();

create trigger invites_broadcast after insert or update of redeemed_at, withdrawn_at on public.invites
  for each row execute function private.broadcast_invite();

-- Queues an invitation's email, which has its code. finish_outbox deletes the code after sending, and the table keeps its hash.
create function private.mail_invite(p_invite public.invites, p_code text)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:invite:' || p_invite.id, 'email', 'invite', p_invite.email,
         jsonb_build_object('invite_id', p_invite.id, 'code', p_code, 'full_name', p_invite.full_name, 'roles', to_jsonb(p_invite.roles),
           'inviter_name', (select p.full_name from public.profiles p where p.id = p_invite.invited_by),
           'time_zone', (select t.time_zone from public.territories t where t.id = p_invite.territory_id),
           'expires_at', p_invite.expires_at)
   -- Blocked accounts are not invited; addresses without an account are.
   where private.may_mail(p_invite.email) or not exists (select 1 from public.profiles p where lower(p.email) = p_invite.email)
  on conflict (dedupe_key) do nothing
$$;

create function private.before_invite()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.invited_by is not null then
    perform pg_advisory_xact_lock(hashtextextended('public.invites by ' || new.invited_by, 0));
    perform private.limit_rate('invitation', count(*) filter (where i.created_at > now() - interval '1 minute'), count(*))
    from public.invites i where i.invited_by = new.invited_by and i.created_at > now() - interval '1 hour';
    -- Repeated invitations to an address are limited, to a few per inviter and some more from all inviters.
    perform private.count_letter('invitation of ' || new.invited_by, new.email, private.limit_value('invitation.address_day'));
    perform private.count_letter('invitation', new.email, private.limit_value('invitation.address_day_all'));
  end if;
  return new;
end $$;

create trigger invites_limit before insert on public.invites for each row execute function private.before_invite();

-- Returns 'open', 'expired', 'withdrawn' or 'used'.
create function private.invite_state(i public.invites)
returns text language sql stable set search_path = '' as $$
  select case when i.withdrawn_at is not null then 'withdrawn'
    when i.redeemed_at is not null then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end
$$;

-- Returns the status of an invitation, {state, mine, roles, territory_name, territory_names, email, full_name, has_account}, or null for an unknown
-- code. state is 'open', 'expired', 'withdrawn' or 'used'. mine means that it was sent to the caller, or the caller has used it. While it is open,
-- the invited email address and whether it has a confirmed account are included, because the code came with their email.
create function public.lookup_invite(p_code text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', s.state, 'roles', to_jsonb(i.roles),
    'mine', coalesce(i.email = private.confirmed_email(auth.uid()) or i.redeemed_by = auth.uid(), false),
    'territory_name', (select t.name from public.territories t where t.id = i.territory_id),
    'territory_names', (select t.names -> 'name' from public.territories t where t.id = i.territory_id),
    'email', case when s.state = 'open' then i.email end,
    'full_name', case when s.state = 'open' then i.full_name end,
    'has_account', case when s.state = 'open' then exists (
      select 1 from auth.users u where lower(u.email) = i.email and u.email_confirmed_at is not null) end)
  from public.invites i cross join lateral (select private.invite_state(i) as state) s
  where i.code_hash = private.hash_code(btrim(p_code))
$$;
grant execute on function public.lookup_invite(text) to anon;

-- Returns whether a role's pages show one territory, the profile's.
create function private.works_in_profile_territory(p_role text)
returns boolean language sql immutable set search_path = '' as $$
  select p_role in ('territory_manager', 'territory_staff', 'shuttle_manager')
$$;

-- Returns the account whose password a code's holder may choose, {email, full_name, user_id}, because the code came by email, so they read it. Only
-- the function `accept-invitation` calls it, which creates the account with the name `p_full_name`. user_id is null without an account, and one
-- without proven ownership loses its password and sessions here. Raises 404 'invite_not_found', 409 'invite_used' and 'account_exists' (a confirmed
-- one keeps its password), 410 as refuse_closed_invite, 400 'name_not_plain', and 'invalid_input' for a name that is too long.
create function service.invited_account(p_code text, p_full_name text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites;
  account auth.users;
begin
  select * into invite from public.invites i where i.code_hash = private.hash_code(btrim(p_code));
  if invite.id is null then
    perform private.fail(404, 'invite_not_found', 'We couldn''t find this invitation');
  elsif invite.redeemed_at is not null then
    perform private.fail(409, 'invite_used', 'This invitation has already been used');
  end if;
  perform private.refuse_closed_invite(invite);
  perform private.check_name(p_full_name);
  if length(private.trimmed(p_full_name)) > 120 then
    perform private.invalid('The name has more than 120 characters');
  end if;
  select * into account from auth.users u where lower(u.email) = invite.email;
  if account.email_confirmed_at is not null then
    perform private.fail(409, 'account_exists', 'You already have an account with this address. Please log in to accept the invitation.');
  end if;
  perform private.end_unproven_access(account.id);
  return jsonb_build_object('email', invite.email, 'full_name', invite.full_name, 'user_id', account.id);
end $$;

-- Records that the code's holder has chosen the account's password and name, because the name that another person chose when creating the account
-- would remain otherwise. Only `accept-invitation` calls it. Raises 404 'invite_not_found' for an account of another address.
create function service.own_invited_account(p_code text, p_user_id uuid, p_full_name text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.invites i
    where i.code_hash = private.hash_code(btrim(p_code)) and i.email = private.confirmed_email(p_user_id)) then
    perform private.fail(404, 'invite_not_found', 'We couldn''t find this invitation');
  end if;
  update public.profiles p set full_name = private.trimmed(p_full_name) where p.id = p_user_id;
  perform private.give_account(p_user_id, 'invitation');
end $$;
