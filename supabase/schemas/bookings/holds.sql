-- Holds keep seats for 15 minutes, with a fixed price and a validated form. A retry with the same key returns the same hold. Unpaid holds are limited
-- (bookings/hold_limits.sql), so that no one can block seats.

create table private.holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null, -- null once the account is deleted
  idempotency_key uuid not null, -- created by the browser and kept over reloads, so that a retry returns the same hold
  payload_hash text not null, -- of the request, so that the same key with another payload is refused
  kind text not null check (kind in ('experience', 'transport')),
  departure_id uuid not null references public.departures (id),
  -- The departure's territory and currency have no foreign keys. Otherwise each hold would lock these rows, and everyone who books a busy departure
  -- would have to wait.
  territory_id text not null,
  start_time time, -- local; null for transport without a timetable
  booking_type text not null check (booking_type in ('shared', 'private')),
  payment_method text not null default 'card' check (payment_method in ('card', 'cash')),
  num_people int not null check (num_people > 0),
  -- the seats held: num_people if shared, the departure's capacity if private, and 0 for a hold without seats
  seats int not null check (seats = 0 or seats >= num_people),
  unit_price numeric(12, 2) not null check (unit_price > 0 and unit_price <> 'NaN'),
  total_price numeric(12, 2) not null check (total_price > 0 and total_price <> 'NaN'),
  currency_code text not null,
  referral_link_id uuid references public.referral_links (id) on delete set null,
  partner_rate numeric(4, 1) not null default 0 check (partner_rate between 0 and 100), -- percent, fixed at the time of the hold
  form jsonb not null, -- at the time of the hold
  state text not null default 'held' check (state in ('held', 'consumed', 'released', 'void')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  cancellation_policy text, -- the policy at the time of the hold
  by_caller boolean not null default (auth.uid() is not null),
  exchanged boolean not null default false, -- replaced a live hold, so it counts as a change rather than another hold
  took_over boolean not null default false, -- took over a hold that the request didn't name, because another tab or device had it
  offered boolean not null default false, -- seats offered to the waitlist (departures/waitlist.sql), which the guest's own hold replaces before it is booked
  order_id uuid not null default gen_random_uuid(), -- the payment's id (money/payments.sql), without a foreign key until it exists
  at_dock boolean not null default false, -- a dock sale (dock/sales.sql), which doesn't count as a tourist's unpaid hold
  -- For an additional payment, the existing booking that this hold changes. It adds people or, with moves_from, moves the booking to this hold's
  -- departure. There are no foreign keys, because bookings refer to holds, and holding seats must not lock another departure.
  adds_to uuid,
  moves_from uuid check (moves_from is null or (adds_to is not null and moves_from <> departure_id)),
  answers uuid check (answers is null or moves_from is not null), -- the offer of a cancelled departure that this hold accepts (departures/offer_payments.sql)
  unique (user_id, idempotency_key)
);
create index holds_departure_idx on private.holds (departure_id) where state = 'held';
create index holds_unpaid_idx on private.holds (departure_id, created_at) where state = 'released' and seats > 0;
create index holds_expiry_idx on private.holds (expires_at) where state = 'held';
-- The holds that count for a person's limits (check_hold_limits has the same condition).
create index holds_user_idx on private.holds (user_id, created_at)
  where state in ('held', 'released') or state = 'consumed' and payment_method = 'cash';
create index holds_referral_idx on private.holds (referral_link_id) where referral_link_id is not null;
create unique index holds_one_addition_idx on private.holds (adds_to) where state = 'held' and adds_to is not null;
-- Holds are inserted in order of time, so a BRIN index is enough and costs little.
create index holds_created_idx on private.holds using brin (created_at);
alter table private.holds enable row level security;
grant all on private.holds to service_role;

-- Locks a user until the transaction ends, so that they can make only one hold at a time and limits and idempotency keys need no further locks. Taken
-- before every other lock.
create function private.lock_user(p_user_id uuid)
returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(20261121, hashtext(p_user_id::text))
$$;

