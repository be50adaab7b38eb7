-- Invitations (docs/decisions/0016): a code that is bound to an e-mail address, runs out, and is redeemed once. The role is
-- granted when the invited person takes it up.

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  -- sha-256 of the code that the e-mail carries; the code itself is never stored.
  code_hash text not null unique,
  email text not null check (email = lower(email)),
  full_name text not null default '',
  roles text[] not null,
  territory_id text references public.territories (id) on delete cascade,
  business_name text,
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
-- An invitation is an e-mail to a stranger: 20 a minute and 200 an hour from one person.
create index invites_rate_idx on public.invites (invited_by, created_at);
create index invites_words_idx on public.invites using gin (private.search_words(full_name || ' ' || email));
alter table public.invites enable row level security;
grant select (id, email, full_name, roles, territory_id, business_name, commission_level, invited_by, expires_at, redeemed_by,
  redeemed_at, withdrawn_at, created_at) on public.invites to authenticated;
grant all on public.invites to service_role;

-- Invitations: the people who run the territory see them, never the hash of a code.
create policy invites_select on public.invites for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- Who may invite whom: to the roles that they may take away; besides, a shuttle manager invites drivers. The role is granted when the
-- invited person takes it up.
create function private.may_invite(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.may_revoke(p_role, p_territory_id)
    or coalesce(p_role = 'shuttle_driver' and p_territory_id = any (private.my_territories('shuttle')), false)
$$;

-- Raises 400 'invalid_input' for partner's terms on an invitation to anything else, and for a commission 403 'commission_forbidden'
-- unless the caller manages the territory, and what check_commission raises.
create function private.check_invited_terms(p_roles text[], p_territory_id text, p_business_name text, p_commission_level numeric)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if num_nonnulls(nullif(btrim(p_business_name), ''), p_commission_level) > 0 and p_roles is distinct from '{travel_partner}' then
    perform private.invalid('Only a travel partner has a business name and a commission');
  elsif length(btrim(p_business_name)) > 160 then
    perform private.invalid('A business name has at most 160 characters');
  elsif p_commission_level is not null and not private.is_trusted_caller() and not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'commission_forbidden', 'Only a manager of the region sets a commission');
  end if;
  perform private.check_commission(p_commission_level);
end $$;

