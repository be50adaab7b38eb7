-- The people of a territory as those who run it see and change them: the list of members, how a staff member or a shuttle
-- manager gets an account, what is said of a guide or a partner, and how they leave.

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
grant all on private.team_accounts to service_role;

-- Checks the caller, and reserves the id of the account to be made. → {id, state}; state: 'new' (nobody has the address), 'made' (by
-- an earlier call, whose end or answer was lost), 'taken' (somebody's). Raises 403 'roles_forbidden', 400 'territory_required' and
-- 'invalid_input', 429 'rate_limited'. Locks the caller, then the address.
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
  -- The office of a territory is its manager's; an admin, who has none, gives roles to people who have an account.
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
    perform private.limit_rate('team_account', count(*) filter (where a.created_at > now() - interval '1 minute'), count(*))
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
create function public.begin_team_member(p_role text, p_email text, p_full_name text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.begin_team_member(p_role, p_email, p_full_name)
$$;
grant execute on function private.begin_team_member(text, text, text), public.begin_team_member(text, text, text) to authenticated;

-- Gives the role to the account with the reserved id. → {id, email, full_name, role}. Again: the same answer. Raises 409
-- 'account_exists' when there is none. Locks the reserved account.
create function private.finish_team_member(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  made private.team_accounts;
begin
  select * into made from private.team_accounts a where a.id = p_id for update;
  -- The same answer for one that does not exist and one of a territory that is not the caller's.
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
create function public.finish_team_member(p_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$ select private.finish_team_member(p_id) $$;
grant execute on function private.finish_team_member(uuid), public.finish_team_member(uuid) to authenticated;

-- Who holds any of these roles in a territory, with all roles that they hold there; a page of 1 to 100 rows after (sort_key, id).
-- p_sort: 'name', 'business' (those without one last) or 'commission'. p_id: this person alone. p_search: beginnings of words of name,
-- e-mail and business, without accents. Raises 403 'forbidden' for whoever does not run the territory. The people of one territory
-- are put in order in memory: they are as many as work there, and who they are is in another table than what they are called.
create function private.list_members(p_territory_id text, p_roles text[], p_search text, p_id uuid, p_sort text, p_desc boolean,
  p_after_key text, p_after_id uuid, p_limit int)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  updated_at timestamptz, sort_key text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  query tsquery := private.search_query(p_search);
  down boolean := coalesce(p_desc, false);
begin
  perform private.require_territory(p_territory_id);
  return query
  with people as (
    select p.id, p.full_name, p.email, p.avatar_url, held.business_name, held.commission_level, held.roles,
      greatest(p.updated_at, held.updated_at) as updated_at,
      (case p_sort
         when 'business' then coalesce(nullif(private.plain_words(held.business_name), ''), case when down then '' else U&'\+10FFFF' end)
         when 'commission' then to_char(coalesce(held.commission_level, 0), 'FM000.0')
         else private.plain_words(coalesce(nullif(p.full_name, ''), p.email)) end) collate "C" as sort_key
    from (
      select g.user_id, array_agg(g.role order by g.role) as roles, max(g.business_name) as business_name,
        max(g.commission_level) as commission_level, max(g.updated_at) as updated_at
      from private.live_grants g
      where g.territory_id = p_territory_id and (p_id is null or g.user_id = p_id)
      group by g.user_id having p_roles is null or bool_or(g.role = any (p_roles))
    ) held join public.profiles p on p.id = held.user_id
    where query is null
      or (private.person_words(p.full_name, p.email) || private.search_words(coalesce(held.business_name, ''))) @@ query
  )
  select k.id, k.full_name, k.email, k.avatar_url, k.business_name, k.commission_level, k.roles, k.updated_at, k.sort_key
  from people k
  where p_after_id is null
    or case when down then (k.sort_key, k.id) < (p_after_key, p_after_id) else (k.sort_key, k.id) > (p_after_key, p_after_id) end
  order by case when not down then k.sort_key end, case when not down then k.id end,
    case when down then k.sort_key end desc, case when down then k.id end desc
  limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;
create function public.list_members(p_territory_id text, p_roles text[] default null, p_search text default null, p_id uuid default null,
  p_sort text default 'name', p_desc boolean default false, p_after_key text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  updated_at timestamptz, sort_key text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_members(p_territory_id, p_roles, p_search, p_id, p_sort, p_desc, p_after_key, p_after_id, p_limit)
$$;
grant execute on function private.list_members(text, text[], text, uuid, text, boolean, text, uuid, int),
  public.list_members(text, text[], text, uuid, text, boolean, text, uuid, int) to authenticated;

-- When this was last changed, of a person and of what a territory has agreed with them: the version that an editor has read.
create function private.member_version(p_user_id uuid, p_territory_id text)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(p.updated_at, (
    select max(g.updated_at) from private.live_grants g where g.user_id = p_user_id and g.territory_id = p_territory_id))
  from public.profiles p where p.id = p_user_id
$$;

-- What a territory keeps about a person who works for it: the name of a guide, business and commission of a partner. Omitted (null)
-- means unchanged. For managers and staff of the territory, and admins; the commission for managers and admins. Raises 403 'forbidden'
-- and 'commission_forbidden', 400 'name_required', 'invalid_input' and 'commission_too_high', 409 'changed_meanwhile' when the person was
-- changed after p_expected_version. Locks the profile, then the partner's grant.
create function private.save_member(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_full_name text,
  p_business_name text, p_commission_level numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  terms private.role_grants;
  partner boolean := p_business_name is not null or p_commission_level is not null;
begin
  perform private.require_user();
  perform 1 from public.profiles x where x.id = p_user_id for update;
  select g.* into terms from private.role_grants g
  where g.user_id = p_user_id and g.territory_id = p_territory_id and g.role = 'travel_partner' and g.revoked_at is null
    and g.dropped_at is null for update;
  if not private.runs_territory(p_territory_id) or not exists (
    select 1 from private.live_grants g
    where g.user_id = p_user_id and g.territory_id = p_territory_id
      and g.role = any (case when partner then '{travel_partner}' else '{tour_guide,travel_partner}' end::text[])
  ) then
    perform private.fail(403, 'forbidden', 'You do not have permission to change this person');
  end if;
  if p_full_name is not null and btrim(p_full_name) = '' then
    perform private.fail(400, 'name_required', 'Name cannot be empty');
  elsif p_commission_level is distinct from terms.commission_level and p_commission_level is not null
    and not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'commission_forbidden', 'Only a manager of the region sets a commission');
  end if;
  perform private.check_commission(p_commission_level, terms.commission_level);
  -- After the rights: nobody else learns whether a person was changed.
  if private.member_version(p_user_id, p_territory_id) is distinct from p_expected_version then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  update public.profiles x set full_name = left(btrim(p_full_name), 120) where x.id = p_user_id and p_full_name is not null;
  update private.role_grants g set
    business_name = coalesce(left(btrim(p_business_name), 160), g.business_name),
    commission_level = coalesce(p_commission_level, g.commission_level)
  where g.id = terms.id and partner;
  perform private.audit('member_updated', p_territory_id, 'profiles', p_user_id::text, jsonb_strip_nulls(jsonb_build_object(
    'full_name', p_full_name, 'business_name', p_business_name, 'commission_level', p_commission_level,
    'commission_before', case when p_commission_level <> terms.commission_level then terms.commission_level end)));
  return (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'business_name', g.business_name,
      'commission_level', g.commission_level)
    from public.profiles p left join private.role_grants g on g.id = terms.id where p.id = p_user_id);
end $$;
create function public.save_member(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_full_name text default null,
  p_business_name text default null, p_commission_level numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.save_member(p_user_id, p_territory_id, p_expected_version, p_full_name, p_business_name, p_commission_level)
$$;
grant execute on function private.save_member(uuid, text, timestamptz, text, text, numeric),
  public.save_member(uuid, text, timestamptz, text, text, numeric) to authenticated;

-- What the form of a partner may say. → {highest, usual, may_set}: percent, and whether the caller sets a commission at all. For those
-- who run the territory; else 403 'forbidden'.
create function private.commission_rules(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object('highest', private.max_commission(), 'usual', private.usual_commission(),
    'may_set', private.manages_territory(p_territory_id));
end $$;
create function public.commission_rules(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.commission_rules(p_territory_id) $$;
grant execute on function private.commission_rules(text), public.commission_rules(text) to authenticated;
