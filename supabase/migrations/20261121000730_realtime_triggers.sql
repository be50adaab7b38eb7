-- Broadcasts from the database. A payload carries ids alone; the client refetches under its own rights. Topics:
--   user:<uuid>            notification, message, booking          its owner
--   territory:<id>         booking, departure, report              the people who work there, and admins
--   board:<territory id>   board_message                           everyone, while the region is open

-- Joining a private channel is a select on realtime.messages as the caller with realtime.topic() set. Nobody may send: there
-- is no insert policy.
create policy topics_read_anon on realtime.messages for select to anon
  using (extension = 'broadcast'
    and (select realtime.topic()) like 'board:%'
    and substr((select realtime.topic()), 7) = any ((select private.open_territories())::text[]));
create policy topics_read on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (
    (select realtime.topic()) = 'user:' || (select auth.uid())
    or ((select realtime.topic()) like 'territory:%' and (
      substr((select realtime.topic()), 11) = any ((select private.my_territories('people'))::text[])
      or (select private.is_admin())))
    or ((select realtime.topic()) like 'board:%' and
      substr((select realtime.topic()), 7) = any ((select private.open_territories() || private.my_regions())::text[]))));

create function private.broadcast_notification()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'notification', 'user:' || new.user_id, true);
  return null;
end $$;
create trigger notifications_broadcast_insert after insert on public.notifications
  for each row execute function private.broadcast_notification();
create trigger notifications_broadcast_read after update of read on public.notifications
  for each row when (new.read is distinct from old.read) execute function private.broadcast_notification();

create function private.broadcast_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  for person in select distinct p from unnest(array[new.tourist_id, new.guide_id, new.sender_id]) as p where p is not null loop
    perform realtime.send(
      jsonb_build_object('id', new.id, 'booking_id', new.booking_id, 'transport_booking_id', new.transport_booking_id),
      'message', 'user:' || person, true);
  end loop;
  return null;
end $$;
create trigger messages_broadcast after insert on public.messages
  for each row execute function private.broadcast_message();

-- tg_argv[0]: the kind of booking.
create function private.broadcast_booking()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  payload jsonb := jsonb_build_object('id', new.id, 'kind', tg_argv[0]);
begin
  if new.tourist_id is not null then
    perform realtime.send(payload, 'booking', 'user:' || new.tourist_id, true);
  end if;
  perform realtime.send(payload, 'booking', 'territory:' || new.territory_id, true);
  return null;
end $$;
create trigger bookings_broadcast_insert after insert on public.bookings
  for each row execute function private.broadcast_booking('experience');
create trigger bookings_broadcast_update after update on public.bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.guide_id, old.operator_status, old.territory_status, old.partner_status)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.guide_id, new.operator_status, new.territory_status, new.partner_status))
  execute function private.broadcast_booking('experience');
create trigger transport_bookings_broadcast_insert after insert on public.transport_bookings
  for each row execute function private.broadcast_booking('transport');
create trigger transport_bookings_broadcast_update after update on public.transport_bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.operator_status, old.territory_status, old.partner_status)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.operator_status, new.territory_status, new.partner_status))
  execute function private.broadcast_booking('transport');

-- A departure is told when it sells, closes, changes its size, or when holds make it full or open it again; not at every hold:
-- that update is the hottest of the product.
create function private.broadcast_departure()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'departure', 'territory:' || new.territory_id, true);
  return null;
end $$;
create trigger departures_broadcast after update on public.departures
  for each row when (old.sold is distinct from new.sold or old.closed is distinct from new.closed
    or old.capacity is distinct from new.capacity
    or (old.held + old.sold >= old.capacity) is distinct from (new.held + new.sold >= new.capacity))
  execute function private.broadcast_departure();

create function private.broadcast_report()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'report', 'territory:' || new.territory_id, true);
  return null;
end $$;
create trigger message_reports_broadcast after insert or update of status on public.message_reports
  for each row execute function private.broadcast_report();

create function private.broadcast_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'parent_id', new.parent_id), 'board_message', 'board:' || new.territory_id, true);
  return null;
end $$;
create trigger territory_messages_broadcast_insert after insert on public.territory_messages
  for each row execute function private.broadcast_board_message();
create trigger territory_messages_broadcast_hide after update of hidden_at on public.territory_messages
  for each row when (new.hidden_at is distinct from old.hidden_at) execute function private.broadcast_board_message();
