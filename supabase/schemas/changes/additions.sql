-- Additions are what a change of a booking that was paid by card costs more. Each has its own hold and charge (bookings/holds.sql,
-- money/card_payments.sql). Its seats are held, and only the charge changes the booking. Locks the user, then payment (the booking's first), hold,
-- departures (by id), guides, booking.

-- Returns whether only the operator can collect the extra price, because the booking was paid in cash or not by card here.
create function private.pays_by_hand(b private.booking_facts, p private.charges)
returns boolean language sql immutable set search_path = '' as $$
  select case when p.id is null then b.payment_method <> 'cash'
    else b.payment_method <> 'card' or not private.is_at_stripe(p) or (b.payment_status <> 'completed' and p.status = 'succeeded') end
$$;

-- Returns a booking's open addition, including one whose card is about to be charged.
create function private.open_addition(p_booking_id uuid)
returns private.holds language sql stable security definer set search_path = '' as $$
  select h from private.holds h left join private.charges p on p.hold_id = h.id
   where h.adds_to = p_booking_id and h.state = 'held' and (h.expires_at > now() or p.status in ('processing', 'requires_capture'))
$$;

-- Returns the change of a booking that waits for its guest's payment or is being paid, or null. by: 'desk' or 'guest'. reason: the desk's, which the
-- guest doesn't read. title: of another service. date, time and people: as they would be. joining: names. paying: a card is being charged.
create function private.unpaid_change(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('hold_id', h.id, 'by', h.form ->> 'maker', 'reason', h.form ->> 'reason', 'moves', h.moves_from is not null,
      'title', case when d.service_id <> b.service_id then private.title_of(d) end, 'service_date', d.service_date, 'start_time', h.start_time,
      'people', h.num_people + case when h.moves_from is null then b.num_people else 0 end,
      'joining', (select coalesce(jsonb_agg(x -> 'name'), '[]') from jsonb_array_elements(coalesce(h.form -> 'passenger_details', '[]')) x),
      'amount', h.total_price, 'currency_symbol', private.currency_symbol(h.currency_code), 'expires_at', h.expires_at,
      'paying', exists (select 1 from private.charges p where p.hold_id = h.id and p.status in ('processing', 'requires_capture')))
    from private.open_addition(b.id) h join public.departures d on d.id = h.departure_id
   where h.answers is null
$$;

-- Returns the hold of the change waiting for payment that another change would end, or null: for a guest's change, one that the desk prepared, and
-- for a desk's change, any.
create function private.prepared_change(b private.booking_facts, c private.change)
returns text language sql stable security definer set search_path = '' as $$
  select w ->> 'hold_id' from private.unpaid_change(b) w where c.maker = 'desk' or w ->> 'by' = 'desk'
$$;

-- Withdraws a change that waits for its guest's payment, for the desk. Nothing was charged, and the booking stays as it is. The guest gets an email if
-- they had been asked to pay (tell_of_withdrawal). p_hold_id is the hold that the page showed. Raises what booking_to_change does, 409 'offer_payment_in_progress', and 'changed_meanwhile' if the change has ended or was
-- replaced.
create function public.withdraw_change(p_booking_id uuid, p_hold_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking_to_change(p_booking_id, true);
  v_waiting jsonb := private.unpaid_change(b);
begin
  perform private.check_no_addition_paid(b);
  if v_waiting is null or (v_waiting ->> 'hold_id')::uuid is distinct from p_hold_id then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  perform private.limit_booking_changes(b.id);
  perform private.abandon_hold(p_hold_id);
  perform private.move_booking(b.id, null, null, auth.uid(), jsonb_build_object('by', 'staff', 'asked', 'withdrawn'));
  perform private.tell_of_withdrawal(b, v_waiting);
  perform private.audit_booking('withdraw_change', b, jsonb_build_object('extra_amount', v_waiting -> 'amount', 'currency_code', b.currency_code));
  perform private.send_booking(b.id, b.tourist_id, b.territory_id);
end $$;

-- Raises 409 'offer_payment_in_progress' while an addition of a booking is being paid for.
create function private.check_no_addition_paid(b private.booking_facts)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from private.holds h join private.charges p on p.hold_id = h.id
              where h.adds_to = b.id and h.state = 'held' and p.status in ('processing', 'requires_capture')) then
    perform private.fail(409, 'offer_payment_in_progress', 'We''re still processing the payment for this booking. Please try again in a minute.');
  end if;
end $$;

-- Holds the seats of a change until it is paid, and returns the hold (hold_json). These are the seats of people who join on the booking's own
-- departure, or of everyone on another one. It replaces an earlier one of this booking. If the desk makes the change, the guest has the time of a
-- payment link to pay. The departure stays locked from require_seats on, so this comes last.
create function private.hold_addition(b private.booking_facts, c private.change)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
begin
  h.user_id := b.tourist_id;
  h.idempotency_key := gen_random_uuid(); -- private.once returns this hold to a retry, and the caller's key is not one of the guest's
  h.payload_hash := private.hash_code(c::text);
  h.kind := b.kind;
  h.departure_id := coalesce(c.target_id, b.departure_id);
  h.moves_from := case when c.moves then b.departure_id end;
  h.territory_id := b.territory_id;
  h.start_time := case when not c.moves then b.start_time else (select private.start_of(d) from public.departures d where d.id = c.target_id) end;
  h.booking_type := b.booking_type;
  h.payment_method := 'card';
  h.num_people := c.people - case when c.moves then 0 else b.num_people end;
  h.total_price := private.from_minor(c.difference, b.currency_code);
  h.unit_price := h.total_price / case when c.moves then 1 else h.num_people end;
  h.currency_code := b.currency_code;
  h.cancellation_policy := (select s.cancellation_policy from public.departures d join public.services s on s.id = d.service_id where d.id = h.departure_id);
  h.partner_rate := 0; -- write_sale reads the rate of the booking's own hold
  h.form := c.form || jsonb_build_object('people_before', b.num_people, 'leaving', c.leaving, 'maker', c.maker, 'actor_id', c.actor_id, 'reason', c.reason,
    'answered_how', c.answered_how, 'waived_minor', c.waived_minor);
  h.order_id := (private.payment_of(b.id)).order_id;
  h.adds_to := b.id;
  h.answers := c.offer_id;
  h.expires_at := case when c.maker = 'desk' then now() + private.limit_value('desk_change.minutes') * interval '1 minute' end;
  h := private.exchange_holds(h, null);
  perform private.check_hold_limits(h);
  return private.stored_hold_json(private.require_seats(h));
end $$;

-- Returns whether a booking's card payment is refunded or will be, so that the card can't be charged more.
create function private.money_goes_back(p private.charges)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(private.is_at_stripe(p) and p.status = 'succeeded' and private.refundable_of(p) <= 0, false)
$$;

-- Returns whether an addition is still valid for its booking: active, unchanged since, on the same departure, and none of its departures has left. A
-- move also needs that no one has arrived. An addition that accepts an offer is valid while the offer is open. Its departure is cancelled, so
-- arrivals there don't count.
create function private.fits_addition(h private.holds)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(h.adds_to);
begin
  return coalesce(private.is_live(b.status) and b.departure_id = coalesce(h.moves_from, h.departure_id)
    and b.tourist_id = h.user_id and b.booking_type = h.booking_type
    and b.num_people = (h.form ->> 'people_before')::int
    and not exists (select 1 from private.booking_changes c where c.booking_id = b.id and c.created_at > h.created_at)
    and case when h.answers is not null then exists (
               select 1 from private.departure_offers o where o.id = h.answers and o.departure_id = b.departure_id and o.state = 'open' and o.opens_at <= now())
             else private.starts_at(b) > now() and not private.is_cancelled_departure(b.departure_id)
               and (h.moves_from is null or b.check_in_status = 'pending') end
    and (h.moves_from is null or (select private.leaves_at(d) > now() from public.departures d where d.id = h.departure_id))
    and not private.is_cancelled_departure(h.departure_id), false);
end $$;

-- Returns whether the addition can be applied now, because it is valid and the booking's payment is unchanged.
create function private.takes_addition(h private.holds)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(h.adds_to);
  p private.charges := private.payment_of(h.adds_to);
begin
  return private.fits_addition(h) and coalesce(b.payment_method = 'card' and b.payment_status = 'completed' and private.is_at_stripe(p)
    and p.status = 'succeeded' and not private.money_goes_back(p), false);
end $$;

-- Charges the authorised card of an addition if the booking can still have it, and otherwise releases it. Seats that aren't held take free ones.
-- Nothing else changes before the charge. The caller has locked the payments. Locks the hold, then the departure.
create function private.capture_addition(p private.charges)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
begin
  select * into h from private.holds where id = p.hold_id for update;
  -- The hold expired but its cancellation hasn't started, as in book_payment.
  delete from private.stripe_ops
   where payment_intent_id = p.payment_intent_id and op = 'cancel' and reason = 'expired' and state = 'queued' and attempts = 0;
  if exists (select 1 from private.stripe_ops where payment_intent_id = p.payment_intent_id and op = 'cancel' and state <> 'failed') then
    return;
  end if;
  if private.takes_addition(h) and ((h.state = 'held' and h.seats > 0) or private.hold_again(h)) then
    perform private.queue_stripe_op(p.payment_intent_id, 'capture', null, null);
  else
    perform private.reject_payment(p.id, 'seats_gone');
  end if;
end $$;

-- Holds seats for a hold that had none or whose seats were released. Returns false if they are gone. The caller has locked the hold.
create function private.hold_again(h private.holds)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_seats int;
begin
  if h.state not in ('held', 'released') or exists (
      select 1 from private.holds x where x.adds_to = h.adds_to and x.state = 'held' and x.id <> h.id) then
    return false;
  end if;
  update public.departures d
     set held = case when h.booking_type = 'private' then d.capacity else d.held + h.num_people end, exclusive = h.booking_type = 'private',
       (start_time, end_time) = (select x.leaves, x.ends from private.times_of(d, h.start_time) x)
   where d.id = h.departure_id and d.status <> 'cancelled'
     and case when h.booking_type = 'private' then d.held + d.sold = 0 and d.capacity >= h.num_people
              else not d.exclusive and d.held + d.sold + h.num_people <= d.capacity end
  returning case when h.booking_type = 'private' then d.capacity else h.num_people end into v_seats;
  if v_seats is null then
    return false;
  end if;
  update private.holds x set state = 'held', seats = v_seats where x.id = h.id;
  return true;
end $$;

-- Applies the change of an addition that was paid and whose seats are already sold. The caller holds the locks of the payments and the hold, and has
-- locked the departures.
create function private.apply_addition(h private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_row(h.adds_to);
  c private.change;
begin
  c.maker := h.form ->> 'maker';
  c.actor_id := (select p.id from public.profiles p where p.id = (h.form ->> 'actor_id')::uuid);
  c.reason := h.form ->> 'reason';
  c.waived := false;
  c.offer_id := h.answers;
  c.answered_how := h.form ->> 'answered_how';
  c.moves := h.moves_from is not null;
  c.target_id := case when c.moves then h.departure_id end;
  c.people := h.num_people + case when c.moves then 0 else b.num_people end;
  c.leaving := private.input_places(h.form, 'leaving');
  c.form := h.form;
  c.difference := private.to_minor(h.total_price, h.currency_code);
  c.waived_minor := coalesce((h.form ->> 'waived_minor')::bigint, 0); -- what a credit covers of it
  c.returned := 0;
  perform private.apply_change(b, c, h);
end $$;

-- Releases seats held for a change of a booking that ended or changed otherwise. The release of expired holds handles Stripe, and also a card that is
-- being charged.
create function private.end_addition_of(p_booking_id uuid)
returns void language sql security definer set search_path = '' as $$
  update private.holds h set expires_at = least(h.expires_at, now())
   where h.id in (select x.id from private.holds x where x.adds_to = p_booking_id and x.state = 'held' for update skip locked)
$$;

create function private.end_addition()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_addition_of(new.id);
  return null;
end $$;

create trigger bookings_end_addition after update of status on public.bookings for each row
  when (old.status not in ('cancelled', 'refunded') and new.status in ('cancelled', 'refunded')) execute function private.end_addition();