-- Returns the hold as the browser gets it. create_hold builds it from values it already has, because others wait for the departure. It contains the
-- remaining seconds, because the clock of the tourist's phone may be hours off.
create function private.hold_json(h private.holds, p_slot_id uuid, p_date date, p_symbol text, p_booking_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'hold_id', h.id, 'state', h.state, 'expires_at', h.expires_at, 'seconds_left', floor(extract(epoch from h.expires_at - now())),
    'kind', h.kind, 'slot_id', p_slot_id, 'service_date', p_date, 'start_time', h.start_time,
    'booking_type', h.booking_type, 'payment_method', h.payment_method, 'num_people', h.num_people, 'seats', h.seats,
    'unit_price', h.unit_price, 'total_price', h.total_price, 'currency_code', h.currency_code, 'currency_symbol', p_symbol,
    'cancellation_policy', h.cancellation_policy,
    'keeps_seats', h.seats > 0, 'took_over', h.took_over, 'booking_id', p_booking_id,
    'lines', case when h.moves_from is null then private.price_lines(h.booking_type, h.unit_price, h.num_people)
                  else private.difference_line(h.total_price) end);
end $$;

-- Returns like hold_json, for a stored hold.
create function private.stored_hold_json(h private.holds)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  d public.departures;
  v_booking uuid;
begin
  select * into d from public.departures x where x.id = h.departure_id;
  if h.state = 'consumed' and h.adds_to is not null then
    v_booking := h.adds_to;
  elsif h.state = 'consumed' then
    select b.id into v_booking from public.bookings b where b.hold_id = h.id;
  end if;
  return private.hold_json(h, d.slot_id, d.service_date, private.currency_symbol(h.currency_code), v_booking);
end $$;

