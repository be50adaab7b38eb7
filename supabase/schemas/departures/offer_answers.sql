-- Ends an offer. Its guest moves to another departure, chooses the refund, or doesn't answer until the refund starts automatically. Locks in the
-- order payment, departures (by id), guides, booking, offer.

-- Answers an offer and returns it. p_answer is 'move', to a departure of its choices, or 'refund'. p_extra_amount is the extra price on the page. It
-- is for the tourist, or for staff on behalf of a guest who called. The audit log records that, and a card is charged through the emailed link.
-- Repeating an answer returns the same result. Raises 404 'offer_not_found', 403 'own_booking' for staff who paid for the booking, 'own_commission'
-- for its partner, and what answer_offer raises.
create function public.answer_departure_offer(p_offer_id uuid, p_answer text, p_service_id uuid default null, p_slot_id uuid default null,
  p_date date default null, p_extra_amount numeric default 0)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  o private.departure_offers;
  b private.booking_facts;
begin
  select * into o from private.departure_offers x where x.id = p_offer_id;
  b := private.booking(o.booking_id);
  if b.tourist_id is not distinct from v_user then
    return private.for_holder(b, private.answer_offer(o, p_answer, p_service_id, p_slot_id, p_date, p_extra_amount, 'tourist'));
  elsif b.id is null or not private.runs_territory(b.territory_id) then
    perform private.fail(404, 'offer_not_found', 'This offer could not be found');
  elsif private.is_own_booking(b) then
    perform private.raise_refusal(private.own_booking_refusal());
  end if;
  perform private.refuse_own_commission(b.id);
  perform private.audit_booking('answer_departure_offer', b, jsonb_strip_nulls(jsonb_build_object('response', p_answer, 'date', p_date)));
  return private.send_offer_payment(o, private.answer_offer(o, p_answer, p_service_id, p_slot_id, p_date, p_extra_amount, 'staff'));
end $$;

-- Does the same with the link in the email, without an account, only for its booking and only once.
create function public.answer_offer_by_link(p_token text, p_answer text, p_service_id uuid default null, p_slot_id uuid default null,
  p_date date default null, p_extra_amount numeric default 0)
returns jsonb language sql security definer set search_path = '' as $$
  select private.for_holder(private.booking(o.booking_id), private.answer_offer(o, p_answer, p_service_id, p_slot_id, p_date, p_extra_amount, 'link'))
    from private.linked_offer(p_token) o
$$;
grant execute on function public.answer_offer_by_link(text, text, uuid, uuid, date, numeric) to anon;

