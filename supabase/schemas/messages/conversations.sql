-- Conversations about a booking between its tourist and its hosts, and group messages to a departure. Sending again after a lost response stores
-- nothing twice, because the client sends an idempotency key.

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  sender_id uuid references public.profiles (id) on delete set null
    constraint messages_sender_card_fkey references public.profile_cards (id) on delete set null,
  message text not null check (length(private.trimmed(message)) between 1 and 4000),
  created_at timestamptz not null default now(),
  -- A trigger copies this from the booking, so that a policy needs no join.
  kind text not null check (kind in ('experience', 'transport')),
  tourist_id uuid references public.profiles (id) on delete set null,
  guide_id uuid references public.profiles (id) on delete set null,
  territory_id text references public.territories (id),
  idempotency_key uuid,
  to_group boolean not null default false,
  -- The number of bookings that a group message went to. Only one of its rows has it, which lists show to hosts.
  group_size int
);
create index messages_booking_idx on public.messages (booking_id, created_at desc, id);
create index messages_sender_idx on public.messages (sender_id);
create index messages_tourist_idx on public.messages (tourist_id, created_at desc, id);
create index messages_guide_idx on public.messages (guide_id, created_at desc, id);
create index messages_territory_idx on public.messages (territory_id, created_at desc, id);
create unique index messages_request_idx on public.messages (sender_id, idempotency_key) where idempotency_key is not null;
alter table public.messages enable row level security;
grant select on public.messages to authenticated;
grant all on public.messages to service_role;