-- Returns the hold of a retry for the same request. Raises 409 'idempotency_key_reused' for a different request, or 'hold_expired'.
create function private.repeat_hold(p_hold private.holds, p_payload_hash text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  if p_hold.payload_hash <> p_payload_hash then
    perform private.fail(409, 'idempotency_key_reused', 'You already sent this with other details. Please reload the page and check before you try again.');
  end if;
  if p_hold.state in ('released', 'void') or (p_hold.state = 'held' and p_hold.expires_at <= now()) then
    perform private.fail(409, 'hold_expired', 'Your 15 minutes to book have run out. We haven''t charged you. Please choose your time again.');
  end if;
  return private.stored_hold_json(p_hold);
end $$;

-- Takes the seats and inserts the hold in one statement, in which the conditional update decides. This comes last, so that the departure is locked
-- only until the commit. Returns null if the seats are gone. A hold without seats is inserted if seats are free. h.expires_at and h.seats come from
-- the hold that it replaces on the same departure, if any. Its time continues, and held seats stay held.
create function private.take_seats(h private.holds)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_keep boolean := coalesce(h.offered, false) or coalesce(h.seats > 0, false) or private.keeps_seats(h.departure_id);
  v_expires constant timestamptz := coalesce(h.expires_at, now() + private.limit_value('hold.minutes') * interval '1 minute');
begin
  with d as (
    update public.departures
       set held = case when not v_keep then held when h.booking_type = 'private' then capacity else held + h.num_people end,
           exclusive = v_keep and h.booking_type = 'private',
           (start_time, end_time) = (
             select case when v_keep then x.leaves else departures.start_time end, case when v_keep then x.ends else departures.end_time end
               from private.times_of(departures, h.start_time) x)
     where id = h.departure_id and not closed and status <> 'cancelled'
       and case when h.booking_type = 'private' then held + sold = 0 and capacity >= h.num_people
                else not exclusive and held + sold + h.num_people <= capacity end
    returning capacity)
  insert into private.holds (id, user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, start_time, booking_type,
    payment_method, num_people, seats, unit_price, total_price, currency_code, referral_link_id, partner_rate, form, expires_at,
    cancellation_policy, exchanged, took_over, offered, at_dock, order_id, adds_to, moves_from, answers)
  select gen_random_uuid(), h.user_id, h.idempotency_key, h.payload_hash, h.kind, h.departure_id, h.territory_id, h.start_time, h.booking_type,
    h.payment_method, h.num_people, case when not v_keep then 0 when h.booking_type = 'private' then d.capacity else h.num_people end,
    h.unit_price, h.total_price, h.currency_code, h.referral_link_id, h.partner_rate, h.form, v_expires, h.cancellation_policy,
    coalesce(h.exchanged, false), coalesce(h.took_over, false), coalesce(h.offered, false), coalesce(h.at_dock, false),
    coalesce(h.order_id, gen_random_uuid()), h.adds_to, h.moves_from, h.answers
    from d
  returning * into v_hold;
  return v_hold;
end $$;

-- Raises the reason why the seats could not be taken: 409 'departure_cancelled', 'departure_closed', 'sold_out', or 'private_maximum' if the
-- departure is too small for the group.
create function private.fail_no_seats(p_departure_id uuid, p_booking_type text)
returns void language plpgsql set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures where id = p_departure_id;
  if d.status = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  elsif d.closed then
    perform private.fail(409, 'departure_closed', 'This departure is closed for new bookings');
  elsif p_booking_type = 'private' and d.held + d.sold > 0 then
    perform private.fail(409, 'sold_out', 'This departure already has guests, so it cannot be booked privately');
  elsif d.exclusive or d.held + d.sold >= d.capacity then
    perform private.fail(409, 'sold_out', 'This departure is sold out');
  elsif p_booking_type = 'private' then
    perform private.fail(409, 'private_maximum', format('Private bookings allow at most %s guests on this departure', d.capacity));
  end if;
  perform private.fail(409, 'sold_out', format('Only %s spots are left on this departure', d.capacity - d.held - d.sold));
end $$;

-- Reads the requested hold, which isn't stored yet. Its form is checked in the order of the page, and its price is fixed. Creates the departure on
-- its first request. Raises 400 'payment_method_not_accepted' and what the checks of the form raise.
create function private.read_hold(p jsonb, p_user_id uuid, p_service private.service, p_when private.occurrence)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_referral record;
begin
  h.user_id := p_user_id;
  h.kind := p_service.kind;
  h.territory_id := p_service.territory_id;
  h.start_time := p_when.start_time;
  h.booking_type := private.input_text(p, 'booking_type', 20);
  h.num_people := private.input_count(p, 'num_people');
  h.form := private.read_form(p_service, p, p_user_id, h.booking_type, h.num_people);
  h.payment_method := private.input_text(p, 'payment_method', 20);
  if h.payment_method is null or h.payment_method not in ('card', 'cash') or (h.payment_method = 'cash' and not p_service.cash_allowed) then
    perform private.fail(400, 'payment_method_not_accepted', 'We don''t accept this payment method');
  end if;
  h.currency_code := p_service.currency_code;
  h.cancellation_policy := p_service.cancellation_policy;
  h.unit_price := private.unit_price(p_service, h.booking_type);
  h.total_price := h.unit_price * case when h.booking_type = 'private' then 1 else h.num_people end;
  v_referral := private.referral_of(p_user_id, h.territory_id);
  h.referral_link_id := v_referral.link_id;
  h.partner_rate := coalesce(v_referral.rate, 0);
  h.departure_id := coalesce(p_when.departure_id, private.ensure_departure(p_when.slot_id, p_when.service_date));
  return h;
end $$;

-- Releases the caller's holds that a new one replaces: the named one and any on the same departure (from another tab, or recently expired). For an
-- additional payment it also releases the hold of the same booking and, if that moves, its offers there. The new hold continues the old one's time.
-- Their PaymentIntents are cancelled, and one that is authorised anyway creates no booking. Raises 409 'offer_payment_in_progress' while a change is
-- being paid. The caller has locked the user. Locks the payments, the holds, then the departures.
create function private.exchange_holds(h private.holds, p_replaces uuid)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_old private.holds;
  v_payment private.charges;
begin
  v_ids := array(select o.id from private.holds o
    where o.user_id = h.user_id and o.state = 'held' and case
      when h.adds_to is not null then o.adds_to = h.adds_to or (h.moves_from is not null and o.offered and o.departure_id = h.departure_id)
      else o.adds_to is null and (o.id = p_replaces or o.departure_id = h.departure_id) end);
  if v_ids = '{}' then
    return h;
  end if;
  -- All holds of the person are locked in one order, so that two people who swap departures don't deadlock. Seats offered to them elsewhere aren't
  -- included, because the transaction that has locked those releases them (departures/waitlist.sql).
  perform 1 from private.charges p join private.holds o on o.id = p.hold_id
    where o.user_id = h.user_id and o.state = 'held' order by p.id for update of p;
  perform 1 from private.holds o
    where o.user_id = h.user_id and o.state = 'held' and (not o.offered or o.id = any (v_ids)) order by o.id for update;
  perform 1 from public.departures d
    where d.id = h.departure_id or d.id in (select o.departure_id from private.holds o where o.user_id = h.user_id and o.state = 'held')
    order by d.id for no key update;
  for v_old in select * from private.holds o where o.id = any (v_ids) and o.state = 'held' order by o.id loop
    if v_old.expires_at > now() then
      h.exchanged := true;
      h.took_over := coalesce(h.took_over, false) or (v_old.id is distinct from p_replaces and not v_old.offered);
      -- A change of the desk, or in its place, has its own time.
      if v_old.departure_id = h.departure_id and not coalesce('desk' in (h.form ->> 'maker', v_old.form ->> 'maker'), false) then
        -- If an offer is accepted just before it ends, there is still the usual time to pay.
        h.expires_at := least(h.expires_at, case when v_old.offered
          then greatest(v_old.expires_at, now() + private.limit_value('hold.minutes') * interval '1 minute') else v_old.expires_at end);
      end if;
      if v_old.departure_id = h.departure_id then
        h.seats := greatest(h.seats, v_old.seats);
      end if;
    end if;
    select * into v_payment from private.charges p where p.hold_id = v_old.id;
    if v_old.adds_to is not null and v_payment.status in ('processing', 'requires_capture') then
      -- The hold was paid while this one waited for the lock, and cancelling it now would race with its charge.
      perform private.fail(409, 'offer_payment_in_progress', 'We''re still processing the payment for this booking. Please try again in a minute.');
    end if;
    if v_payment.payment_intent_id is not null and v_payment.status <> 'canceled' then
      perform private.queue_stripe_op(v_payment.payment_intent_id, 'cancel', null, 'abandoned');
    end if;
    update private.holds set state = 'released', expires_at = least(expires_at, now()) where id = v_old.id;
    perform private.free_seats(v_old.departure_id, v_old.seats, 'held');
    if v_old.offered then
      perform private.end_waitlist_entry(v_old.departure_id, h.user_id, 'taken');
    end if;
  end loop;
  return h;
end $$;

-- Returns the key and the hash of a request. Raises 400 'invalid_input', 401 'not_signed_in' and 403 'email_unconfirmed'.
create function private.read_hold_key(p jsonb, out kind text, out key uuid, out hash text)
language plpgsql security definer set search_path = '' as $$
begin
  if p is null or jsonb_typeof(p) <> 'object' or length(p::text) > 200000 then
    perform private.invalid('A booking request is required');
  end if;
  kind := private.input_text(p, 'kind', 20);
  if kind is null or kind not in ('experience', 'transport') then
    perform private.invalid('kind must be experience or transport');
  end if;
  if private.confirmed_email(private.require_user(format('Please log in to book this %s', kind))) is null then
    perform private.fail(403, 'email_unconfirmed', 'Please confirm your email address first, with the link we emailed you.');
  end if;
  key := private.input_uuid(p, 'idempotency_key');
  if key is null then
    perform private.invalid('idempotency_key is required');
  end if;
  hash := encode(sha256(convert_to((p - 'idempotency_key')::text, 'UTF8')), 'hex');
end $$;

-- Takes the seats of a hold. If none are free, expired holds are released first. Raises what fail_no_seats does. The departure stays locked from here
-- on.
create function private.require_seats(h private.holds)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  v_taken private.holds := private.take_seats(h);
begin
  if v_taken.id is null and private.release_expired_holds(h.departure_id) > 0 then
    perform private.offer_free_seats(h.departure_id); -- the waitlist comes first
    v_taken := private.take_seats(h);
  end if;
  if v_taken.id is null then
    perform private.fail_no_seats(h.departure_id, h.booking_type);
  end if;
  return v_taken;
end $$;

-- Holds seats for 15 minutes. The same idempotency_key returns the same hold, or raises 409 'idempotency_key_reused' if the request differs. The new
-- hold replaces the caller's hold on the same departure and the one named in `replaces`. If it is refused, these remain. Raises 404 for services that
-- can't be booked, 409 'sold_out', 'departure_closed' and 'departure_cancelled', and what read_hold_key, read_hold, check_hold_limits,
-- check_cash_limit and check_cash_share raise. Locks the user, then what exchange_holds locks, then the departure.
create function public.create_hold(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  r record;
  v_service private.service;
  v_when private.occurrence;
  h private.holds;
  v_taken private.holds;
begin
  r := private.read_hold_key(p);
  perform private.lock_user(v_user);
  select * into v_taken from private.holds where user_id = v_user and idempotency_key = r.key;
  if found then
    return private.repeat_hold(v_taken, r.hash);
  end if;

  v_service := private.bookable_service(private.input_uuid(p, 'service_id'));
  if v_service.kind is distinct from r.kind then
    perform private.fail_not_found(r.kind);
  end if;
  v_when := private.read_occurrence(v_service, p);
  h := private.exchange_holds(private.read_hold(p, v_user, v_service, v_when), private.input_uuid(p, 'replaces'));
  perform private.check_hold_limits(h);
  if h.payment_method = 'cash' then
    perform private.check_cash_limit(v_user);
    perform private.check_cash_share(h);
  end if;
  h.idempotency_key := r.key;
  h.payload_hash := r.hash;

  v_taken := private.require_seats(h);
  return private.hold_json(v_taken, v_when.slot_id, v_when.service_date, v_service.currency_symbol, null);
end $$;
grant execute on function public.create_hold(jsonb) to anon;

-- Frees the seats of expired holds without a PaymentIntent (all, or of one departure or person), and returns their number. A hold whose PaymentIntent
-- may still be created gets two more minutes. One with a PaymentIntent waits until Stripe has cancelled it. Locks payment, hold, departure, and skips
-- locked rows.
create function private.release_expired_holds(p_departure_id uuid default null, p_limit int default 200, p_user_id uuid default null)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_count int := 0;
begin
  for v_hold in
    with due as (
      select h from private.holds h
        left join private.charges p on p.hold_id = h.id
       where h.state = 'held' and h.expires_at <= now()
         and (p_departure_id is null or h.departure_id = p_departure_id) and (p_user_id is null or h.user_id = p_user_id)
         and (p.id is null or (p.payment_intent_id is null and h.expires_at <= now() - interval '2 minutes'))
         and private.is_due('expired_hold', h.id::text)
       order by h.expires_at limit p_limit)
    -- Every function locks departures in this order.
    select (d.h).* from due d order by (d.h).departure_id
  loop
    begin
      if private.release_expired_hold(v_hold) then
        v_count := v_count + 1;
      end if;
      perform service.clear_trouble('expired_hold', v_hold.id::text);
    exception when others then
      perform service.record_trouble('expired_hold', v_hold.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Releases one hold. Returns false if another transaction has locked it. The lock order is payment, hold, departure, because the payment's lock
-- prevents a PaymentIntent from being attached in the meantime.
create function private.release_expired_hold(h private.holds)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.charges where hold_id = h.id and payment_intent_id is null for update skip locked;
  if not found and exists (select 1 from private.charges where hold_id = h.id) then
    return false;
  end if;
  perform 1 from private.holds where id = h.id and state = 'held' for update skip locked;
  if not found then
    return false;
  end if;
  update private.holds set state = 'released' where id = h.id;
  perform private.free_seats(h.departure_id, h.seats, 'held');
  return true;
end $$;

-- Returns the caller's hold. Raises 401 'not_signed_in' or 404 'hold_not_found'.
create function private.own_hold(p_hold_id uuid)
returns private.holds language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user('Please log in');
  v_hold private.holds;
begin
  select * into v_hold from private.holds where id = p_hold_id and user_id = v_user and not offered;
  if not found then
    perform private.fail(404, 'hold_not_found', 'We couldn''t find your held seats. Please choose your time again.');
  end if;
  return v_hold;
end $$;

-- Returns what replaced an ended hold from another tab or device: the caller's latest hold of the same departure, as 'held', or 'booked' once it is
-- paid. Returns null if nothing did.
create function private.hold_elsewhere(h private.holds)
returns text language sql stable security definer set search_path = '' as $$
  select case x.state when 'held' then 'held' else 'booked' end from private.holds x
   where h.state in ('released', 'void') and x.user_id = h.user_id and x.departure_id = h.departure_id and x.id <> h.id and x.created_at >= h.created_at
     and x.adds_to is not distinct from h.adds_to and not x.offered
     and (x.state = 'consumed' or x.state = 'held' and x.expires_at > now())
   order by x.created_at desc limit 1
$$;

-- Returns the caller's hold as the browser gets it. Raises what own_hold does.
create function public.get_hold(p_hold_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.stored_hold_json(h) || jsonb_build_object('elsewhere', private.hold_elsewhere(h)) from private.own_hold(p_hold_id) h
$$;

-- Releases the seats for the tourist. A PaymentIntent is cancelled first, and the seats become free when Stripe confirms that.
create function public.release_hold(p_hold_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.own_hold(p_hold_id);
  perform private.abandon_hold(p_hold_id);
  return public.get_hold(p_hold_id);
end $$;

-- Releases a hold's seats; one with a PaymentIntent waits until Stripe has released the money. Locks payment, hold, departure.
create function private.abandon_hold(p_hold_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_payment private.charges;
begin
  select * into v_payment from private.charges where hold_id = p_hold_id for update;
  select * into v_hold from private.holds where id = p_hold_id for update;
  if v_hold.state is distinct from 'held' or (v_hold.adds_to is not null and v_payment.status = 'requires_capture') then
    return; -- or paid, because the booking changes as soon as the card is charged
  end if;
  if v_payment.payment_intent_id is not null and v_payment.status <> 'canceled' then
    update private.holds set expires_at = least(expires_at, now()) where id = p_hold_id;
    perform private.queue_stripe_op(v_payment.payment_intent_id, 'cancel', null, 'abandoned');
  else
    update private.holds set state = 'released', expires_at = least(expires_at, now()) where id = p_hold_id;
    perform private.free_seats(v_hold.departure_id, v_hold.seats, 'held');
  end if;
end $$;

-- Checks that these passport images exist and none is about to be deleted. Raises 400 'passport_required'. The caller holds their owner's lock.
create function private.check_passports_stay(p_images jsonb)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from jsonb_array_elements_text(p_images) i (name)
              where private.passport_is_leaving(i.name)
                 or not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = i.name)) then
    perform private.fail(400, 'passport_required', 'Please upload a passport image');
  end if;
end $$;

create function private.check_hold_passport()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_passports_stay(new.form -> 'passport_images');
  return new;
end $$;

-- Imported bookings get their images later, so they aren't checked.
create trigger holds_passport before insert on private.holds for each row
  when (new.by_caller and jsonb_array_length(new.form -> 'passport_images') > 0) execute function private.check_hold_passport();