-- Applies an answer. An extra price is paid by card first. Until then the seats are held, and the offer stays open (departures/offer_payments.sql).
-- Raises 400 'invalid_input', 409 'offer_not_open' before the undo time has passed, 'offer_answered' for a different answer, 'offer_closed' and
-- 'offer_expired', 'price_changed' if the extra price differs from the page's, and what check_no_addition_paid, move_to_departure and
-- hold_paid_answer raise.
create function private.answer_offer(o private.departure_offers, p_answer text, p_service_id uuid, p_slot_id uuid, p_date date,
  p_extra_amount numeric, p_how text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(o.booking_id);
  v_choice record;
  c private.change;
begin
  if p_answer is null or p_answer not in ('move', 'refund') then
    perform private.invalid('answer must be move or refund');
  elsif p_answer = 'move' and b.tourist_id is not null then
    perform private.lock_user(b.tourist_id);
    select * into o from private.departure_offers x where x.id = o.id;
    b := private.booking(o.booking_id);
  end if;
  if private.was_answered(o, p_answer, p_service_id, p_slot_id, p_date) then
    return private.offer_json(o);
  end if;
  if p_answer = 'move' then
    select * into v_choice from private.offer_choices(o) x
     where x.service_id = coalesce(p_service_id, b.service_id) and x.service_date = p_date
       and x.slot_id = private.slot_of(x.service_id, p_slot_id);
    if v_choice.service_id is null then
      perform private.fail(409, 'sold_out', 'This departure no longer has seats for you. Please choose another one.');
    elsif private.from_minor(greatest(-v_choice.difference, 0), b.currency_code) is distinct from coalesce(p_extra_amount, 0) then
      perform private.fail(409, 'price_changed', 'The price has changed');
    end if;
    c.maker := 'offer';
    c.actor_id := auth.uid();
    c.offer_id := o.id;
    c.answered_how := p_how;
    c.moves := true;
    c.target_id := private.ensure_departure(v_choice.slot_id, v_choice.service_date);
    c.people := b.num_people;
    c.form := '{"passenger_details": [], "passport_images": []}';
    c := private.price_change(b, c, v_choice.value);
    c.returned := greatest(-c.difference, 0);
    if c.difference > 0 and (private.payment_of(b.id)).id is not null then
      perform private.hold_paid_answer(o, b, c);
      return private.offer_json(o);
    end if;
  end if;
  b := private.lock_booking_and(b, c.target_id);
  select * into o from private.departure_offers x where x.id = o.id for update;
  if not private.was_answered(o, p_answer, p_service_id, p_slot_id, p_date) then
    perform private.check_no_addition_paid(b);
    if p_answer = 'move' then
      perform private.move_to_departure(o, b, c);
    else
      perform private.refund_offer(o, b, p_how);
    end if;
    select * into o from private.departure_offers x where x.id = o.id;
  end if;
  return private.offer_json(o);
end $$;

-- Moves the booking of an offer. Raises what apply_change does, 409 'changed_meanwhile' if a payment for a higher price has arrived since, and
-- 'offer_payment_in_progress' if the new departure costs less while the card is being charged. The caller has locked booking, departures and offer.
create function private.move_to_departure(o private.departure_offers, b private.booking_facts, c private.change)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
begin
  if c.difference < 0 and p.payment_intent_id is not null and p.status <> 'succeeded' and not private.is_only_authorised(p) then
    perform private.fail(409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.');
  elsif c.difference > 0 and p.id is not null then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  perform private.end_addition_of(b.id);
  perform private.apply_change(b, c, null);
end $$;

-- Returns whether an offer was already answered with this answer, and false while it is open. Raises 409 'offer_not_open', 'offer_answered',
-- 'offer_closed' and 'offer_expired'.
create function private.was_answered(o private.departure_offers, p_answer text, p_service_id uuid, p_slot_id uuid, p_date date)
returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  if (o.state = 'refunded' and p_answer = 'refund') or (o.state = 'moved' and p_answer = 'move' and exists (
      select 1 from public.departures d where d.id = o.moved_to and d.service_date = p_date and d.slot_id = private.slot_of(d.service_id, p_slot_id)
         and (p_service_id is null or p_service_id = d.service_id))) then
    return true;
  elsif o.state in ('moved', 'refunded') then
    perform private.fail(409, 'offer_answered', 'This has already been answered');
  elsif o.state <> 'open' then
    perform private.fail(409, 'offer_closed', 'Nothing left to choose');
  elsif o.opens_at > now() then
    perform private.fail(409, 'offer_not_open', 'The cancellation can still be undone. Please try again in two minutes.');
  elsif o.expires_at <= now() then
    perform private.fail(409, 'offer_expired', 'The time to choose has passed, so the money is refunded');
  end if;
  return false;
end $$;

-- Refunds everything. A card is refunded through Stripe, or its authorisation is released. Unpaid cash needs nothing, and paid cash is refunded by
-- staff in person, who then record it (refund_booking). The caller has locked booking and offer.
create function private.refund_offer(o private.departure_offers, b private.booking_facts, p_how text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_minor bigint := private.whole_refund(b);
begin
  update private.departure_offers
     set state = 'refunded', answered_at = now(), answered_by = auth.uid(), answered_how = p_how, returned_minor = v_minor where id = o.id;
  if b.payment_method = 'card' then
    perform private.return_money(b, null, 'departure_cancelled');
  end if;
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  perform private.move_booking(b.id, 'cancelled', null, auth.uid(),
    jsonb_build_object('by', 'departure', 'how', p_how, 'refund_amount', private.from_minor(v_minor, b.currency_code)));
end $$;

-- Refunds offers that weren't answered in time, and returns their number. A locked one waits for the next run.
create function private.expire_departure_offers(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  o private.departure_offers;
  v_count int := 0;
begin
  for o in
    select * from private.departure_offers x
     where x.state = 'open' and x.expires_at <= now() and private.is_due('offer_expiry', x.id::text)
     order by x.departure_id, x.id limit p_limit
  loop
    begin
      if private.expire_offer(o) then
        v_count := v_count + 1;
      end if;
      perform service.clear_trouble('offer_expiry', o.id::text);
    exception when others then
      perform service.record_trouble('offer_expiry', o.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Refunds one offer. Returns false if another transaction has locked it or it was answered in the meantime. It doesn't wait for a payment's lock,
-- because others wait for its departure. It locks only the cancelled departure, because others lock the ones it processes in a different order.
create function private.expire_offer(o private.departure_offers)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(o.booking_id);
begin
  perform 1 from private.charges p where p.id = (private.payment_of(b.id)).id for update skip locked;
  if not found and (private.payment_of(b.id)).id is not null then
    return false;
  end if;
  perform 1 from public.departures d where d.id = o.departure_id for no key update;
  select * into o from private.departure_offers x where x.id = o.id;
  if o.state <> 'open' or private.is_being_paid(o) then
    return false;
  end if;
  perform private.refund_offer(o, private.lock_booking_row(b.id), 'expiry');
  return true;
end $$;
