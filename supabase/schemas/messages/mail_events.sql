-- Events that queue emails. Triggers cover every cause of an event, because a booking may be ended by its tourist, by staff, by a failed payment, or
-- by the territory.

-- Queues the emails about the cancellation and reinstatement of a booking, one per event. No other function does. The confirmation of a new booking
-- isn't an event and has the plain key (booking_confirmed).
create function private.mail_booking_event()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_kind text := (private.booking(new.booking_id)).kind;
  v_id uuid := new.booking_id;
  v_earlier int;
  v_keys text[];
begin
  select count(*) into v_earlier from public.booking_events e
   where e.booking_id = new.booking_id
     and e.id < new.id and e.from_status is not null
     and private.is_live(e.from_status) = private.is_live(new.from_status) and private.is_live(e.to_status) = private.is_live(new.to_status);
  if private.is_live(new.from_status) and not private.is_live(new.to_status) then
    -- A card refund has its own email when it is complete.
    if new.to_status = 'cancelled' or coalesce((private.payment_of(v_id)).captured_minor, 0) = 0
      or (new.detail ->> 'refund_amount')::numeric = 0 then
      perform private.queue_mail('booking_cancelled', v_id, case when v_earlier > 0 then ':' || v_earlier + 1 else '' end);
    end if;
  else
    perform private.queue_mail('booking_confirmation', v_id, ':' || v_earlier + 2);
  end if;
  -- Events within five minutes wait, and their emails are sent only if still true (mail_is_obsolete).
  v_keys := array(
    select format('email:%s:%s:%s', t, v_kind, v_id) || case when n = 1 then '' else ':' || n end
      from unnest('{booking_cancelled,booking_confirmation}'::text[]) t, generate_series(1, v_earlier + 3) n
     where n > 1 or t = 'booking_cancelled');
  update private.outbox o set next_attempt_at = x.last_sent + interval '5 minutes'
    from (select max(s.sent_at) as last_sent from private.outbox s where s.dedupe_key = any (v_keys)) x
   where o.dedupe_key = any (v_keys) and o.state = 'queued' and o.next_attempt_at < x.last_sent + interval '5 minutes';
  return null;
end $$;

create trigger booking_events_mail after insert on public.booking_events for each row
  when (new.from_status is not null and
    (new.from_status in ('cancelled', 'refunded')) is distinct from (new.to_status in ('cancelled', 'refunded')))
  execute function private.mail_booking_event();

-- Queues the emails about cash refunds at the end of the transaction. A cash payment recorded by mistake leaves a live unpaid booking, and the
-- cancellation email contains the cash refunded with it.
create function private.mail_cash_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(new.booking_id);
  v_number int;
begin
  if (select p.method from private.payments p where p.id = new.payment_id) <> 'cash'
    or (private.is_live(b.status) and b.payment_status = 'pending') or private.refund_is_told(b, now()) then
    return null;
  end if;
  select max(split_part(l.kind, ':', 2)::int) into v_number from private.ledger l
   where l.booking_id = new.booking_id and l.kind like 'refund:%';
  perform private.queue_mail('booking_refunded', b.id, ':' || v_number);
  return null;
end $$;

create constraint trigger payment_lines_cash_refund_mail after update of refunded_minor on private.payment_lines
  deferrable initially deferred for each row
  when (new.refunded_minor > old.refunded_minor and new.booking_id is not null)
  execute function private.mail_cash_refund();

-- Queues the email about a failed payment. A declined card waits two minutes, for guests who pay with another one. Guests who only want to add people
-- keep their ticket, and get no email about a declined card.
create function private.queue_payment_failed(p_hold_id uuid, p_reason text, p_wait interval)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload, next_attempt_at)
  select format('email:payment_failed:%s:%s', h.id, p_reason), 'email', 'payment_failed', p.email,
         jsonb_build_object('hold_id', h.id, 'reason', p_reason), now() + p_wait
    from private.holds h join public.profiles p on p.id = h.user_id
   where h.id = p_hold_id and private.may_mail(p.email) and (h.adds_to is null or p_reason = 'returned')
  on conflict (dedupe_key) do nothing
$$;

create function private.mail_declined_card()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_payment_failed(l.hold_id, 'declined', interval '2 minutes') from private.payment_lines l where l.payment_id = new.id;
  return null;
end $$;

create trigger payments_declined_mail after update of status, last_error on private.payments for each row
  when (new.last_error is not null and new.status = 'requires_payment_method')
  execute function private.mail_declined_card();

-- 'void' means that the card was accepted, but the seats were gone or the amount was wrong, so the payment is refunded.
create function private.mail_void_hold()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_payment_failed(new.id, 'returned', interval '0');
  return null;
end $$;

