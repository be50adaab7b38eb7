-- Turns a hold into a booking, and changes a booking's status. All other functions use these.

-- Sets a booking's status and records it in the history. Null leaves a value unchanged. Locks the booking.
create function private.move_booking(p_booking_id uuid, p_status text, p_payment_status text, p_actor uuid, p_detail jsonb default '{}')
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_from text;
  v_to text;
  v_territory text;
begin
  select status into v_from from public.bookings where id = p_booking_id for update;
  update public.bookings
     set status = coalesce(p_status, status), payment_status = coalesce(p_payment_status, payment_status)
   where id = p_booking_id returning status, territory_id into v_to, v_territory;
  insert into public.booking_events (booking_id, territory_id, actor_id, from_status, to_status, detail)
  values (p_booking_id, v_territory, p_actor, v_from, v_to, coalesce(p_detail, '{}'));
end $$;

-- Creates the booking of a hold whose seats already count as sold. It is 'ordered' and 'pending' until it is paid, and copies the hold's policy and
-- the slot's guide. A referral is attributed now, and its commission is earned when the payment arrives. Takes the lock of the experience's guides,
-- shared.
create function private.insert_booking(h private.holds)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := gen_random_uuid();
  v_transport boolean := h.kind = 'transport';
  f jsonb := h.form;
  v_passports text[] := array(select jsonb_array_elements_text(h.form -> 'passport_images'));
  d public.departures;
  v_guide uuid;
begin
  select * into d from public.departures where id = h.departure_id;
  if not v_transport then
    -- This lock keeps a guide from answering between finding the guide and creating the booking.
    perform pg_advisory_xact_lock_shared(hashtextextended('guides:' || d.service_id, 0));
    v_guide := private.leader_of(d);
  end if;
  insert into public.bookings (id, kind, hold_id, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, booking_date,
    start_time, num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, passenger_details, whatsapp_number, country,
    speaks_spanish, hotel_name, hotel_address, passport_images, waiver_version, waiver_accepted_at, cancellation_policy, referral_link_id,
    walk_in, guest_name)
  values (v_id, d.kind, h.id, d.id, d.service_id, d.slot_id, h.territory_id, v_guide, h.user_id, d.service_date,
    h.start_time, h.num_people, h.seats, h.booking_type, h.unit_price, h.total_price, h.currency_code, h.payment_method,
    case when v_transport then f -> 'passenger_details' else '[]' end, f ->> 'whatsapp_number', f ->> 'country', (f ->> 'speaks_spanish')::boolean,
    f ->> 'hotel_name', case when not v_transport then f ->> 'hotel_address' end, v_passports, f ->> 'waiver_version', h.created_at, h.cancellation_policy,
    h.referral_link_id, f ? 'guest_name', f ->> 'guest_name');
  insert into public.booking_codes (booking_id, tourist_id, code)
  values (v_id, h.user_id,
          -- Two random UUIDs have 244 random bits, which the digest spreads evenly over 128.
          md5(gen_random_uuid()::text || gen_random_uuid()::text));
  insert into public.booking_events (booking_id, territory_id, actor_id, from_status, to_status)
  values (v_id, h.territory_id, coalesce(h.user_id, auth.uid()), null, 'ordered');
  if h.referral_link_id is not null then
    insert into public.referrals (booking_id, referral_link_id) values (v_id, h.referral_link_id);
  end if;
  perform private.end_waitlist_entry(h.departure_id, h.user_id, 'taken');
  return v_id;
end $$;

-- Books a hold, which the caller has locked, and returns the booking's id. Active seats move from held to sold, and a hold that was released or held
-- no seats takes free ones. Returns null if the seats are gone or the departure is cancelled, which also invalidates held seats. An additional
-- payment changes the existing booking, or returns null if that is no longer possible.
create function private.consume_hold(p_hold_id uuid)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_seats int;
begin
  select * into h from private.holds where id = p_hold_id;
  if h.moves_from is not null then
    perform private.lock_booking_and(private.booking(h.adds_to), h.departure_id);
  end if;
  if h.adds_to is not null and not private.takes_addition(h) then
    return null;
  end if;
  if h.state = 'held' and h.seats > 0 then
    update public.departures set held = held - h.seats, sold = sold + h.seats where id = h.departure_id and status <> 'cancelled';
    if not found then
      return null;
    end if;
  elsif h.state in ('held', 'released') then
    v_seats := private.sell_free_seats(h.departure_id, h.num_people, h.booking_type, h.start_time);
    if v_seats is null then
      return null;
    end if;
    h.seats := v_seats;
  else
    return null;
  end if;
  update private.holds set state = 'consumed', seats = h.seats where id = h.id;
  if h.adds_to is not null then
    perform private.apply_addition(h);
    return h.adds_to;
  end if;
  perform private.open_order(h);
  return private.insert_booking(h);
end $$;

