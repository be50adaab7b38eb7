-- A booking moves to another departure: its old seats are free and the new ones taken in one transaction. The ticket keeps its number, its
-- price and its money; its code is new.

-- Locks a booking as lock_booking does, and with its departure the one that it may move to, in the order in which everybody locks
-- departures; of an experience also who leads it, as insert_booking does. Returns the booking as it is now.
create function private.lock_booking_and(b private.booking_facts, p_target_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.charges p where p.id = (private.payment_of(b.id)).id for update;
  b := private.booking(b.kind, b.id);
  perform 1 from public.departures d where d.id in (b.departure_id, p_target_id) order by d.id for no key update;
  perform pg_advisory_xact_lock_shared(hashtextextended('guides:' || d.experience_id, 0))
     from public.departures d where d.id = p_target_id and d.experience_id is not null;
  return private.lock_booking_row(b.kind, b.id);
end $$;

-- Moves the booking of an offer. p_difference: what of the price goes back, in minor units, as the new service costs less; below zero what nobody has
-- paid yet costs more. Raises 409 'sold_out', 'departure_closed' and 'departure_cancelled', 'changed_meanwhile' where that was paid meanwhile, and 'offer_payment_in_progress' where there is a difference and the card is just being
-- charged. The caller has locked booking, departures and offer.
create function private.move_to_departure(o private.departure_offers, b private.booking_facts, p_target_id uuid, p_difference bigint, p_how text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  p private.charges := private.payment_of(b.id);
begin
  select * into d from public.departures x where x.id = p_target_id;
  if p_difference > 0 and p.payment_intent_id is not null and p.status <> 'succeeded' and not private.is_only_authorised(p) then
    perform private.fail(409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.');
  elsif p_difference < 0 and p.id is not null then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  perform private.end_addition_of(b.id);
  perform private.take_new_seats(b, d);
  perform private.return_difference(b, p, p_difference);
  update private.departure_offers
     set state = 'moved', moved_to = d.id, answered_at = now(), answered_by = auth.uid(), answered_how = p_how,
         returned_minor = case when private.nothing_taken(p) then 0 else greatest(p_difference, 0) end
   where id = o.id;
  perform private.move_booking(b.kind, b.id, private.status_after_move(b), null, auth.uid(),
    jsonb_build_object('by', 'departure', 'how', p_how) || private.move_detail(b, d));
  perform private.tell_of_move(b, d, o.id);
end $$;

-- What the history of a booking says of its move: reminders (told_at) ask for 'moved_to', and who reads it is shown 'moved'.
create function private.move_detail(b private.booking_facts, d public.departures)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('moved_from', b.departure_id, 'moved_to', d.id, 'moved', jsonb_build_object(
    'from', jsonb_build_object('service_date', b.booking_date, 'start_time', b.start_time),
    'to', jsonb_build_object('service_date', d.service_date, 'start_time', private.start_of(d))))
$$;

-- Moves a booking to free seats of the new departure. Raises 409 'sold_out', 'departure_closed' and 'departure_cancelled'. Who moves to where they
-- waited for seats has them: what was offered to them first of all. The caller has locked booking and departures.
create function private.take_new_seats(b private.booking_facts, d public.departures)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_seats int;
begin
  perform private.end_waiting(d.id, b.tourist_id, 'taken');
  if not d.closed then
    v_seats := private.sell_free_seats(d.id, b.num_people, b.booking_type);
  end if;
  if v_seats is null then
    perform private.fail_no_seats(d.id, b.booking_type);
  end if;
  perform private.change_seats(b, d, v_seats);
end $$;

-- The old seats free, the row of the booking on the new departure, whose seats are sold already, and a new code for its ticket. The caller has
-- locked booking and departures.
create function private.change_seats(b private.booking_facts, d public.departures, p_seats int)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  perform private.rebook(b, d, p_seats);
  perform private.renew_ticket_code(b, b.tourist_id, false);
end $$;

-- A new code for the ticket of p_tourist_id; the one before says that it moved, or was given to them. b: as it was.
create function private.renew_ticket_code(b private.booking_facts, p_tourist_id uuid, p_given boolean)
returns void language sql security definer set search_path = '' as $$
  insert into private.old_ticket_codes (code, booking_id, departure_id, given)
  select c.code, c.booking_id, b.departure_id, p_given from public.booking_codes c
   where c.booking_id = b.id;
  update public.booking_codes c set code = md5(gen_random_uuid()::text || gen_random_uuid()::text), tourist_id = p_tourist_id
   where c.booking_id = b.id;
$$;

-- The row of the booking on its new departure. Nobody has arrived there yet.
create function private.rebook(b private.booking_facts, d public.departures, p_seats int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_guide uuid := case when d.transport_id is null then private.leader_of(d) end;
begin
  perform private.set_arrival(b, 'pending');
  update public.bookings x
     set departure_id = d.id, experience_id = d.experience_id, timeslot_id = d.timeslot_id, transport_id = d.transport_id,
         booking_date = d.service_date, start_time = private.start_of(d), seats = p_seats, guide_id = v_guide
   where x.id = b.id;
  update public.messages m set guide_id = v_guide where m.booking_id = b.id;
end $$;

-- An arrival was the old departure's: what the booking was without it, by what is paid.
create function private.status_after_move(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select case when b.status not in ('checked_in', 'no_show') then b.status
              when private.status_before(b) = 'confirmed' then 'confirmed'
              when b.payment_status = 'completed' then 'paid' else 'ordered' end
$$;

-- Another price: what was paid too much goes back, and the price stays as the books have it. What is not paid yet costs less, or, below zero, more;
-- a card that is only authorised is charged for less.
create function private.return_difference(b private.booking_facts, p private.charges, p_minor bigint)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_price numeric := b.total_price - private.from_minor(p_minor, b.currency_code);
  v_unit numeric := v_price / case when b.booking_type = 'private' then 1 else b.num_people end;
begin
  if p_minor = 0 then
    return;
  elsif not private.nothing_taken(p) then
    perform private.refund_charges(p.id, p_minor, 'moved');
    return;
  end if;
  perform private.charge_less(p, p_minor);
  update public.bookings set unit_price = v_unit, total_price = v_price where id = b.id;
end $$;

-- The tourist gets the new ticket by mail and a notice; those who lead or run the new departure, and its open pages, hear of it. Once a key.
create function private.tell_of_move(b private.booking_facts, d public.departures, p_key uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail('booking_moved', b.kind, b.id, ':' || p_key);
  b := private.booking(b.kind, b.id);
  perform private.tell_departure('moved:' || p_key, b.tourist_id, 'booking_moved',
    private.booking_params(b), b.territory_id, b, null, now());
  perform private.queue_notification('moved-guide:' || p_key, b.guide_id, 'new_booking', 'new_booking', private.booking_params(b), b);
  perform private.tell_team('new', b, array(select b.guide_id where b.guide_id is not null));
  perform private.send_booking(b.kind, b.id, b.tourist_id, b.territory_id);
end $$;
