-- Notifications in the app: each person reads their own and marks them as read.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null default 'general',
  title text not null,
  message text not null,
  read boolean not null default false,
  territory_id text references public.territories (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  transport_booking_id uuid references public.transport_bookings (id) on delete cascade,
  -- The key of what it tells of, its kind first: 'message:', 'review:', 'slot:' (with its date), 'role:', 'pause:', 'guides:' (those whom a
  -- pause leaves out), 'arrival:' and 'status:' of a booking, 'run:' (with its days). The browser chooses the id of a message, and would
  -- without a kind write what stands in the bells of something with the same id.
  about text check (about ~ '^[a-z]+:'),
  created_at timestamptz not null default now()
);
create index notifications_user_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where not read;
create index notifications_territory_idx on public.notifications (territory_id);
create index notifications_booking_idx on public.notifications (booking_id);
create index notifications_transport_booking_idx on public.notifications (transport_booking_id);
create index notifications_about_idx on public.notifications (about) where about is not null;
alter table public.notifications enable row level security;
grant select on public.notifications to authenticated;
grant all on public.notifications to service_role;

create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));

-- Marks the caller's notifications as read: the ones named, or all. → how many changed
create function private.mark_notifications_read(p_ids uuid[])
returns int language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  update public.notifications set read = true
  where user_id = private.require_user() and not read and (p_ids is null or id = any (p_ids));
  get diagnostics changed = row_count;
  return changed;
end $$;
create function public.mark_notifications_read(p_ids uuid[] default null)
returns int language sql set search_path = '' as $$ select private.mark_notifications_read(p_ids) $$;
grant execute on function private.mark_notifications_read(uuid[]), public.mark_notifications_read(uuid[]) to authenticated;

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

-- Tells a person something in the app, at once. One of the same type about the same thing (p_about) that is still unread makes room for it:
-- who changes something again and again rings once. What cannot be written now waits in the outbox: a notice must not fail what it is about.
create function private.notify(p_user_id uuid, p_type text, p_title text, p_message text, p_territory_id text, p_booking_id uuid default null,
  p_transport_booking_id uuid default null, p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.about = p_about and n.user_id = p_user_id and n.type = p_type and not n.read;
  insert into public.notifications (user_id, type, title, message, territory_id, booking_id, transport_booking_id, about)
  values (p_user_id, p_type, p_title, p_message, p_territory_id, p_booking_id, p_transport_booking_id, p_about);
exception when others then
  insert into private.outbox (dedupe_key, kind, template, recipient, payload, attempts, last_error, next_attempt_at)
  values ('notification:late:' || gen_random_uuid(), 'notification', p_type, p_user_id::text,
          jsonb_build_object('title', p_title, 'message', p_message, 'territory_id', p_territory_id, 'booking_id', p_booking_id,
                             'transport_booking_id', p_transport_booking_id, 'about', p_about), 1, left(sqlerrm, 500), now() + private.outbox_wait(1));
end $$;

-- The same to many, of whom one that fails keeps it from nobody else.
create function private.notify_all(p_user_ids uuid[], p_type text, p_title text, p_message text, p_territory_id text, p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.about = p_about and n.user_id = any (p_user_ids) and n.type = p_type and not n.read;
  insert into public.notifications (user_id, type, title, message, territory_id, about)
  select u, p_type, p_title, p_message, p_territory_id, p_about from unnest(p_user_ids) u;
exception when others then
  perform private.notify(u, p_type, p_title, p_message, p_territory_id, null, null, p_about) from unnest(p_user_ids) u;
end $$;

-- The words of a message or a review that stand in people's notifications follow it: written anew, or gone with it (p_text null), read or
-- not, and those that still wait in the outbox first, as one that is delivered meanwhile is then found below. Open bells look again.
create function private.rewrite_notices(p_about text, p_text text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_readers uuid[];
begin
  delete from private.outbox o
   where o.kind = 'notification' and o.payload ->> 'about' = p_about and o.state in ('queued', 'dead') and p_text is null;
  update private.outbox o set payload = o.payload || jsonb_build_object('message', p_text)
   where o.kind = 'notification' and o.payload ->> 'about' = p_about and o.state in ('queued', 'dead');
  with gone as (
    delete from public.notifications n where n.about = p_about and p_text is null returning n.user_id),
  anew as (
    update public.notifications n set message = p_text where n.about = p_about and n.message <> p_text returning n.user_id)
  select array(select user_id from gone union select user_id from anew) into v_readers;
  perform realtime.send(jsonb_build_object('about', p_about), 'notification', 'user:' || r, true) from unnest(v_readers) r;
end $$;
