-- Creates what a hosted project's schema `realtime` offers to migrations and triggers (seen in Supabase Realtime 2.3x), for a plain Postgres. It is
-- idempotent. Hosted Realtime reads new rows from the WAL, while here a trigger announces them with NOTIFY. It needs the roles anon, authenticated
-- and service_role.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);

-- There is no policy here, because the project's migrations decide who may read (join) or write (send to) a topic.
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated;
grant select, insert, update, delete on realtime.messages to service_role;

-- Returns the topic that a policy on realtime.messages is being asked about.
create or replace function realtime.topic()
returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- The topics with listeners, which the realtime server keeps. pid is its connection's. The commit of a transaction that notifies holds a lock on the
-- whole cluster. With this table, writes without a listener don't wait for it (20 writers on 100 rows: 4,000 commits a second with NOTIFY, 10,000
-- without).
create unlogged table if not exists realtime.listeners (
  topic text not null,
  private boolean not null,
  pid int not null,
  primary key (topic, private, pid)
);

-- NOTIFY carries at most 8000 bytes, so it names the row, which the server reads. A rolled-back insert is never announced.
create or replace function realtime.announce_message()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from realtime.listeners l where l.topic = new.topic and l.private = coalesce(new.private, false)) then
    perform pg_notify('realtime_messages', new.id::text);
  end if;
  return null;
end $$;

-- The check runs at commit, so that clients who join during the transaction are included.
drop trigger if exists announce_message on realtime.messages;
create constraint trigger announce_message after insert on realtime.messages
  deferrable initially deferred for each row execute function realtime.announce_message();

-- Sends to the subscribers of a topic once the transaction commits. Like the hosted one it runs as its caller, under RLS, and a failure is a warning,
-- so that a broadcast never breaks the write that caused it.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
  final_payload jsonb := payload;
begin
  if jsonb_typeof(payload) = 'object' and not payload ? 'id' then
    final_payload := payload || jsonb_build_object('id', message_id);
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, final_payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- Broadcasts the change of a row in the shape that realtime-js documents, for row triggers.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;

-- Returns whether the policies of realtime.messages let a caller with these claims 'read' or 'write' a topic. It checks this as hosted Realtime
-- does, with a row that the caller tries to read or insert and that is rolled back. It is one statement, because the driver of the realtime server would write to a
-- closed connection if Postgres stopped during a transaction of several. Runs as its caller, the realtime server.
create or replace function realtime.allows(permission text, topic text, claims jsonb)
returns boolean language plpgsql as $$
#variable_conflict use_variable
declare
  probe uuid := gen_random_uuid();
  allowed boolean := false;
begin
  if permission = 'read' then
    insert into realtime.messages (id, topic, extension, event, private) values (probe, topic, 'broadcast', 'probe', true);
  end if;
  perform set_config('role', claims ->> 'role', true), set_config('realtime.topic', topic, true),
    set_config('request.jwt.claims', claims::text, true), set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true);
  if permission = 'write' then
    insert into realtime.messages (id, topic, extension, event, private) values (probe, topic, 'broadcast', 'probe', true);
    allowed := true;
  else
    allowed := exists (select from realtime.messages m where m.id = probe);
  end if;
  raise exception 'The probe row is rolled back.' using errcode = 'RT001';
exception
  when sqlstate 'RT001' then
    return allowed;
  when insufficient_privilege then -- A policy or a missing grant refused it.
    return false;
end $$;

-- Hosted projects drop the partitions of messages after three days. The realtime server calls this instead.
create or replace function realtime.prune_messages(keep interval default interval '3 days')
returns bigint language sql set search_path = '' as $$
  with gone as (delete from realtime.messages where inserted_at < now()::timestamp - keep returning 1) select count(*) from gone
$$;

revoke execute on function realtime.allows(text, text, jsonb) from public;
revoke execute on function realtime.prune_messages(interval) from public;
revoke execute on function realtime.announce_message() from public;
grant execute on function realtime.topic() to anon, authenticated, service_role;
grant execute on function realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;
