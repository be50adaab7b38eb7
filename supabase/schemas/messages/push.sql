-- Web Push (docs/decisions/0057). Some notifications are also sent to the phones and computers on which their reader allowed it, while no page is
-- open. Each device has its own outbox row, so that a failing push service doesn't repeat it on other devices.

-- A browser's push subscription, as the browser describes it. An endpoint alone isn't enough to send, because the content must be encrypted for its
-- key.
create table private.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  session_id uuid, -- the session that saved it, because a device whose session has ended no longer gets push notifications
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now(),
  last_ok_at timestamptz
);
create index push_subscriptions_user_idx on private.push_subscriptions (user_id, saved_at desc);
alter table private.push_subscriptions enable row level security;
grant all on private.push_subscriptions to service_role;

-- The push services of the browsers, by host. '*.' stands for one or more names. Our functions call no other address, because a signed-in person can
-- choose any endpoint. The people who run a deployment add the service of another browser here (docs/operations.md).
create table private.push_services (
  host text primary key check (host ~ '^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$')
);
alter table private.push_services enable row level security;
grant all on private.push_services to service_role;
insert into private.push_services (host) values
  ('fcm.googleapis.com'), ('*.push.services.mozilla.com'), ('*.notify.windows.com'), ('*.push.apple.com');

