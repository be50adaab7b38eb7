-- Moves a booking to another departure (changes/commit.sql): its locks, its row and its ticket. The ticket keeps its number but gets a new code.

-- Locks a booking as lock_booking does, together with its departure and the one to which it may move, in the order in which every function locks
-- departures. For an experience it also locks its guides, as insert_booking does. Returns the booking's current row.
create function private.lock_booking_and(b private.booking_facts, p_target_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.charges p where p.id = (private.payment_of(b.id)).id for update;
  b := private.booking(b.id);
  perform 1 from public.departures d where d.id in (b.departure_id, p_target_id) order by d.id for no key update;
  perform pg_advisory_xact_lock_shared(hashtextextended('guides:' || d.service_id, 0))
     from public.departures d where d.id = p_target_id and d.kind = 'experience';
  return private.lock_booking_row(b.id);
end $$;

-- Returns the event of a move in the history. Reminders (told_at) look for 'moved_to', and readers see 'moved'.
create function private.move_detail(b private.booking_facts, d public.departures)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('moved_from', b.departure_id, 'moved_to', d.id, 'moved', jsonb_build_object(
    'from', jsonb_build_object('service_date', b.booking_date, 'start_time', b.start_time),
    'to', jsonb_build_object('service_date', d.service_date, 'start_time', private.start_of(d))))
$$;

-- Gives the ticket of p_tourist_id a new code. The old one then shows that the ticket was moved or transferred. b is the booking before.
create function private.renew_ticket_code(b private.booking_facts, p_tourist_id uuid, p_given boolean)
returns void language sql security definer set search_path = '' as $$
  insert into private.old_ticket_codes (code, booking_id, departure_id, given)
  select c.code, c.booking_id, b.departure_id, p_given from public.booking_codes c
   where c.booking_id = b.id;
  update public.booking_codes c set code = md5(gen_random_uuid()::text || gen_random_uuid()::text), tourist_id = p_tourist_id
   where c.booking_id = b.id;
$$;

-- Moves a booking's row to its new departure, with no arrivals.
create function private.rebook(b private.booking_facts, d public.departures, p_people int, p_seats int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_guide uuid := case when d.kind = 'experience' then private.leader_of(d) end;
begin
  perform private.set_arrival(b, 'pending');
  update public.bookings x
     set departure_id = d.id, service_id = d.service_id, slot_id = d.slot_id,
         booking_date = d.service_date, start_time = private.start_of(d), num_people = p_people, seats = p_seats, guide_id = v_guide
   where x.id = b.id;
  update public.messages m set guide_id = v_guide where m.booking_id = b.id;
end $$;

-- Returns the status without the arrival, which belonged to the old departure. It is what the status was before, according to the payment.
create function private.status_after_move(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select case when b.status not in ('checked_in', 'no_show') then b.status
              when private.status_before(b) = 'confirmed' then 'confirmed'
              when b.payment_status = 'completed' then 'paid' else 'ordered' end
$$;
