-- Rare ways through the payments, each with its test: Stripe does not know a PaymentIntent, a refund's number is used again, a charge
-- is captured in part by hand, a payout is taken back, a timeslot changes while its first departure is made.

-- When Stripe was last asked about a payment without an answer that moves it. Not a change of the payment: updated_at stays.
alter table private.payments
  add column asked_at timestamptz,
  add column refunds_numbered int not null default 0; -- numbers of refunds are never given twice, not even when one is called off
drop trigger payments_touch on private.payments;
create trigger payments_touch before update on private.payments
  for each row when (old.asked_at is not distinct from new.asked_at) execute function private.touch_updated_at();

-- As in 20261121001085; those that nobody was told about are asked about in turn.
create or replace function private.sweep()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_released int := private.release_expired();
  v_cancelled int := private.cancel_expired();
  v_intents jsonb;
  v_broken int;
begin
  select coalesce(jsonb_agg(x.payment_intent_id), '[]') into v_intents from (
    select p.payment_intent_id from private.payments p
     where p.method = 'card' and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled')
       and p.updated_at < now() - interval '30 seconds'
     order by greatest(p.updated_at, p.asked_at) limit 100) x;
  delete from private.check_in_attempts where at < now() - interval '1 day';
  -- Only what has moved lately: this runs each minute, and must not grow with the table. The whole is check_invariants().
  select count(*) into v_broken from private.check_invariants(now() - interval '1 hour');
  return jsonb_build_object('released', v_released, 'cancel_queued', v_cancelled, 'payment_intents', v_intents, 'broken', v_broken);
end $$;

