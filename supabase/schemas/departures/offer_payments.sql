-- Lets a guest of a cancelled departure move to a service that costs more. A card booking pays the difference as an addition (changes/additions.sql) that
-- answers the offer. Its seats are held until then, and only the charge moves the booking. Until then the offer is open, and ending it in another way
-- releases or refunds that money.

-- Returns the seats held until an offer's guest has paid for them.
create function private.hold_of_offer(o private.departure_offers)
returns private.holds language sql stable security definer set search_path = '' as $$
  select h from private.open_addition(o.booking_id) h where h.answers = o.id
$$;

-- Returns whether a payment was started in time, so that the deadline extends while the seats are held. A payment that Stripe settles more than half
-- an hour later is refunded.
create function private.is_being_paid(o private.departure_offers)
returns boolean language sql stable security definer set search_path = '' as $$
  select o.expires_at > now() - interval '30 minutes' and exists (select 1 from private.hold_of_offer(o) h where h.id is not null)
$$;

-- Holds the seats of a more expensive service until they are paid. Repeating the choice continues with the same seats. Raises what
-- check_no_addition_paid and hold_addition do. The caller holds the tourist's lock.
create function private.hold_paid_answer(o private.departure_offers, b private.booking_facts, c private.change)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds := private.hold_of_offer(o);
begin
  if h.departure_id = c.target_id and h.total_price = private.from_minor(c.difference, b.currency_code) then
    return;
  end if;
  perform private.check_no_addition_paid(b);
  perform private.hold_addition(b, c);
end $$;

-- Emails a payment link to guests who call and pay by card, once per hold. Their open page shows it too. p_answer is the current offer, which is also
-- returned.
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
    perform private.send_booking(b.id, b.tourist_id, null);
  end if;
  return p_answer;
end $$;

-- Returns the hold that anyone with the offer's link can pay. Raises 404 'offer_not_found' and 'hold_not_found'.
create function private.linked_offer_hold(p_token text, p_hold_id uuid)
returns private.holds language plpgsql stable security definer set search_path = '' as $$
declare
  o private.departure_offers := private.linked_offer(p_token);
  h private.holds;
begin
  select * into h from private.holds x where x.id = p_hold_id and x.answers = o.id;
  if h.id is null then
    perform private.fail(404, 'hold_not_found', 'We couldn''t find your held seats. Please choose your time again.');
  end if;
  return h;
end $$;

-- Begins the payment of a link for create-payment-intent, as begin_payment does for a tourist. Raises what both do.
create function service.begin_offer_payment(p_token text, p_hold_id uuid)
returns jsonb language sql security definer set search_path = '' as $$
  select private.begin_payment_of(h) from private.linked_offer_hold(p_token, p_hold_id) h
$$;

-- Returns the payment method of a link for confirm-payment. Raises what linked_offer_hold does.
create function service.payment_of_offer_hold(p_token text, p_hold_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.hold_payment_json(h) from private.linked_offer_hold(p_token, p_hold_id) h
$$;
