-- Card payments. Only apply_payment_intent decides a payment's status. The webhook, the browser's confirm call and the reconciler call it, always
-- with a PaymentIntent that they have just fetched from Stripe. Locks are always taken in the order payment, hold, departure, booking.

-- Applies a PaymentIntent fetched from Stripe to its payment, and to the hold and booking of each of its lines. Locks payment, holds, departures.
-- p_refunds and p_disputes are Stripe's lists. p_capture_before is Stripe's deadline for capturing, and p_charge_id the latest charge. If the amount or
-- currency differs, the payment is cancelled or refunded. With p_event_id, the event and its effect commit together.
create function service.apply_payment_intent(
  p_payment_intent_id text, p_status text, p_amount bigint, p_amount_received bigint, p_currency text,
  p_event_id text default null, p_event_type text default null, p_hold_id uuid default null,
  p_last_error text default null, p_refunds jsonb default null, p_disputes jsonb default null, p_capture_before timestamptz default null,
  p_charge_id text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  v_known text;
  v_minor bigint; -- of all lines
begin
  if p_event_id is not null then
    insert into private.stripe_events (id, type, payment_intent_id, processed_at)
    values (p_event_id, coalesce(p_event_type, 'unknown'), p_payment_intent_id, now()) on conflict (id) do nothing;
    if not found then
      return private.payment_state(p_payment_intent_id);
    end if;
  end if;
  p := private.lock_payment(p_payment_intent_id, p_hold_id);
  if p.id is null then
    return private.payment_state(p_payment_intent_id);
  end if;
  if private.is_stale_status(p.status, p_status) then
    return private.payment_state(p_payment_intent_id);
  end if;
  v_known := p.status;
  update private.payments
     set status = p_status, last_error = p_last_error, charge_id = coalesce(p_charge_id, charge_id),
         captured_at = case when p_status = 'succeeded' then coalesce(captured_at, now()) end,
         capture_by = case when p_status = 'requires_capture' then coalesce(capture_by, private.charge_by(p_capture_before)) else capture_by end
   where id = p.id;
  if p_status = 'succeeded' then
    perform private.record_capture(p.id, p_amount_received);
  end if;
  select * into p from private.charges where line_id = p.line_id;

  v_minor := private.minor_of_payment(p.id);
  if p_amount <> v_minor + p.released_minor or lower(p_currency) <> p.currency or (p_status = 'succeeded' and p_amount_received <> v_minor) then
    perform private.reject_payment(p.id, 'mismatch');
  elsif p_status = 'requires_capture' and p.of_change then
    perform private.capture_addition(p);
  elsif p_status = 'requires_capture' then
    perform private.book_authorised(p.id);
  elsif p_status = 'succeeded' and private.book_payment(p.id) then
    perform private.apply_captured(x) from private.charges x where x.id = p.id and not x.of_change;
  elsif p_status = 'canceled' then
    perform private.apply_canceled(p.id, v_known);
  end if;
  if p_status = 'succeeded' then
    if p_refunds is not null then
      perform private.apply_refunds(p.id, p_refunds);
    end if;
    perform private.apply_disputes(p.id, p_disputes);
  end if;
  return private.payment_state(p_payment_intent_id);
end $$;

-- Returns the payment of a PaymentIntent, locked. An unknown PaymentIntent (whose creation got no response) is matched by the hold in its metadata. A
-- second PaymentIntent of a hold is cancelled.
create function private.lock_payment(p_payment_intent_id text, p_hold_id uuid)
returns private.charges language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
begin
  perform private.lock_first_payment(p_payment_intent_id, p_hold_id);
  select * into p from private.charges where payment_intent_id = p_payment_intent_id for update;
  if found or p_hold_id is null then
    return p;
  end if;
  select * into p from private.charges where hold_id = p_hold_id for update;
  if p.payment_intent_id is null and p.id is not null then
    update private.payments set payment_intent_id = p_payment_intent_id where id = p.id;
    p.payment_intent_id := p_payment_intent_id;
    return p;
  end if;
  if p.payment_intent_id = p_payment_intent_id then
    return p;
  end if;
  if p.id is not null then
    perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'duplicate');
  end if;
  return null;
