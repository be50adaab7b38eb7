-- A ticket for each passenger of a booking, so that friends who arrive separately have a link with their own code (docs/decisions/0060). It shows the
-- trip and the passenger's number, and nothing about the others, the person who booked, or money.

-- Returns the people of the caller's booking by number: [{passenger, name or null, here, code: of their own ticket, or null}]. Raises what
-- own_booking does.
create function public.passenger_tickets(p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
begin
  return (
    select jsonb_agg(jsonb_build_object('passenger', n, 'name', nullif(btrim(b.passenger_details -> (n - 1) ->> 'name'), ''),
             'here', n = any (private.numbers_here(b)), 'code', o.code) order by n)
      from generate_series(1, b.num_people) n left join private.own_tickets(b) o on o.passenger = n);
end $$;

-- Returns the code of one passenger's own ticket, which is created on the first request. Repeated requests return the same one until the booking
-- changes. Raises what own_booking does, 409 'booking_cancelled', and 400 'invalid_input' for a number that the booking doesn't have and for a
-- booking of one person.
create function public.share_passenger_ticket(p_booking_id uuid, p_passenger int)
returns text language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
begin
  b := private.lock_booking_row(p_booking_id);
  perform private.own_booking(p_booking_id); -- the booking may have been transferred in the meantime
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  elsif b.num_people = 1 or p_passenger is null or p_passenger not between 1 and b.num_people then
    perform private.invalid('Please enter the name of the ticket''s holder');
  end if;
  insert into private.passenger_codes (code, booking_id, passenger, version)
  select md5(gen_random_uuid()::text || gen_random_uuid()::text), b.id, p_passenger, c.version
    from public.booking_codes c where c.booking_id = b.id
  on conflict do nothing;
  return (select o.code from private.own_tickets(b) o where o.passenger = p_passenger);
end $$;

-- Withdraws a passenger ticket. Its link and pictures no longer work, and another can be created. It is identified by its code, so that repeating the
-- request doesn't withdraw the next one. Raises what own_booking does, 404 'passenger_ticket_not_found', and 429 after too many.
create function public.revoke_passenger_ticket(p_booking_id uuid, p_code text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
  p private.passenger_codes;
begin
  b := private.lock_booking_row(p_booking_id);
  perform private.own_booking(p_booking_id); -- the booking may have been transferred in the meantime
  select x.* into p from private.passenger_codes x
   where x.code = p_code and x.booking_id = b.id;
  if p.code is null then
    perform private.fail(404, 'passenger_ticket_not_found', 'This link is no longer valid');
  elsif p.revoked_at is null then
    perform private.limit_changes('own_ticket', array['revoke_passenger_ticket'], b.id::text);
    update private.passenger_codes x set revoked_at = now() where x.code = p.code;
    perform private.audit_booking('revoke_passenger_ticket', b, jsonb_build_object('passenger', p.passenger));
  end if;
end $$;

-- Returns the valid passenger ticket of a link, until arrivals for its departure can no longer be set. Raises 404 'passenger_ticket_not_found',
-- including after a change of the booking or a withdrawal.
create function private.linked_passenger(p_code text)
returns private.passenger_codes language plpgsql stable security definer set search_path = '' as $$
declare
  p private.passenger_codes;
  b private.booking_facts;
begin
  select x.* into p from private.passenger_codes x where x.code = p_code;
  b := private.booking(p.booking_id);
  if b.id is null or not private.is_live(b.status) or private.passenger_of(b, p_code) is null
    or now() >= (select w.arrival_until from public.territories t cross join lateral private.arrival_window(b.booking_date, b.start_time, t.time_zone) w
                  where t.id = b.territory_id) then
    perform private.fail(404, 'passenger_ticket_not_found', 'This link is no longer valid');
  end if;
  return p;
end $$;

-- Returns the ticket of a link in a language, for anyone who has it: {kind, booking_id, passenger, num_people, here, title, booking_date, start_time,
-- time_zone, where it starts, what to bring}. Raises what linked_passenger does.
create function public.passenger_ticket(p_code text, p_language text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.passenger_codes := private.linked_passenger(p_code);
  b private.booking_facts := private.booking(p.booking_id);
begin
  return jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'passenger', p.passenger, 'num_people', b.num_people,
      'here', p.passenger = any (private.numbers_here(b)))
    || (select jsonb_object_agg(m.key, m.value) from jsonb_each(private.mail_data(b.id, p_language)) m
         where m.key in ('title', 'booking_date', 'start_time', 'expected_time', 'time_zone', 'territory_name', 'meeting_point', 'meeting_point_link', 'what_to_bring',
           'pickup_location', 'pickup_map', 'pickup_directions', 'minimum'));
end $$;
grant execute on function public.passenger_ticket(text, text) to anon;

-- Returns the signed content of a link's passenger ticket, for the function `sign-tickets`. Raises what linked_passenger does.
create function service.passenger_to_sign(p_code text)
returns table (booking_id uuid, kind text, departure_id uuid, service_date text, start_time text, num_people int, booking_type text, code text,
  version int, passenger int)
language sql stable security definer set search_path = '' as $$
  select b.id, b.kind, b.departure_id, to_char(b.booking_date, 'YYYY-MM-DD'), to_char(b.start_time, 'HH24:MI'), b.num_people, b.booking_type,
         p.code, p.version, p.passenger
    from private.linked_passenger(p_code) p cross join lateral private.booking(p.booking_id) b
$$;
