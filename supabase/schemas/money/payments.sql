-- Card payments. Only apply_payment_intent decides a payment's status. The webhook, the browser's confirm call and the reconciler call it, always
-- with a PaymentIntent that they have just fetched from Stripe. Locks are always taken in the order payment, hold, departure, booking.

-- What one person pays for, in one currency: the bookings of one checkout, and the extra price of their later changes (docs/decisions/0075). It is
-- created when it is paid or booked in cash. Until then only its holds have its id.
create table private.orders (
  id uuid primary key default gen_random_uuid(),
  tourist_id uuid references public.profiles (id) on delete set null, -- null: sold at the dock, or the account was deleted
  currency_code text not null references public.currencies (code),
  created_at timestamptz not null default now()
);
create index orders_tourist_idx on private.orders (tourist_id);
create index orders_currency_idx on private.orders (currency_code);
alter table private.orders enable row level security;
grant all on private.orders to service_role;

-- One payment of an order: by card with a PaymentIntent, which is captured whole or not at all, or in cash.
create table private.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references private.orders (id),
  method text not null default 'card' check (method in ('card', 'cash')),
  payment_intent_id text unique, -- null until Stripe answered; null for money that is not at Stripe
  currency text not null check (currency = lower(currency)),
  -- Stripe's status, or 'creating' before there is a PaymentIntent.
  status text not null default 'creating',
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  asked_at timestamptz,
  refunds_numbered int not null default 0,
  -- Who received cash, and when. Null for card payments, and for deleted accounts.
  received_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz,
  capture_by timestamptz, -- for an authorised card: a day before Stripe releases it
  released_minor bigint not null default 0 check (released_minor >= 0) -- authorised above the sum of its lines, because changes reduced them before the charge
);
create index payments_order_idx on private.payments (order_id);
create index payments_in_flight_idx on private.payments (updated_at) where method = 'card' and status not in ('succeeded', 'canceled');
create index payments_updated_idx on private.payments (updated_at);
create index payments_received_by_idx on private.payments (received_by) where received_by is not null;
alter table private.payments enable row level security;
grant all on private.payments to service_role;

-- The part of a payment for each booking, in integer minor units of its currency.
create table private.payment_lines (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references private.payments (id) on delete cascade,
  hold_id uuid unique references private.holds (id), -- null for a booking that had no hold (imported)
  booking_id uuid references public.bookings (id),
  of_change boolean not null default false, -- whether it is for more people or a more expensive departure of a booking that was paid with another line
  amount_minor bigint not null check (amount_minor > 0),
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  disputed_minor bigint not null default 0 check (disputed_minor >= 0), -- the amount reversed by banks in disputes
  check (refunded_minor + disputed_minor <= captured_minor),
  check (num_nonnulls(hold_id, booking_id) >= 1)
);
create index payment_lines_payment_idx on private.payment_lines (payment_id);
create index payment_lines_booking_idx on private.payment_lines (booking_id);
-- A booking has one line in its original payment, and one in each additional payment for a change.
create unique index payment_lines_first_idx on private.payment_lines (booking_id) where not of_change;
alter table private.payment_lines enable row level security;
grant all on private.payment_lines to service_role;

-- A line with its payment, because nearly everything reads and locks both. `id` is the payment's.
create view private.charges as
select p.id, l.id as line_id, p.order_id, l.hold_id, l.booking_id, l.of_change, p.method, p.payment_intent_id, l.amount_minor, p.currency, p.status,
       l.captured_minor, l.refunded_minor, l.disputed_minor, p.last_error, p.created_at, p.updated_at, p.asked_at, p.refunds_numbered,
       p.received_by, p.received_at, p.capture_by, p.released_minor
  from private.payments p join private.payment_lines l on l.payment_id = p.id;

-- Creates the order of a hold, if it doesn't exist yet.
create function private.open_order(h private.holds)
returns void language sql security definer set search_path = '' as $$
  insert into private.orders (id, tourist_id, currency_code) values (h.order_id, h.user_id, h.currency_code) on conflict (id) do nothing
$$;

-- A change of a line also updates its payment's time.
create function private.touch_payment()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.payments set updated_at = now() where id = new.payment_id;
  return null;
