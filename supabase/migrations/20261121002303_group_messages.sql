-- One message to everybody on a departure: in each booking's conversation, with the notification and the e-mail of any other message.

-- What was sent to a group, so that the same request is answered and not sent again. The words are in the messages.
create table private.group_messages (
  sender_id uuid not null references public.profiles (id) on delete cascade,
  request_key uuid not null,
  departure_id uuid not null,
  text_hash text not null,
  sent int not null,
  created_at timestamptz not null default now(),
  primary key (sender_id, request_key)
);
alter table private.group_messages enable row level security;
revoke all on private.group_messages from public, anon, authenticated;
grant all on private.group_messages to service_role;

-- A group counts as one message of its sender: who has just written to sixty guests may answer the first of them.
alter table public.messages add column to_group boolean not null default false;

-- The live bookings of a departure in whose conversation the caller is on the host's side, as in conversation_side.
create function private.group_bookings(p_kind text, p_departure_id uuid)
returns table (booking_id uuid, transport_booking_id uuid, tourist_id uuid)
language sql stable security definer set search_path = '' as $$
  select b.id, null::uuid, b.tourist_id from public.bookings b
  where p_kind = 'experience' and b.departure_id = p_departure_id and private.is_live(b.status)
    and b.tourist_id is not null and b.tourist_id <> (select auth.uid())
    and (b.territory_id = any ((select private.my_territories('staff'))::text[])
      or (b.guide_id = (select auth.uid()) and b.territory_id = any ((select private.my_territories('guide'))::text[])))
  union all
  select null, b.id, b.tourist_id from public.transport_bookings b
  where p_kind = 'transport' and b.departure_id = p_departure_id and private.is_live(b.status)
    and b.tourist_id is not null and b.tourist_id <> (select auth.uid())
    and b.territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
$$;

-- p_request_key: made by the browser, kept over retries. → {sent}: how many bookings it went to.
create function private.send_group_message(p_kind text, p_departure_id uuid, p_message text, p_request_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_text text := btrim(p_message);
  before private.group_messages;
  v_sent int;
begin
  if coalesce(v_text, '') = '' then
    perform private.fail(400, 'message_required', 'Please enter a message');
  elsif length(v_text) > 4000 then
    perform private.fail(400, 'message_too_long', 'Please keep your message under 4000 characters');
  elsif p_request_key is null then
    perform private.invalid('A request key is needed');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message:' || caller, 0));
  select * into before from private.group_messages g where g.sender_id = caller and g.request_key = p_request_key;
  if before.sender_id is not null then
    if before.departure_id <> p_departure_id or before.text_hash <> md5(v_text) then
      perform private.fail(409, 'message_key_reused', 'This message was already sent with another text');
    end if;
    return jsonb_build_object('sent', before.sent);
  end if;
  perform private.limit_rate(count(*) filter (where g.created_at > now() - interval '1 minute'), 10, count(*), 60)
  from private.group_messages g where g.sender_id = caller and g.created_at > now() - interval '1 hour';
  with written as (
    insert into public.messages (booking_id, transport_booking_id, sender_id, message, to_group)
    select b.booking_id, b.transport_booking_id, caller, v_text, true from private.group_bookings(p_kind, p_departure_id) b
    returning id, booking_id, transport_booking_id, tourist_id, territory_id),
  told as (
    insert into public.notifications (user_id, type, title, message, territory_id, booking_id, transport_booking_id)
    select w.tourist_id, 'message', 'New message', private.excerpt(v_text, 50), w.territory_id, w.booking_id, w.transport_booking_id from written w),
  mailed as (
    insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    select 'message:' || w.id || ':' || w.tourist_id, 'email', 'message', p.email,
      -- As send_message does: without the keys that make the outbox add the booking's data.
      jsonb_build_object('message_id', w.id, 'text', v_text, 'full_name', p.full_name,
        'sender_name', (select s.full_name from public.profiles s where s.id = caller),
        'conversation', jsonb_build_object('kind', p_kind, 'booking_id', coalesce(w.booking_id, w.transport_booking_id)))
    from written w join public.profiles p on p.id = w.tourist_id where p.email <> ''
    on conflict (dedupe_key) do nothing)
  select count(*) into v_sent from written;
  if v_sent = 0 then
    perform private.fail(404, 'group_not_found', 'There are no bookings of yours on this departure any more');
  end if;
  insert into private.group_messages (sender_id, request_key, departure_id, text_hash, sent)
  values (caller, p_request_key, p_departure_id, md5(v_text), v_sent);
  return jsonb_build_object('sent', v_sent);
end $$;

-- As in 20261121002004; what was written to a group is not counted here.
create or replace function private.send_message(p_kind text, p_booking_id uuid, p_message text, p_request_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  side text := private.conversation_side(p_kind, p_booking_id);
  sent public.messages;
  other uuid;
begin
  if side is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  elsif coalesce(btrim(p_message), '') = '' then
    perform private.fail(400, 'message_required', 'Please enter a message');
  elsif length(btrim(p_message)) > 4000 then
    perform private.fail(400, 'message_too_long', 'Please keep your message under 4000 characters');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message:' || caller, 0));
  select * into sent from public.messages m where m.sender_id = caller and m.request_key = p_request_key;
  if sent.id is not null then
    if coalesce(sent.booking_id, sent.transport_booking_id) <> p_booking_id or sent.message <> btrim(p_message) then
      perform private.fail(409, 'message_key_reused', 'This message was already sent with another text');
    end if;
    return jsonb_build_object('id', sent.id, 'created_at', sent.created_at);
  end if;
  perform private.limit_rate(count(*) filter (where m.created_at > now() - interval '1 minute'), 60, count(*), 600)
  from public.messages m where m.sender_id = caller and not m.to_group and m.created_at > now() - interval '1 hour';
  insert into public.messages (booking_id, transport_booking_id, sender_id, message, request_key)
  values (case when p_kind = 'experience' then p_booking_id end, case when p_kind = 'transport' then p_booking_id end,
    caller, btrim(p_message), p_request_key)
  returning * into sent;
  for other in
    select sent.tourist_id where side = 'host' and sent.tourist_id is not null
    union select h from private.conversation_hosts(p_kind, sent.territory_id, sent.guide_id) h where side = 'tourist' and h <> caller
  loop
    insert into public.notifications (user_id, type, title, message, territory_id, booking_id, transport_booking_id)
    values (other, 'message', 'New message', private.excerpt(sent.message, 50), sent.territory_id, sent.booking_id,
      sent.transport_booking_id);
    insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    select 'message:' || sent.id || ':' || other, 'email', 'message', p.email,
      -- Not the keys kind and booking_id: with them the outbox adds the booking's data, and the check-in code is the tourist's.
      jsonb_build_object('message_id', sent.id, 'text', sent.message, 'full_name', p.full_name,
        'sender_name', (select s.full_name from public.profiles s where s.id = caller),
        'conversation', jsonb_build_object('kind', p_kind, 'booking_id', p_booking_id))
    from public.profiles p where p.id = other and p.email <> ''
    on conflict (dedupe_key) do nothing;
  end loop;
  return jsonb_build_object('id', sent.id, 'created_at', sent.created_at);
end $$;

create function public.send_group_message(p_kind text, p_departure_id uuid, p_message text, p_request_key uuid)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.send_group_message(p_kind, p_departure_id, p_message, p_request_key)
$$;
revoke all on function private.group_bookings(text, uuid), private.send_group_message(text, uuid, text, uuid),
  public.send_group_message(text, uuid, text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.send_group_message(text, uuid, text, uuid), public.send_group_message(text, uuid, text, uuid) to authenticated;