end $$;

-- Returns whether a status is older than the known one. 'succeeded' and 'canceled' are final, and an authorised PaymentIntent doesn't return to an
-- earlier state.
create function private.is_stale_status(p_known text, p_new text)
returns boolean language sql immutable set search_path = '' as $$
  select p_known <> p_new and (p_known in ('succeeded', 'canceled')
    or (p_known = 'requires_capture' and p_new not in ('succeeded', 'canceled')))
$$;

-- Returns when an authorised card must be charged or released, which is a day before Stripe releases it (after seven days by default).
create function private.charge_by(p_capture_before timestamptz default null)
returns timestamptz language sql stable set search_path = '' as $$ select coalesce(p_capture_before, now() + interval '7 days') - interval '1 day' $$;

-- Divides what Stripe has charged among the lines of a payment: each its amount, or in proportion if it is another sum. What was captured before, also
-- in cash, isn't lowered. The caller has locked the payment.
create function private.record_capture(p_payment_id uuid, p_received bigint)
returns void language sql security definer set search_path = '' as $$
  update private.payment_lines l set captured_minor = x.minor
    from (select s.id, s.share + case when s.last then p_received - sum(s.share) over () else 0 end as minor
            from (select y.id, trunc(y.amount_minor::numeric * p_received / sum(y.amount_minor) over ())::bigint as share,
                         lead(y.id) over (order by y.id) is null as last
                    from private.payment_lines y where y.payment_id = p_payment_id) s) x
   where l.id = x.id and l.captured_minor < x.minor
$$;

