-- Sends emails and notifications, with retries. A failure here never fails a booking. An email's content is stored when it is first taken. If a
-- worker died before recording the first attempt, the second one sends the same bytes with the same key, so that the email service suppresses it.

-- Emails and notifications to send. dedupe_key prevents duplicates if the cause is retried.
create table private.outbox (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  kind text not null check (kind in ('email', 'notification', 'message', 'push', 'wallet')), -- a message to a group that could not be written at once
  template text not null,
  recipient text not null, -- an email address, or a user id for the other kinds
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'dead', 'discarded')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  frozen jsonb
);
create index outbox_due_idx on private.outbox (next_attempt_at) where state in ('queued', 'sending');
create index outbox_dead_idx on private.outbox (id) where state = 'dead';
create index outbox_sent_idx on private.outbox (sent_at) where state = 'sent';
create index outbox_review_idx on private.outbox (recipient, created_at) where template = 'review_request';
create index outbox_team_idx on private.outbox (recipient, created_at) where template = 'team_bookings';
create index outbox_contact_idx on private.outbox (created_at) where template = 'contact_message';
create index outbox_push_idx on private.outbox ((payload ->> 'subscription_id')) where kind = 'push';
create index outbox_about_idx on private.outbox ((payload ->> 'about')) where kind = 'notification';
create index outbox_message_idx on private.outbox (recipient) where template = 'message';
create index outbox_dock_ticket_idx on private.outbox ((payload ->> 'sale_id')) where template = 'dock_ticket';
alter table private.outbox enable row level security;
grant all on private.outbox to service_role;
grant select, usage on sequence private.outbox_id_seq to service_role;

-- Returns the last address to which the ticket of a guest without an account was sent, or null.
create function private.dock_reader(b private.booking_facts, out recipient text, out language text, out token text)
returns setof record language sql stable security definer set search_path = '' as $$
  select o.recipient, o.payload ->> 'language', private.shown_link('dock_ticket', s.id)
    from private.dock_sales s
    join private.outbox o on o.template = 'dock_ticket' and o.payload ->> 'sale_id' = s.id::text and o.state in ('queued', 'sending', 'sent')
   where b.walk_in and s.hold_id = b.hold_id order by o.id desc limit 1
$$;

-- Queues an email about a booking. A guest without an account gets only its cancellation, changes, delays and pickup times, at the address to which their ticket was sent. p_suffix
-- distinguishes events that can happen repeatedly, and the email gets it without the colon, as `part`.
create function private.queue_mail(p_template text, p_booking_id uuid, p_suffix text default '')
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('email:%s:%s:%s%s', p_template, b.kind, b.id, p_suffix), 'email', p_template, x.email,
         jsonb_build_object('kind', b.kind, 'booking_id', b.id)
           || case when p_suffix = '' then '{}' else jsonb_build_object('part', ltrim(p_suffix, ':')) end
           || x.more
    from (select p.email, '{}'::jsonb as more from public.profiles p where p.id = b.tourist_id and private.may_mail(p.email)
          union all
          select r.recipient, jsonb_build_object('walk_in', true, 'language', r.language) from private.dock_reader(b) r
           where p_template in ('booking_cancelled', 'booking_changed', 'departure_late', 'pickup_changed')) x
  on conflict (dedupe_key) do nothing;
end $$;

