-- Taking an invitation up (docs/decisions/0016): its holder is told what became of it, and lands where the role works.
--
--   public.lookup_invite(p_code) → {state, mine, roles, territory_name, email, full_name, has_account} | null for an unknown code.
--     state: 'open' | 'expired' | 'withdrawn' | 'used'. mine: it was sent to the caller, or the caller has used it.
--     Whom it is for, and whether they have an account, is said while it is open: the code came with their mail.
--   public.redeem_invite(p_code) → {territory_id, roles, granted}; granted: what the invitation gave and the caller holds now.

create function private.invite_state(i public.invites)
returns text language sql stable set search_path = '' as $$
  select case when i.withdrawn_at is not null then 'withdrawn'
    when i.redeemed_at is not null then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end
$$;

create function private.confirmed_email(p_user_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null
$$;

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

-- Whether a role's pages show one region, that of the profile.
create function private.works_in_profile_territory(p_role text)
returns boolean language sql immutable set search_path = '' as $$
  select p_role in ('territory_manager', 'territory_staff', 'shuttle_manager')
$$;

-- As in 20261121000711. A code is 256 bits: who holds one got the mail or was sent it on, so a refusal says what is wrong. The profile
-- takes the region of the invitation, as the person said yes to it; who runs another region stays there, where the new role does
-- not need it.
create or replace function private.redeem_invite(p_code text)
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
    update public.profiles p set
      full_name = coalesce(nullif(invite.full_name, ''), p.full_name),
      business_name = coalesce(invite.business_name, p.business_name),
      commission_level = coalesce(invite.commission_level, p.commission_level)
    where p.id = caller;
    foreach role in array invite.roles loop
      perform private.give_role(caller, role, case when private.is_territory_role(role) then invite.territory_id end, invite.invited_by);
    end loop;
    update public.profiles p set territory_id = invite.territory_id
    where p.id = caller and invite.territory_id is not null and p.territory_id is distinct from invite.territory_id and (
      exists (select 1 from unnest(invite.roles) as r where private.works_in_profile_territory(r))
      or not exists (
        select 1 from private.role_grants g
        where g.user_id = caller and g.territory_id = p.territory_id and private.works_in_profile_territory(g.role)
          and g.revoked_at is null and g.dropped_at is null));
    perform private.audit('invite_redeemed', invite.territory_id, 'invites', invite.id::text, jsonb_build_object('roles', invite.roles));
  end if;
  return jsonb_build_object('territory_id', invite.territory_id, 'roles', private.my_roles(), 'granted', (
    select coalesce(jsonb_agg(r.role order by r.place), '[]') from unnest(invite.roles) with ordinality as r (role, place)
    where exists (
      select 1 from private.role_grants g
      where g.user_id = caller and g.role = r.role and g.revoked_at is null and g.dropped_at is null
        and g.territory_id is not distinct from case when private.is_territory_role(r.role) then invite.territory_id end)));
end $$;

create function public.lookup_invite(p_code text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.lookup_invite(p_code) $$;

revoke all on function private.invite_state(public.invites), private.confirmed_email(uuid), private.lookup_invite(text),
  private.works_in_profile_territory(text), public.lookup_invite(text) from public, anon, authenticated, service_role;
grant execute on function private.lookup_invite(text), public.lookup_invite(text) to anon, authenticated;
