-- E-mails of conversations and invitations.

-- Who is written to in a lively conversation gets one e-mail, not one a message: it waits a minute, what else is said meanwhile goes
-- along, the next one comes ten minutes after it at the earliest, and what was read or answered by then is left out. A trigger on
-- the outbox, so that send_message goes on queueing one row a message.
create index outbox_message_idx on private.outbox (recipient) where template = 'message';

create function private.fold_message_mail()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_conversation jsonb := new.payload -> 'conversation';
  v_last timestamptz;
begin
  if not private.may_mail(new.recipient) then
    return null;
  end if;
  -- A worker that is just taking the mail holds its row: this waits, finds it frozen, and begins the next one.
  update private.outbox o set payload = jsonb_set(o.payload, '{message_ids}', (o.payload -> 'message_ids') || (new.payload -> 'message_id'))
   where o.template = 'message' and o.state = 'queued' and o.frozen is null and o.recipient = new.recipient
     and o.payload -> 'conversation' = v_conversation;
  if found then
    return null;
  end if;
  select max(o.sent_at) into v_last from private.outbox o
   where o.template = 'message' and o.state = 'sent' and o.recipient = new.recipient and o.payload -> 'conversation' = v_conversation;
  new.next_attempt_at := greatest(now() + interval '1 minute', v_last + interval '10 minutes');
  new.payload := jsonb_build_object('conversation', v_conversation, 'message_ids', jsonb_build_array(new.payload -> 'message_id'),
    'full_name', new.payload -> 'full_name',
    'user_id', (select p.id from public.profiles p where lower(p.email) = lower(new.recipient) limit 1));
  return new;
end $$;
create trigger outbox_fold_messages before insert on private.outbox for each row
  when (new.template = 'message' and new.payload ? 'message_id') execute function private.fold_message_mail();

-- The messages of a mail that its reader has neither seen nor answered: the newest twenty, oldest first. Null when there are none.
create function private.unread_messages(o private.outbox)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('text', x.message, 'sender_name', x.full_name) order by x.created_at, x.id)
  from (
    select m.id, m.message, m.created_at, s.full_name
      from public.messages m left join public.profiles s on s.id = m.sender_id
     where m.id in (select v::uuid from jsonb_array_elements_text(o.payload -> 'message_ids') v)
       and not exists (
         -- Written in one transaction with its message: the same moment.
         select 1 from public.notifications n
          where n.user_id = (o.payload ->> 'user_id')::uuid and n.type = 'message' and n.read and n.created_at = m.created_at
            and (n.booking_id = m.booking_id or n.transport_booking_id = m.transport_booking_id))
       and not exists (
         select 1 from public.messages a
          where a.sender_id = (o.payload ->> 'user_id')::uuid and a.created_at > m.created_at
            and (a.booking_id = m.booking_id or a.transport_booking_id = m.transport_booking_id))
     order by m.created_at desc, m.id desc limit 20) x
$$;

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

-- As in 20261121000711, with the e-mail.
create or replace function private.create_invite(p_email text, p_roles text[], p_territory_id text, p_full_name text, p_business_name text,
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
  perform private.mail_invite(made, code);
  perform private.audit('invite_created', p_territory_id, 'invites', made.id::text, jsonb_build_object('roles', p_roles));
  return jsonb_build_object('invite_id', made.id, 'code', code, 'expires_at', made.expires_at);
end $$;

revoke all on function private.fold_message_mail(), private.unread_messages(private.outbox), private.mail_invite(public.invites, text)
  from public, anon, authenticated, service_role;
