-- Invitations, the people of a region, and who registered through which partner.

-- Who may invite whom: as for granting; besides, staff invites guides and partners and a shuttle manager invites drivers
-- (the screens of the spec, part 3 section 2). The role is granted when the invited person takes it up.
create function private.may_invite(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.may_grant(p_role, p_territory_id)
    or coalesce(p_role in ('tour_guide', 'travel_partner') and p_territory_id = any (private.my_territories('staff')), false)
    or coalesce(p_role = 'shuttle_driver' and p_territory_id = any (private.my_territories('shuttle')), false)
$$;

create function private.hash_code(p_code text)
returns text language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_code, 'UTF8')), 'hex')
$$;

-- → {invite_id, code, expires_at}; the code is returned once and only its hash is kept. The service role may invite anybody.
create function private.create_invite(p_email text, p_roles text[], p_territory_id text, p_full_name text, p_business_name text,
  p_commission_level numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  code text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  made public.invites;
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
  -- A new invitation replaces the open one to the same person for the same place.
  update public.invites i set withdrawn_at = now()
  where i.email = lower(btrim(p_email)) and i.territory_id is not distinct from p_territory_id and i.roles = p_roles
    and i.redeemed_at is null and i.withdrawn_at is null;
  insert into public.invites (code_hash, email, full_name, roles, territory_id, business_name, commission_level, invited_by)
  values (private.hash_code(code), lower(btrim(p_email)), left(btrim(coalesce(p_full_name, '')), 120), p_roles, p_territory_id,
    nullif(btrim(p_business_name), ''), p_commission_level, (select auth.uid()))
  returning * into made;
  perform private.audit('invite_created', p_territory_id, 'invites', made.id::text, jsonb_build_object('roles', p_roles));
  return jsonb_build_object('invite_id', made.id, 'code', code, 'expires_at', made.expires_at);
end $$;

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

-- Redeems a code once, for the confirmed owner of the e-mail that was invited. Two at once queue on the row; the same person
-- again gets the same answer. Wrong code and somebody else's code look alike. → {territory_id, roles}
create function private.redeem_invite(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  confirmed_email text := (select lower(u.email) from auth.users u where u.id = caller and u.email_confirmed_at is not null);
  invite public.invites;
  role text;
begin
  select * into invite from public.invites i where i.code_hash = private.hash_code(btrim(p_code)) for update;
  if invite.id is null or invite.email is distinct from confirmed_email or invite.withdrawn_at is not null
     or (invite.redeemed_at is not null and invite.redeemed_by is distinct from caller) then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  end if;
  if invite.redeemed_at is null then
    if invite.expires_at <= now() then
      perform private.fail(410, 'invite_expired', 'This invitation has expired');
    end if;
    update public.invites set redeemed_by = caller, redeemed_at = now() where id = invite.id;
    update public.profiles p set
      full_name = coalesce(nullif(invite.full_name, ''), p.full_name),
      business_name = coalesce(invite.business_name, p.business_name),
      commission_level = coalesce(invite.commission_level, p.commission_level)
    where p.id = caller;
    foreach role in array invite.roles loop
      perform private.give_role(caller, role, case when private.is_territory_role(role) then invite.territory_id end, invite.invited_by);
    end loop;
    perform private.audit('invite_redeemed', invite.territory_id, 'invites', invite.id::text, jsonb_build_object('roles', invite.roles));
  end if;
  return jsonb_build_object('territory_id', invite.territory_id, 'roles', private.my_roles());
end $$;

-- What a region keeps about a person who works for it: the name of a guide, business and commission of a partner.
-- Omitted (null) means unchanged. Managers and staff of the person's region, and admins.
create function private.update_member(p_user_id uuid, p_full_name text, p_business_name text, p_commission_level numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  partner boolean := p_business_name is not null or p_commission_level is not null;
begin
  perform private.require_user();
  if not private.is_admin() and not exists (
    select 1 from private.role_grants g
    where g.user_id = p_user_id and g.revoked_at is null and g.territory_id = any (private.my_territories('staff'))
      and g.role = any (case when partner then '{travel_partner}' else '{tour_guide,travel_partner}' end::text[])
  ) then
    perform private.fail(403, 'forbidden', 'You do not have permission to change this person');
  end if;
  if p_full_name is not null and btrim(p_full_name) = '' then
    perform private.fail(400, 'name_required', 'Name cannot be empty');
  elsif p_commission_level not between 0 and 100 then
    perform private.fail(400, 'invalid_input', 'Please fill in all required fields');
  end if;
  update public.profiles p set
    full_name = coalesce(left(btrim(p_full_name), 120), p.full_name),
    business_name = coalesce(left(btrim(p_business_name), 160), p.business_name),
    commission_level = coalesce(round(p_commission_level, 1), p.commission_level)
  where p.id = p_user_id;
  perform private.audit('member_updated', (select p.territory_id from public.profiles p where p.id = p_user_id), 'profiles',
    p_user_id::text, jsonb_strip_nulls(jsonb_build_object('full_name', p_full_name, 'business_name', p_business_name,
      'commission_level', p_commission_level)));
  return (select to_jsonb(m) from (select p.id, p.full_name, p.business_name, p.commission_level from public.profiles p
    where p.id = p_user_id) m);
end $$;

-- The partner behind a code, for the banner; null for an unknown or inactive one. Counts the visit.
-- → {id, code, partner_name} | null
create function private.lookup_referral_link(p_code text)
returns jsonb language sql volatile security definer set search_path = '' as $$
  with visited as (
    update public.referral_links set visits = visits + 1
    where code = upper(btrim(p_code)) and active
    returning id, code, user_id
  )
  select jsonb_build_object('id', v.id, 'code', v.code, 'partner_name', coalesce(nullif(p.business_name, ''), p.full_name))
  from visited v join public.profiles p on p.id = v.user_id
$$;

-- Registers the caller to a link. The first one wins; nobody refers themselves; an unknown or inactive code is ignored.
-- → {registered, referral_link_id}
create function private.register_referral(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  insert into public.referral_registrations (user_id, referral_link_id)
  select caller, l.id from public.referral_links l
  where l.code = upper(btrim(p_code)) and l.active and l.user_id <> caller
  on conflict (user_id) do nothing;
  return jsonb_build_object('registered', found, 'referral_link_id',
    (select r.referral_link_id from public.referral_registrations r where r.user_id = caller));
end $$;

grant execute on function private.create_invite(text, text[], text, text, text, numeric) to authenticated, service_role;
grant execute on function private.withdraw_invite(uuid), private.redeem_invite(text),
  private.update_member(uuid, text, text, numeric), private.register_referral(text) to authenticated;
grant execute on function private.lookup_referral_link(text) to anon, authenticated;

create function public.create_invite(p_email text, p_roles text[], p_territory_id text default null, p_full_name text default '',
  p_business_name text default null, p_commission_level numeric default null)
returns jsonb language sql set search_path = '' as $$
  select private.create_invite(p_email, p_roles, p_territory_id, p_full_name, p_business_name, p_commission_level)
$$;
create function public.withdraw_invite(p_invite_id uuid)
returns void language sql set search_path = '' as $$ select private.withdraw_invite(p_invite_id) $$;
create function public.redeem_invite(p_code text)
returns jsonb language sql set search_path = '' as $$ select private.redeem_invite(p_code) $$;
create function public.update_member(p_user_id uuid, p_full_name text default null, p_business_name text default null,
  p_commission_level numeric default null)
returns jsonb language sql set search_path = '' as $$
  select private.update_member(p_user_id, p_full_name, p_business_name, p_commission_level)
$$;
create function public.lookup_referral_link(p_code text)
returns jsonb language sql set search_path = '' as $$ select private.lookup_referral_link(p_code) $$;
create function public.register_referral(p_code text)
returns jsonb language sql set search_path = '' as $$ select private.register_referral(p_code) $$;
grant execute on function public.create_invite(text, text[], text, text, text, numeric) to authenticated, service_role;
grant execute on function public.withdraw_invite(uuid), public.redeem_invite(text),
  public.update_member(uuid, text, text, numeric), public.register_referral(text) to authenticated;
grant execute on function public.lookup_referral_link(text) to anon, authenticated;
