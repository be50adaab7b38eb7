-- Prices and holds. The browser sends ids and quantities; every amount is computed here.

-- What one guest (shared) or the whole group (private) pays, in whole minor units of the currency.
create function private.unit_price(p_service private.service, p_booking_type text)
returns numeric language sql immutable set search_path = '' as $$
  select greatest(
    round(case when p_booking_type = 'private' then p_service.private_price else p_service.shared_price end,
          private.currency_exponent(p_service.currency_code)),
    power(10::numeric, -private.currency_exponent(p_service.currency_code)))
$$;

create function private.price_lines(p_booking_type text, p_unit_price numeric, p_num_people int)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object(
    'code', case when p_booking_type = 'private' then 'whole_group' else 'per_person' end,
    'unit_price', p_unit_price,
    'quantity', q,
    'amount', p_unit_price * q))
  from (select case when p_booking_type = 'private' then 1 else p_num_people end as q) quantity
$$;

create function private.quote_booking(p_kind text, p_service_id uuid, p_booking_type text, p_num_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service(p_kind, p_service_id);
  v_unit numeric;
  v_quantity int := case when p_booking_type = 'private' then 1 else p_num_people end;
begin
  if v.id is null then
    perform private.fail_not_found(p_kind);
  end if;
  perform private.check_booking_type(v, p_booking_type);
  if p_num_people is null or p_num_people not between 1 and 1000 then
    perform private.invalid('num_people must be a whole number of at least 1');
  end if;
  v_unit := private.unit_price(v, p_booking_type);
  return jsonb_build_object(
    'currency_code', v.currency_code, 'currency_symbol', v.currency_symbol, 'booking_type', p_booking_type,
    'unit_price', v_unit, 'quantity', v_quantity, 'total_price', v_unit * v_quantity,
    'lines', private.price_lines(p_booking_type, v_unit, p_num_people));
end $$;

create function private.fail_not_found(p_kind text)
returns void language plpgsql set search_path = '' as $$
begin
  if p_kind = 'transport' then
    perform private.fail(404, 'transport_not_found', 'Transport not found');
  end if;
  perform private.fail(404, 'experience_not_found', 'Experience not found');
end $$;

create function private.check_booking_type(p_service private.service, p_booking_type text)
returns void language plpgsql set search_path = '' as $$
begin
  if p_booking_type is null or p_booking_type not in ('shared', 'private') or p_service.booking_type not in (p_booking_type, 'both') then
    perform private.invalid('This booking type is not offered');
  end if;
end $$;

-- The departure that is asked for: its timeslot and its local start. Refuses what has left and days that are not run.
create type private.occurrence as (timeslot_id uuid, service_date date, start_time time);
create function private.read_occurrence(p_service private.service, p jsonb)
returns private.occurrence language plpgsql stable security definer set search_path = '' as $$
declare
  v private.occurrence;
  v_days text[];
  v_now timestamp := now() at time zone p_service.time_zone;
begin
  v.service_date := private.input_date(p, 'service_date');
  if v.service_date is null then
    perform private.fail(400, 'date_required', 'Please select a date for your booking');
  end if;
  if v.service_date < v_now::date then
    perform private.fail(400, 'date_in_past', 'Please select a date that has not passed');
  end if;
  if v.service_date > v_now::date + 730 then
    perform private.invalid('Please select a date within the next two years');
  end if;
  if p_service.kind = 'experience' then
    v.timeslot_id := private.input_uuid(p, 'timeslot_id');
    select s.start_time, s.days_of_week into v.start_time, v_days
      from public.experience_timeslots s
     where s.id = v.timeslot_id and s.experience_id = p_service.id and s.archived_at is null;
    if not found then
      perform private.fail(400, 'timeslot_required', 'Please select a time slot');
    end if;
    if private.weekday(v.service_date) <> all (v_days) then
      perform private.fail(409, 'departure_closed', 'This time slot does not run on the selected date');
    end if;
  else
    v.start_time := p_service.start_time;
  end if;
  if v.service_date + v.start_time <= v_now then
    perform private.fail(400, 'date_in_past', 'This departure has already left');
  end if;
  return v;
end $$;

create function private.check_group_size(p_service private.service, p_booking_type text, p_num_people int)
returns void language plpgsql set search_path = '' as $$
begin
  if p_booking_type = 'private' then
    if p_num_people < p_service.min_private_guests then
      perform private.fail(400, 'private_minimum', format('Private bookings require at least %s guests', p_service.min_private_guests));
    end if;
    if p_num_people > p_service.max_private_guests then
      perform private.fail(400, 'private_maximum', format('Private bookings allow at most %s guests', p_service.max_private_guests));
    end if;
  else
    if p_num_people < p_service.min_spots then
      perform private.fail(400, 'shared_minimum', format('Shared bookings require at least %s guests', p_service.min_spots));
    end if;
    if p_num_people > p_service.max_spots then
      perform private.fail(400, 'shared_maximum', format('Shared bookings allow at most %s guests', p_service.max_spots));
    end if;
  end if;
end $$;

-- The rest of the form in the spec's order (part 2, section 5), cleaned, as it becomes the booking.
create function private.read_form(p_service private.service, p jsonb, p_user_id uuid, p_booking_type text, p_num_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_whatsapp text := private.input_text(p, 'whatsapp_number', 40);
  v_country text := upper(private.input_text(p, 'country', 2));
  v_passport text;
  v_waiver text;
begin
  if v_whatsapp is null then
    perform private.fail(400, 'whatsapp_required', 'Please provide your WhatsApp number');
  elsif not private.is_whatsapp(v_whatsapp) then
    perform private.invalid('Please provide a valid WhatsApp number');
  end if;
  if v_country is null then
    perform private.fail(400, 'country_required', 'Please provide your country of origin');
  elsif not private.is_country(v_country) then
    perform private.invalid('Please provide a valid country of origin');
  end if;
  perform private.check_booking_type(p_service, p_booking_type);
  if p_num_people is null then
    perform private.invalid('num_people is required');
  end if;
  perform private.check_group_size(p_service, p_booking_type, p_num_people);
  v_passport := private.input_text(p, 'passport_image', 200);
  if p_service.passport_required and v_passport is null then
    perform private.fail(400, 'passport_required', 'Please upload a passport image');
  end if;
  -- An object name in the bucket `passports`: only the caller's own folder.
  if v_passport is not null and v_passport !~ ('^' || p_user_id || '/[A-Za-z0-9_-]{1,100}[.](jpg|jpeg|png|webp|avif|heic|gif)$') then
    perform private.invalid('Please upload a passport image');
  end if;
  v_waiver := private.input_text(p, 'waiver_version', 40);
  if v_waiver is null then
    perform private.fail(400, 'waiver_required', 'Please accept the Waiver and Release of Liability');
  end if;
  return jsonb_build_object(
    'whatsapp_number', v_whatsapp,
    'country', v_country,
    'speaks_spanish', private.input_bool(p, 'speaks_spanish'),
    'hotel_name', private.input_text(p, 'hotel_name', 160),
    'hotel_address', private.input_text(p, 'hotel_address', 300),
    'passport_image', v_passport,
    'waiver_version', v_waiver,
    'passenger_details', case when p_service.kind = 'transport' then private.input_passengers(p, p_num_people) end);
end $$;

-- The link that a user was registered through, with its partner's rate now. None for the partner's own bookings, for a link
-- that is switched off and for a partner who no longer is one.
create function private.referral_of(p_user_id uuid, out link_id uuid, out rate numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select l.id, p.commission_level into link_id, rate
    from public.referral_registrations r
    join public.referral_links l on l.id = r.referral_link_id
    join public.profiles p on p.id = l.user_id
   where r.user_id = p_user_id and l.active and l.user_id <> p_user_id
     and exists (select 1 from private.role_grants g
                  where g.user_id = l.user_id and g.role = 'travel_partner' and g.revoked_at is null and g.dropped_at is null);
end $$;

create function private.lock_user(p_user_id uuid)
returns void language sql set search_path = '' as $$
  -- One hold at a time a user: the limits below and the request key need no further care. Taken before every other lock.
  select pg_advisory_xact_lock(20261121, hashtext(p_user_id::text))
$$;

create function private.check_user_limits(p_user_id uuid, p_payment_method text, p_except_hold uuid default null)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from private.holds
       where user_id = p_user_id and state = 'held' and expires_at > now() and id is distinct from p_except_hold) >= 2 then
    perform private.fail(429, 'too_many_holds', 'You already have two bookings in progress. Finish or cancel one of them first.');
  end if;
  if p_payment_method = 'cash' and (
      select count(*) from public.bookings
       where tourist_id = p_user_id and payment_method = 'cash' and payment_status = 'pending'
         and status in ('ordered', 'confirmed') and booking_date >= current_date - 1)
    + (select count(*) from private.holds
        where user_id = p_user_id and state = 'held' and expires_at > now() and payment_method = 'cash'
          and id is distinct from p_except_hold) >= 3 then
    perform private.fail(429, 'too_many_cash_bookings', 'You have reached the number of unpaid cash bookings. Please pay by card.');
  end if;
end $$;

-- The answer to the browser, of what the caller knows already: create_hold makes it while others wait for the departure.
create function private.hold_json(h private.holds, p_date date, p_symbol text, p_booking_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'hold_id', h.id, 'state', h.state, 'expires_at', h.expires_at, 'kind', h.kind, 'service_date', p_date, 'start_time', h.start_time,
    'booking_type', h.booking_type, 'payment_method', h.payment_method, 'num_people', h.num_people, 'seats', h.seats,
    'unit_price', h.unit_price, 'total_price', h.total_price, 'currency_code', h.currency_code, 'currency_symbol', p_symbol,
    'lines', private.price_lines(h.booking_type, h.unit_price, h.num_people), 'booking_id', p_booking_id);
end $$;

create function private.hold_json(h private.holds)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_date date;
  v_symbol text;
  v_booking uuid;
begin
  select d.service_date, t.currency_symbol into v_date, v_symbol
    from public.departures d join public.territories t on t.id = d.territory_id where d.id = h.departure_id;
  if h.state = 'consumed' then
    select id into v_booking from (
      select b.id from public.bookings b where b.hold_id = h.id
      union all
      select b.id from public.transport_bookings b where b.hold_id = h.id) x;
  end if;
  return private.hold_json(h, v_date, v_symbol, v_booking);
end $$;

-- A retry: the same hold for the same request, refused for another one.
create function private.repeat_hold(p_hold private.holds, p_payload_hash text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  if p_hold.payload_hash <> p_payload_hash then
    perform private.fail(409, 'request_key_reused', 'This booking request was already used with other details');
  end if;
  if p_hold.state in ('released', 'void') or (p_hold.state = 'held' and p_hold.expires_at <= now()) then
    perform private.fail(409, 'hold_expired', 'Your reservation has expired. Please book again.');
  end if;
  return private.hold_json(p_hold);
end $$;

-- Takes the seats and writes the hold in ONE statement: the conditional update decides, the insert follows it.
-- The departure's lock is held from here to the commit only, so this comes last. Null when the seats are not there.
create function private.take_seats(h private.holds)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
begin
  with d as (
    update public.departures
       set held = case when h.booking_type = 'private' then capacity else held + h.num_people end,
           exclusive = h.booking_type = 'private'
     where id = h.departure_id and not closed
       and case when h.booking_type = 'private' then held + sold = 0 and capacity > 0
                else not exclusive and held + sold + h.num_people <= capacity end
    returning capacity)
  insert into private.holds (id, user_id, request_key, payload_hash, kind, departure_id, territory_id, start_time, booking_type,
    payment_method, num_people, seats, unit_price, total_price, currency_code, referral_link_id, partner_rate, form, expires_at)
  select gen_random_uuid(), h.user_id, h.request_key, h.payload_hash, h.kind, h.departure_id, h.territory_id, h.start_time, h.booking_type,
    h.payment_method, h.num_people, case when h.booking_type = 'private' then d.capacity else h.num_people end,
    h.unit_price, h.total_price, h.currency_code, h.referral_link_id, h.partner_rate, h.form, now() + interval '15 minutes'
    from d
  returning * into v_hold;
  return v_hold;
end $$;

-- Why the seats could not be taken.
create function private.fail_no_seats(p_departure_id uuid, p_booking_type text)
returns void language plpgsql set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures where id = p_departure_id;
  if d.closed then
    perform private.fail(409, 'departure_closed', 'This departure is closed for new bookings');
  elsif p_booking_type = 'private' and d.held + d.sold > 0 then
    perform private.fail(409, 'sold_out', 'This departure already has guests, so it can not be booked privately');
  elsif d.exclusive or d.held + d.sold >= d.capacity then
    perform private.fail(409, 'sold_out', 'This departure is sold out');
  end if;
  perform private.fail(409, 'sold_out', format('Only %s spots are left on this departure', d.capacity - d.held - d.sold));
end $$;

create function private.create_hold(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  v_kind text;
  v_hash text;
  v_service private.service;
  v_when private.occurrence;
  h private.holds;
  v_taken private.holds;
begin
  if p is null or jsonb_typeof(p) <> 'object' or length(p::text) > 200000 then
    perform private.invalid('A booking request is needed');
  end if;
  v_kind := private.input_text(p, 'kind', 20);
  if v_kind is null or v_kind not in ('experience', 'transport') then
    perform private.invalid('kind must be experience or transport');
  end if;
  if v_user is null then
    perform private.fail(401, 'not_signed_in', format('Please log in to book this %s', v_kind));
  end if;
  h.request_key := private.input_uuid(p, 'request_key');
  if h.request_key is null then
    perform private.invalid('request_key is required');
  end if;
  v_hash := encode(sha256(convert_to((p - 'request_key')::text, 'UTF8')), 'hex');

  perform private.lock_user(v_user);
  select * into v_taken from private.holds where user_id = v_user and request_key = h.request_key;
  if found then
    return private.repeat_hold(v_taken, v_hash);
  end if;

  v_service := private.bookable_service(v_kind, private.input_uuid(p, v_kind || '_id'));
  if v_service.id is null then
    perform private.fail_not_found(v_kind);
  end if;
  v_when := private.read_occurrence(v_service, p);
  h.booking_type := private.input_text(p, 'booking_type', 20);
  h.num_people := private.input_count(p, 'num_people');
  h.form := private.read_form(v_service, p, v_user, h.booking_type, h.num_people);
  h.payment_method := coalesce(private.input_text(p, 'payment_method', 20), 'card');
  if h.payment_method not in ('card', 'cash') or (h.payment_method = 'cash' and not v_service.cash_allowed) then
    perform private.invalid('This payment method is not accepted');
  end if;
  perform private.check_user_limits(v_user, h.payment_method);

  h.user_id := v_user;
  h.kind := v_kind;
  h.payload_hash := v_hash;
  h.territory_id := v_service.territory_id;
  h.start_time := v_when.start_time;
  h.currency_code := v_service.currency_code;
  h.unit_price := private.unit_price(v_service, h.booking_type);
  h.total_price := h.unit_price * case when h.booking_type = 'private' then 1 else h.num_people end;
  select link_id, coalesce(rate, 0) into h.referral_link_id, h.partner_rate from private.referral_of(v_user);
  h.partner_rate := coalesce(h.partner_rate, 0);
  h.departure_id := private.ensure_departure(v_kind, v_service.id, v_when.timeslot_id, v_when.service_date);

  v_taken := private.take_seats(h);
  if v_taken.id is null and private.release_expired(h.departure_id) > 0 then
    v_taken := private.take_seats(h);
  end if;
  if v_taken.id is null then
    perform private.fail_no_seats(h.departure_id, h.booking_type);
  end if;
  return private.hold_json(v_taken, v_when.service_date, v_service.currency_symbol, null);
end $$;

-- Frees the seats of expired holds that no PaymentIntent stands behind (all, or of one departure). A hold whose PaymentIntent
-- may still be made is given two minutes more; one that has a PaymentIntent waits until Stripe has cancelled it.
create function private.release_expired(p_departure_id uuid default null, p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_count int := 0;
begin
  for v_hold in
    select h.* from private.holds h
      left join private.payments p on p.hold_id = h.id
     where h.state = 'held' and h.expires_at <= now() and (p_departure_id is null or h.departure_id = p_departure_id)
       and (p.id is null or (p.payment_intent_id is null and h.expires_at <= now() - interval '2 minutes'))
     order by h.expires_at limit p_limit
  loop
    -- Lock order payment, hold, departure: with the payment's lock, nobody attaches a PaymentIntent meanwhile.
    perform 1 from private.payments where hold_id = v_hold.id and payment_intent_id is null for update skip locked;
    continue when not found and exists (select 1 from private.payments where hold_id = v_hold.id);
    perform 1 from private.holds where id = v_hold.id and state = 'held' for update skip locked;
    continue when not found;
    update private.holds set state = 'released' where id = v_hold.id;
    perform private.free_seats(v_hold.departure_id, v_hold.seats, 'held');
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

create function private.own_hold(p_hold_id uuid)
returns private.holds language plpgsql stable security definer set search_path = '' as $$
declare
  v_hold private.holds;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  select * into v_hold from private.holds where id = p_hold_id and user_id = auth.uid();
  if not found then
    perform private.fail(404, 'hold_not_found', 'This reservation could not be found');
  end if;
  return v_hold;
end $$;

create function private.get_hold(p_hold_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.hold_json(private.own_hold(p_hold_id))
$$;

-- The tourist gives the seats back. With a PaymentIntent behind it, that is cancelled first; the seats follow when Stripe says so.
create function private.release_hold(p_hold_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds := private.own_hold(p_hold_id);
  v_payment private.payments;
begin
  select * into v_payment from private.payments where hold_id = p_hold_id for update;
  select * into v_hold from private.holds where id = p_hold_id for update;
  if v_hold.state = 'held' then
    if v_payment.payment_intent_id is not null and v_payment.status <> 'canceled' then
      update private.holds set expires_at = least(expires_at, now()) where id = p_hold_id;
      perform private.queue_stripe_op(v_payment.payment_intent_id, 'cancel', null, 'abandoned');
    else
      update private.holds set state = 'released' where id = p_hold_id;
      perform private.free_seats(v_hold.departure_id, v_hold.seats, 'held');
    end if;
  end if;
  return private.get_hold(p_hold_id);
end $$;

create function public.quote_booking(p_kind text, p_service_id uuid, p_booking_type text, p_num_people int)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.quote_booking(p_kind, p_service_id, p_booking_type, p_num_people)
$$;
create function public.create_hold(p jsonb) returns jsonb language sql security invoker set search_path = '' as $$
  select private.create_hold(p)
$$;
create function public.get_hold(p_hold_id uuid) returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.get_hold(p_hold_id)
$$;
create function public.release_hold(p_hold_id uuid) returns jsonb language sql security invoker set search_path = '' as $$
  select private.release_hold(p_hold_id)
$$;