end $$;
create trigger payment_lines_touch after update on private.payment_lines for each row execute function private.touch_payment();

create trigger payments_touch before update on private.payments
  for each row when (old.asked_at is not distinct from new.asked_at) execute function private.touch_updated_at();

create table private.stripe_events (
  id text primary key,
  type text not null,
  payment_intent_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index stripe_events_intent_idx on private.stripe_events (payment_intent_id);
alter table private.stripe_events enable row level security;
grant all on private.stripe_events to service_role;

-- Returns the payment of a booking of either kind, or null. Its amounts include all charges, also for changes. Values of one charge are read from its
-- own row.
create function private.payment_of(p_booking_id uuid)
returns private.charges language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges;
  m record;
begin
  select * into p from private.charges x where x.booking_id = p_booking_id and not x.of_change;
  if p.id is null then
    return null;
  end if;
  select coalesce(sum(x.amount_minor), 0) as amount, coalesce(sum(x.captured_minor), 0) as captured, coalesce(sum(x.refunded_minor), 0) as refunded,
         coalesce(sum(x.disputed_minor), 0) as disputed
    into m from private.payment_lines x where x.booking_id = p_booking_id and x.of_change;
  p.amount_minor := p.amount_minor + m.amount;
  p.captured_minor := p.captured_minor + m.captured;
  p.refunded_minor := p.refunded_minor + m.refunded;
  p.disputed_minor := p.disputed_minor + m.disputed;
  return p;
end $$;

-- Returns all charges of a booking by its payment: the original one, and those for changes.
create function private.charges_of(p_payment_id uuid)
returns setof private.charges language sql stable security definer set search_path = '' as $$
  select x.* from private.charges f join private.charges x on x.booking_id = f.booking_id
   where f.id = p_payment_id and not f.of_change
$$;

-- Locks the payment of a booking before a charge for a change, as is required for everything that changes the booking's money.
create function private.lock_first_payment(p_payment_intent_id text, p_hold_id uuid default null)
returns void language sql security definer set search_path = '' as $$
  select 1 from private.charges f
   where not f.of_change and f.order_id in (
     select x.order_id from private.charges x where x.payment_intent_id = p_payment_intent_id and x.of_change
     union all select x.order_id from private.charges x where x.hold_id = p_hold_id and x.of_change)
   order by f.line_id for update
$$;

-- Returns whether this payment is refunded through Stripe. Cash isn't, even if a refunded card payment came before and the booking was reinstated and
-- paid at the dock.
create function private.is_at_stripe(p private.charges)
returns boolean language sql immutable set search_path = '' as $$ select p.payment_intent_id is not null and p.method = 'card' $$;

-- Returns the amount that a payment charged to a card, in minor units. The rest is cash.
create function private.card_minor(p private.charges)
returns bigint language sql immutable set search_path = '' as $$
  select case when p.payment_intent_id is null then case when p.method = 'card' then p.captured_minor else 0 end
              when p.status = 'succeeded' then least(p.captured_minor, p.amount_minor) else 0 end
$$;

-- Returns the payment of a hold before it is paid. It is created once and returned again on a retry, with the hold's amount. Raises 404
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
    perform private.fail(404, 'hold_not_found', 'This hold could not be found');
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
    perform private.fail(409, 'hold_expired', 'Your hold has expired. Please book again.');
  elsif h.state = 'held' and (select d.status from public.departures d where d.id = h.departure_id) = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled');
  elsif h.state = 'held' and h.adds_to is not null and not private.fits_addition(h) then
    -- This is checked before the waiting card is charged unnecessarily.
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  elsif h.state = 'held' and private.is_only_authorised(f) then
    perform private.queue_capture(f);
  elsif h.state = 'held' and f.status = 'requires_capture' then
    perform private.fail(409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.');
  elsif h.state = 'held' and h.adds_to is not null and not private.takes_addition(h) then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  return jsonb_build_object(
    'hold_id', h.id, 'kind', h.kind, 'payment_intent_id', p.payment_intent_id, 'status', p.status,
    'amount_minor', p.amount_minor, 'currency', p.currency, 'territory_id', h.territory_id,
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
    perform private.fail(404, 'hold_not_found', 'This hold could not be found');
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

-- Returns the state of a payment. 'booked': there is a booking. 'processing': Stripe hasn't finished. 'requires_payment': the tourist has to act.
-- 'void': no booking will be made, and the money is refunded or released.
create function private.payment_state(p_payment_intent_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges;
  h private.holds;
  v_status text;
  v_state text;
begin
  select * into p from private.charges where payment_intent_id = p_payment_intent_id;
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
    perform private.fail(404, 'hold_not_found', 'This hold could not be found');
  end if;
  return v;
end $$;

-- Rejects a payment. Its seats are released, the hold is void, and the money is refunded. An ended booking doesn't change, because Stripe's event may
-- be a repeat. The caller holds the payment's lock. Locks the hold, then the departure.
create function private.reject_payment(p private.charges, p_reason text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_id uuid := p.booking_id;
begin
  select * into h from private.holds where id = p.hold_id for update;
  if h.state = 'held' then
    perform private.free_seats(h.departure_id, h.seats, 'held');
  end if;
  if h.state in ('held', 'released') then
    update private.holds set state = 'void' where id = h.id;
  end if;
  if v_id is not null and private.is_live((private.booking(v_id)).status) then
    perform private.end_booking(v_id, 'cancelled', null, jsonb_build_object('reason', p_reason));
  end if;
  if p.status = 'succeeded' then
    perform private.queue_refund(p.id, p.captured_minor, p_reason);
  elsif p.status <> 'canceled' then
    perform private.queue_stripe_op(p.payment_intent_id, 'cancel', null, p_reason);
  end if;
end $$;

-- Creates the booking after the card was authorised or charged, or refunds the money. Returns the booking's id, or null. The caller has locked the
-- payment. Locks the hold, then the departure.
create function private.book_payment(p private.charges)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_id uuid := p.booking_id;
begin
  if v_id is not null then
    return v_id;
  end if;
  select * into h from private.holds where id = p.hold_id for update;
  -- The hold expired, but its seats are still held and its cancellation hasn't started, so the tourist was in time after all.
  delete from private.stripe_ops
   where payment_intent_id = p.payment_intent_id and op = 'cancel' and reason = 'expired' and state = 'queued' and attempts = 0;
  if p.status <> 'succeeded' and exists (
      select 1 from private.stripe_ops where payment_intent_id = p.payment_intent_id and op = 'cancel' and state <> 'failed') then
    return null;
  end if;
  v_id := private.consume_hold(h.id);
  if v_id is null then
    perform private.reject_payment(p, 'seats_gone');
    return null;
  end if;
  update private.payment_lines set booking_id = v_id where id = p.line_id;
  return v_id;
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

-- Applies a PaymentIntent fetched from Stripe to its payment, hold and booking. Locks payment, hold, departure. p_refunds and p_disputes are Stripe's
-- lists, because p_amount_refunded alone doesn't include failed ones. p_capture_before is Stripe's deadline for capturing. If the amount or currency
-- differs, the payment is cancelled or refunded. With p_event_id, the event and its effect commit together.
create function service.apply_payment_intent(
  p_payment_intent_id text, p_status text, p_amount bigint, p_amount_received bigint, p_currency text,
  p_event_id text default null, p_event_type text default null, p_hold_id uuid default null,
  p_amount_refunded bigint default null, p_last_error text default null, p_refunds jsonb default null,
  p_disputes jsonb default null, p_capture_before timestamptz default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  v_known text;
  v_id uuid;
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
     set status = p_status, last_error = p_last_error,
         capture_by = case when p_status = 'requires_capture' then coalesce(capture_by, private.charge_by(p_capture_before)) else capture_by end
   where id = p.id;
  update private.payment_lines set captured_minor = p_amount_received
   where id = p.line_id and p_status = 'succeeded' and captured_minor < p_amount_received;
  select * into p from private.charges where line_id = p.line_id;

  if p_amount <> p.amount_minor + p.released_minor or lower(p_currency) <> p.currency
     or (p_status = 'succeeded' and p_amount_received <> p.amount_minor) then
    perform private.reject_payment(p, 'mismatch');
  elsif p_status = 'requires_capture' and p.of_change then
    perform private.capture_addition(p);
  elsif p_status = 'requires_capture' then
    perform private.book_authorised(p);
  elsif p_status = 'succeeded' then
    v_id := private.book_payment(p);
    if v_id is not null and not p.of_change then
      perform private.apply_captured(p.id, v_id);
    end if;
  elsif p_status = 'canceled' then
    perform private.apply_canceled(p, v_known);
  end if;
  if p_status = 'succeeded' then
    if p_refunds is not null then
      perform private.apply_refunds(p.id, p_refunds);
    else
      select * into p from private.charges where id = p.id;
      perform private.record_external_refund(p, p_amount_refunded);
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

-- Marks a booking as paid after Stripe has charged its card, or refunds it if it was cancelled in the meantime. The caller has locked the payment.
create function private.apply_captured(p_payment_id uuid, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  b private.booking_facts := private.booking(p_booking_id);
begin
  select * into p from private.charges where id = p_payment_id;
  -- A repeated event about a refunded payment doesn't pay a reinstated booking.
  if b.payment_status = 'completed' or p.captured_minor <= p.refunded_minor then
    return;
  end if;
  if private.is_live(b.status) then
    perform private.booking_paid(p_booking_id);
    return;
  end if;
  -- The booking was cancelled during the capture, so the sale is recorded and reversed in full.
  perform private.record_sale(p_booking_id);
  perform private.move_booking(p_booking_id, null, 'completed', null);
  perform private.queue_refund(p.id, p.captured_minor, 'cancelled');
end $$;

-- Releases the seats after Stripe has released the money. p_known is the payment's status so far. The caller has locked the payment. Locks the hold,
-- then the departure.
create function private.apply_canceled(p private.charges, p_known text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
begin
  select * into h from private.holds where id = p.hold_id for update;
  if h.state = 'held' then
    update private.holds set state = 'released' where id = h.id;
    perform private.free_seats(h.departure_id, h.seats, 'held');
  elsif h.state = 'consumed' then
    perform private.end_booking(p.booking_id, 'cancelled', null,
      jsonb_build_object('reason', 'payment_canceled'));
    if p_known = 'requires_capture' then
      perform private.move_booking(p.booking_id, null, null, null, '{"note": "Card hold released, not charged"}');
    end if;
  end if;
end $$;

-- Records that Stripe didn't respond, or (p_missing) has no such PaymentIntent. The payment moves to the end of the queue. A PaymentIntent that
-- Stripe doesn't know takes no money, so its seats are free an hour after the hold expired. After eight days, longer than an authorisation lasts, it
-- is no longer checked. People have to look at a booking that depends on it, because the API key may be wrong. Locks payment, hold, departure.
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

-- Returns which of these Stripe events were not received yet and are due, because webhooks get lost, and an endpoint may not be subscribed to them.
create function service.unprocessed_stripe_events(p_ids text[])
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.id), '[]') from unnest(p_ids) x (id)
   where not exists (select 1 from private.stripe_events e where e.id = x.id) and private.is_due('stripe_event', x.id)
$$;

-- Returns {since, retry}. `since` is the time from which to read Stripe's events: an hour before the last read, because events arrive late and out of
-- order, but at most three days ago, as long as Stripe retries them. `retry` are failed events that are due, however old.
create function service.stripe_events_due()
returns jsonb language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object(
    'since', greatest(now() - interval '3 days', (select j.at - interval '1 hour' from private.job_times j where j.name = 'stripe_events')),
    'retry', (select coalesce(jsonb_agg(x.item), '[]') from (
      select t.item from private.troubles t where t.kind = 'stripe_event' and t.parked_at is null and t.next_attempt_at <= now()
      order by t.next_attempt_at limit 100) x))
$$;

-- Records the time up to which Stripe's events were read, including failed ones. It never decreases, and is never in the future.
create function service.record_stripe_events_read(p_until timestamptz)
returns void language sql security definer set search_path = '' as $$
  insert into private.job_times as j (name, at) values ('stripe_events', least(p_until, now()))
  on conflict (name) do update set at = greatest(j.at, excluded.at)
$$;
