-- Sending again after a lost answer stores nothing twice: whoever sends names the message first.

alter table public.messages add column request_key uuid;
create unique index messages_request_idx on public.messages (sender_id, request_key) where request_key is not null;

drop function public.send_message(text, uuid, text);
drop function private.send_message(text, uuid, text);

-- Writes a message, the other side's notification, and one e-mail each into the outbox. p_request_key: made by the browser, kept
-- over retries; the same key again returns the message that it stored, and tells nobody twice. → {id, created_at}
create function private.send_message(p_kind text, p_booking_id uuid, p_message text, p_request_key uuid)
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
  -- A guide writes to a whole group with one message a booking.
  perform private.limit_rate(count(*) filter (where m.created_at > now() - interval '1 minute'), 60, count(*), 600)
  from public.messages m where m.sender_id = caller and m.created_at > now() - interval '1 hour';
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
create function public.send_message(p_kind text, p_booking_id uuid, p_message text, p_request_key uuid default null)
returns jsonb language sql set search_path = '' as $$ select private.send_message(p_kind, p_booking_id, p_message, p_request_key) $$;
revoke all on function private.send_message(text, uuid, text, uuid), public.send_message(text, uuid, text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.send_message(text, uuid, text, uuid), public.send_message(text, uuid, text, uuid) to authenticated;

-- On a board the author names the row itself: a second insert of the same id is refused by the primary key, and the browser then
-- reads what is there.
grant insert (id) on public.territory_messages to authenticated;

-- The author is the caller, whatever was sent; a reply answers a visible top-level message of the same board; 5 messages a
-- minute, 30 an hour. The lock queues parallel posts of one person, which would otherwise all count the same past.
create or replace function private.before_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  new.message := btrim(new.message);
  if new.parent_id is not null and not exists (
    select 1 from public.territory_messages p
    where p.id = new.parent_id and p.territory_id = new.territory_id and p.parent_id is null
      and (p.hidden_at is null or private.is_trusted_caller())
  ) then
    perform private.fail(400, 'parent_not_found', 'The message you are replying to is no longer there');
  end if;
  if caller is null then
    return new;
  end if;
  new.user_id := caller;
  new.created_at := now();
  new.hidden_at := null;
  new.hidden_by := null;
  perform pg_advisory_xact_lock(hashtextextended('board:' || caller, 0));
  -- The same message again is not one message more: the primary key answers it, not the limit.
  if not exists (select 1 from public.territory_messages m where m.id = new.id and m.user_id = caller) then
    perform private.limit_rate(
      count(*) filter (where m.created_at > clock_timestamp() - interval '1 minute'), 5, count(*), 30)
    from public.territory_messages m
    where m.user_id = caller and m.created_at > clock_timestamp() - interval '1 hour';
  end if;
  return new;
end $$;