-- Records that a booking has been paid.
create function private.booking_paid(p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
begin
  perform private.record_sale(p_booking_id);
  perform private.move_booking(p_booking_id, case when b.status = 'ordered' then 'paid' end, 'completed', null);
  perform private.booking_confirmed(p_booking_id);
end $$;

-- Queues the email and notifications of a new booking, once.
create function private.booking_confirmed(p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
begin
  perform private.queue_mail('booking_confirmation', p_booking_id);
  perform private.queue_notification('booked:' || b.id, b.tourist_id, 'booking', 'booking_confirmed', private.booking_params(b), b);
  perform private.queue_notification('booked-guide:' || b.id, b.guide_id, 'new_booking', 'new_booking', private.booking_params(b), b);
  perform private.tell_team('new', b, array(select b.guide_id where b.guide_id is not null));
end $$;

-- Ends a booking: its seats are on sale again and its status is 'cancelled' or 'refunded'. The caller holds the payment's lock, if there is a
-- payment.
create function private.end_booking(p_booking_id uuid, p_status text, p_actor uuid, p_detail jsonb default '{}')
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
begin
  perform 1 from public.departures where id = b.departure_id for no key update;
  b := private.booking(p_booking_id);
  if private.is_live(b.status) then
    perform private.free_seats(b.departure_id, b.seats, 'sold');
  end if;
  if b.status <> p_status then
    perform private.move_booking(p_booking_id, p_status, null, p_actor, p_detail);
  end if;
end $$;

-- Books the caller's hold for cash. A repeated call returns the same booking. Raises 409 'hold_expired', 'sold_out' and 'departure_cancelled', and
-- what check_cash_limit and check_cash_share raise. Locks the user, then the hold, then the departure.
create function public.book_cash(p_hold_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  h private.holds := private.own_hold(p_hold_id);
  v_id uuid;
begin
  perform private.lock_user(h.user_id);
  select * into h from private.holds where id = p_hold_id for update;
  if h.payment_method <> 'cash' then
    perform private.invalid('This hold must be paid by card');
  end if;
  if h.state = 'consumed' then
    return jsonb_build_object('booking_id', private.stored_hold_json(h) ->> 'booking_id');
  end if;
  if h.state <> 'held' or h.expires_at <= now() then
    perform private.fail(409, 'hold_expired', 'Your 15 minutes to book have run out. We haven''t charged you. Please choose your time again.');
  end if;
  perform private.check_cash_limit(h.user_id, h.id);
  perform private.check_cash_share(h);
  v_id := private.consume_hold(h.id);
  if v_id is null then
    perform private.fail_no_seats(h.departure_id, h.booking_type);
  end if;
  perform private.booking_confirmed(v_id);
  return jsonb_build_object('booking_id', v_id);
end $$;

-- Locks a booking for a change in the order payment, departure, booking, and returns its current row. The departure's key isn't locked, because
-- writing a booking row twice, as a check-in does, makes Postgres look up its departure again after the booking is locked. Raises 409
-- 'changed_meanwhile' for a booking that has just moved to another departure, which isn't locked.
create function private.lock_booking(p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_departure_id uuid;
begin
  perform 1 from private.charges
    where id = (private.payment_of(p_booking_id)).id for update;
  -- This is checked only now, because moving a paid booking requires the payment's lock.
  v_departure_id := (private.booking(p_booking_id)).departure_id;
  perform 1 from public.departures where id = v_departure_id for no key update;
  b := private.lock_booking_row(p_booking_id);
  if b.departure_id is distinct from v_departure_id then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  return b;
end $$;

-- Locks a booking without its payment and departure, for a change that touches neither seats nor money, and returns its current row.
create function private.lock_booking_row(p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.bookings where id = p_booking_id for update;
  return private.booking(p_booking_id);
end $$;

-- Returns whether a booking is the caller's own, because they hold its ticket, paid for it, or held it before a transfer. Staff can't check in, mark
-- as paid or refund such a booking.
create function private.is_own_booking(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.was_booking_of(b, auth.uid())
$$;

create function private.own_booking_refusal()
returns private.refusal language sql immutable set search_path = '' as $$
  select (403, 'own_booking', 'This is your own booking. A colleague has to do this.', null)::private.refusal
$$;

-- Returns a booking that staff can change. Raises 401 'not_signed_in', 403 'forbidden' for anyone but its territory's staff, 403 'own_booking' if it
-- is their own, and 404 'booking_not_found'.
create function private.booking_for_staff(p_booking_id uuid)
returns private.booking_facts language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
begin
  perform private.require_territory(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  elsif private.is_own_booking(b) then
    perform private.raise_refusal(private.own_booking_refusal());
  end if;
  return b;
end $$;

-- Like booking_for_staff, locked as lock_booking does.
create function private.lock_booking_for_staff(p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
begin
  perform private.booking_for_staff(p_booking_id);
  return private.lock_booking(p_booking_id);
end $$;