create policy messages_select on public.messages for select to authenticated
  using (tourist_id = (select private.live_user())
    or (guide_id = (select private.live_user()) and territory_id = any ((select private.my_territories('guide'))::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (kind = 'transport' and territory_id = any ((select private.my_territories('shuttle'))::text[])));

create function private.fill_message_participants()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select b.kind, b.tourist_id, b.guide_id, b.territory_id into new.kind, new.tourist_id, new.guide_id, new.territory_id
    from public.bookings b where b.id = new.booking_id;
  return new;
end $$;

create trigger messages_fill_participants before insert on public.messages
  for each row execute function private.fill_message_participants();

-- Returns a message's sender, its booking, and its first words.
create function private.message_params(m public.messages)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(private.service_params(b.service_id), '{}') || jsonb_build_object('excerpt', private.excerpt(m.message, 50),
      'name', (select nullif(btrim(p.full_name), '') from public.profiles p where p.id = m.sender_id))
    from (select 1) one left join private.booking_facts b on b.id = m.booking_id
$$;

-- Queues the notification and the email about a message for one reader.
create function private.tell_of_message(m public.messages, p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p_user_id, 'message', 'message', private.message_params(m), m.territory_id, m.booking_id);
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'message:' || m.id || ':' || p_user_id, 'email', 'message', p.email,
    -- The payload must not have the keys kind and booking_id, because the outbox would add the booking's data, and the check-in code is only for the
    -- tourist.
    jsonb_build_object('message_id', m.id, 'text', m.message, 'full_name', p.full_name,
      'sender_name', (select s.full_name from public.profiles s where s.id = m.sender_id),
      'conversation', jsonb_build_object('kind', m.kind, 'booking_id', m.booking_id))
  from public.profiles p where p.id = p_user_id and p.email <> ''
  on conflict (dedupe_key) do nothing;
end $$;

-- Stores a message, the other side's notification, and an email for each reader in the outbox, and returns {id, created_at}. p_idempotency_key is
-- created by the browser and kept for retries. The same key returns the stored message and notifies no one again. Group messages don't count toward
-- the limit. Raises 404 'booking_not_found', 400 'message_required' and 'message_too_long', 409 'guest_without_account' if nobody would read it, 409
-- 'idempotency_key_reused' and 429 'rate_limited'. Locks the sender.
create function public.send_message(p_booking_id uuid, p_message text, p_idempotency_key uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  side text := private.booking_side(p_booking_id);
  sent public.messages;
  other uuid;
begin
  if side is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  elsif not private.says_something(coalesce(p_message, '')) then
    perform private.fail(400, 'message_required', 'Please enter a message');
  elsif length(private.trimmed(p_message)) > 4000 then
    perform private.fail(400, 'message_too_long', 'Please keep your message under 4000 characters');
  elsif side = 'host' and exists (select 1 from public.bookings b where b.id = p_booking_id and b.tourist_id is null) then
    perform private.fail(409, 'guest_without_account', 'The guest has no account. Please tell them yourself.');
  end if;
  p_message := private.check_text(p_message);
  perform pg_advisory_xact_lock(hashtextextended('message:' || caller, 0));
  select * into sent from public.messages m where m.sender_id = caller and m.idempotency_key = p_idempotency_key;
  if sent.id is not null then
    if sent.booking_id <> p_booking_id or sent.message <> private.trimmed(p_message) then
      perform private.fail(409, 'idempotency_key_reused', 'You already sent this with other details. Please reload the page and check before you try again.');
    end if;
    return jsonb_build_object('id', sent.id, 'created_at', sent.created_at);
  end if;
  perform private.limit_rate('message', count(*) filter (where m.created_at > now() - interval '1 minute'), count(*))
  from public.messages m where m.sender_id = caller and not m.to_group and m.created_at > now() - interval '1 hour';
  insert into public.messages (booking_id, sender_id, message, idempotency_key)
  values (p_booking_id, caller, private.trimmed(p_message), p_idempotency_key)
  returning * into sent;
  for other in
    select sent.tourist_id where side = 'host' and sent.tourist_id is not null
    union select h from private.booking_hosts(private.booking(p_booking_id)) h where side = 'tourist' and h <> caller
  loop
    perform private.tell_of_message(sent, other);
  end loop;
  return jsonb_build_object('id', sent.id, 'created_at', sent.created_at);
end $$;

-- Sends a realtime event about a message to everyone who may read the conversation.
create function private.broadcast_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  payload jsonb := jsonb_build_object('id', new.id, 'kind', new.kind, 'booking_id', new.booking_id);
  person uuid;
begin
  for person in select distinct p from unnest(array[new.tourist_id, new.guide_id, new.sender_id]) as p where p is not null loop
    perform realtime.send(payload, 'message', 'user:' || person, true);
  end loop;
  perform realtime.send(payload, 'message', 'booking:' || new.booking_id, true);
  return null;
end $$;

create trigger messages_broadcast after insert on public.messages
  for each row execute function private.broadcast_message();

-- Returns whether the caller may join topic booking:<booking id>, as people who may read the conversation can. Staff get no notifications about a
-- booking with a guide, and would otherwise have to poll.
create function private.may_join_conversation(p_topic text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  named text[] := regexp_match(p_topic, '^booking:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
begin
  return named is not null and private.booking_side(named[1]::uuid) is not null;
end $$;
grant execute on function private.may_join_conversation(text) to authenticated;

-- A booking that gets a group message.
create type private.group_member as (booking_id uuid, tourist_id uuid);

-- Returns the bookings in whose conversation the caller is a host, as in booking_side: the live ones of a departure, or those of a list,
-- whatever their status.
create function private.group_bookings(p_departure_id uuid, p_ids uuid[] default null)
returns setof private.group_member
language sql stable security definer set search_path = '' as $$
  select b.id, b.tourist_id from public.bookings b
  where ((b.departure_id = p_departure_id and private.is_live(b.status)) or b.id = any (p_ids))
    and b.tourist_id is not null and b.tourist_id <> (select auth.uid())
    and (b.territory_id = any ((select private.my_territories('staff'))::text[])
      or (b.guide_id = (select auth.uid()) and b.territory_id = any ((select private.my_territories('guide'))::text[]))
      or (b.kind = 'transport' and b.territory_id = any ((select private.my_territories('shuttle'))::text[])))
$$;

-- Writes a group message into one booking's conversation, with its notification and email. Returns its id.
create function private.write_group_message(p_sender_id uuid, p_booking_id uuid, p_text text)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  m public.messages;
begin
  insert into public.messages (booking_id, sender_id, message, to_group)
  values (p_booking_id, p_sender_id, p_text, true) returning * into m;
  perform private.tell_of_message(m, m.tourist_id);
  return m.id;
end $$;

-- Sends a message to each booking of a group, once per key, and returns the number of bookings. One that can't be stored now waits in the outbox. A
-- repeat returns the same result, even if the group has changed. p_group_id identifies the group, and is the departure's id or a hash of the
-- bookings' ids. Raises 400 'message_required' and 'message_too_long', 404 'group_not_found', 429 'rate_limited', and what once raises. Locks the
-- sender.
create function private.write_to_group(p_group_id uuid, p_members private.group_member[], p_message text, p_idempotency_key uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_text text := private.trimmed(p_message);
  v_done jsonb;
  b private.group_member;
  v_sent int := cardinality(p_members);
  v_written uuid;
  v_shown uuid;
begin
  if not private.says_something(coalesce(v_text, '')) then
    perform private.fail(400, 'message_required', 'Please enter a message');
  elsif length(v_text) > 4000 then
    perform private.fail(400, 'message_too_long', 'Please keep your message under 4000 characters');
  end if;
  v_text := private.check_text(v_text);
  v_done := private.once(p_idempotency_key, jsonb_build_array('write_to_group', p_group_id, v_text));
  if v_done is not null then
    return (v_done ->> 'sent')::int;
  end if;
  perform private.limit_rate('group_message', count(*) filter (where r.created_at > now() - interval '1 minute'), count(*))
  from private.requests r where r.person_id = caller and r.answer ? 'sent' and r.created_at > now() - interval '1 hour';
  foreach b in array p_members loop
    begin
      v_written := private.write_group_message(caller, b.booking_id, v_text);
      v_shown := coalesce(v_shown, v_written);
    exception when others then
      insert into private.outbox (dedupe_key, kind, template, recipient, payload, attempts, last_error, next_attempt_at)
      values ('group-message:' || gen_random_uuid(), 'message', 'group_message', b.tourist_id::text,
        jsonb_build_object('sender_id', caller, 'booking_id', b.booking_id, 'text', v_text),
        1, left(sqlerrm, 500), now() + private.outbox_wait(1));
    end;
  end loop;
  if v_sent = 0 then
    perform private.fail(404, 'group_not_found', 'You no longer have bookings on this departure');
  end if;
  update public.messages set group_size = v_sent where id = v_shown;
  perform private.done(p_idempotency_key, jsonb_build_object('sent', v_sent));
  return v_sent;
end $$;

-- Writes a message to every booking of a departure (write_to_group), and returns {sent}, the number of bookings. p_idempotency_key is created by the
-- browser and kept for retries.
create function public.send_group_message(p_departure_id uuid, p_message text, p_idempotency_key uuid)
returns jsonb language sql security definer set search_path = '' as $$
  select jsonb_build_object('sent', private.write_to_group(p_departure_id, array(select m from private.group_bookings(p_departure_id) m),
    p_message, p_idempotency_key))
$$;

-- Raises 400 'invalid_input' if no bookings are selected, or more than one action allows.
create function private.check_ticked(p_booking_ids uuid[])
returns void language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(cardinality(p_booking_ids), 0) not between 1 and 100 then
    perform private.invalid('Please select between 1 and 100 bookings');
  end if;
end $$;

-- Sends a message to selected bookings (write_to_group), of either kind and any status. Returns {sent, missed}: the number sent, and the ids that
-- could not be reached, without access or with a deleted account. Raises 404 'booking_not_found' if it reaches none.
create function public.message_bookings(p_booking_ids uuid[], p_message text, p_idempotency_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(select distinct x from unnest(p_booking_ids) x where x is not null order by x);
  v_members private.group_member[];
  v_sent int;
begin
  perform private.require_user();
  perform private.check_ticked(v_ids);
  v_members := array(select m from private.group_bookings(null, v_ids) m);
  if cardinality(v_members) = 0 then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  v_sent := private.write_to_group(md5(array_to_string(v_ids, ','))::uuid, v_members, p_message, p_idempotency_key);
  return jsonb_build_object('sent', v_sent, 'missed', array(
    select x from unnest(v_ids) x where not exists (
      select 1 from unnest(v_members) m where m.booking_id = x)));
end $$;

-- Marks a conversation's notifications as read when it is opened, so that the email about them isn't sent (private.unread_messages).
create function public.mark_conversation_read(p_booking_id uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_count int;
begin
  update public.notifications n set read = true
   where n.user_id = caller and not n.read and n.type = 'message' and n.booking_id = p_booking_id;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
