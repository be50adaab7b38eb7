-- A guest of a cancelled departure goes to another service that costs more: what was paid by card pays the difference as an addition
-- (changes/paid.sql) that answers the offer. Its seats are held until then, and only the charge moves the booking. Until then the offer is open, and
-- whatever ends it in another way lets go of that money, or gives it back.

-- What a booking saves with a service that it is offered, in minor units; below zero: what that costs more. Less than a card can be charged is not
-- asked for.
create function private.offered_difference(b private.booking_facts, p_service private.service)
returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  v_minor bigint := private.worth_minor(b) - private.price_now(b, p_service);
begin
  return case when v_minor < 0 and coalesce(private.is_at_stripe(private.payment_of(b.id)), false) and -v_minor < private.smallest_charge(b.currency_code)
    then 0 else v_minor end;
end $$;

-- Whether a booking can cost more: in cash on the day, or by the card that has paid for it, of the same person. Cash that was handed over, and what was
-- paid elsewhere, is for people to settle.
create function private.may_pay_more(b private.booking_facts)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
begin
  return not private.pays_by_hand(b, p) and not b.paid_by_other and (p.id is null or (b.tourist_id is not null and not private.money_goes_back(p)
    and (p.status = 'succeeded' or private.is_only_authorised(p))));
end $$;

-- The seats that are kept until an offer's guest has paid for them.
create function private.hold_of_offer(o private.departure_offers)
returns private.holds language sql stable security definer set search_path = '' as $$
  select h from private.open_addition(o.booking_id, true) h where h.answers = o.id
$$;

-- Whether somebody began to pay in time. The time to answer is then theirs until the seats are not kept any more; what Stripe has not settled half an
-- hour later goes back when it does.
create function private.is_being_paid(o private.departure_offers)
returns boolean language sql stable security definer set search_path = '' as $$
  select o.expires_at > now() - interval '30 minutes' and exists (select 1 from private.hold_of_offer(o) h where h.id is not null)
$$;

-- Keeps the seats of a dearer service until they are paid for. The same choice again goes on with the same seats. Raises what check_no_addition_paid and
-- hold_addition do. The caller holds the tourist's lock.
create function private.hold_paid_answer(o private.departure_offers, b private.booking_facts, p_target_id uuid, p_extra bigint, p_how text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds := private.hold_of_offer(o);
  v_extra numeric := private.from_minor(p_extra, b.currency_code);
begin
  if h.departure_id = p_target_id and h.total_price = v_extra then
    return;
  end if;
  perform private.check_no_addition_paid(b);
  perform private.hold_addition(b, p_target_id, b.num_people, v_extra, v_extra, gen_random_uuid(),
    private.hash_code(jsonb_build_array('offer', o.id, p_target_id)::text),
    jsonb_build_object('passenger_details', '[]'::jsonb, 'passport_images', '[]'::jsonb, 'answered_how', p_how, 'answered_by', auth.uid()), o.id);
end $$;

-- The move that was paid for. Its seats are sold already, and the caller has locked booking and departures. Its row among the changes is what receipt and
-- doctor read of its charge.
create function private.apply_paid_answer(b private.booking_facts, h private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  v_how text := h.form ->> 'answered_how';
  v_by uuid := (select p.id from public.profiles p where p.id = (h.form ->> 'answered_by')::uuid);
begin
  d := private.take_paid_seats(b, h);
  insert into private.booking_changes (booking_id, actor_id, idempotency_key, payload_hash, moved_from, moved_to, added_minor, hold_id)
  values (b.id, v_by, gen_random_uuid(), h.payload_hash, b.departure_id, d.id,
    private.to_minor(h.total_price, h.currency_code), h.id);
  update private.departure_offers set state = 'moved', moved_to = d.id, answered_at = now(), answered_by = v_by, answered_how = v_how where id = h.answers;
  perform private.move_booking(b.kind, b.id, private.status_after_move(b), null, v_by,
    jsonb_build_object('by', 'departure', 'how', v_how) || private.move_detail(b, d));
  perform private.tell_of_move(b, d, h.answers);
end $$;

-- For who called and pays by card: a link to pay, by mail, once for the seats that are kept; their open page shows them. p_answer: the offer as it is now, and what is returned.
create function private.send_offer_payment(o private.departure_offers, p_answer jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(o.booking_id);
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('email:departure_offer:%s:%s', o.id, p_answer -> 'hold' ->> 'hold_id'), 'email', 'departure_offer', p.email,
         jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'offer_id', o.id)
    from public.profiles p where p.id = b.tourist_id and private.may_mail(p.email) and p_answer -> 'hold' ->> 'hold_id' is not null
  on conflict (dedupe_key) do nothing;
  if found then
    update private.outbox x set payload = x.payload || jsonb_build_object('code', private.new_link('offer', o.id))
     where x.dedupe_key = format('email:departure_offer:%s:%s', o.id, p_answer -> 'hold' ->> 'hold_id');
    perform private.send_booking(b.kind, b.id, b.tourist_id, null);
  end if;
  return p_answer;
end $$;

-- The hold that whoever has the link of an offer pays for. Raises 404 'offer_not_found' and 'hold_not_found'.
create function private.linked_offer_hold(p_token text, p_hold_id uuid)
returns private.holds language plpgsql stable security definer set search_path = '' as $$
declare
  o private.departure_offers := private.linked_offer(p_token);
  h private.holds;
begin
  select * into h from private.holds x where x.id = p_hold_id and x.answers = o.id;
  if h.id is null then
    perform private.fail(404, 'hold_not_found', 'This reservation could not be found');
  end if;
  return h;
end $$;

-- For create-payment-intent: the payment of a link, as begin_payment makes it for a tourist. Raises what both do.
create function service.begin_offer_payment(p_token text, p_hold_id uuid)
returns jsonb language sql security definer set search_path = '' as $$
  select private.begin_payment_of(h) from private.linked_offer_hold(p_token, p_hold_id) h
$$;

-- For confirm-payment: with what it is paid. Raises what linked_offer_hold does.
create function service.payment_of_offer_hold(p_token text, p_hold_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.hold_payment_json(h) from private.linked_offer_hold(p_token, p_hold_id) h
$$;
