-- Ends an offer. Its guest moves to another departure, chooses the refund, or doesn't answer until the refund starts automatically. Locks in the
-- order payment, departures (by id), guides, booking, offer.

-- Returns where a booking's party could go, with the plan of that change: departures of its service in the next days with enough seats at the same
-- price, and of the service that the operator proposes, at its price, if the booking can pay it. The departure on which its seats are already held is
-- included. Those nearest to the original day come first, at most 100 of each service.
create function private.offer_choices(o private.departure_offers)
returns table (service_id uuid, title text, titles jsonb, slot_id uuid, service_date date, start_time time, plan private.change)
language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(o.booking_id);
  v_today date := (now() at time zone (select t.time_zone from public.territories t where t.id = b.territory_id))::date;
  v_last date := v_today + private.limit_value('departure.offer_days')::int;
begin
  return query
    with services as materialized (
      select v as service, private.plan_change(b, private.change_of_offer(o, b, v.id)) as plan
        from (select b.service_id as id
              union select k.proposed_service_id from private.departure_cancellations k where k.id = o.cancellation_id) x
       cross join lateral private.service_for(b, x.id) v
       -- The proposed service has its own group limits.
       where v.id = b.service_id or private.takes_party(v, b.booking_type, b.num_people))
    select (v.service).id, (v.service).title, private.titles_of((v.service).id), x.slot_id, x.service_date, x.start_time, v.plan
      from services v
     cross join lateral (
       select u.* from (
         select f.slot_id, f.service_date, f.start_time from private.departures_for(b, v.service, v_today, v_last) f
         union
         select k.slot_id, k.service_date, private.start_of(k)
           from private.hold_of_offer(o) h join public.departures k on k.id = h.departure_id
          where k.service_id = (v.service).id and not k.closed and k.status <> 'cancelled' and private.leaves_at(k) > now()) u
        order by abs(u.service_date - b.booking_date), u.service_date, u.start_time, u.slot_id
        limit 100) x
     -- A payment that is being processed delays a cheaper move, but doesn't prevent it.
     where (v.plan).difference <= 0 or ((v.plan).refusal).code is null
     order by (v.service).id <> b.service_id, abs(x.service_date - b.booking_date), x.service_date, x.start_time, x.slot_id;
end $$;

-- Returns the change that an offer's answer makes, to a service and without its departure.
create function private.change_of_offer(o private.departure_offers, b private.booking_facts, p_service_id uuid)
returns private.change language plpgsql stable security definer set search_path = '' as $$
declare
  c private.change;
begin
  c.maker := 'offer';
  c.actor_id := auth.uid();
  c.offer_id := o.id;
  c.moves := true;
  c.service_id := p_service_id;
  c.people := b.num_people;
  c.form := '{"passenger_details": [], "passport_images": []}';
  return c;
end $$;

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
    perform private.fail(404, 'offer_not_found', 'This link is no longer valid');
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
-- 'offer_expired', 'changed_meanwhile' if something has to be paid by now, and what check_no_addition_paid, require_answer, apply_change and
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
    end if;
    c := private.require_answer(b, v_choice.plan, p_extra_amount);
    c.answered_how := p_how;
    c.target_id := private.ensure_departure(v_choice.slot_id, v_choice.service_date);
    if not c.at_once then
      perform private.hold_paid_answer(o, b, c);
      return private.offer_json(o);
    end if;
  end if;
  b := private.lock_booking_and(b, c.target_id);
  select * into o from private.departure_offers x where x.id = o.id for update;
  if not private.was_answered(o, p_answer, p_service_id, p_slot_id, p_date) then
    perform private.check_no_addition_paid(b);
    if p_answer = 'move' then
      c := private.require_answer(b, c, p_extra_amount);
      if not c.at_once then
        perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
      end if;
      perform private.end_addition_of(b.id);
      perform private.apply_change(b, c, null);
    else
      perform private.refund_offer(o, b, p_how);
    end if;
    select * into o from private.departure_offers x where x.id = o.id;
  end if;
  return private.offer_json(o);
end $$;

-- Returns the plan of an answer. Raises what plan_change refuses, and 409 'price_changed' if the extra price differs from the page's.
create function private.require_answer(b private.booking_facts, c private.change, p_extra_amount numeric)
returns private.change language plpgsql stable security definer set search_path = '' as $$
begin
  c := private.plan_change(b, c);
  if (c.refusal).code is not null then
    perform private.raise_refusal(c.refusal);
  elsif private.from_minor(greatest(c.difference, 0), b.currency_code) is distinct from coalesce(p_extra_amount, 0) then
    perform private.fail(409, 'price_changed', 'The price has changed. Please check the new price.');
  end if;
  return c;
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
    perform private.fail(409, 'offer_answered', 'Someone has already answered this.');
  elsif o.state <> 'open' then
    perform private.fail(409, 'offer_closed', 'There''s nothing left to choose.');
  elsif o.opens_at > now() then
    perform private.fail(409, 'offer_not_open', 'You can still undo the cancellation. Please try again in two minutes.');
  elsif o.expires_at <= now() then
    perform private.fail(409, 'offer_expired', 'The time to choose has passed, so we''re refunding the money.');
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