-- Returns whether our functions may call this address, which must be https at a known push service, without port, name or password.
create function private.is_push_endpoint(p_endpoint text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(length(p_endpoint) <= 1024
    and p_endpoint ~ '^https://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}/[A-Za-z0-9._~!$&()*+,;=:@%/?-]*$'
    and exists (
      select 1 from private.push_services s cross join lateral (select split_part(substr(p_endpoint, 9), '/', 1) as host) e
       where e.host = s.host or (s.host like '*.%' and right(e.host, length(s.host) - 1) = substr(s.host, 2))), false)
$$;

-- Saves the caller's browser. Saving it again updates it, and from another account moves it to that one. If there are more browsers than
-- 'push.devices', the one seen longest ago is removed. Raises 401 'not_signed_in' and 400 'invalid_input'. Locks the caller.
create function public.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  -- The key is an uncompressed point of P-256, and the secret has sixteen bytes (RFC 8291).
  if not private.is_push_endpoint(p_endpoint) or coalesce(p_p256dh, '') !~ '^B[A-P][A-Za-z0-9_-]{85}$' or coalesce(p_auth, '') !~ '^[A-Za-z0-9_-]{22}$' then
    perform private.invalid('This browser cannot get notifications');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('push:' || caller, 0));
  insert into private.push_subscriptions (user_id, endpoint, p256dh, auth, session_id)
  values (caller, p_endpoint, p_p256dh, p_auth, (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid)
  on conflict (endpoint) do update
    set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, session_id = excluded.session_id, saved_at = clock_timestamp();
  delete from private.push_subscriptions s
   where s.user_id = caller and s.endpoint <> p_endpoint and not private.push_session_lives(s);
  delete from private.push_subscriptions s where s.id in (
    select x.id from private.push_subscriptions x where x.user_id = caller order by x.endpoint = p_endpoint desc, x.saved_at desc, x.id
    offset private.limit_value('push.devices'));
end $$;

-- Deletes the caller's subscription. Another person's remains, without an error. Raises 401 'not_signed_in'.
create function public.delete_push_subscription(p_endpoint text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  delete from private.push_subscriptions s where s.endpoint = p_endpoint and s.user_id = caller;
end $$;

-- Returns whether the person who saved a subscription is still signed in on that browser.
create function private.push_session_lives(s private.push_subscriptions)
returns boolean language sql stable security definer set search_path = '' as $$
  select s.session_id is null or exists (select 1 from auth.sessions x where x.id = s.session_id)
$$;

-- Deletes queued push notifications for a deleted subscription.
create function private.discard_pushes()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.outbox o set state = 'discarded', last_error = 'The device is no longer registered'
   where o.kind = 'push' and o.payload ->> 'subscription_id' = old.id::text and o.state in ('queued', 'sending');
  return null;
end $$;

create trigger push_subscriptions_discard after delete on private.push_subscriptions
  for each row execute function private.discard_pushes();

-- Returns the person's choice named 'push_…' (notice_choices) for a wording, or null for one that is never pushed.
create function private.push_choice(p_wording text)
returns text language sql immutable set search_path = '' as $$
  select case
    when p_wording in ('departure_cancelled', 'departure_confirmed', 'departure_late', 'departure_stopped', 'departure_touched', 'booking_moved', 'go_no_go', 'pickup_changed', 'run_declined') then 'push_departure'
    when p_wording = 'seats_free' then 'push_seats'
    when p_wording = 'new_booking' then 'push_booking'
    when p_wording = 'message' then 'push_message' end
$$;

-- Returns how long a push notification is useful, or null if it no longer is.
create function private.push_until(n public.notifications)
returns timestamptz language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(n.booking_id);
begin
  case n.wording
    when 'seats_free' then
      return (select h.expires_at from private.waitlist w join private.holds h on h.id = w.hold_id
               where w.id = substr(n.about, length('seats:') + 1)::uuid and private.seats_free_is_obsolete(w.id) is null);
    when 'departure_cancelled' then
      return (select private.starts_at(b) where private.has_open_offer(b));
    when 'departure_confirmed' then
      -- For the team, the notification is enough.
      return (select private.starts_at(b) where private.is_live(b.status) and (n.params ->> 'departure_id')::uuid = b.departure_id
                and not private.is_cancelled_departure(b.departure_id));
    when 'departure_late' then
      return private.delay_push_until(n, b);
    when 'pickup_changed' then
      return private.pickup_push_until(n, b);
    when 'departure_stopped', 'departure_touched', 'run_declined' then
      return (select ((n.params ->> 'date')::date + 1)::timestamp at time zone t.time_zone from public.territories t where t.id = n.territory_id);
    when 'go_no_go' then
      return private.undecided_until((n.params ->> 'departure_id')::uuid);
    when 'booking_moved' then
      return (select private.starts_at(b) where private.is_live(b.status) and b.booking_date = (n.params ->> 'date')::date);
    when 'new_booking' then
      -- For a day other than today, the notification is enough.
      return (select private.starts_at(b) from public.territories t
               where t.id = b.territory_id and private.is_live(b.status) and b.booking_date = private.local_time(t.time_zone)::date);
    when 'message' then
      return n.created_at + interval '12 hours';
  end case;
exception when case_not_found or invalid_parameter_value then
  return null; -- another wording, or a territory whose time zone isn't known
end $$;

-- Queues the push notifications of a notice, one for each browser of its reader.
create function private.queue_pushes()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('push:%s:%s', new.id, s.id), 'push', new.wording, s.user_id::text,
         jsonb_build_object('notification_id', new.id, 'subscription_id', s.id)
    from private.push_subscriptions s
   where s.user_id = new.user_id and private.push_session_lives(s) and private.wants_letter(new.user_id, private.push_choice(new.wording))
     and private.push_until(new) > now()
   order by s.created_at, s.id
  on conflict (dedupe_key) do nothing;
  return null;
end $$;

create trigger notifications_push after insert on public.notifications for each row execute function private.queue_pushes();

-- Returns why a push notification is no longer needed, or null.
create function private.push_is_obsolete(o private.outbox)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  n public.notifications;
  s private.push_subscriptions;
begin
  select * into n from public.notifications x where x.id = (o.payload ->> 'notification_id')::uuid;
  select * into s from private.push_subscriptions x where x.id = (o.payload ->> 'subscription_id')::uuid;
  return case
    when s.id is null or s.user_id::text <> o.recipient then 'The device is no longer registered'
    when not private.push_session_lives(s) then 'They have signed out on that device'
    when not private.may_mail((select p.email from public.profiles p where p.id = s.user_id)) then 'The account no longer exists or is blocked'
    when n.id is null then 'The notification no longer exists'
    when n.read then 'They''ve read the messages'
    when not private.wants_letter(s.user_id, private.push_choice(n.wording)) then 'They turned off these notifications'
    when coalesce(private.push_until(n) <= now(), true) then 'The time to send this message has passed' end;
end $$;

-- Returns everything from which a push notification is written: the notice, its reader, and the browser. ttl is the seconds for which its service may
-- keep it, a day at most.
create function private.push_contents(o private.outbox)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('wording', n.wording, 'params', n.params, 'type', n.type, 'about', n.about, 'territory_id', n.territory_id,
      'booking_id', n.booking_id, 'kind', b.kind, 'notification_id', n.id,
      'day', coalesce(b.booking_date::text, n.params ->> 'date'),
      'roles', array(select distinct g.role from private.live_grants g where g.user_id = n.user_id),
      'language', coalesce(p.language, 'en'),
      'ttl', least(86400, ceil(extract(epoch from private.push_until(n) - now()))::int),
      'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth)
    from public.notifications n join public.profiles p on p.id = n.user_id left join public.bookings b on b.id = n.booking_id,
         private.push_subscriptions s
   where n.id = (o.payload ->> 'notification_id')::uuid and s.id = (o.payload ->> 'subscription_id')::uuid
$$;

-- Records the result of sending a push notification. A subscription that no longer exists is deleted.
create function private.push_ended(o private.outbox, p_outcome text)
returns void language sql security definer set search_path = '' as $$
  delete from private.push_subscriptions s where s.id = (o.payload ->> 'subscription_id')::uuid and p_outcome = 'gone';
  update private.push_subscriptions s set last_ok_at = now() where s.id = (o.payload ->> 'subscription_id')::uuid and p_outcome = 'sent'
$$;