-- Queues a notification about a booking, once per key, or nothing if the user is null. It replaces an unread or queued one of the same type and
-- subject (p_about). One that is being delivered is replaced when this one is delivered.
create function private.queue_notification(p_key text, p_user_id uuid, p_type text, p_wording text, p_params jsonb, b private.booking_facts,
  p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox o where o.id in (
    select x.id from private.outbox x where x.kind = 'notification' and x.payload ->> 'about' = p_about and x.recipient = p_user_id::text
       and x.template = p_type and x.state = 'queued' for update skip locked);
  delete from public.notifications n where n.about = p_about and n.user_id = p_user_id and n.type = p_type and not n.read;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'notification:' || p_key, 'notification', p_type, p_user_id::text,
         jsonb_build_object('wording', p_wording, 'params', p_params, 'territory_id', b.territory_id,
                            'booking_id', b.id)
           || case when p_about is null then '{}' else jsonb_build_object('about', p_about) end
   where p_user_id is not null
  on conflict (dedupe_key) do nothing;
end $$;

-- Delivers notifications and group messages in the database. If the account no longer exists, the row is set aside, and other failures are retried as
-- for emails. Questions that no longer need an answer are discarded. Skips rows locked by another worker.
create function private.deliver_notifications(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
  v_moot text;
  v_count int := 0;
begin
  for o in
    select * from private.outbox where kind in ('notification', 'message') and state = 'queued' and next_attempt_at <= now()
     order by id limit p_limit for update skip locked
  loop
    begin
      v_moot := case when o.template = 'go_no_go' then private.go_no_go_is_obsolete((o.payload -> 'params' ->> 'departure_id')::uuid, o.recipient::uuid) end;
      if v_moot is not null then
        update private.outbox set state = 'discarded', last_error = v_moot where id = o.id;
        continue;
      elsif o.kind = 'message' then
        perform private.write_group_message((o.payload ->> 'sender_id')::uuid, (o.payload ->> 'booking_id')::uuid,
          o.payload ->> 'text');
      else
        delete from public.notifications n
         where n.about = o.payload ->> 'about' and n.user_id = o.recipient::uuid and n.type = o.template and not n.read;
        insert into public.notifications (user_id, type, wording, params, territory_id, booking_id, about)
        values (o.recipient::uuid, o.template, o.payload ->> 'wording', o.payload -> 'params', o.payload ->> 'territory_id',
                (o.payload ->> 'booking_id')::uuid, o.payload ->> 'about');
      end if;
      update private.outbox set state = 'sent', sent_at = now(), attempts = attempts + 1, payload = payload - 'text' where id = o.id;
      v_count := v_count + 1;
    exception
      when foreign_key_violation or invalid_text_representation then
        update private.outbox set state = 'dead', last_error = left(sqlerrm, 500), attempts = attempts + 1 where id = o.id;
      when others then
        update private.outbox
           set state = case when attempts + 1 >= private.outbox_attempts() then 'dead' else 'queued' end, last_error = left(sqlerrm, 500),
               attempts = attempts + 1, next_attempt_at = now() + private.outbox_wait(attempts + 1) where id = o.id;
    end;
  end loop;
  return v_count;
end $$;

-- Takes due rows of a kind (email, push or wallet) with their data, and delivers notifications before emails. A claim is a lease of two minutes. A
-- row that can't be prepared, or whose worker dies each time, counts attempts like one that can't be sent. A worker claims only what it sends at
-- once, because its death would otherwise count as an attempt for rows that it had not started. An email's content is stored with its first claim,
-- while push notifications and pass updates are built at each attempt. Skips rows locked by another worker.
create function service.claim_outbox(p_limit int default 20, p_kind text default 'email')
returns table (id bigint, dedupe_key text, template text, recipient text, attempts int, data jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
  v_moot text;
  v_left int := least(greatest(p_limit, 1), 200);
begin
  if p_kind = 'email' then
    perform private.deliver_notifications();
  end if;
  -- Rows are taken one by one, because some due ones may be set aside. Each one that is checked ends or becomes due later.
  while v_left > 0 loop
    select x.* into o from private.outbox x
     where x.kind = p_kind and x.state in ('queued', 'sending') and x.next_attempt_at <= now()
     order by x.next_attempt_at limit 1
     for update skip locked;
    exit when not found;
    begin
      v_moot := case p_kind when 'email' then private.mail_is_obsolete(o) when 'push' then private.push_is_obsolete(o)
        else private.wallet_update_is_obsolete(o) end;
      if v_moot is not null then
        update private.outbox x set state = 'discarded', last_error = v_moot, frozen = null, payload = x.payload - 'code' where x.id = o.id;
      elsif o.attempts >= private.outbox_attempts() then
        update private.outbox x
           set state = 'dead', last_error = concat_ws('; before that: ', 'The process stopped before finishing', o.last_error) where x.id = o.id;
      else
        update private.outbox x
           set state = 'sending', attempts = x.attempts + 1, next_attempt_at = now() + interval '2 minutes',
               frozen = case when p_kind = 'email' then coalesce(x.frozen, private.mail_contents(o) || private.unsubscribe_data(o)) end
         where x.id = o.id returning x.* into o;
        return query select o.id, o.dedupe_key, o.template, o.recipient, o.attempts, case p_kind when 'email' then o.frozen
          when 'push' then private.push_contents(o) else private.wallet_update_contents(o) end;
        v_left := v_left - 1;
      end if;
    exception when others then
      update private.outbox x
         set attempts = x.attempts + 1, last_error = left(sqlerrm, 500), next_attempt_at = now() + private.outbox_wait(x.attempts + 1),
             state = case when x.attempts + 1 >= private.outbox_attempts() then 'dead' else 'queued' end
       where x.id = o.id;
    end;
  end loop;
end $$;

-- Records the result of sending: 'sent', 'failed' (to be retried), 'refused' (permanently), or 'gone' if the browser or phone has unsubscribed, which
-- deletes its subscription. A slow worker whose lease passed to another may still report its result. The email service sends a key once, so the worst
-- case is one extra attempt.
create function service.finish_outbox(p_id bigint, p_outcome text, p_error text default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_sent constant boolean := p_outcome = 'sent';
  o private.outbox;
begin
  select * into o from private.outbox x where x.id = p_id for update;
  if o.kind = 'push' then
    perform private.push_ended(o, p_outcome);
  elsif o.kind = 'wallet' and p_outcome = 'gone' then
    perform private.forget_wallet(o);
  end if;
  update private.outbox x
     set state = case when v_sent then 'sent' when p_outcome = 'gone' then 'discarded'
                      when p_outcome = 'refused' or o.attempts >= private.outbox_attempts() then 'dead' else 'queued' end,
         sent_at = case when v_sent then now() end,
         frozen = case when not v_sent then o.frozen end,
         payload = case when v_sent then o.payload - 'code' else o.payload end,
         last_error = case when p_outcome = 'gone' then 'The device is no longer registered' else left(p_error, 500) end,
         next_attempt_at = now() + private.outbox_wait(o.attempts)
   where x.id = p_id and (o.state = 'sending' or ((v_sent or p_outcome = 'gone') and o.state = 'queued'));
end $$;

-- Queues the confirmation for send-booking-email, of the tourist's own booking or one of the caller's territory, of the requested kind. It is sent
-- once, however often it is requested. Raises 401 'not_signed_in' or 404 'booking_not_found'.
create function public.request_booking_email(p_kind text, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  b := private.booking(p_booking_id);
  if b.kind is distinct from p_kind
     or not (b.tourist_id is not distinct from auth.uid() or b.territory_id = any (private.my_territories('staff')) or private.is_admin()) then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  if private.is_live(b.status) and (b.payment_method = 'cash' or b.payment_status = 'completed') then
    perform private.queue_mail('booking_confirmation', p_booking_id);
  end if;
end $$;

-- Returns { "queued", "failing", "dead", "sent_today": numbers, "oldest_due": timestamp or null } for admins. failing are queued rows with a failed
-- attempt. oldest_due is since when the row that has waited longest is due.
create function public.outbox_counts()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_build_object(
      'queued', count(*), 'failing', count(*) filter (where o.state = 'queued' and o.attempts > 0),
      'oldest_due', min(o.next_attempt_at) filter (where o.next_attempt_at <= now()))
      from private.outbox o where o.state in ('queued', 'sending'))
    || jsonb_build_object(
      'dead', (select count(*) from private.outbox o where o.state = 'dead'),
      'sent_today', (select count(*) from private.outbox o where o.state = 'sent' and o.sent_at > now() - interval '24 hours'));
end $$;

-- Returns the outbox for admins, newest first. p_state is 'dead', 'queued' (with those being sent), 'failing', 'sent', 'discarded', or null for all.
-- p_before is the last id of the previous page. p_limit is 1 to 100. Raises 403 'forbidden' and 400 'invalid_input'.
create function public.list_outbox(p_state text default null, p_before bigint default null, p_limit int default 50)
returns table (id bigint, kind text, template text, recipient text, state text, attempts int, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_before bigint := coalesce(p_before, 9223372036854775807);
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_ids bigint[];
begin
  perform private.require_admin();
  if p_state is not null and p_state not in ('dead', 'queued', 'failing', 'sent', 'discarded') then
    perform private.fail(400, 'invalid_input', 'This status does not exist');
  end if;
  -- Each of the two lists that admins look at has an index of few rows, and Postgres uses it only if a condition names it.
  if p_state = 'dead' then
    v_ids := array(select o.id from private.outbox o where o.state = 'dead' and o.id < v_before order by o.id desc limit v_limit);
  elsif p_state in ('queued', 'failing') then
    v_ids := array(
      select o.id from private.outbox o
       where o.state in ('queued', 'sending') and o.id < v_before and (p_state = 'queued' or (o.state = 'queued' and o.attempts > 0))
       order by o.id desc limit v_limit);
  else
    v_ids := array(
      select o.id from private.outbox o where (p_state is null or o.state = p_state) and o.id < v_before order by o.id desc limit v_limit);
  end if;
  return query
    -- A notification belongs to an account and is listed under its email address, like the others.
    select o.id, o.kind, o.template,
      case when o.kind = 'email' then o.recipient
           else coalesce((select p.email from public.profiles p where p.id::text = o.recipient), o.recipient) end,
      o.state, o.attempts, o.last_error, o.created_at, o.next_attempt_at, o.sent_at
    from private.outbox o where o.id = any (v_ids) order by o.id desc;
end $$;

-- Returns a row for an admin's action, locked. One that a worker is sending counts as sent. Raises 403 'forbidden', 404 'outbox_not_found' and 409
-- 'outbox_settled'.
create function private.unsettled_outbox(p_id bigint)
returns private.outbox language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
begin
  perform private.require_admin();
  select * into o from private.outbox x where x.id = p_id for update;
  if o.id is null then
    perform private.fail(404, 'outbox_not_found', 'We couldn''t find this message');
  elsif o.state not in ('dead', 'queued') then
    perform private.fail(409, 'outbox_settled', 'This message was already sent or discarded');
  end if;
  return o;
end $$;

-- Sends a dead or failing row again at once, and returns {id, state: 'queued'}. For admins, and audited. Raises 404 'outbox_not_found', and 409
-- 'outbox_settled' if it was sent, is being sent, or was discarded.
create function public.retry_outbox(p_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox := private.unsettled_outbox(p_id);
begin
  -- Prepares the message again, because its data may have caused the failure.
  update private.outbox set state = 'queued', attempts = 0, next_attempt_at = now(), frozen = null where id = o.id;
  perform private.audit('outbox_retried', null, 'outbox', o.id::text,
    jsonb_build_object('template', o.template, 'state', o.state, 'attempts', o.attempts, 'last_error', o.last_error));
  return jsonb_build_object('id', o.id, 'state', 'queued');
end $$;

-- Discards a dead or waiting row and returns {id, state: 'discarded'}. For admins, and audited. Raises as retry_outbox does.
create function public.discard_outbox(p_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox := private.unsettled_outbox(p_id);
begin
  update private.outbox set state = 'discarded', frozen = null, payload = payload - 'code' where id = o.id;
  perform private.audit('outbox_discarded', null, 'outbox', o.id::text,
    jsonb_build_object('template', o.template, 'state', o.state, 'attempts', o.attempts, 'last_error', o.last_error));
  return jsonb_build_object('id', o.id, 'state', 'discarded');
end $$;

-- Returns after how many attempts an email needs manual review, which is after four hours with the waits between them.
create function private.outbox_attempts()
returns int language sql immutable set search_path = '' as $$ select 12 $$;

-- Returns whether an address may be emailed, because its account exists and isn't blocked.
create function private.may_mail(p_email text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.profiles p join auth.users u on u.id = p.id
     where lower(p.email) = lower(p_email) and (u.banned_until is null or u.banned_until <= now()))
$$;

-- Returns all data of an email in the language of its reader. Only emails to the tourist contain the booking with its check-in code.
create function private.mail_contents(o private.outbox)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_id uuid := (o.payload ->> 'booking_id')::uuid;
  v_language text := private.mail_language(o);
begin
  return o.payload || jsonb_build_object('language', v_language) || case o.template
    when 'message' then jsonb_build_object('messages', private.unread_messages(o))
    when 'payment_failed' then private.failed_payment_data((o.payload ->> 'hold_id')::uuid, v_language)
    when 'departure_offer' then private.mail_data(v_id, v_language) || private.offer_mail_data((o.payload ->> 'offer_id')::uuid)
    when 'condition' then private.condition_mail_data(o, v_language)
    when 'departure_confirmed' then private.mail_data(v_id, v_language)
      || jsonb_build_object('charged_now', private.charged_now(private.booking(v_id), o.created_at))
    when 'departure_late' then private.mail_data(v_id, v_language) || private.delay_mail_data(private.booking(v_id))
    when 'pickup_changed' then private.mail_data(v_id, v_language) || private.delay_mail_data(private.booking(v_id))
    when 'dock_ticket' then private.dock_mail_data((o.payload ->> 'sale_id')::uuid, v_id, v_language)
    when 'transfer_invite' then private.transfer_invite_data((o.payload ->> 'transfer_id')::uuid, v_language)
    when 'transfer_accepted' then private.transfer_mail_data(o, v_language)
    when 'transfer_refund' then private.transfer_mail_data(o, v_language)
    when 'seats_free' then private.seats_free_data((o.payload ->> 'entry_id')::uuid, v_language)
    when 'payout' then (
      select private.payout_json(p) || jsonb_build_object('territory_name', private.territory_name(p.territory_id, v_language))
        from public.payouts p where p.id = (o.payload ->> 'payout_id')::uuid)
    when 'team_bookings' then private.team_bookings_data(o, v_language)
    when 'tomorrow' then private.tomorrow_data(o, v_language)
    when 'go_no_go' then private.go_no_go_data(o, v_language)
    when 'invite' then (
      select jsonb_build_object('territory_name', private.territory_name(i.territory_id, v_language))
        from public.invites i where i.id = (o.payload ->> 'invite_id')::uuid)
    when 'role_decided' then jsonb_build_object('territory_name', private.territory_name(o.payload ->> 'territory_id', v_language))
    when 'payee_account' then '{}'
    when 'contact_message' then '{}'
    when 'account_deleted' then '{}'
    else case when private.is_booking_mail(o.template) then
      private.mail_data(v_id, v_language) || private.mail_money(private.booking(v_id), o.template, o.payload ->> 'part')
        || jsonb_build_object('calendar', private.calendar_event(v_id, v_language), 'changed', o.payload -> 'changed')
        || case when o.template in ('reminder_evening', 'reminder_soon')
                then private.reminder_data(private.booking(v_id), v_language) else '{}' end
      else private.unknown_template(o.template) end
  end;
end $$;

-- Returns the wait after this many attempts: twenty seconds after the first, then doubled each time, up to an hour.
create function private.outbox_wait(p_attempts int)
returns interval language sql immutable set search_path = '' as $$
  select least(interval '1 hour', interval '10 seconds' * power(2, least(p_attempts, 10)))
$$;
