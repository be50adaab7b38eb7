-- A tourist changes plans: more people come along, as long as the date could be changed and while seats last. By card the difference is paid first
-- (changes/paid.sql): nothing moves before it is charged. Unpaid cash is only more to collect, and a private group pays for itself. Locks the
-- user, then payment (the booking's first), hold, departure, booking.

-- Whether more may come to a booking now. refusal: 409 'booking_cancelled', 'departure_cancelled', 'too_late_to_add', 'paid_by_other', 'more_by_hand',
-- 'offer_payment_in_progress', 'money_goes_back', 'not_offered_any_more', 'departure_closed', 'sold_out', 'charge_too_small', 400 'shared_maximum' or 'private_maximum', or null. unit: what
-- one more costs, in minor units; fewest: so many cost what a card can be charged; most: so many; at_once: there is nothing to pay now.
create function private.plan_more_people(b private.booking_facts, out refusal private.refusal, out unit bigint, out fewest int, out most int, out at_once boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.service_to_change(b);
  p private.charges := private.payment_of(b.id);
  d public.departures;
  v_left int;
begin
  select * into d from public.departures x where x.id = b.departure_id;
  at_once := b.booking_type = 'private' or p.id is null;
  unit := case when b.booking_type = 'private' then 0 else private.to_minor(private.unit_price(v, b.booking_type), b.currency_code) end;
  fewest := case when at_once then 1 else ceil(private.smallest_charge(b.currency_code)::numeric / greatest(unit, 1)) end;
  -- A group has the whole departure; who adds others again lets go of the seats that they hold for them.
  v_left := case when b.booking_type = 'private' then b.seats - b.num_people else d.capacity - d.held - d.sold + coalesce((
    select h.seats from private.holds h where h.adds_to = b.id and h.departure_id = d.id and h.state = 'held'), 0) end;
  most := greatest(0, least(v_left, case when b.booking_type = 'private' then v.max_private_guests else v.max_spots end - b.num_people));
  if not private.is_live(b.status) then
    refusal := (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif private.is_cancelled_departure(b.departure_id) then
    refusal := (409, 'departure_cancelled', 'This departure has been cancelled', null)::private.refusal;
  elsif b.check_in_status <> 'pending' or coalesce(private.free_until(b, private.starts_at(b)) <= now(), true) then
    refusal := (409, 'too_late_to_add', 'More people can be added only while cancelling is free', null)::private.refusal;
  elsif b.booking_type = 'shared' and b.paid_by_other then
    -- Two who paid for one ticket: what goes back would have to be told apart.
    refusal := (409, 'paid_by_other', 'Somebody else paid for this ticket. Book more places apart.', null)::private.refusal;
  elsif b.booking_type = 'shared' and private.pays_by_hand(b, p) then
    refusal := (409, 'more_by_hand', 'This booking was not paid by card here. Write to the operator that more of you come.', null)::private.refusal;
  elsif b.booking_type = 'shared' and p.status <> 'succeeded' and not private.is_only_authorised(p) then
    refusal := (409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.', null)::private.refusal;
  elsif b.booking_type = 'shared' and private.money_goes_back(p) then
    refusal := (409, 'money_goes_back', 'All that was paid for this booking goes back', null)::private.refusal;
  elsif v.id is null then
    refusal := (409, 'not_offered_any_more', 'This is offered no more as you booked it', null)::private.refusal;
  elsif d.closed then
    refusal := (409, 'departure_closed', 'This departure is closed for new bookings', null)::private.refusal;
  elsif v_left <= 0 and b.booking_type = 'shared' then
    refusal := (409, 'sold_out', 'This departure is sold out', null)::private.refusal;
  elsif most = 0 and b.booking_type = 'private' then
    refusal := (400, 'private_maximum', format('Private bookings allow at most %s guests', b.num_people), null)::private.refusal;
  elsif most = 0 then
    refusal := (400, 'shared_maximum', format('Shared bookings allow at most %s guests', b.num_people), null)::private.refusal;
  elsif fewest > most then
    refusal := private.charge_too_small();
  end if;
end $$;

create function private.charge_too_small()
returns private.refusal language sql immutable set search_path = '' as $$
  select (409, 'charge_too_small', 'A card cannot be charged for so little. Write to the operator that more of you come.', null)::private.refusal
$$;

-- What more people would mean for a booking of the caller's: {kind, booking_id, title, titles, service_date, start_time, num_people, refusal: {code, message} or null, unit_amount, fewest, most,
-- at_once, payment_status, booking_type, named, passport_required, until, currency_symbol, hold}. named: their names are asked for. until: how long people may be added. hold: the one
-- that is open (hold_json), or null. Raises what own_booking does.
create function public.more_people(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v record := private.plan_more_people(b);
  h private.holds := private.open_addition(b.id, false);
begin
  return jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'title', b.title, 'titles', b.titles, 'service_date', b.booking_date,
    'start_time', b.start_time, 'num_people', b.num_people,
    'refusal', case when (v.refusal).code is not null then jsonb_build_object('code', (v.refusal).code, 'message', (v.refusal).message) end,
    'unit_amount', private.from_minor(v.unit, b.currency_code), 'fewest', v.fewest, 'most', case when (v.refusal).code is null then v.most else 0 end,
    'at_once', v.at_once, 'payment_status', b.payment_status, 'booking_type', b.booking_type, 'named', b.kind = 'transport',
    'passport_required', b.passport_required, 'until', private.free_until(b, private.starts_at(b)), 'currency_symbol', private.currency_symbol(b.currency_code),
    'hold', case when h.id is not null then private.stored_hold_json(h) end);
end $$;

-- So many more come. p_amount: what the page showed that they cost; p_passengers: of a ride who they are, as input_passengers reads them; p_passport_images: as a
-- booking has them, of those who come. What costs
-- nothing now is done at once; else it takes seats that are kept until they are paid for, as those of a booking are, in place of others that
-- were kept for more people of this booking. The same key is answered alike: the answer before may have been lost. → {kind, booking_id, people,
-- hold}. people: how many there are, null while hold (hold_json) is to be paid. Raises what own_booking, input_passengers, read_passports and check_passports_stay do, 400
-- 'invalid_input', 409 'idempotency_key_reused', 'hold_expired', 'price_changed', 'sold_out', 'cash_share_taken', what plan_more_people refuses, and
-- 429 as check_hold_limits and limit_changes do.
create function public.add_people(p_kind text, p_booking_id uuid, p_people int, p_key uuid, p_amount numeric, p_passengers jsonb default '[]',
  p_passport_images text[] default '{}')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v_hash text := private.hash_code(jsonb_build_array('more', p_kind, p_booking_id, p_people, p_passengers, p_passport_images)::text);
  c private.booking_changes := private.begin_change(b, p_key, v_hash);
  h private.holds;
  v_form jsonb;
  v record;
begin
  select * into h from private.holds x where x.user_id = b.tourist_id and x.idempotency_key = p_key;
  if c.id is not null then
    return private.added_json(b, private.booking(p_kind, p_booking_id), null);
  elsif h.id is not null then
    return private.added_json(b, case when h.state = 'consumed' then private.booking(p_kind, p_booking_id) end, private.repeat_hold(h, v_hash));
  end if;
  perform private.limit_changes('own_change', array['change_booking_date', 'reduce_booking_people', 'add_booking_people'], p_booking_id::text);
  v := private.require_more_people(private.own_booking(p_kind, p_booking_id), p_people, p_amount);
  v_form := private.read_joining(b, p_people, p_passengers, p_passport_images);
  if v.at_once then
    perform private.add_at_once(b, p_people, p_key, v_hash, p_amount, v_form);
    return private.added_json(b, private.booking(p_kind, p_booking_id), null);
  end if;
  return private.added_json(b, null, private.hold_addition(b, b.departure_id, p_people, private.from_minor(v.unit, b.currency_code),
    private.from_minor(v.unit * p_people, b.currency_code), p_key, v_hash, v_form));
end $$;

-- Who comes, cleaned, as the form of a hold has it.
create function private.read_joining(b private.booking_facts, p_people int, p_passengers jsonb, p_passport_images text[])
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_images text[] := private.read_passports(jsonb_build_object('passport_images', coalesce(p_passport_images, '{}')), b.tourist_id,
    b.passport_required, p_people);
begin
  return jsonb_build_object('passport_images', v_images, 'passenger_details', case when b.kind = 'transport'
    then private.input_passengers(jsonb_build_object('passenger_details', p_passengers), p_people) else '[]' end);
end $$;

-- p_now: the booking with its new people; null while they are to be paid for.
create function private.added_json(b private.booking_facts, p_now private.booking_facts, p_hold jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'people', p_now.num_people, 'hold', p_hold)
$$;

-- Raises what plan_more_people refuses, 400 'invalid_input', 409 'sold_out' for more than there is room for, 'price_changed' where they cost
-- something else than the page showed, and what check_no_addition_paid does. → its sums
create function private.require_more_people(b private.booking_facts, p_people int, p_amount numeric, out unit bigint, out at_once boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v record := private.plan_more_people(b);
begin
  if (v.refusal).code is not null then
    perform private.raise_refusal(v.refusal);
  elsif coalesce(p_people, 0) < 1 then
    perform private.invalid('people must be a whole number of at least 1');
  elsif p_people < v.fewest then
    perform private.raise_refusal(private.charge_too_small());
  elsif p_people > v.most then
    perform private.fail(409, 'sold_out', format('Only %s spots are left on this departure', v.most));
  elsif private.from_minor(v.unit * p_people, b.currency_code) is distinct from p_amount then
    perform private.fail(409, 'price_changed', 'The price has changed');
  end if;
  perform private.check_no_addition_paid(b);
  unit := v.unit;
  at_once := v.at_once;
end $$;

-- What costs nothing, or is to be collected in cash on the day. Whatever was asked before is asked again with everything locked.
create function private.add_at_once(b private.booking_facts, p_people int, p_key uuid, p_hash text, p_amount numeric, p_form jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  perform private.check_passports_stay(p_form -> 'passport_images');
  b := private.lock_booking(b.kind, b.id);
  perform private.own_booking(b.kind, b.id); -- They may have given it away meanwhile.
  v := private.require_more_people(b, p_people, p_amount);
  if not v.at_once then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  if b.booking_type = 'shared' then
    if not private.is_known_guest(b.tourist_id) then
      perform private.check_cash_seats(b.departure_id, b.tourist_id, b.booking_type, p_people);
    end if;
    if private.sell_free_seats(b.departure_id, p_people, b.booking_type) is null then
      perform private.fail_no_seats(b.departure_id, b.booking_type);
    end if;
  end if;
  perform private.enlarge_party(b, p_people, p_key, p_hash, v.unit * p_people, p_form, null);
end $$;

-- More people, the change itself: names, passports, seats, price, history and those who hear of it. p_added: what they cost, in minor units. The caller has
-- locked the booking, and sold the seats.
create function private.enlarge_party(b private.booking_facts, p_people int, p_key uuid, p_hash text, p_added bigint, p_form jsonb, p_hold_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  c private.booking_changes;
  v_party jsonb := jsonb_build_object('from', b.num_people, 'to', b.num_people + p_people);
  v_seats int := case when b.booking_type = 'private' then 0 else p_people end;
  v_price numeric := private.from_minor(p_added, b.currency_code);
  v_images text[] := array(select jsonb_array_elements_text(p_form -> 'passport_images'));
begin
  insert into private.booking_changes (booking_id, actor_id, idempotency_key, payload_hash, people_before, people, added_minor,
    hold_id)
  values (b.id, b.tourist_id, p_key, p_hash, b.num_people, b.num_people + p_people, p_added, p_hold_id) returning * into c;
  update public.bookings x
     set num_people = x.num_people + p_people, seats = x.seats + v_seats, total_price = x.total_price + v_price,
         passenger_details = x.passenger_details || coalesce(p_form -> 'passenger_details', '[]'), passport_images = x.passport_images || v_images
   where x.id = b.id;
  perform private.move_booking(b.kind, b.id, null, null, b.tourist_id, jsonb_build_object('by', 'tourist', 'party', v_party));
  -- By the tourist, whoever brings the news of the money.
  perform private.audit_booking('add_booking_people', b, jsonb_build_object('num_people', v_party), b.tourist_id);
  perform private.tell_of_party(b, c);
end $$;
