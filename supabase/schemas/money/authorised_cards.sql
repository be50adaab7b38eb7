-- Cards of undecided departures. Until it is decided whether a shared departure goes ahead, a card is only authorised, as long as Stripe keeps it
-- (docs/decisions/0067). Whether a card waits follows from the current state, and the departures job charges cards that no longer wait.

-- Returns whether a card waits for the decision about a departure at a given time. It is charged whole, so it waits while one of its bookings does.
create function private.awaits_decision(p private.charges, p_at timestamptz default now())
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(p.status = 'requires_capture' and not p.of_change and p.capture_by > p_at, false)
    and exists (select 1 from private.payment_lines l where l.payment_id = p.id and private.booking_awaits_decision(l.booking_id, p.capture_by, p_at))
$$;

-- Returns whether a booking waits: its departure is below its minimum and decided before the authorisation expires, or cancelled while its guest has
-- not chosen. A dock sale is charged at once. The job decides within minutes.
create function private.booking_awaits_decision(p_booking_id uuid, p_capture_by timestamptz, p_at timestamptz)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
  d public.departures;
  m record;
begin
  if b.booking_type is distinct from 'shared' or b.walk_in or not private.is_live(b.status) then
    return false;
  end if;
  select * into d from public.departures x where x.id = b.departure_id;
  if d.status = 'cancelled' then
    return true;
  end if;
  select * into m from private.minimum_of(d);
  return coalesce(d.status = 'scheduled' and not d.exclusive and d.sold < m.min_to_run and m.decides_at <= p_capture_by
    and m.decides_at + interval '5 minutes' > p_at, false);
end $$;

-- Returns whether a booking's card is authorised and no other operation was requested at Stripe: neither a charge nor a release.
create function private.is_only_authorised(p private.charges)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(p.status = 'requires_capture' and not p.of_change and p.booking_id is not null, false)
    and not exists (select 1 from private.stripe_ops o where o.payment_intent_id = p.payment_intent_id and o.op in ('capture', 'cancel'))
$$;

-- Returns whether nothing was charged for a booking yet, so that a reduction just lowers the charge.
create function private.nothing_taken(p private.charges)
returns boolean language sql stable security definer set search_path = '' as $$ select p.id is null or private.is_only_authorised(p) $$;

-- Returns whether a booking is paid, or has an authorised card: its holder has nothing to pay.
create function private.is_paid_for(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select b.payment_status = 'completed' or private.is_only_authorised(private.payment_of(b.id))
$$;

-- Queues the charge of an authorised card at the current price of its bookings. The caller holds the payment's lock.
create function private.queue_capture(p private.charges)
returns void language sql security definer set search_path = '' as $$
  select private.queue_stripe_op(p.payment_intent_id, 'capture', case when p.released_minor > 0 then private.minor_of_payment(p.id) end, null)
$$;

-- Reduces the amount that an authorised card will be charged. Stripe releases the rest with the charge. Raises 409 'charge_left_too_small' below the
-- minimum card charge. The caller has locked the payment.
create function private.charge_less(p private.charges, p_minor bigint)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p.id is null or p_minor = 0 then
    return;
  elsif private.minor_of_payment(p.id) - p_minor < private.smallest_charge(upper(p.currency)) then
    perform private.fail(409, 'charge_left_too_small', 'The remaining amount is too small to charge to a card. Message the operator, or cancel the booking.');
  end if;
  update private.payment_lines set amount_minor = amount_minor - p_minor where id = p.line_id;
  update private.payments set released_minor = released_minor + p_minor where id = p.id;
end $$;

-- Creates the bookings after a card was authorised. The card is charged at once or waits, and in both cases guest and hosts are notified of the
-- bookings. The caller has locked the payment. Locks the holds, then the departures.
create function private.book_authorised(p_payment_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  v_new uuid[] := array(select l.id from private.payment_lines l where l.payment_id = p_payment_id and l.booking_id is null order by l.id);
begin
  if not private.book_payment(p_payment_id) then
    return;
  end if;
  select * into p from private.charges x where x.id = p_payment_id;
  if not private.has_live_booking(p.id) then
    return;
  elsif not private.awaits_decision(p) then
    perform private.queue_capture(p);
    return;
  end if;
  for p in select * from private.charges x where x.line_id = any (v_new) order by x.line_id loop
    perform private.move_booking(p.booking_id, null, null, null, '{"note": "Amount on hold on the card, not charged yet"}');
    perform private.booking_confirmed(p.booking_id);
  end loop;
end $$;

-- Returns whether a booking of this payment is active. A card without one isn't charged.
create function private.has_live_booking(p_payment_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.payment_lines l join public.bookings b on b.id = l.booking_id
                  where l.payment_id = p_payment_id and private.is_live(b.status))
$$;

-- Charges cards that no longer wait, because the departure was decided, the booking moved, or Stripe would release them. Locked bookings wait for the
-- next run. Returns their number.
create function private.charge_decided(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select p.id, p.payment_intent_id from private.charges p
     where p.method = 'card' and p.status = 'requires_capture' and private.is_only_authorised(p) and not private.awaits_decision(p)
       and private.is_due('decided_payment', p.payment_intent_id)
     order by p.capture_by, p.id limit p_limit
  loop
    begin
      if private.charge_if_decided(v.id) then
        v_count := v_count + 1;
      end if;
      perform service.clear_trouble('decided_payment', v.payment_intent_id);
    exception when others then
      perform service.record_trouble('decided_payment', v.payment_intent_id, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Charges one such card. Returns false if another transaction has locked it, or it was released or waits again.
create function private.charge_if_decided(p_payment_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
begin
  select * into p from private.charges x where x.id = p_payment_id for update skip locked;
  if not private.is_only_authorised(p) or private.awaits_decision(p) or not private.has_live_booking(p.id) then
    return false;
  end if;
  perform private.queue_capture(p);
  return true;
end $$;

-- Returns how much the card is charged now, for the email that confirms a departure, or null if no card waited.
create function private.charged_now(b private.booking_facts, p_since timestamptz)
returns numeric language sql stable security definer set search_path = '' as $$
  select private.from_minor(p.amount_minor, b.currency_code) from private.charges p
   where p.booking_id = b.id and not p.of_change and private.is_at_stripe(p)
     and (p.status = 'requires_capture' or (p.status = 'succeeded' and exists (
       select 1 from private.stripe_ops o
        where o.payment_intent_id = p.payment_intent_id and o.op = 'capture' and o.created_at >= p_since)))
$$;

-- Returns, for the doctor, whether an authorised card waits or did within the last hour. Since then the guests of one of its bookings learned that the
-- departure goes ahead, or that booking moved.
create function private.waits_rightly(p private.charges)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.awaits_decision(p, now() - interval '1 hour')
    or (p.capture_by > now() - interval '1 hour' and exists (
      select 1 from private.payment_lines l join public.bookings b on b.id = l.booking_id
       where l.payment_id = p.id and (
         exists (select 1 from public.booking_events e where e.booking_id = b.id and e.detail ? 'moved_to' and e.created_at > now() - interval '1 hour')
         or exists (select 1 from private.outbox o
                     where o.dedupe_key = format('notification:departure:confirmed:%s:%s', b.departure_id, b.id) and o.created_at > now() - interval '1 hour'))))
$$;
