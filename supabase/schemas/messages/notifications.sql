-- Notifications in the app. People read their own and mark them as read.

-- The existing wordings. A notification with any other isn't delivered.
create table private.notice_wordings (name text primary key);
alter table private.notice_wordings enable row level security;
insert into private.notice_wordings (name) values
  ('another_guide'), ('arrival_taken_back'), ('board_message'), ('board_reply'), ('booking_cancelled'), ('booking_confirmed'), ('booking_moved'),
  ('booking_reinstated'), ('booking_status'), ('cash_brought'), ('cash_received'), ('commission_paid'), ('condition_closed'),
  ('condition_delayed'), ('condition_open'), ('date_declined'), ('date_taken_again'),
  ('departure_cancelled'), ('departure_confirmed'), ('departure_late'), ('departure_stopped'), ('departure_touched'), ('driver_active'), ('driver_inactive'), ('driver_removed'),
  ('fewer_guests'), ('go_no_go'), ('guest_changed'), ('guest_moved'), ('guide_back'), ('guide_left'), ('guide_no_more'), ('guide_now'), ('guide_paused'), ('guide_resumed'),
  ('message'), ('message_reported'), ('more_guests'), ('new_booking'), ('no_guide_left'), ('no_passengers'), ('paid_out'), ('payment_disputed'),
  ('payee_account_changed'), ('payee_account_deleted'), ('payout_taken_back'), ('pickup_changed'), ('refund_refused'), ('review_reported'), ('role_approved'), ('role_declined'), ('role_requested'), ('run_cancelled'),
  ('run_accepted'), ('run_declined'), ('run_ended'), ('run_given'), ('run_given_on'), ('run_moved'), ('run_restored'), ('run_taken'), ('run_taken_on'), ('runs_planned'), ('seats_free'), ('slots_unguided'), ('ticket_given'), ('tomorrow'), ('waitlist_over');

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null default 'general',
  -- The name of the wording, which these values fill. The sentence is written where it is read, in the reader's language
  -- (src/features/messaging/notifications/wordings/).
  wording text not null references private.notice_wordings (name),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  read boolean not null default false,
  territory_id text references public.territories (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  -- The key of its subject with its kind: 'message:', 'review:', 'slot:' (with its date), 'role:', 'pause:', 'guides:' (slots without a guide after a
  -- pause), 'arrival:' and 'status:' of a booking, 'run:' (with its days), 'runs:' (of a territory's week), 'answer:' (of a driver, about a departure), 'seats:' (of a waitlist), 'delay:' (of a booking's departure), 'pickup:' (of a booking), 'handover:' of cash. The browser chooses a
  -- message's id, so without the kind it could overwrite notifications about something with the same id.
  about text check (about ~ '^[a-z]+:'),
  created_at timestamptz not null default now()
);
create index notifications_user_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where not read;
create index notifications_territory_idx on public.notifications (territory_id);
create index notifications_booking_idx on public.notifications (booking_id);
create index notifications_wording_idx on public.notifications (wording);
create index notifications_about_idx on public.notifications (about) where about is not null;
alter table public.notifications enable row level security;
grant select on public.notifications to authenticated;
grant all on public.notifications to service_role;

create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select private.live_user()));

-- Marks the caller's notifications as read, either those in p_ids or all, and returns how many have changed.
create function public.mark_notifications_read(p_ids uuid[] default null)
returns int language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  update public.notifications set read = true
  where user_id = private.require_user() and not read and (p_ids is null or id = any (p_ids));
  get diagnostics changed = row_count;
  return changed;
end $$;

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

-- Notifies a person in the app at once. The notification replaces an unread one of the same type and subject (p_about), so that repeated changes
-- notify once. If it can't be written now, it waits in the outbox, because a notification must not fail its cause.
create function private.notify(p_user_id uuid, p_type text, p_wording text, p_params jsonb, p_territory_id text, p_booking_id uuid default null,
  p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.about = p_about and n.user_id = p_user_id and n.type = p_type and not n.read;
  insert into public.notifications (user_id, type, wording, params, territory_id, booking_id, about)
  values (p_user_id, p_type, p_wording, p_params, p_territory_id, p_booking_id, p_about);
exception when others then
  insert into private.outbox (dedupe_key, kind, template, recipient, payload, attempts, last_error, next_attempt_at)
  values ('notification:late:' || gen_random_uuid(), 'notification', p_type, p_user_id::text,
          jsonb_build_object('wording', p_wording, 'params', p_params, 'territory_id', p_territory_id, 'booking_id', p_booking_id,
                             'about', p_about), 1, left(sqlerrm, 500), now() + private.outbox_wait(1));
end $$;

-- Notifies several people. If one fails, the others still get it.
create function private.notify_all(p_user_ids uuid[], p_type text, p_wording text, p_params jsonb, p_territory_id text, p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.about = p_about and n.user_id = any (p_user_ids) and n.type = p_type and not n.read;
  insert into public.notifications (user_id, type, wording, params, territory_id, about)
  select u, p_type, p_wording, p_params, p_territory_id, p_about from unnest(p_user_ids) u;
exception when others then
  perform private.notify(u, p_type, p_wording, p_params, p_territory_id, null, p_about) from unnest(p_user_ids) u;
end $$;

-- Updates the text of a message or review in notifications, read or not, after it was edited, or deleted (p_text null). Those in the outbox come
-- first, because one that is delivered in the meantime is then found among the delivered ones. Open pages reload.
create function private.rewrite_notices(p_about text, p_text text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_readers uuid[];
begin
  delete from private.outbox o
   where o.kind = 'notification' and o.payload ->> 'about' = p_about and o.state in ('queued', 'dead') and p_text is null;
  update private.outbox o set payload = jsonb_set(o.payload, '{params,excerpt}', to_jsonb(p_text))
   where o.kind = 'notification' and o.payload ->> 'about' = p_about and o.state in ('queued', 'dead');
  with gone as (
    delete from public.notifications n where n.about = p_about and p_text is null returning n.user_id),
  anew as (
    update public.notifications n set params = n.params || jsonb_build_object('excerpt', p_text)
     where n.about = p_about and n.params ->> 'excerpt' <> p_text returning n.user_id)
  select array(select user_id from gone union select user_id from anew) into v_readers;
  perform realtime.send(jsonb_build_object('about', p_about), 'notification', 'user:' || r, true) from unnest(v_readers) r;
end $$;

-- Returns a service, a territory or a booking as values of a notice, with its original name and the name in each language that it has.
create function private.service_params(p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', s.title, 'titles', s.names -> 'title') from public.services s where s.id = p_service_id
$$;
create function private.region_params(p_territory_id text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((select jsonb_build_object('region', t.name, 'regions', t.names -> 'name')
    from public.territories t where t.id = p_territory_id), '{}')
$$;
create function private.booking_params(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.service_params(b.service_id) || jsonb_build_object('date', b.booking_date, 'people', b.num_people)
$$;
create function private.money_params(p_amount numeric, p_currency text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('amount', p_amount, 'currency_symbol', private.currency_symbol(p_currency))
$$;