-- Locks the holds of a payment's lines, and then the departures on which they are or were booked, each in the order of their ids. A change is left to
-- consume_hold, which locks both of its departures. The caller has locked the payment.
create function private.lock_holds_of(p_payment_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.holds h where h.id in (select x.hold_id from private.payment_lines x where x.payment_id = p_payment_id) order by h.id for update;
  perform 1 from public.departures d
   where d.id in (select h.departure_id from private.payment_lines x join private.holds h on h.id = x.hold_id where x.payment_id = p_payment_id and not x.of_change
                  union all select b.departure_id from private.payment_lines x join public.bookings b on b.id = x.booking_id
                             where x.payment_id = p_payment_id and not x.of_change)
   order by d.id for no key update;
end $$;

-- Creates the bookings after the card was authorised or charged, all of them or none, and otherwise refunds the money. Returns whether the payment has
-- its bookings. The caller has locked the payment. Locks the holds, then the departures.
create function private.book_payment(p_payment_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
begin
  select * into p from private.charges x where x.id = p_payment_id and x.booking_id is null;
  if not found then
    return true;
  end if;
  perform private.lock_holds_of(p_payment_id);
  -- The hold expired, but its seats are still held and its cancellation hasn't started, so the tourist was in time after all.
  delete from private.stripe_ops
   where payment_intent_id = p.payment_intent_id and op = 'cancel' and reason = 'expired' and state = 'queued' and attempts = 0;
  if p.status <> 'succeeded' and exists (
      select 1 from private.stripe_ops where payment_intent_id = p.payment_intent_id and op = 'cancel' and state <> 'failed') then
    return false;
  end if;
  begin
    perform private.book_lines(p_payment_id);
  exception when sqlstate 'TR001' then
    -- The bookings that came before are undone with it.
    perform private.reject_payment(p_payment_id, 'seats_gone');
    return false;
  end;
  return true;
end $$;

-- Creates the bookings of a payment that don't exist yet. Raises TR001 if the seats of one are gone. The caller has locked payment, holds and departures.
create function private.book_lines(p_payment_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  v_id uuid;
begin
  for p in select * from private.charges x where x.id = p_payment_id and x.booking_id is null order by x.line_id loop
    v_id := private.consume_hold(p.hold_id);
    if v_id is null then
      raise exception 'seats_gone' using errcode = 'TR001';
    end if;
    update private.payment_lines set booking_id = v_id where id = p.line_id;
  end loop;
end $$;

-- Marks a booking as paid after Stripe has charged its card, or refunds it if it was cancelled in the meantime. The caller has locked the payment.
create function private.apply_captured(p private.charges)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p.booking_id);
begin
  -- A repeated event about a refunded payment doesn't pay a reinstated booking.
  if b.payment_status = 'completed' or p.captured_minor <= p.refunded_minor then
    return;
  end if;
  if private.is_live(b.status) then
    perform private.booking_paid(b.id);
    return;
  end if;
  -- The booking was cancelled before the capture or during it, so the sale is recorded and reversed in full.
  perform private.record_sale(b.id);
  perform private.move_booking(b.id, null, 'completed', null);
  perform private.queue_refund(p.line_id, p.captured_minor, 'cancelled');
end $$;

-- Releases the seats after Stripe has released the money. p_known is the payment's status so far. The caller has locked the payment. Locks the holds,
-- then the departures.
create function private.apply_canceled(p_payment_id uuid, p_known text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  h private.holds;
begin
  perform private.lock_holds_of(p_payment_id);
  for p in select * from private.charges x where x.id = p_payment_id order by x.line_id loop
    select * into h from private.holds where id = p.hold_id;
    if h.state = 'held' then
      update private.holds set state = 'released' where id = h.id;
      perform private.free_seats(h.departure_id, h.seats, 'held');
    elsif h.state = 'consumed' then
      perform private.end_booking(p.booking_id, 'cancelled', null, jsonb_build_object('reason', 'payment_canceled'));
      if p_known = 'requires_capture' then
        perform private.move_booking(p.booking_id, null, null, null, '{"note": "Card hold released, nothing charged"}');
      end if;
    end if;
  end loop;
end $$;

-- Rejects a payment. Its seats are released, its holds are void, and the money is refunded. An ended booking doesn't change, because Stripe's event may
-- be a repeat. The caller holds the payment's lock. Locks the holds, then the departures.
create function private.reject_payment(p_payment_id uuid, p_reason text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  h private.holds;
begin
  perform private.lock_holds_of(p_payment_id);
  for p in select * from private.charges x where x.id = p_payment_id order by x.line_id loop
    select * into h from private.holds where id = p.hold_id;
    if h.state = 'held' then
      perform private.free_seats(h.departure_id, h.seats, 'held');
    end if;
    if h.state in ('held', 'released') then
      update private.holds set state = 'void' where id = h.id;
    end if;
    if p.booking_id is not null and private.is_live((private.booking(p.booking_id)).status) then
      perform private.end_booking(p.booking_id, 'cancelled', null, jsonb_build_object('reason', p_reason));
    end if;
    if p.status = 'succeeded' then
      perform private.queue_refund(p.line_id, p.captured_minor, p_reason);
    elsif p.status <> 'canceled' then
      perform private.queue_stripe_op(p.payment_intent_id, 'cancel', null, p_reason);
    end if;
  end loop;
end $$;

-- Returns the payment of a hold before it is paid. It is created once and returned again on a retry, with the amount of its lines. Raises 404
-- 'hold_not_found', 400 'invalid_input', 409 'hold_expired' and 'departure_cancelled', 'changed_meanwhile' if the booking can no longer be changed,
-- and 'offer_payment_in_progress' while the booking's own card is being charged. A waiting card is charged first: `charge_first` is its
-- PaymentIntent, and the caller calls again. Locks the payment, the booking's first, then the hold.
create function service.begin_payment(p_hold_id uuid, p_user_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
begin
  select * into h from private.holds where id = p_hold_id and user_id = p_user_id and not offered;
  if not found then
    perform private.fail(404, 'hold_not_found', 'We couldn''t find your held seats. Please choose your time again.');
  end if;
  return private.begin_payment_of(h);
end $$;

-- Does the same for the caller's own hold.
create function private.begin_payment_of(h private.holds)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  f private.charges; -- the payment of the booking to change
begin
  if h.payment_method <> 'card' then
    perform private.invalid('This hold must be paid in cash');
  end if;
  select * into f from private.charges x where x.line_id = (private.payment_of(h.adds_to)).line_id for update;
  perform private.open_order(h);
  perform 1 from private.orders o where o.id = h.order_id for no key update; -- concurrent calls create one payment
  select * into p from private.charges where hold_id = h.id for update;
  if not found then
    insert into private.payments (order_id, currency) values (h.order_id, lower(h.currency_code)) returning id into p.id;
    insert into private.payment_lines (payment_id, hold_id, of_change, amount_minor)
    values (p.id, h.id, h.adds_to is not null, private.to_minor(h.total_price, h.currency_code));
    select * into p from private.charges where hold_id = h.id;
  end if;
  select * into h from private.holds x where x.id = h.id for update;
  if h.state <> 'consumed' and (h.state <> 'held' or h.expires_at <= now()) then
    perform private.fail(409, 'hold_expired', 'Your 15 minutes to book have run out. We haven''t charged you. Please choose your time again.');
  elsif h.state = 'held' and (select d.status from public.departures d where d.id = h.departure_id) = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  elsif h.state = 'held' and h.adds_to is not null and not private.fits_addition(h) then
    -- This is checked before the waiting card is charged unnecessarily.
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  elsif h.state = 'held' and private.is_only_authorised(f) then
    perform private.queue_capture(f);
  elsif h.state = 'held' and f.status = 'requires_capture' then
    perform private.fail(409, 'offer_payment_in_progress', 'We''re still processing the payment for this booking. Please try again in a minute.');
  elsif h.state = 'held' and h.adds_to is not null and not private.takes_addition(h) then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  return jsonb_build_object(
    'hold_id', h.id, 'kind', h.kind, 'payment_intent_id', p.payment_intent_id, 'status', p.status,
    'amount_minor', private.minor_of_payment(p.id), 'currency', p.currency, 'territory_id', h.territory_id,
    'charge_first', case when h.state = 'held' and f.status = 'requires_capture' then f.payment_intent_id end,
    -- Two concurrent calls create one PaymentIntent, because Stripe answers the second with the first's.
    'idempotency_key', 'hold:' || h.id || ':create');
end $$;

-- Stores the PaymentIntent that Stripe created for a hold. One that is too late, or a second one, is cancelled. Raises 404 'hold_not_found'. Locks
-- the payment, then the hold.
create function service.attach_payment_intent(p_hold_id uuid, p_payment_intent_id text, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  h private.holds;
begin
  select * into p from private.charges where hold_id = p_hold_id for update;
  if not found then
    perform private.fail(404, 'hold_not_found', 'We couldn''t find your held seats. Please choose your time again.');
  end if;
  if p.payment_intent_id is null then
    update private.payments set payment_intent_id = p_payment_intent_id, status = p_status where id = p.id;
  elsif p.payment_intent_id <> p_payment_intent_id then
    perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'duplicate');
    return private.payment_state(p.payment_intent_id);
  end if;
  select * into h from private.holds where id = p_hold_id for update;
  if h.state in ('released', 'void') then
    perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'expired');
  end if;
  return private.payment_state(p_payment_intent_id);
end $$;

-- Returns the state of a payment, and one of its bookings. 'booked': there is a booking. 'processing': Stripe hasn't finished. 'requires_payment': the tourist has to act.
-- 'void': no booking will be made, and the money is refunded or released.
create function private.payment_state(p_payment_intent_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges;
  h private.holds;
  v_status text;
  v_state text;
begin
  select x.* into p from private.charges x left join public.bookings b on b.id = x.booking_id
   where x.payment_intent_id = p_payment_intent_id order by private.is_live(b.status) desc nulls last, x.line_id limit 1;
  if not found then
    return jsonb_build_object('state', 'unknown');
  end if;
  select * into h from private.holds where id = p.hold_id;
  select f.status into v_status from private.booking_facts f where f.id = p.booking_id;
  v_state := case
    when private.is_live(v_status) then 'booked'
    when v_status is not null or h.state in ('void', 'released') or p.status = 'canceled' then 'void'
    when p.status = 'processing' then 'processing'
    when p.status = 'requires_capture' and exists (
      select 1 from private.stripe_ops o where o.payment_intent_id = p.payment_intent_id and o.op = 'capture' and o.state <> 'failed') then 'processing'
    when p.status = 'requires_capture' or exists (
      select 1 from private.stripe_ops o where o.payment_intent_id = p.payment_intent_id and o.op = 'cancel') then 'void'
    when h.adds_to is not null and not private.fits_addition(h) then 'void' -- its booking has changed, so there is nothing to pay for
    else 'requires_payment' end;
  return jsonb_build_object('state', v_state, 'kind', h.kind, 'hold_id', p.hold_id, 'payment_intent_id', p.payment_intent_id,
    'booking_id', case when v_state = 'booked' then p.booking_id end);
end $$;

create function private.hold_payment_json(h private.holds)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('payment_intent_id', p.payment_intent_id, 'status', p.status, 'hold', private.stored_hold_json(h))
    from (select h.id) x left join private.charges p on p.hold_id = x.id
$$;

-- Returns the PaymentIntent of the caller's hold for confirm-payment. Raises 404 'hold_not_found'.
create function service.payment_of_hold(p_hold_id uuid, p_user_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v jsonb;
begin
  select private.hold_payment_json(h) into v from private.holds h where h.id = p_hold_id and h.user_id = p_user_id and not h.offered;
  if v is null then
    perform private.fail(404, 'hold_not_found', 'We couldn''t find your held seats. Please choose your time again.');
  end if;
  return v;
end $$;

-- Records that Stripe didn't respond, or (p_missing) has no such PaymentIntent. The payment moves to the end of the queue. A PaymentIntent that
-- Stripe doesn't know takes no money, so its seats are free an hour after the hold expired. After eight days, longer than an authorisation lasts, it
-- is no longer checked. People have to look at a booking that depends on it, because the API key may be wrong. Locks payment, holds, departures.
create function service.record_payment_lookup(p_payment_intent_id text, p_missing boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  h private.holds;
begin
  select * into p from private.charges where payment_intent_id = p_payment_intent_id for update;
  if not found or p.status in ('succeeded', 'canceled') then
    return;
  end if;
  update private.payments set asked_at = clock_timestamp() where id = p.id;
  if not p_missing then
    return;
  end if;
  perform private.lock_holds_of(p.id);
  for h in
    update private.holds x set state = 'released'
     where x.state = 'held' and x.expires_at < now() - interval '1 hour'
       and x.id in (select l.hold_id from private.payment_lines l where l.payment_id = p.id)
    returning x.*
  loop
    perform private.free_seats(h.departure_id, h.seats, 'held');
  end loop;
  if p.created_at < now() - interval '8 days' and not exists (
      select 1 from private.payment_lines l join private.holds x on x.id = l.hold_id where l.payment_id = p.id and x.state not in ('released', 'void')) then
    update private.payments set status = 'canceled', last_error = 'resource_missing' where id = p.id;
    update private.stripe_ops set state = 'done', done_at = now(), last_error = 'resource_missing'
     where payment_intent_id = p_payment_intent_id and op in ('capture', 'cancel') and state <> 'done';
  end if;
end $$;