-- Stripe was asked and did not help: not reached, or (p_missing) it has no such PaymentIntent. The payment goes to the end of the
-- queue. What Stripe does not know takes no money: its seats are free an hour after the hold ran out, and after eight days, longer
-- than a card stays authorised, nobody asks any more. A booking that stands on it is left to people: the key may be the wrong one.
create function private.note_payment_asked(p_payment_intent_id text, p_missing boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  h private.holds;
begin
  select * into p from private.payments where payment_intent_id = p_payment_intent_id for update;
  if not found or p.status in ('succeeded', 'canceled') then
    return;
  end if;
  update private.payments set asked_at = clock_timestamp() where id = p.id;
  if not p_missing then
    return;
  end if;
  select * into h from private.holds where id = p.hold_id for update;
  if h.state = 'held' and h.expires_at < now() - interval '1 hour' then
    update private.holds set state = 'released' where id = h.id returning * into h;
    perform private.free_seats(h.departure_id, h.seats, 'held');
  end if;
  if h.state in ('released', 'void') and p.created_at < now() - interval '8 days' then
    update private.payments set status = 'canceled', last_error = 'resource_missing' where id = p.id;
    update private.stripe_ops set state = 'done', done_at = now(), last_error = 'resource_missing'
     where payment_intent_id = p_payment_intent_id and op in ('capture', 'cancel') and state <> 'done';
  end if;
end $$;
create function public.note_payment_asked(p_payment_intent_id text, p_missing boolean)
returns void language sql security invoker set search_path = '' as $$
  select private.note_payment_asked(p_payment_intent_id, p_missing)
$$;
revoke all on function private.note_payment_asked(text, boolean), public.note_payment_asked(text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function private.note_payment_asked(text, boolean), public.note_payment_asked(text, boolean) to service_role;

-- The number of the next refund of a payment, which the caller has locked.
create function private.next_refund(p_payment_id uuid)
returns int language sql security definer set search_path = '' as $$
  update private.payments p
     set refunds_numbered = 1 + greatest(p.refunds_numbered, (
       select coalesce(max(split_part(o.op, ':', 2)::int), 0) from private.stripe_ops o
        where o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%'))
   where p.id = p_payment_id returning p.refunds_numbered
$$;

-- As in 20261122002460; of a refused refund of which less is asked for again, the rest stays promised and refused.
create or replace function private.queue_refund(p_payment_id uuid, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  v_minor bigint;
  o private.stripe_ops;
  v_left bigint;
begin
  select * into p from private.payments where id = p_payment_id;
  v_minor := least(p_minor, private.refundable_minor(p));
  if v_minor <= 0 then
    return 0;
  end if;
  if p.payment_intent_id is null then
    perform private.record_refund(case when p.booking_id is null then 'transport' else 'experience' end,
      coalesce(p.booking_id, p.transport_booking_id), v_minor);
    return v_minor;
  end if;
  v_left := v_minor;
  -- The refusal has changed the key under which Stripe knows it: another amount is no contradiction.
  for o in
    select * from private.stripe_ops x
     where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'failed' order by x.id for update
  loop
    exit when v_left <= 0;
    update private.stripe_ops
       set state = 'queued', amount_minor = least(o.amount_minor, v_left), reason = p_reason, attempts = 0, next_attempt_at = now()
     where id = o.id;
    if o.amount_minor > v_left then
      insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, state, refusals, last_error)
      values (p.payment_intent_id, 'refund:' || private.next_refund(p.id), o.amount_minor - v_left, o.reason, 'failed', o.refusals, o.last_error);
    end if;
    v_left := v_left - least(o.amount_minor, v_left);
  end loop;
  if v_left > 0 then
    perform private.queue_stripe_op(p.payment_intent_id, 'refund:' || private.next_refund(p.id), v_left, p_reason);
  end if;
  return v_minor;
end $$;

-- As in 20261121001050, with a number that nobody has had.
create or replace function private.note_foreign_refund(p private.payments, p_amount_refunded bigint)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_minor bigint := p_amount_refunded - (p.captured_minor - private.refundable_minor(p));
  v_number int;
begin
  if p_amount_refunded is null or v_minor <= 0 then
    return;
  end if;
  v_number := private.next_refund(p.id);
  insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, state, done_at)
  values (p.payment_intent_id, 'refund:' || v_number, v_minor, 'made at Stripe', 'done', now());
  perform private.refund_done(p.id, v_minor, v_number);
end $$;

-- As in 20261121001050; a booking that was never sold (its payment was rejected) has no shares to take anything from.
create or replace function private.refund_done(p_payment_id uuid, p_minor bigint, p_number int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  v_kind text;
  v_id uuid;
begin
  select * into p from private.payments where id = p_payment_id;
  v_kind := case when p.booking_id is null then 'transport' else 'experience' end;
  v_id := coalesce(p.booking_id, p.transport_booking_id);
  if v_id is null or not exists (select 1 from private.ledger_balance(v_id)) then
    update private.payments set refunded_minor = least(captured_minor, refunded_minor + p_minor) where id = p.id;
  else
    perform private.record_refund(v_kind, v_id, p_minor, p_number);
  end if;
  if v_id is null then
    return;
  end if;
  if (select captured_minor = refunded_minor from private.payments where id = p.id) then
    perform private.end_booking(v_kind, v_id, 'refunded', null);
  end if;
  perform private.queue_mail('booking_refunded', v_kind, v_id, ':' || p_number);
end $$;
revoke all on function private.next_refund(uuid) from public, anon, authenticated, service_role;

-- A commission that is open again, its payout having been taken back, is what the ledger has for the partner by now: refunds leave one
-- that was paid out as it was.
create function private.reopen_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.amount := coalesce((
    select private.from_minor(l.minor, new.currency_code)
      from public.referrals r, private.ledger_balance(coalesce(r.booking_id, r.transport_booking_id)) l
     where r.id = new.referral_id and l.party = 'partner'), new.amount);
  return new;
end $$;
revoke all on function private.reopen_commission() from public, anon, authenticated, service_role;
create trigger commissions_reopen before update of status on public.commissions
  for each row when (old.status = 'paid' and new.status = 'pending') execute function private.reopen_commission();

-- As in 20261121001010; the lock makes whoever changes the seats at this moment, and whoever makes the departure, see each other.
create or replace function private.ensure_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  loop
    if p_kind = 'experience' then
      select id into v_id from public.departures where timeslot_id = p_timeslot_id and service_date = p_date;
    else
      select id into v_id from public.departures where transport_id = p_service_id and service_date = p_date;
    end if;
    if v_id is not null then
      return v_id;
    end if;
    if p_kind = 'experience' then
      insert into public.departures (timeslot_id, experience_id, territory_id, service_date, capacity)
      select s.id, e.id, e.territory_id, p_date, least(s.available_spots, s.max_spots)
        from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
       where s.id = p_timeslot_id and e.id = p_service_id for share of s
      on conflict do nothing returning id into v_id;
    else
      insert into public.departures (transport_id, territory_id, service_date, capacity)
      select s.id, s.territory_id, p_date, least(s.available_spots, s.max_spots)
        from public.territory_transports s where s.id = p_service_id for share
      on conflict do nothing returning id into v_id;
    end if;
    if v_id is not null then
      return v_id;
    end if;
    -- Another transaction has just made it: the next round reads it. None at all is a fault of the caller.
    if not exists (select 1 from public.departures d
                    where (d.timeslot_id = p_timeslot_id or d.transport_id = p_service_id) and d.service_date = p_date) then
      raise exception 'no such service: % %', p_kind, p_service_id;
    end if;
  end loop;
end $$;

-- As in 20261121001050; a booking that is over already stays as it is: Stripe may be asked about the payment again.
create or replace function private.reject_payment(p private.payments, p_reason text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_id uuid := coalesce(p.booking_id, p.transport_booking_id);
begin
  select * into h from private.holds where id = p.hold_id for update;
  if h.state = 'held' then
    perform private.free_seats(h.departure_id, h.seats, 'held');
  end if;
  if h.state in ('held', 'released') then
    update private.holds set state = 'void' where id = h.id;
  end if;
  if v_id is not null and private.is_live((private.booking(h.kind, v_id)).status) then
    perform private.end_booking(h.kind, v_id, 'cancelled', null, jsonb_build_object('reason', p_reason));
  end if;
  if p.status = 'succeeded' then
    perform private.queue_refund(p.id, p.captured_minor, p_reason);
  elsif p.status <> 'canceled' then
    perform private.queue_stripe_op(p.payment_intent_id, 'cancel', null, p_reason);
  end if;
end $$;

-- As in 20261121002062, with the seconds that are left: the clock of the traveller's phone may be hours off.
create or replace function private.hold_json(h private.holds, p_date date, p_symbol text, p_booking_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'hold_id', h.id, 'state', h.state, 'expires_at', h.expires_at, 'seconds_left', floor(extract(epoch from h.expires_at - now())),
    'kind', h.kind, 'service_date', p_date, 'start_time', h.start_time,
    'booking_type', h.booking_type, 'payment_method', h.payment_method, 'num_people', h.num_people, 'seats', h.seats,
    'unit_price', h.unit_price, 'total_price', h.total_price, 'currency_code', h.currency_code, 'currency_symbol', p_symbol,
    'cancellation_policy', h.cancellation_policy,
    'lines', private.price_lines(h.booking_type, h.unit_price, h.num_people), 'booking_id', p_booking_id);
end $$;
