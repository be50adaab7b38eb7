-- Makes a change of a booking. It is planned first (changes/plan.sql). A change that costs nothing now is made at once, and one that costs more by
-- card holds its seats until it is paid (changes/additions.sql). Only apply_change changes seats, people, price and ledger. Locks the user, then payment,
-- departures (by id), guides, booking.

-- Changes a booking and returns {kind, booking_id, service_date, start_time, people, refund_amount, added_amount, hold}. Date and people are missing
-- while hold (hold_json) has to be paid. p_steps and p_desk are read by read_change. p_shown has {refund_amount, extra_amount} and booking:
-- {service_date, start_time, people} as the page showed them, and unpaid_change: the hold of a change that the desk prepared (to the desk: any), if there is one.
-- A change that someone else has made or prepared since isn't overwritten without asking. The same key returns the same result, because the first response
-- may have been lost. Raises what booking_to_change, read_change, read_joining, check_leaving and check_passports_stay do, 400 'reason_required' and 'booking_required', 409
-- 'idempotency_key_reused', 'hold_expired', 'changed_meanwhile', 'sold_out', 'departure_closed', 'departure_cancelled', 'cash_private',
-- 'cash_share_taken', what require_change and check_no_addition_paid refuse, and 429 as check_hold_limits and limit_changes do.
create function public.change_booking(p_booking_id uuid, p_steps jsonb, p_key uuid, p_shown jsonb, p_desk jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking_to_change(p_booking_id, p_desk is not null);
  c private.change;
  v private.change;
  r private.booking_changes;
  v_hold jsonb;
  v_done jsonb;
  v_replaced text;
begin
  perform private.lock_user(x.id) from (select y.id from unnest(array[b.tourist_id, auth.uid()]) y (id) where y.id is not null order by hashtext(y.id::text)) x;
  v_done := private.once(p_key, jsonb_build_array('change_booking', p_booking_id, p_steps, p_desk));
  if v_done is not null then
    select * into r from private.booking_changes x where x.id = (v_done ->> 'change')::uuid or x.hold_id = (v_done ->> 'hold')::uuid;
    return private.change_json(b, r, (select private.repeat_hold(h, h.payload_hash) from private.holds h where h.id = (v_done ->> 'hold')::uuid));
  end if;
  b := private.booking_to_change(p_booking_id, p_desk is not null);
  c := private.read_change(b, p_steps, p_desk);
  v := private.require_change(b, c, p_shown);
  v_replaced := private.prepared_change(b, c);
  perform private.raise_refusal(x) from private.choice_refusal(b, c) x where x.code is not null;
  perform private.limit_maker(b, c);
  if c.moves then
    c.target_id := private.ensure_departure(c.slot_id, c.service_date);
    v.target_id := c.target_id;
  end if;
  perform private.check_no_addition_paid(b);
  if v.at_once then
    r := private.change_at_once(b, c, p_shown);
    perform private.done(p_key, jsonb_build_object('change', r.id));
  else
    v_hold := private.tell_to_pay(b, v, private.hold_addition(b, v));
    perform private.done(p_key, jsonb_build_object('hold', v_hold -> 'hold_id'));
  end if;
  if v_replaced is not null then
    perform private.move_booking(b.id, null, null, auth.uid(), jsonb_build_object('by', case c.maker when 'desk' then 'staff' else 'tourist' end, 'asked', 'replaced'));
  end if;
  return private.change_json(b, r, v_hold);
end $$;

-- Limits changes: for guests per person, and for the desk, whose changes are sent to the guest, per booking.
create function private.limit_maker(b private.booking_facts, c private.change)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if c.maker = 'desk' then
    perform private.limit_booking_changes(b.id);
  else
    perform private.limit_changes('own_change', array['change_booking_date', 'reduce_booking_people', 'add_booking_people'], b.id::text);
  end if;
end $$;

-- Returns the plan of a change, with the people who join in its form. Raises what plan_change refuses, 400 'reason_required', 409 'quote_changed' if
-- the refund differs from the page's, 'price_changed' if the extra price does, and what check_leaving and read_joining do. If someone else paid, the
-- refund isn't compared, because the result would confirm a guessed amount.
create function private.require_change(b private.booking_facts, c private.change, p_shown jsonb)
returns private.change language plpgsql stable security definer set search_path = '' as $$
begin
  c := private.plan_change(b, c);
  if jsonb_typeof(p_shown -> 'booking') is distinct from 'object' then
    perform private.fail(400, 'booking_required', 'The page is out of date. Please reload it and check your change again.');
  elsif p_shown -> 'booking' is distinct from
     jsonb_build_object('service_date', b.booking_date, 'start_time', b.start_time, 'people', b.num_people)
     or private.prepared_change(b, c) <> coalesce(p_shown ->> 'unpaid_change', '') then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  elsif (c.refusal).code is not null then
    perform private.raise_refusal(c.refusal);
  elsif c.maker = 'desk' and c.reason is null then
    perform private.fail(400, 'reason_required', 'Please give a reason');
  elsif c.moves and c.service_date is null then
    perform private.invalid('A date is required');
  elsif (c.maker = 'desk' or not b.paid_by_other) and p_shown -> 'refund_amount' is distinct from to_jsonb(private.from_minor(c.returned, b.currency_code)) then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed. Please check the new amount.');
  elsif coalesce(p_shown -> 'extra_amount', '0') is distinct from to_jsonb(private.from_minor(greatest(c.difference, 0), b.currency_code)) then
    perform private.fail(409, 'price_changed', 'The price has changed. Please check the new price.');
  end if;
  perform private.check_leaving(b, c);
  c.form := private.read_joining(b, c);
  return c;
end $$;

-- Raises 400 'invalid_input' unless each person who leaves is chosen exactly once among the named passengers.
create function private.check_leaving(b private.booking_facts, c private.change)
returns void language plpgsql set search_path = '' as $$
declare
  v_named int := jsonb_array_length(b.passenger_details);
begin
  if v_named = 0 or c.people >= b.num_people then
    return;
  elsif cardinality(c.leaving) is distinct from b.num_people - c.people
     or (select count(distinct x) from unnest(c.leaving) x where x between 1 and v_named) <> cardinality(c.leaving) then
    perform private.invalid('Please select who is not coming');
  end if;
end $$;

-- Returns the people who join, cleaned, in the format of a hold's form. The desk sends no passports, because guests show theirs.
create function private.read_joining(b private.booking_facts, c private.change)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_more int := c.people - b.num_people;
begin
  if v_more <= 0 then
    return '{"passport_images": [], "passenger_details": []}';
  end if;
  return jsonb_build_object(
    'passport_images', case when c.maker = 'desk' then '{}' else private.read_passports(
      jsonb_build_object('passport_images', coalesce(nullif(c.form -> 'passport_images', 'null'), '[]')), b.tourist_id, b.passport_required, v_more) end,
    'passenger_details', case when b.kind = 'transport'
      then private.input_passengers(jsonb_build_object('passenger_details', c.form -> 'passengers'), v_more) else '[]' end);
end $$;

-- Applies a change that costs nothing now. All checks are repeated with everything locked.
create function private.change_at_once(p_before private.booking_facts, c private.change, p_shown jsonb)
returns private.booking_changes language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
begin
  b := private.lock_booking_and(p_before, c.target_id);
  if (private.booking_to_change(b.id, c.maker = 'desk')).departure_id <> p_before.departure_id or b.num_people <> p_before.num_people then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  c := private.require_change(b, c, p_shown);
  perform private.check_no_addition_paid(b);
  if not c.at_once then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  perform private.check_passports_stay(c.form -> 'passport_images');
  perform private.check_unpaid_seats(b, c);
  return private.apply_change(b, c, null);
end $$;

-- Prevents guests from collecting unpaid cash seats on a departure by moving bookings to it. Raises what check_cash_seats does. The desk isn't
-- checked.
create function private.check_unpaid_seats(b private.booking_facts, c private.change)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if c.maker = 'guest' and b.payment_method = 'cash' and b.payment_status = 'pending' and not private.is_known_guest(b.tourist_id)
     and (c.moves or (c.people > b.num_people and b.booking_type = 'shared')) then
    perform private.check_cash_seats(coalesce(c.target_id, b.departure_id), b.tourist_id, b.booking_type, c.people - case when c.moves then 0 else b.num_people end);
  end if;
end $$;

-- Applies the change to seats, people, price, ledger, history, audit log and notifications. h is the hold that was paid for it, whose seats are
-- already sold, or null if there is nothing to pay. Raises 409 'sold_out', 'departure_closed' and 'departure_cancelled'. The caller has locked
-- booking and departures.
create function private.apply_change(b private.booking_facts, c private.change, h private.holds)
returns private.booking_changes language plpgsql security definer set search_path = '' as $$
declare
  r private.booking_changes;
  p private.charges := private.payment_of(b.id);
  v_unpaid boolean := private.nothing_taken(p); -- one that is to be paid again keeps what was sold in the books
begin
  perform private.change_seats(b, c, h);
  perform private.change_party(b, c);
  insert into private.booking_changes (booking_id, moved_from, moved_to, people_before, people, price_kept,
    added_minor, hold_id, reduced_minor, returned_minor, waived_minor, difference_minor, refund_at_most)
  values (b.id, case when c.moves then b.departure_id end, c.target_id,
    nullif(b.num_people, c.people), nullif(c.people, b.num_people), c.people <> b.num_people and (c.difference = 0 or (c.difference < 0 and not v_unpaid)),
    -- An unpaid booking that moves gets the price of the new departure.
    case when c.moves and v_unpaid then 0 else greatest(c.difference, 0) end, h.id,
    case when v_unpaid then 0 else greatest(-c.difference, 0) end, case when v_unpaid or private.is_unpaid_cash(b, p) then 0 else c.returned end, c.waived_minor, c.difference,
    case when c.moves and c.maker = 'guest' then private.refund_at_most(b) end)
  returning * into r;
  perform private.change_price(b, c, h);
  perform private.end_addition_of(b.id); -- another change that waits for its payment was for the booking as it was before
  perform private.record_change(b, c, r);
  return r;
end $$;

-- Moves the seats of a change. If the guest was on the new departure's waitlist, seats offered to them are used first.
create function private.change_seats(b private.booking_facts, c private.change, h private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  v_more int := case when b.booking_type = 'private' then 0 else c.people - b.num_people end;
  v_seats int := h.seats;
begin
  select * into d from public.departures x where x.id = coalesce(c.target_id, b.departure_id);
  if c.moves then
    perform private.end_waitlist_entry(d.id, b.tourist_id, 'taken');
    if h.id is null and not d.closed then
      v_seats := private.sell_free_seats(d.id, c.people, b.booking_type);
    end if;
    if v_seats is null then
      perform private.fail_no_seats(d.id, b.booking_type);
    end if;
    perform private.free_seats(b.departure_id, b.seats, 'sold');
    perform private.rebook(b, d, c.people, v_seats);
    perform private.renew_ticket_code(b, b.tourist_id, false);
    return;
  elsif v_more > 0 and h.id is null and private.sell_free_seats(d.id, v_more, b.booking_type, b.start_time) is null then
    perform private.fail_no_seats(d.id, b.booking_type);
  elsif v_more < 0 then
    perform private.free_seats(d.id, -v_more, 'sold');
  end if;
  update public.bookings x set num_people = c.people, seats = x.seats + v_more where x.id = b.id;
end $$;

-- Returns the passengers after some leave and others join.
create function private.change_party(b private.booking_facts, c private.change)
returns void language sql security definer set search_path = '' as $$
  update public.bookings x
     set passenger_details = (select coalesce(jsonb_agg(p.one order by p.n), '[]') from jsonb_array_elements(x.passenger_details) with ordinality p (one, n)
                               where p.n <> all (coalesce(c.leaving, '{}'))) || coalesce(c.form -> 'passenger_details', '[]'),
         passport_images = x.passport_images || array(select jsonb_array_elements_text(c.form -> 'passport_images'))
   where x.id = b.id and c.people <> b.num_people
$$;

-- Changes the money of a booking. A payment for the change, by card or to the desk in cash, is one more sale. A price that is already paid stays in
-- the books, and the surplus is refunded. An unpaid booking costs more or less from now on, and a card that is only authorised is charged less. If it
-- is to be paid again, a higher price is one more part of its order, and a lower one is a reduction (worth_minor).
create function private.change_price(b private.booking_facts, c private.change, h private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  v_price numeric := b.total_price + private.from_minor(c.difference, b.currency_code);
begin
  if h.id is not null or (c.difference > 0 and private.settles_in_cash(b, c, p)) then
    if h.id is null then
      perform private.take_cash_difference(b, p, c.difference);
    end if;
    update public.bookings x set total_price = v_price where x.id = b.id;
    perform private.write_sale(b, 'added:' || (select count(distinct l.kind) + 1 from private.ledger l where l.booking_id = b.id and l.kind like 'added:%'),
      private.from_minor(c.difference, b.currency_code));
    perform private.adjust_commission(b);
  elsif p.id is not null and private.is_unpaid_cash(b, p) then
    if c.difference > 0 then
      perform private.add_cash_part(b, p, c.difference, 0);
      update public.bookings x set total_price = v_price where x.id = b.id;
    end if;
  elsif not private.nothing_taken(p) then
    perform private.refund_charges(b.id, c.returned, case when c.moves then 'moved' else 'fewer_people' end);
  elsif c.difference <> 0 then
    perform private.charge_less(p, -c.difference);
    update public.bookings x
       set total_price = v_price, unit_price = case when c.moves then v_price / case when b.booking_type = 'private' then 1 else c.people end else x.unit_price end
     where x.id = b.id;
  end if;
end $$;

-- Adds the price of a change in cash to the order of p, and how much of it the caller has received.
create function private.add_cash_part(b private.booking_facts, p private.charges, p_minor bigint, p_received bigint)
returns void language sql security definer set search_path = '' as $$
  with paid as (
    insert into private.payments (order_id, method, currency, status, received_by, received_at)
    select p.order_id, 'cash', p.currency, 'succeeded', x.person, case when x.person is not null then now() end
      from (select case when p_received > 0 then auth.uid() end as person) x returning id)
  insert into private.payment_lines (payment_id, booking_id, of_change, amount_minor, captured_minor) select paid.id, b.id, true, p_minor, p_received from paid
$$;

-- Records cash that the desk has taken for a change, also in the cash book of the caller.
create function private.take_cash_difference(b private.booking_facts, p private.charges, p_minor bigint)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_cash_part(b, p, p_minor, p_minor);
  perform private.write_cash_entry(b, 'taken', auth.uid(), private.from_minor(p_minor, b.currency_code));
end $$;

-- Writes the history, the audit log and the notifications of an applied change. b is the booking before. After a payment they name the person who
-- asked for the change, not the one who confirmed the payment.
create function private.record_change(b private.booking_facts, c private.change, r private.booking_changes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  v_party jsonb := jsonb_build_object('from', r.people_before, 'to', r.people);
  v_what jsonb;
begin
  select * into d from public.departures x where x.id = r.moved_to;
  if c.offer_id is not null then
    update private.departure_offers
       set state = 'moved', moved_to = d.id, answered_at = now(), answered_by = c.actor_id, answered_how = c.answered_how, returned_minor = r.returned_minor where id = c.offer_id;
  end if;
  perform private.move_booking(b.id, case when c.maker = 'offer' then private.status_after_move(b) end, null, c.actor_id,
    case c.maker when 'offer' then jsonb_build_object('by', 'departure', 'how', c.answered_how) when 'desk' then jsonb_build_object('by', 'staff', 'note', c.reason)
      else '{"by": "tourist"}' end
    || case when c.waived and c.waived_minor <> 0 then jsonb_build_object('price_kept', true) else '{}' end
    || case when d.id is not null then private.move_detail(b, d) else '{}' end || case when r.people is not null then jsonb_build_object('party', v_party) else '{}' end
    || case when r.returned_minor > 0 then jsonb_build_object('returned', private.from_minor(r.returned_minor, b.currency_code)) else '{}' end);
  v_what := case when d.id is not null then jsonb_build_object('date', jsonb_build_object('from', b.booking_date, 'to', d.service_date)) else '{}' end
    || case when r.people is not null then jsonb_build_object('num_people', v_party) else '{}' end;
  if c.maker = 'guest' then
    perform private.audit_booking(case when d.id is not null then 'change_booking_date' when r.people > r.people_before then 'add_booking_people' else 'reduce_booking_people' end,
      b, v_what, c.actor_id);
  elsif c.maker = 'desk' then
    perform private.audit_booking('change_booking', b, v_what || jsonb_build_object('reason', c.reason, 'waived', c.waived,
      'refund_amount', private.from_minor(r.returned_minor, b.currency_code), 'extra_amount', private.from_minor(r.added_minor, b.currency_code)), c.actor_id);
  end if;
  if c.maker = 'offer' then
    perform private.tell_of_move(b, c.offer_id, r.returned_minor);
  else
    perform private.tell_of_change(b, c, r);
  end if;
end $$;

-- Returns a change as the page gets it. c is null while p_hold isn't paid yet.
create function private.change_json(b private.booking_facts, c private.booking_changes, p_hold jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now private.booking_facts := private.booking(b.id);
  v_answer jsonb := jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'service_date', case when c.id is not null then v_now.booking_date end,
    'start_time', case when c.id is not null then v_now.start_time end, 'people', case when c.id is not null then v_now.num_people end,
    'refund_amount', private.from_minor(coalesce(c.returned_minor, 0), b.currency_code),
    'added_amount', coalesce(private.from_minor(c.added_minor, b.currency_code), (p_hold ->> 'total_price')::numeric));
begin
  return case when b.tourist_id = auth.uid() then private.for_holder(b, v_answer) else v_answer end || jsonb_build_object('hold', p_hold);
end $$;
