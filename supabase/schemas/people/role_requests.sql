-- Role requests (docs/decisions/0030), which are created, withdrawn, approved or declined, with their notifications.

create table public.role_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade
    -- The person who decides reads the requester's name through this key.
    constraint role_requests_card_fkey references public.profile_cards (id) on delete cascade,
  role text not null,
  territory_id text references public.territories (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn')),
  -- The reason for the decision, which the person reads.
  reason text check (length(reason) <= 500),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index role_requests_one_pending_idx on public.role_requests (user_id, role) where status = 'pending';
create index role_requests_user_idx on public.role_requests (user_id, created_at);
create index role_requests_territory_idx on public.role_requests (territory_id, status);
create index role_requests_decided_by_idx on public.role_requests (decided_by);
create index role_requests_pending_idx on public.role_requests (created_at, id) where status = 'pending';
alter table public.role_requests enable row level security;
grant select on public.role_requests to authenticated;
grant all on public.role_requests to service_role;

create trigger role_requests_texts before update of reason on public.role_requests
  for each row execute function private.check_texts('reason');

-- People read their own requests, and those that they may decide.
create policy role_requests_select on public.role_requests for select to authenticated
  using (user_id = (select private.live_user())
    or (role not in ('admin', 'territory_manager') and territory_id = any ((select private.my_territories('manager'))::text[]))
    or (select private.is_admin()));

-- Makes the team reload its lists. Notifications about requests are marked as read when no request is waiting.
create function private.on_role_request()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.territory_id is not null then
    perform realtime.send(jsonb_build_object('id', new.id), 'role_request', private.topic_of(new.territory_id), true);
  end if;
  if not exists (select 1 from public.role_requests r where r.status = 'pending' and r.territory_id is not distinct from new.territory_id) then
    update public.notifications n set read = true
    where n.type = 'role_request' and n.territory_id is not distinct from new.territory_id and not n.read
      and n.user_id in (select g.user_id from private.live_grants g
        where g.role = 'admin' or g.role = 'territory_manager' and g.territory_id = new.territory_id);
  end if;
  return null;
end $$;

create trigger role_requests_tell after insert or update of status on public.role_requests
  for each row execute function private.on_role_request();

-- Returns who decides a person's request: the other managers of its territory if they may, otherwise the other admins, and otherwise the only admin.
create function private.request_deciders(p_role text, p_territory_id text, p_user_id uuid)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with managers as (
    select distinct g.user_id from private.live_grants g
    where g.territory_id = p_territory_id and g.role = 'territory_manager' and private.is_managers_grant(p_role)
      and g.user_id <> p_user_id
  )
  select user_id from managers
  union
  select g.user_id from private.live_grants g
  where g.role = 'admin' and not exists (select 1 from managers)
    and (g.user_id <> p_user_id or private.is_only_admin(p_user_id))
$$;

-- Sends a request to the people who decide it, once while it waits. Raises 400 'territory_required' for a territory without a team, and 429
-- 'rate_limited_day'. Locks the caller's requests.
create function private.request_role(p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  place text;
begin
  if private.is_territory_role(p_role) then
    place := coalesce(p_territory_id, (select p.territory_id from public.profiles p where p.id = caller));
    if place is not null and not exists (
      select 1 from public.territories t
      where t.id = place and t.archived_at is null and (t.visible or t.id = any (private.my_connected_territories()))) then
      perform private.fail(400, 'territory_required', 'Territory ID is required');
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('role_request:' || caller, 0));
  if exists (select 1 from public.role_requests r where r.user_id = caller and r.role = p_role and r.status = 'pending') then
    return;
  end if;
  if (select count(*) from public.role_requests r where r.user_id = caller and r.created_at > now() - interval '1 day')
     >= private.limit_value('role_request.day') then
    perform private.fail_rate('day');
  end if;
  insert into public.role_requests (user_id, role, territory_id) values (caller, p_role, place);
  perform private.notify_all(array(select d from private.request_deciders(p_role, place, caller) d where d <> caller), 'role_request',
    'role_requested', private.region_params(place) || jsonb_build_object('role', p_role,
      'name', (select nullif(btrim(p.full_name), '') from public.profiles p where p.id = caller)), place);
end $$;

-- Adds a role that was granted and later dropped, and returns {added, requested, roles, code?, message?}. A role already held has no effect. For a
-- role that was never granted, it records a request for the given territory or the profile's and returns that. This isn't an error, because an error
-- would roll the record back. Raises 400 'unknown_role', 403 'role_not_offered' for admin, 'account_unproven', 429 after too many, and what
-- request_role does. Locks the profile.
create function public.add_my_role(p_role text, p_territory_id text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
begin
  if p_role is null or not (private.is_territory_role(p_role) or p_role in ('admin', 'tourist')) then
    perform private.fail(400, 'unknown_role', 'An error occurred adding role');
  end if;
  perform 1 from public.profiles p where p.id = caller for no key update;
  if private.has_role(p_role) then
    return jsonb_build_object('added', false, 'requested', false, 'roles', private.roles_of(caller));
  end if;
  if exists (select 1 from private.role_grants g where g.user_id = caller and g.role = p_role and g.revoked_at is null) then
    -- Dropping a role has no limit, because adding it again has one.
    perform private.limit_changes('role_again', array['role_taken_up'], caller::text);
    update private.role_grants set dropped_at = null where user_id = caller and role = p_role and revoked_at is null;
    perform private.give_role(caller, g.role, g.territory_id, g.granted_by),
      private.audit('role_taken_up', g.territory_id, 'profiles', caller::text, jsonb_build_object('role', p_role))
    from private.role_grants g where g.user_id = caller and g.role = p_role and g.revoked_at is null;
    return jsonb_build_object('added', true, 'requested', false, 'roles', private.roles_of(caller));
  end if;
  -- Only admins appoint admins, so the role can't be requested.
  if not private.is_territory_role(p_role) then
    perform private.fail(403, 'role_not_offered', 'You can''t request this role.');
  end if;
  -- This is checked before the request and not at its approval, because now the person can do something about it.
  perform private.require_owned(caller);
  perform private.request_role(p_role, p_territory_id);
  return jsonb_build_object('added', false, 'requested', true, 'roles', private.roles_of(caller),
    'code', 'role_not_granted', 'message', 'An error occurred adding role');
end $$;

-- Withdraws the caller's own request. Raises 404 'request_not_found', including for another person's, 409 'already_decided'. Locks the request.
create function public.withdraw_role_request(p_request_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  request public.role_requests;
begin
  select * into request from public.role_requests r where r.id = p_request_id and r.user_id = caller for update;
  if request.id is null then
    perform private.fail(404, 'request_not_found', 'We couldn''t find this request');
  elsif request.status = 'withdrawn' then
    return;
  elsif request.status <> 'pending' then
    perform private.fail(409, 'already_decided', 'Someone has already decided on this');
  end if;
  update public.role_requests set status = 'withdrawn', decided_at = now() where id = p_request_id;
end $$;

-- Notifies the person of the decision by email and in a notification that links to their new pages.
create function private.tell_of_decision(p_request public.role_requests)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_params jsonb := private.region_params(p_request.territory_id) || jsonb_build_object('role', p_request.role);
begin
  if p_request.user_id is not distinct from (select auth.uid()) then
    return;
  end if;
  if p_request.status = 'approved' then
    perform private.notify(p_request.user_id, 'role_approved:' || p_request.role, 'role_approved', v_params, p_request.territory_id);
  else
    perform private.notify(p_request.user_id, 'role_declined', 'role_declined',
      v_params || jsonb_build_object('reason', p_request.reason), p_request.territory_id);
  end if;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:role_decided:' || p_request.id, 'email', 'role_decided', p.email,
    jsonb_build_object('full_name', p.full_name, 'role', p_request.role, 'approved', p_request.status = 'approved',
      'reason', p_request.reason, 'territory_id', p_request.territory_id)
  from public.profiles p where p.id = p_request.user_id and private.may_mail(p.email)
  on conflict (dedupe_key) do nothing;
end $$;

-- Approves or declines a role request, and notifies the person. An admin decides one without a territory, and gives it the territory here. Raises 403
-- 'roles_forbidden' and 'own_request', 409 'already_decided', 400 'invalid_input' for a reason that is too long and for a territory other than the
-- requested one, and what grant_checked_role raises. Locks the request.
create function public.decide_role_request(p_request_id uuid, p_approve boolean, p_territory_id text default null,
  p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  request public.role_requests;
  place text;
begin
  perform private.require_user('You must be logged in to update roles');
  select * into request from public.role_requests r where r.id = p_request_id for update;
  place := case when private.is_territory_role(request.role) then coalesce(request.territory_id, p_territory_id) end;
  -- A request that doesn't exist and one that the caller can't decide give the same result.
  if request.id is null or not private.may_grant(request.role, place) or request.territory_id is null and not private.is_admin() then
    perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
  end if;
  perform private.refuse_own(request.user_id);
  if request.status <> 'pending' then
    perform private.fail(409, 'already_decided', 'Someone has already decided on this');
  elsif length(private.trimmed(p_reason)) > 500 then
    perform private.invalid('Please keep the reason under 500 characters');
  elsif request.territory_id <> p_territory_id then
    perform private.invalid('This request is for another territory');
  end if;
  if p_approve then
    perform private.grant_checked_role(request.user_id, request.role, place);
  end if;
  update public.role_requests
  set status = case when p_approve then 'approved' else 'declined' end, territory_id = place, reason = nullif(private.trimmed(p_reason), ''),
    decided_by = (select auth.uid()), decided_at = now()
  where id = p_request_id returning * into request;
  perform private.tell_of_decision(request);
  return jsonb_build_object('status', request.status);
end $$;
