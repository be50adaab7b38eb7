-- Everybody who may read a conversation hears of it: the topic booking:<experience|transport>:<booking id>, event message. Staff of
-- a booking that has a guide are notified of nothing, and had to ask again and again.

-- Whether the caller takes part in the conversation that a topic names.
create function private.hears_conversation(p_topic text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  named text[] := regexp_match(p_topic,
    '^booking:(experience|transport):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
begin
  return named is not null and private.conversation_side(named[1], named[2]::uuid) is not null;
end $$;
revoke all on function private.hears_conversation(text) from public, anon, authenticated, service_role;
grant execute on function private.hears_conversation(text) to authenticated;

drop policy topics_read on realtime.messages;
create policy topics_read on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (
    (select realtime.topic()) = 'user:' || (select auth.uid())
    or ((select realtime.topic()) like 'territory:%' and (
      substr((select realtime.topic()), 11) = any ((select private.my_territories('people'))::text[])
      or (select private.is_admin())))
    or ((select realtime.topic()) like 'board:%' and
      substr((select realtime.topic()), 7) = any ((select private.open_territories() || private.my_regions())::text[]))
    or (select private.hears_conversation((select realtime.topic())))));

create or replace function private.broadcast_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  payload jsonb := jsonb_build_object('id', new.id, 'booking_id', new.booking_id, 'transport_booking_id', new.transport_booking_id);
  person uuid;
begin
  for person in select distinct p from unnest(array[new.tourist_id, new.guide_id, new.sender_id]) as p where p is not null loop
    perform realtime.send(payload, 'message', 'user:' || person, true);
  end loop;
  perform realtime.send(payload, 'message', case when new.booking_id is not null then 'booking:experience:' || new.booking_id
    else 'booking:transport:' || new.transport_booking_id end, true);
  return null;
end $$;
