-- A ticket for each of a booking's people: friends who come by themselves have a link with a code of their own (docs/decisions/0064). It shows the
-- trip and which of how many they are; nothing of who else comes, of who booked, or of money.

-- The people of a booking of the caller's, by number: [{passenger, name or null, here, code: of the own ticket, or null}]. Raises what own_booking does.
create function private.passenger_tickets(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
begin
  return (
    select jsonb_agg(jsonb_build_object('passenger', n, 'name', nullif(btrim(b.passenger_details -> (n - 1) ->> 'name'), ''),
             'here', n = any (private.numbers_here(b)), 'code', o.code) order by n)
      from generate_series(1, b.num_people) n left join private.own_tickets(b) o on o.passenger = n);
end $$;
create function public.passenger_tickets(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.passenger_tickets(p_kind, p_booking_id) $$;
grant execute on function private.passenger_tickets(text, uuid), public.passenger_tickets(text, uuid) to authenticated;

-- The own ticket of one passenger, which is made when it is asked for first: asked again it is the same, until the booking changes. → its code.
-- Raises what own_booking does, 409 'booking_cancelled', 400 'invalid_input' for a number that the booking does not have, and for one of one person.
create function private.share_passenger_ticket(p_kind text, p_booking_id uuid, p_passenger int)
returns text language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
begin
  b := private.lock_booking_row(p_kind, p_booking_id);
  perform private.own_booking(p_kind, p_booking_id); -- They may have given it away meanwhile.
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  elsif b.num_people = 1 or p_passenger is null or p_passenger not between 1 and b.num_people then
    perform private.invalid('Please say whose ticket it is');
  end if;
  insert into private.passenger_codes (code, booking_id, transport_booking_id, passenger, version)
  select md5(gen_random_uuid()::text || gen_random_uuid()::text), b.booking_id, b.transport_booking_id, p_passenger, c.version
    from public.booking_codes c where c.booking_id = b.booking_id or c.transport_booking_id = b.transport_booking_id
  on conflict do nothing;
  return (select o.code from private.own_tickets(b) o where o.passenger = p_passenger);
end $$;
create function public.share_passenger_ticket(p_kind text, p_booking_id uuid, p_passenger int)
returns text language sql security invoker set search_path = '' as $$ select private.share_passenger_ticket(p_kind, p_booking_id, p_passenger) $$;
grant execute on function private.share_passenger_ticket(text, uuid, int), public.share_passenger_ticket(text, uuid, int) to authenticated;

-- The ticket of a link, for whoever has it, in a language, until arrivals of its departure are over: {kind, booking_id, passenger, num_people, here,
-- title, booking_date, start_time, time_zone, where it starts, what to bring}. Raises 404 'passenger_ticket_not_found', also once the booking has changed.
create function private.passenger_ticket(p_code text, p_language text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.passenger_codes;
  b private.booking_facts;
begin
  select x.* into p from private.passenger_codes x where x.code = p_code;
  b := private.booking(case when p.booking_id is null then 'transport' else 'experience' end, coalesce(p.booking_id, p.transport_booking_id));
  if b.id is null or not private.is_live(b.status) or private.passenger_of(b, p_code) is null
    or now() >= (select w.arrival_until from public.territories t cross join lateral private.arrival_window(b.booking_date, b.start_time, t.time_zone) w
                  where t.id = b.territory_id) then
    perform private.fail(404, 'passenger_ticket_not_found', 'This link is not valid any more');
  end if;
  return jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'passenger', p.passenger, 'num_people', b.num_people,
      'here', p.passenger = any (private.numbers_here(b)))
    || (select jsonb_object_agg(m.key, m.value) from jsonb_each(private.mail_data(b.kind, b.id, p_language)) m
         where m.key in ('title', 'booking_date', 'start_time', 'time_zone', 'territory_name', 'meeting_point', 'meeting_point_link', 'what_to_bring',
           'pickup_location', 'pickup_map', 'pickup_directions'));
end $$;
create function public.passenger_ticket(p_code text, p_language text default null)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.passenger_ticket(p_code, p_language) $$;
grant execute on function private.passenger_ticket(text, text), public.passenger_ticket(text, text) to anon, authenticated;