-- Makes an invitation and queues its e-mail. → {invite_id, code, expires_at}; the code is returned once and only its hash is kept.
-- The service role may invite anybody. Raises 403 'roles_forbidden', 400 'unknown_role', 'territory_required' and 'invalid_input', 429
-- 'rate_limited', and what check_invited_terms raises.
create function private.create_invite(p_email text, p_roles text[], p_territory_id text, p_full_name text, p_business_name text,
  p_commission_level numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  code text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  made public.invites;
  agreed numeric := p_commission_level;
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
  if p_territory_id is null and exists (select 1 from unnest(p_roles) as role where private.is_territory_role(role)) then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  end if;
  if p_email is null or btrim(p_email) !~ '^[^@[:space:]]+@[^@[:space:]]+$' then
    perform private.fail(400, 'invalid_input', 'Please fill in all required fields');
  end if;
  perform private.check_invited_terms(p_roles, p_territory_id, p_business_name, p_commission_level);
  -- A new invitation replaces the open one to the same person for the same place. Sent again by staff, it keeps what a manager offered.
  with replaced as (
    update public.invites i set withdrawn_at = now()
    where i.email = lower(btrim(p_email)) and i.territory_id is not distinct from p_territory_id and i.roles = p_roles
      and i.redeemed_at is null and i.withdrawn_at is null
    returning i.commission_level)
  select coalesce(agreed, max(r.commission_level)) into agreed from replaced r;
  insert into public.invites (code_hash, email, full_name, roles, territory_id, business_name, commission_level, invited_by)
  values (private.hash_code(code), lower(btrim(p_email)), left(btrim(coalesce(p_full_name, '')), 120), p_roles, p_territory_id,
    nullif(btrim(p_business_name), ''), agreed, (select auth.uid()))
  returning * into made;
  perform private.mail_invite(made, code);
  perform private.audit('invite_created', p_territory_id, 'invites', made.id::text, jsonb_strip_nulls(jsonb_build_object('roles', p_roles, 'commission_level', agreed)));
  return jsonb_build_object('invite_id', made.id, 'code', code, 'expires_at', made.expires_at);
end $$;
create function public.create_invite(p_email text, p_roles text[], p_territory_id text default null, p_full_name text default '',
  p_business_name text default null, p_commission_level numeric default null)
returns jsonb language sql set search_path = '' as $$
  select private.create_invite(p_email, p_roles, p_territory_id, p_full_name, p_business_name, p_commission_level)
$$;
grant execute on function private.create_invite(text, text[], text, text, text, numeric),
  public.create_invite(text, text[], text, text, text, numeric) to authenticated, service_role;

-- Withdraws an invitation that was not redeemed. Raises 404 'invite_not_found', also for one that the caller may not give.
create function private.withdraw_invite(p_invite_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_user();
  update public.invites i set withdrawn_at = now()
  where i.id = p_invite_id and i.redeemed_at is null and i.withdrawn_at is null
    and not exists (select 1 from unnest(i.roles) as role where not private.may_invite(role, i.territory_id));
  if not found then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  end if;
end $$;
create function public.withdraw_invite(p_invite_id uuid)
returns void language sql set search_path = '' as $$ select private.withdraw_invite(p_invite_id) $$;
grant execute on function private.withdraw_invite(uuid), public.withdraw_invite(uuid) to authenticated;

-- Redeems a code once, for the confirmed owner of the e-mail that was invited. Two at once queue on the row; the same person
-- again gets the same answer. A code is 256 bits: who holds one got the mail or was sent it on, so a refusal says what is wrong.
-- The profile takes the territory of the invitation; who runs another one stays there, where the new role does not need it.
-- → {territory_id, roles, granted}; granted: what the invitation gave and the caller holds now. Raises 404 'invite_not_found', 410
-- 'invite_withdrawn' and 'invite_expired', 409 'invite_used', 403 'invite_other_account'. Locks the invitation.
create function private.redeem_invite(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  invite public.invites;
  role text;
begin
  select * into invite from public.invites i where i.code_hash = private.hash_code(btrim(p_code)) for update;
  if invite.id is null then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  elsif invite.withdrawn_at is not null then
    perform private.fail(410, 'invite_withdrawn', 'This invitation was withdrawn, or a newer one took its place');
  elsif invite.redeemed_at is not null and invite.redeemed_by is distinct from caller then
    perform private.fail(409, 'invite_used', 'This invitation has already been used');
  elsif invite.redeemed_at is null and invite.expires_at <= now() then
    perform private.fail(410, 'invite_expired', 'This invitation has expired');
  elsif invite.redeemed_at is null and invite.email is distinct from private.confirmed_email(caller) then
    perform private.fail(403, 'invite_other_account', 'This invitation was sent to another e-mail address');
  end if;
  if invite.redeemed_at is null then
    update public.invites set redeemed_by = caller, redeemed_at = now() where id = invite.id;
    update public.profiles p set full_name = coalesce(nullif(invite.full_name, ''), p.full_name) where p.id = caller;
    foreach role in array invite.roles loop
      perform private.give_role(caller, role, case when private.is_territory_role(role) then invite.territory_id end, invite.invited_by);
    end loop;
    -- The limit of today, not that of the day of the invitation.
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
create function public.redeem_invite(p_code text)
returns jsonb language sql set search_path = '' as $$ select private.redeem_invite(p_code) $$;
grant execute on function private.redeem_invite(text), public.redeem_invite(text) to authenticated;

-- An invitation's code leaves with the mail, and is forgotten here when it has left (finish_outbox); the table keeps its hash.
create function private.mail_invite(p_invite public.invites, p_code text)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:invite:' || p_invite.id, 'email', 'invite', p_invite.email,
         jsonb_build_object('invite_id', p_invite.id, 'code', p_code, 'full_name', p_invite.full_name, 'roles', to_jsonb(p_invite.roles),
           'territory_name', (select t.name from public.territories t where t.id = p_invite.territory_id),
           'inviter_name', (select p.full_name from public.profiles p where p.id = p_invite.invited_by),
           'time_zone', (select t.time_zone from public.territories t where t.id = p_invite.territory_id),
           'expires_at', p_invite.expires_at)
   -- A blocked account is not invited; an address without an account is.
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
  end if;
  return new;
end $$;

create trigger invites_limit before insert on public.invites for each row execute function private.before_invite();

-- 'open', 'expired', 'withdrawn' or 'used'.
create function private.invite_state(i public.invites)
returns text language sql stable set search_path = '' as $$
  select case when i.withdrawn_at is not null then 'withdrawn'
    when i.redeemed_at is not null then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end
$$;

-- What became of an invitation. → {state, mine, roles, territory_name, email, full_name, has_account} | null for an unknown code.
-- state: 'open' | 'expired' | 'withdrawn' | 'used'. mine: it was sent to the caller, or the caller has used it. Whom it is for, and
-- whether they have an account, is said while it is open: the code came with their mail.
create function private.lookup_invite(p_code text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', s.state, 'roles', to_jsonb(i.roles),
    'mine', coalesce(i.email = private.confirmed_email(auth.uid()) or i.redeemed_by = auth.uid(), false),
    'territory_name', (select t.name from public.territories t where t.id = i.territory_id),
    'email', case when s.state = 'open' then i.email end,
    'full_name', case when s.state = 'open' then i.full_name end,
    'has_account', case when s.state = 'open' then exists (select 1 from auth.users u where lower(u.email) = i.email) end)
  from public.invites i cross join lateral (select private.invite_state(i) as state) s
  where i.code_hash = private.hash_code(btrim(p_code))
$$;
create function public.lookup_invite(p_code text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.lookup_invite(p_code) $$;
grant execute on function private.lookup_invite(text), public.lookup_invite(text) to anon, authenticated;

-- Whether a role's pages show one territory, that of the profile.
create function private.works_in_profile_territory(p_role text)
returns boolean language sql immutable set search_path = '' as $$
  select p_role in ('territory_manager', 'territory_staff', 'shuttle_manager')
$$;
