-- The people of a region as those who run it see and change them: who they are, how a staff member or a shuttle manager gets an
-- account, what is said of a guide or a partner, and how they leave.
--
--   public.list_members(p_territory_id, p_roles, p_after_id, p_limit): who holds a live role there, by id, a page after the key.
--     roles: the live ones in that territory. 403 'forbidden' for whoever does not run it.
--   public.begin_team_member(p_role, p_email, p_full_name) → {id, state}: checks the caller, and reserves the id of the account to be.
--     state: 'new' (nobody has the address), 'made' (by an earlier call, whose end or answer was lost), 'taken' (somebody's).
--   public.finish_team_member(p_id) → {id, email, full_name, role}: gives the role to the account with the reserved id.
--     409 'account_exists' when there is none. Again: the same answer.
--   public.save_member(p_user_id, p_seen, …): update_member, unless the person was changed after `p_seen`: 409 'changed_meanwhile'.

create table private.team_accounts (
  -- The id that the account gets. Somebody else's account with the same address has another one, so it is never taken for ours.
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  full_name text not null,
  role text not null check (role in ('territory_staff', 'shuttle_manager')),
  territory_id text not null references public.territories (id) on delete cascade,
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index team_accounts_email_idx on private.team_accounts (email);
create index team_accounts_created_by_idx on private.team_accounts (created_by, created_at);
create index team_accounts_territory_idx on private.team_accounts (territory_id);
alter table private.team_accounts enable row level security;
revoke all on private.team_accounts from public, anon, authenticated;
grant all on private.team_accounts to service_role;

create function private.begin_team_member(p_role text, p_email text, p_full_name text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  place text := (select p.territory_id from public.profiles p where p.id = caller);
  address text := lower(btrim(p_email));
  name text := left(btrim(p_full_name), 120);
  made private.team_accounts;
  holder uuid;
  begun boolean;
begin
  -- The office of a region is its manager's; an admin, who has none, gives roles to people who have an account.
  if not coalesce(p_role in ('territory_staff', 'shuttle_manager'), false) or not private.has_role('territory_manager')
     or not coalesce(place is null or place = any (private.my_territories('manager')), false) then
    perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
  elsif place is null then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  end if;
  if coalesce(name, '') = '' or coalesce(address, '') !~ '^[^@[:space:]]+@[^@[:space:]]+$' or length(address) > 254 then
    perform private.fail(400, 'invalid_input', 'Please fill in all required fields');
  end if;
  -- Two at once: one after the other, the second goes on with what the first has begun.
  perform pg_advisory_xact_lock(hashtextextended('private.team_accounts by ' || caller, 0));
  perform pg_advisory_xact_lock(hashtextextended('private.team_accounts ' || address, 0));
  select * into made from private.team_accounts a
  where a.email = address and a.territory_id = place and a.role = p_role
    -- A minute ago by the same person: the answer was lost on its way, or the button pressed twice.
    and (a.finished_at is null and a.created_at > now() - interval '1 day'
      or a.created_by = caller and a.finished_at > now() - interval '10 minutes')
  order by a.created_at desc limit 1;
  begun := made.id is not null;
  if not begun then
    -- Each address that is tried counts, also a taken one: the answer says whether somebody has it.
    perform private.limit_rate(count(*) filter (where a.created_at > now() - interval '1 minute'), 10, count(*), 40)
    from private.team_accounts a where a.created_by = caller and a.created_at > now() - interval '1 hour';
    insert into private.team_accounts (email, full_name, role, territory_id, created_by)
    values (address, name, p_role, place, caller) returning * into made;
  end if;
  select u.id into holder from auth.users u where lower(u.email) = address order by (u.id = made.id) desc limit 1;
  return jsonb_build_object('id', made.id, 'state',
    case when holder is null then 'new'
      -- Once its owner has been in, the account is theirs: its password is not set anew.
      when holder = made.id and not exists (select 1 from auth.users u where u.id = holder and u.last_sign_in_at is not null) then 'made'
      else 'taken' end);
end $$;

create function private.finish_team_member(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  made private.team_accounts;
begin
  select * into made from private.team_accounts a where a.id = p_id for update;
  -- The same answer for one that does not exist and one of a region that is not the caller's.
  perform private.require_grantor(coalesce(made.role, 'territory_staff'), made.territory_id);
  if made.id is null then
    perform private.fail(404, 'user_not_found', 'User not found');
  end if;
  if made.finished_at is null or not private.user_has_role(made.id, made.role, made.territory_id) then
    if not exists (select 1 from auth.users u where u.id = made.id and lower(u.email) = made.email) then
      perform private.fail(409, 'account_exists', 'There is an account with this email already. Send an invitation instead.');
    end if;
    perform private.give_role(made.id, made.role, made.territory_id, caller);
    update private.team_accounts set finished_at = now() where id = made.id;
    perform private.audit('member_created', made.territory_id, 'profiles', made.id::text, jsonb_build_object('role', made.role));
  end if;
  return jsonb_build_object('id', made.id, 'email', made.email, 'full_name', made.full_name, 'role', made.role);
end $$;

create function private.list_members(p_territory_id text, p_roles text[], p_after_id uuid, p_limit int)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_user();
  if not coalesce(private.runs_territory(p_territory_id), false) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return query
  select p.id, p.full_name, p.email, p.avatar_url, p.business_name, p.commission_level, held.roles, p.updated_at
  from (
    select g.user_id, array_agg(g.role order by g.role) as roles from private.role_grants g
    where g.territory_id = p_territory_id and g.revoked_at is null and g.dropped_at is null
    group by g.user_id having p_roles is null or bool_or(g.role = any (p_roles))
  ) held join public.profiles p on p.id = held.user_id
  where p_after_id is null or p.id > p_after_id
  order by p.id limit least(greatest(coalesce(p_limit, 1000), 1), 1000);
end $$;

create function private.save_member(p_user_id uuid, p_seen timestamptz, p_full_name text, p_business_name text, p_commission_level numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  found_at timestamptz := (select p.updated_at from public.profiles p where p.id = p_user_id for update);
  saved jsonb := private.update_member(p_user_id, p_full_name, p_business_name, p_commission_level);
begin
  -- After update_member, which knows who may: nobody else learns whether a person was changed. The error undoes it.
  if found_at is distinct from p_seen then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  return saved;
end $$;

-- Who runs a region's screens takes guides and partners off them as well (0004: they invite them too); all other roles go as they came.
create function private.may_revoke(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.may_grant(p_role, p_territory_id)
    or coalesce(p_role in ('tour_guide', 'travel_partner') and p_territory_id = any (private.my_territories('staff')), false)
$$;

-- As in 20261121000710, with may_revoke.
create or replace function private.revoke_role(p_user_id uuid, p_role text, p_territory_id text)
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
  perform 1 from public.profiles p where p.id = p_user_id for update;
  for ended in
    update private.role_grants g set revoked_at = now()
    where g.user_id = p_user_id and g.territory_id is not distinct from place and g.revoked_at is null
      and (g.role = p_role or (p_role = 'territory_staff' and private.may_grant(g.role, place)))
    returning g.role
  loop
    perform private.end_role(p_user_id, ended.role, place);
    perform private.audit('role_revoked', place, 'profiles', p_user_id::text, jsonb_build_object('role', ended.role));
  end loop;
  return jsonb_build_object('user_id', p_user_id, 'roles', (select to_jsonb(p.roles) from public.profiles p where p.id = p_user_id));
end $$;

-- An invitation is an e-mail to a stranger: 20 a minute and 200 an hour from one person.
create index invites_rate_idx on public.invites (invited_by, created_at);
create function private.before_invite()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.invited_by is not null then
    perform pg_advisory_xact_lock(hashtextextended('public.invites by ' || new.invited_by, 0));
    perform private.limit_rate(count(*) filter (where i.created_at > now() - interval '1 minute'), 20, count(*), 200)
    from public.invites i where i.invited_by = new.invited_by and i.created_at > now() - interval '1 hour';
  end if;
  return new;
end $$;
create trigger invites_limit before insert on public.invites for each row execute function private.before_invite();

create function public.begin_team_member(p_role text, p_email text, p_full_name text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.begin_team_member(p_role, p_email, p_full_name)
$$;
create function public.finish_team_member(p_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$ select private.finish_team_member(p_id) $$;
create function public.list_members(p_territory_id text, p_roles text[] default null, p_after_id uuid default null, p_limit int default 1000)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  updated_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_members(p_territory_id, p_roles, p_after_id, p_limit)
$$;
create function public.save_member(p_user_id uuid, p_seen timestamptz, p_full_name text default null, p_business_name text default null,
  p_commission_level numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.save_member(p_user_id, p_seen, p_full_name, p_business_name, p_commission_level)
$$;

revoke all on function private.may_revoke(text, text), private.before_invite(),
  private.begin_team_member(text, text, text), private.finish_team_member(uuid), private.list_members(text, text[], uuid, int),
  private.save_member(uuid, timestamptz, text, text, numeric), public.begin_team_member(text, text, text), public.finish_team_member(uuid),
  public.list_members(text, text[], uuid, int), public.save_member(uuid, timestamptz, text, text, numeric)
  from public, anon, authenticated, service_role;
grant execute on function private.begin_team_member(text, text, text), private.finish_team_member(uuid),
  private.list_members(text, text[], uuid, int), private.save_member(uuid, timestamptz, text, text, numeric),
  public.begin_team_member(text, text, text), public.finish_team_member(uuid), public.list_members(text, text[], uuid, int),
  public.save_member(uuid, timestamptz, text, text, numeric) to authenticated;