create trigger holds_void_mail after update of state on private.holds for each row
  when (new.state = 'void' and old.state <> 'void' and new.payment_method = 'card')
  execute function private.mail_void_hold();

-- Returns whether the tourist of a booking may review it, and has neither written nor deleted a review.
create function private.may_ask_review(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select (private.review_refusal(b)).code is null and private.is_live(b.status) and not exists (
    select 1 from public.reviews r where r.booking_id = b.id)
    and not private.review_was_deleted(b.id)
$$;

-- Asks guests who were there to write a review if they haven't, on the following day in the territory's time zone. It asks once per booking, with one
-- email a week per person, about experiences before transport. The rest can be reviewed from My Bookings. After an outage it may be up to three days
-- late. The email worker calls it. Returns the number of emails.
create function service.queue_review_requests()
returns int language plpgsql security definer set search_path = '' as $$
declare
  d record;
  v_count int := 0;
begin
  perform private.watch_territory_clocks();
  for d in
    with clocks as materialized (select t.id, private.local_time(t.time_zone) as local from public.territories t)
    select distinct on (p.email) b.kind, b.id, p.email
      from private.booking_facts b
      join clocks t on t.id = b.territory_id
      join public.profiles p on p.id = b.tourist_id
     where b.check_in_status = 'checked_in' and b.booking_date between current_date - 4 and current_date
       and b.booking_date between t.local::date - 3 and t.local::date - 1 and extract(hour from t.local) between 10 and 18
       and private.may_ask_review(b) and private.may_mail(p.email) and private.wants_letter(p.id, 'review_request')
       and private.is_due('review_request', b.id::text)
       and not exists (select 1 from private.outbox o where o.template = 'review_request' and o.recipient = p.email
                          and o.created_at > now() - interval '7 days')
     order by p.email, b.kind, b.booking_date desc, b.start_time desc nulls last
  loop
    begin
      insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values (format('email:review_request:%s:%s', d.kind, d.id), 'email', 'review_request', d.email,
        jsonb_build_object('kind', d.kind, 'booking_id', d.id)) on conflict (dedupe_key) do nothing;
      v_count := v_count + case when found then 1 else 0 end;
      perform service.clear_trouble('review_request', d.id::text);
    exception when others then
      perform service.record_trouble('review_request', d.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Tells an admin about a territory with an unknown time zone. It has no day or time, so everything that depends on them waits.
create function private.watch_territory_clocks()
returns void language plpgsql security definer set search_path = '' as $$
declare
  t record;
begin
  for t in
    select x.id, x.time_zone, private.local_time(x.time_zone) is null as unknown, k.item is not null as recorded
      from public.territories x left join private.troubles k on k.kind = 'territory_clock' and k.item = x.id
  loop
    if t.unknown and private.is_due('territory_clock', t.id) then
      perform service.record_trouble('territory_clock', t.id, format('The time zone "%s" is not known', t.time_zone));
    elsif t.recorded and not t.unknown then
      perform service.clear_trouble('territory_clock', t.id);
    end if;
  end loop;
end $$;

-- Makes a lively conversation send one email instead of one per message. The email waits a minute and includes later messages, the next one is sent
-- ten minutes later at the earliest, and messages read or answered by then are left out. It is a trigger on the outbox, so that send_message can
-- queue a row per message.
create function private.fold_message_mail()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_conversation jsonb := new.payload -> 'conversation';
  v_last timestamptz;
begin
  if not private.may_mail(new.recipient) or exists (
    select 1 from public.profiles p where lower(p.email) = lower(new.recipient) and not private.wants_letter(p.id, 'message')) then
    return null;
  end if;
  -- If a worker that takes the email has locked its row, this waits, finds it taken, and starts the next email.
  update private.outbox o set payload = jsonb_set(o.payload, '{message_ids}', (o.payload -> 'message_ids') || (new.payload -> 'message_id'))
   where o.template = 'message' and o.state = 'queued' and o.frozen is null and o.recipient = new.recipient
     and o.payload -> 'conversation' = v_conversation;
  if found then
    return null;
  end if;
  select max(o.sent_at) into v_last from private.outbox o
   where o.template = 'message' and o.state = 'sent' and o.recipient = new.recipient and o.payload -> 'conversation' = v_conversation;
  new.next_attempt_at := greatest(now() + interval '1 minute', v_last + interval '10 minutes');
  new.payload := jsonb_build_object('conversation', v_conversation, 'message_ids', jsonb_build_array(new.payload -> 'message_id'),
    'full_name', new.payload -> 'full_name',
    'user_id', (select p.id from public.profiles p where lower(p.email) = lower(new.recipient) limit 1));
  return new;
end $$;

create trigger outbox_fold_messages before insert on private.outbox for each row
  when (new.template = 'message' and new.payload ? 'message_id') execute function private.fold_message_mail();
