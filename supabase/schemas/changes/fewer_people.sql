-- A tourist changes plans: some of the party drop out, the others travel as booked, with the same ticket. The seats are free for others at once;
-- what it costs less goes back by the cancellation policy of the booking. A private group keeps its departure and its price. Locks the user,
-- then payment, departure, booking.

-- Whether some of a booking may drop out now. refusal: 409 'booking_cancelled', 'departure_cancelled', 'departure_begun', 'cash_by_hand' or
-- 'offer_payment_in_progress', 400 'shared_minimum' or 'private_minimum', or null. fewest: as few as the service takes at a time.
create function private.plan_fewer_people(b private.booking_facts, out refusal private.refusal, out fewest int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service(b.kind, b.service_id);
  p private.charges := private.payment_of(b.id);
begin
  fewest := greatest(1, case when b.booking_type = 'private' then v.min_private_guests else v.min_spots end);
  if not private.is_live(b.status) then
    refusal := (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif private.is_cancelled_departure(b.departure_id) then
    refusal := (409, 'departure_cancelled', 'This departure has been cancelled', null)::private.refusal;
  elsif b.check_in_status <> 'pending' or private.starts_at(b) <= now() then
    refusal := (409, 'departure_begun', 'This departure has begun already', null)::private.refusal;
  elsif b.num_people <= fewest and b.booking_type = 'private' then
    refusal := (400, 'private_minimum', format('Private bookings require at least %s guests', fewest), null)::private.refusal;
  elsif b.num_people <= fewest then
    refusal := (400, 'shared_minimum', format('Shared bookings require at least %s guests', fewest), null)::private.refusal;
  elsif b.booking_type = 'shared' and p.id is not null and b.payment_method = 'cash' then
    refusal := (409, 'cash_by_hand', 'Cash that was paid goes back by hand', null)::private.refusal;
  elsif b.booking_type = 'shared' and p.status <> 'succeeded' and not private.is_only_authorised(p) then
    refusal := (409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.', null)::private.refusal;
  end if;
end $$;

-- What it means for the money, in minor units, that so many are left. reduced: what the booking costs less. returned: what goes back of that by
-- its policy, never more than is paid above what it costs then; of a booking that nobody has paid all of it.
create function private.fewer_money(b private.booking_facts, p_people int, out reduced bigint, out returned bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  v_worth bigint := private.worth_minor(b);
begin
  reduced := case when b.booking_type = 'private' then 0 else v_worth * (b.num_people - p_people) / b.num_people end;
  returned := case when private.nothing_taken(p) then reduced
    else greatest(0, least(reduced * private.refund_percent(b) / 100, private.refundable_of(p) - (v_worth - reduced))) end;
end $$;

-- What fewer people would mean for a booking of the caller's: {kind, booking_id, num_people, passengers: [name], refusal: {code, message} or null,
-- paid, paid_by_other, booking_type, currency_symbol, passports, min_to_run, choices: [{people, reduced_amount, refund_amount, fee_amount, sold}]}, most people
-- first; without sums where somebody else paid (for_holder). min_to_run: what the departure needs to take place, while nobody has decided, else null; sold: what it would have then. Raises what
-- own_booking does.
create function public.fewer_people(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v record := private.plan_fewer_people(b);
  d public.departures;
begin
  select * into d from public.departures x where x.id = b.departure_id;
  return private.for_holder(b, jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'num_people', b.num_people,
    'passengers', (select coalesce(jsonb_agg(x.one ->> 'name' order by x.n), '[]') from jsonb_array_elements(b.passenger_details) with ordinality x (one, n)),
    'refusal', case when (v.refusal).code is not null then jsonb_build_object('code', (v.refusal).code, 'message', (v.refusal).message) end,
    'paid', b.payment_status = 'completed', 'paid_by_other', b.paid_by_other, 'booking_type', b.booking_type, 'currency_symbol', private.currency_symbol(b.currency_code),
    'passports', cardinality(b.passports),
    'min_to_run', (select m.min_to_run from private.minimum_of(d) m where b.booking_type = 'shared' and d.status = 'scheduled'),
    'choices', case when (v.refusal).code is not null then '[]' else (
      select jsonb_agg(jsonb_build_object('people', n, 'reduced_amount', private.from_minor(m.reduced, b.currency_code),
                 'refund_amount', private.from_minor(m.returned, b.currency_code),
                 'fee_amount', private.from_minor(m.reduced - m.returned, b.currency_code), 'sold', d.sold - (b.num_people - n)) order by n desc)
        from generate_series(v.fewest, b.num_people - 1) n cross join private.fewer_money(b, n) m) end));
end $$;

-- Some of the party drop out. p_leaving: the places, from 1, of the named passengers among them; where nobody is named it says nothing.
-- p_refund_amount: what the page showed as going back, of no account where somebody else paid. The same key is answered alike: the answer before may have been lost. → {kind, booking_id,
-- people, refund_amount}. Raises what own_booking does, 400 'invalid_input', 409 'idempotency_key_reused' and 'quote_changed', what
-- plan_fewer_people and check_no_addition_paid refuse, and 429 as limit_changes does.
create function public.reduce_people(p_kind text, p_booking_id uuid, p_people int, p_key uuid, p_leaving int[] default null,
  p_refund_amount numeric default 0)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v_hash text := private.hash_code(jsonb_build_array('people', p_kind, p_booking_id, p_people, p_leaving)::text);
  c private.booking_changes;
  v record;
  m record;
begin
  c := private.begin_change(b, p_key, v_hash);
  if c.id is not null then
    return private.change_json(c);
  end if;
  b := private.lock_booking(p_kind, p_booking_id);
  perform private.own_booking(p_kind, p_booking_id); -- They may have given it away meanwhile.
  v := private.plan_fewer_people(b);
  if (v.refusal).code is not null then
    perform private.raise_refusal(v.refusal);
  elsif p_people is null or p_people not between v.fewest and b.num_people - 1 then
    perform private.invalid('people must be fewer than the booking has, and as many as the service needs');
  end if;
  perform private.check_no_addition_paid(b);
  m := private.fewer_money(b, p_people);
  if not b.paid_by_other and private.from_minor(m.returned, b.currency_code) is distinct from p_refund_amount then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
  end if;
  perform private.check_leaving(b, p_people, p_leaving);
  perform private.limit_changes('own_change', array['change_booking_date', 'reduce_booking_people', 'add_booking_people'], p_booking_id::text);
  return private.change_json(private.change_people(b, p_people, p_key, v_hash, p_leaving, m.reduced, m.returned));
end $$;

-- Raises 400 'invalid_input' unless as many of the named passengers are chosen as drop out, each once.
create function private.check_leaving(b private.booking_facts, p_people int, p_leaving int[])
returns void language plpgsql set search_path = '' as $$
declare
  v_named int := jsonb_array_length(b.passenger_details);
begin
  if v_named = 0 then
    return;
  elsif cardinality(p_leaving) is distinct from b.num_people - p_people
     or (select count(distinct x) from unnest(p_leaving) x where x between 1 and v_named) <> cardinality(p_leaving) then
    perform private.invalid('Please say who does not come');
  end if;
end $$;

-- Fewer people, the change itself: seats, names, money, history and those who hear of it. The caller has locked the booking.
create function private.change_people(b private.booking_facts, p_people int, p_key uuid, p_hash text, p_leaving int[], p_reduced bigint, p_returned bigint)
returns private.booking_changes language plpgsql security definer set search_path = '' as $$
declare
  c private.booking_changes;
  p private.charges := private.payment_of(b.id);
  v_fewer int := b.num_people - p_people;
  v_freed int := case when b.booking_type = 'private' then 0 else v_fewer end;
  v_unpaid boolean := private.nothing_taken(p);
  v_less numeric := case when v_unpaid then private.from_minor(p_reduced, b.currency_code) else 0 end;
begin
  insert into private.booking_changes (booking_id, actor_id, idempotency_key, payload_hash, people_before, people,
    reduced_minor, returned_minor)
  values (b.id, b.tourist_id, p_key, p_hash, b.num_people, p_people,
    case when v_unpaid then 0 else p_reduced end, case when v_unpaid then 0 else p_returned end) returning * into c;
  perform private.free_seats(b.departure_id, v_freed, 'sold');
  update public.bookings x
     set num_people = p_people, seats = x.seats - v_freed, total_price = x.total_price - v_less,
         passenger_details = (select coalesce(jsonb_agg(d.one order by d.n), '[]') from jsonb_array_elements(x.passenger_details) with ordinality d (one, n)
                               where d.n <> all (coalesce(p_leaving, '{}')))
   where x.id = b.id;
  if v_unpaid then
    perform private.charge_less(p, p_reduced);
  else
    perform private.refund_charges(p.id, p_returned, 'fewer_people');
  end if;
  perform private.move_booking(b.kind, b.id, null, null, b.tourist_id,
    jsonb_build_object('by', 'tourist', 'party', jsonb_build_object('from', b.num_people, 'to', p_people)));
  perform private.audit_booking('reduce_booking_people', b, jsonb_build_object('num_people', jsonb_build_object('from', b.num_people, 'to', p_people)));
  perform private.tell_of_party(b, c);
  return c;
end $$;

-- The tourist gets their ticket once more by mail, as it is now. Those who lead or run the trip, and the team, hear how many there are. b: as it was.
create function private.tell_of_party(b private.booking_facts, c private.booking_changes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_now private.booking_facts := private.booking(b.kind, b.id);
  v_params jsonb := private.booking_params(v_now) || jsonb_build_object('before', b.num_people);
  v_more boolean := c.people > c.people_before;
  v_wording text := case when v_more then 'more_guests' else 'fewer_guests' end;
  v_hosts uuid[] := array(select h from private.conversation_hosts(b.kind, b.territory_id, b.guide_id) h);
begin
  perform private.queue_mail(case when v_more then 'booking_enlarged' else 'booking_reduced' end, b.kind, b.id, ':' || c.id);
  perform private.queue_notification('party:' || c.id || ':' || h, h,
      case b.kind when 'transport' then 'ride_moved' else 'guest_moved' end, v_wording, v_params, v_now)
     from unnest(v_hosts) h where h is distinct from b.tourist_id;
  perform private.queue_notification('team-party:' || c.id || ':' || r.user_id, r.user_id, 'team_moved', v_wording, v_params, v_now)
     from private.team_readers r
    where r.territory_id = b.territory_id and r.booking_bell and r.user_id <> all (v_hosts) and r.user_id is distinct from b.tourist_id;
  perform private.send_booking(b.kind, b.id, b.tourist_id, b.territory_id);
end $$;
