-- Plans a change of a booking: another date or time, more or fewer people, and for the desk also another service, alone or together. This file
-- decides which changes are possible, what they cost, and why they are refused. changes/apply.sql makes the change from the same plan.

-- The changes made to bookings. The history says who asked for them (public.booking_events).
create table private.booking_changes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  moved_from uuid references public.departures (id),
  moved_to uuid references public.departures (id),
  people_before int check (people_before <> people),
  people int check (people > 0), -- the number of people afterwards, if it changed
  price_kept boolean not null default false, -- whether the price in the books stays unchanged
  added_minor bigint not null default 0 check (added_minor >= 0), -- the extra price
  hold_id uuid unique references private.holds (id), -- the hold that held the seats and was paid by card
  reduced_minor bigint not null default 0 check (reduced_minor >= 0), -- the reduction below the price in the books
  returned_minor bigint not null default 0 check (returned_minor between 0 and reduced_minor), -- the part of it that is refunded, or will be
  waived_minor bigint not null default 0, -- how much the value rose without the price (free, or paid before), or fell without it if negative
  difference_minor bigint not null default 0, -- how much the price rose, paid or not, or fell if negative
  refund_at_most int check (refund_at_most between 0 and 100), -- the percentage that cancelling refunded at that time, if the date was changed after free cancellation ended
  -- The time of the insert, under the booking's lock, because transactions don't always get the lock in the order in which they began.
  created_at timestamptz not null default clock_timestamp(),
  check ((people is null) = (people_before is null) and num_nonnulls(moved_to, people) > 0),
  check (people > people_before or moved_to is not null or (added_minor = 0 and hold_id is null))
);
create index booking_changes_booking_idx on private.booking_changes (booking_id);
create index booking_changes_from_idx on private.booking_changes (moved_from);
create index booking_changes_to_idx on private.booking_changes (moved_to);
alter table private.booking_changes enable row level security;

-- A requested change, and its effects.
create type private.change as (
  maker text, -- 'guest' within their terms, 'desk', or 'offer' for the answer to a cancelled departure (departures/offer_answers.sql)
  actor_id uuid,
  reason text, -- the desk's reason
  waived boolean, -- whether the desk charges and refunds nothing
  offer_id uuid,
  answered_how text,
  -- The booking's new departure, or its current one if it doesn't move.
  moves boolean,
  service_id uuid,
  slot_id uuid,
  service_date date,
  target_id uuid,
  people int, -- number of people afterwards
  leaving int[], -- positions, from 1, of the named passengers who leave
  form jsonb, -- the people who join: {passenger_details, passport_images}
  -- The plan. difference is what it costs more, in minor units, and negative if it costs less. returned is how much of that is refunded. at_once
  -- means that there is nothing to pay now.
  refusal private.refusal,
  -- waived_minor is how much the booking's value changes without its price.
  difference bigint,
  waived_minor bigint,
  returned bigint,
  at_once boolean
);

-- Returns what a booking costs now, in minor units, which is its price minus later reductions. The books keep the price.
create function private.worth_minor(b private.booking_facts)
returns bigint language sql stable security definer set search_path = '' as $$
  select private.to_minor(b.total_price, b.currency_code)
    - coalesce((select sum(c.reduced_minor) from private.booking_changes c where c.booking_id = b.id), 0)::bigint
$$;

-- The same as an amount of a booking's currency. total_price is all that was ever sold of a paid booking.
create function private.price_of(p_booking_id uuid)
returns numeric language sql stable security definer set search_path = '' as $$
  select private.from_minor(private.worth_minor(b), b.currency_code) from private.booking_facts b where b.id = p_booking_id
$$;

-- Returns what a booking would cost now if the desk had never waived a difference, which is its seats at the prices at which they were sold, in minor
-- units.
create function private.value_minor(b private.booking_facts)
returns bigint language sql stable security definer set search_path = '' as $$
  select private.worth_minor(b) + coalesce((select sum(c.waived_minor) from private.booking_changes c where c.booking_id = b.id), 0)::bigint
$$;

-- Returns the parts of a value without this much of the last ones: of all, or only of those that were paid (true) or free (false).
create function private.without_last(p_parts bigint[], p_amount bigint, p_paid boolean default null)
returns bigint[] language sql immutable set search_path = '' as $$
  select coalesce(array_agg(y.part - sign(y.part)::bigint * y.less order by y.n) filter (where abs(y.part) > y.less), '{}')
    from (select x.part, x.n, least(x.size, greatest(0, p_amount - (sum(x.size) over (order by x.n desc) - x.size)))::bigint as less
            from (select p.part, p.n, case when (p.part > 0) = coalesce(p_paid, p.part > 0) then abs(p.part) else 0 end as size
                    from unnest(p_parts) with ordinality p (part, n)) x) y
$$;

-- Returns what was or will be paid for a value with these parts.
create function private.paid_of(p_parts bigint[])
returns bigint language sql immutable set search_path = '' as $$
  select coalesce(sum(x), 0)::bigint from unnest(p_parts) x where x > 0
$$;

-- Returns the parts of a booking's value, oldest first. A positive amount was or will be paid, and a negative one was free. When the desk lowers the
-- value without the price, the last free parts are used up first, and then paid ones are kept. The kept parts count first towards whatever is added
-- later, by anyone.
create function private.parts_of_value(b private.booking_facts)
returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare
  c private.booking_changes;
  v_parts bigint[];
  v_kept bigint := 0;
  v_amount bigint;
begin
  select array[private.value_minor(b) - coalesce(sum(x.difference_minor + x.waived_minor), 0)::bigint] into v_parts
    from private.booking_changes x where x.booking_id = b.id;
  for c in select * from private.booking_changes x where x.booking_id = b.id order by x.created_at loop
    if c.waived_minor > 0 then
      v_amount := least(v_kept, c.waived_minor);
      v_kept := v_kept - v_amount;
      v_parts := v_parts || array[v_amount, v_amount - c.waived_minor];
    else
      v_amount := greatest(0, -c.waived_minor - (select coalesce(sum(-x), 0)::bigint from unnest(v_parts) x where x < 0));
      v_kept := v_kept + v_amount;
      v_parts := private.without_last(private.without_last(v_parts, -c.waived_minor, false), v_amount, true);
    end if;
    v_parts := case when c.difference_minor > 0 then v_parts || c.difference_minor else private.without_last(v_parts, -c.difference_minor, true) end;
  end loop;
  return v_parts;
end $$;

-- Returns what a booking's guest has paid, or will pay, above the value of its seats, because the desk kept the price of people who left or of a
-- more expensive departure. It counts towards what is added later.
create function private.credit_minor(b private.booking_facts)
returns bigint language sql stable security definer set search_path = '' as $$
  select greatest(0, private.worth_minor(b) - private.value_minor(b))
$$;

-- Returns the price of a booking after its value has changed. A rise above the credit is paid. A fall removes the parts that were added last, and the
-- price falls by what was paid for them, but not by what was free.
create function private.price_after(b private.booking_facts, p_new_value bigint)
returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  v_rise bigint := p_new_value - private.value_minor(b);
  v_parts bigint[];
begin
  if v_rise < 0 then
    v_parts := private.parts_of_value(b);
    v_rise := private.paid_of(private.without_last(v_parts, -v_rise)) - private.paid_of(v_parts);
  else
    v_rise := greatest(0, v_rise - private.credit_minor(b));
  end if;
  return private.worth_minor(b) + v_rise;
end $$;

-- Returns a change with its price difference if the booking then has that value. If the difference of a move, or what a credit leaves of more people,
-- is below a card's minimum charge, it isn't charged, and isn't part of the value.
create function private.price_change(b private.booking_facts, c private.change, p_new_value bigint)
returns private.change language plpgsql stable security definer set search_path = '' as $$
declare
  v_value bigint := private.value_minor(b);
begin
  c.difference := private.price_after(b, p_new_value) - private.worth_minor(b);
  if c.waived then
    c.difference := 0;
  elsif (c.moves or private.credit_minor(b) > 0) and c.difference > 0 and c.difference < private.smallest_charge(b.currency_code)
     and coalesce(private.is_at_stripe(private.payment_of(b.id)), false) then
    p_new_value := p_new_value - c.difference;
    c.difference := 0;
  end if;
  c.waived_minor := p_new_value - v_value - c.difference;
  return c;
end $$;

-- Returns the parts of the price in the books: the original party, the price of each person added later, and the extra price of another departure. A
-- booking that was unpaid when its party changed has only one part.
create function private.lines_sold(b private.booking_facts, p_unit_price numeric)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_people int;
  v_more jsonb;
  v_lines jsonb;
begin
  select b.num_people - coalesce(sum(c.people - c.people_before) filter (where c.price_kept or c.added_minor > 0), 0) into v_people
    from private.booking_changes c where c.booking_id = b.id;
  select coalesce(jsonb_agg(x.line order by c.created_at), '[]') into v_more
    from private.booking_changes c
    cross join lateral jsonb_array_elements(case
      when c.moved_to is not null then private.difference_line(private.from_minor(c.added_minor, b.currency_code))
      else private.price_lines('shared', private.from_minor(c.added_minor / (c.people - c.people_before), b.currency_code),
             c.people - c.people_before) end) x (line)
   where c.booking_id = b.id and c.added_minor > 0;
  v_lines := private.price_lines(b.booking_type, p_unit_price, v_people) || v_more;
  if (select sum((x.line ->> 'amount')::numeric) from jsonb_array_elements(v_lines) x (line)) <> b.total_price then
    return private.price_lines('private', b.total_price, b.num_people);
  end if;
  return v_lines;
end $$;

-- Returns the current price of a service for this many people of a booking, in minor units of its currency.
create function private.price_now(b private.booking_facts, p_service private.service, p_people int)
returns bigint language sql stable security definer set search_path = '' as $$
  select private.to_minor(private.unit_price(p_service, b.booking_type) * case when b.booking_type = 'private' then 1 else p_people end, b.currency_code)
$$;

-- Returns the deadline for free cancellation if the booking leaves at p_start. For unpaid cash it is the departure, and otherwise the policy decides.
-- Returns null if the policy never refunds everything.
create function private.free_until(b private.booking_facts, p_start timestamptz)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select case when b.payment_method = 'cash' and b.payment_status = 'pending' then p_start
    else (select p_start - s.hours * interval '1 hour' from private.refund_steps_of(b) s where s.percent = 100) end
$$;

-- Returns the deadline for changing the date if the booking leaves at p_start, which is as long as cancelling is free, or longer if the territory
-- allows it.
create function private.change_until(b private.booking_facts, p_start timestamptz)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(private.free_until(b, p_start), p_start - t.change_hours * interval '1 hour') from public.territories t where t.id = b.territory_id
$$;

-- Returns the highest percentage that cancelling refunds if the date is changed now, or null while cancelling is free, because then the policy
-- continues to apply.
create function private.refund_at_most(b private.booking_facts)
returns int language sql stable security definer set search_path = '' as $$
  select private.refund_percent(b) where coalesce(private.free_until(b, private.starts_at(b)) <= now(), true)
$$;

-- Returns a service's current terms for a booking, or null if it is no longer offered that way.
create function private.service_for(b private.booking_facts, p_service_id uuid)
returns private.service language sql stable security definer set search_path = '' as $$
  select v from private.bookable_service(p_service_id) v
   where v.id is not null and v.kind = b.kind and v.territory_id = b.territory_id and v.currency_code = b.currency_code and v.booking_type in (b.booking_type, 'both')
$$;

-- Returns how many more people fit on the booking's own departure. A private group has all of it, and seats held for an earlier addition count as
-- free.
create function private.room_left(b private.booking_facts)
returns int language sql stable security definer set search_path = '' as $$
  select greatest(0, case when b.booking_type = 'private' then b.seats - b.num_people else d.capacity - d.held - d.sold + coalesce((
    select h.seats from private.holds h where h.adds_to = b.id and h.departure_id = d.id and h.state = 'held'), 0) end)
    from public.departures d where d.id = b.departure_id
$$;

-- Returns the departures to which a booking can change: those of the service with enough seats except its own, including one where its seats are
-- already held, nearest to its date first. free_until is the deadline for free cancellation there, and change_until for changing the date again.
create function private.change_choices(b private.booking_facts, c private.change)
returns table (slot_id uuid, service_date date, start_time time, free_until timestamptz, change_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.service_for(b, c.service_id);
  v_today date;
  v_free boolean := private.free_until(b, private.starts_at(b)) > now();
  v_day date := b.booking_date;
  d public.departures;
begin
  if v.id is null then
    return;
  end if;
  v_today := (now() at time zone v.time_zone)::date;
  select * into d from public.departures x where x.id = b.departure_id;
  b.num_people := c.people;
  return query
    select x.slot_id, x.service_date, x.start_time,
           case when v_free then private.free_until(b, private.departure_moment(x.service_date, x.start_time, v.time_zone)) end,
           private.change_until(b, private.departure_moment(x.service_date, x.start_time, v.time_zone))
      from (select f.slot_id, f.service_date, f.start_time
              from private.departures_for(b, v, v_today, greatest(v_today, v_day) + private.limit_value('date_change.days')::int) f
            union
            select k.slot_id, k.service_date, private.start_of(k)
              from private.open_addition(b.id) h join public.departures k on k.id = h.departure_id and h.moves_from is not null
             where not k.closed and k.status <> 'cancelled' and private.leaves_at(k) > now() and k.service_id = v.id) x
     where v.id <> b.service_id or (x.service_date, x.slot_id) is distinct from (d.service_date, d.slot_id)
     order by abs(x.service_date - v_day), x.service_date, x.start_time, x.slot_id
     limit 200;
end $$;

-- Returns 409 'sold_out' for a departure that isn't one of a change's choices, or null.
create function private.choice_refusal(b private.booking_facts, c private.change)
returns private.refusal language sql stable security definer set search_path = '' as $$
  select (409, 'sold_out', 'This departure no longer has seats for you. Please choose another one.', null)::private.refusal
   where c.moves and not exists (
     select 1 from private.change_choices(b, c) x where x.service_date = c.service_date and x.slot_id = c.slot_id)
$$;

-- Returns a change read from its steps, each of which may appear once: {step: 'date', slot_id, service_date} or, for the desk, {step: 'service',
-- service_id, slot_id, service_date}; {step: 'party', people, leaving: [position], passengers, passport_images}. p_desk is {reason, waived} for the
-- desk, and null for guests. The people who join are read when the change is made. Raises 400 'invalid_input'.
create function private.read_change(b private.booking_facts, p_steps jsonb, p_desk jsonb default null)
returns private.change language plpgsql stable security definer set search_path = '' as $$
declare
  c private.change;
  s jsonb;
  v_steps text[] := '{}';
begin
  c.maker := case when p_desk is null then 'guest' else 'desk' end;
  c.actor_id := auth.uid();
  c.waived := p_desk is not null and private.input_bool(p_desk, 'waived');
  c.reason := private.input_text(p_desk, 'reason', 500);
  perform private.check_text(c.reason);
  c.moves := false;
  c.service_id := b.service_id;
  c.people := b.num_people;
  if p_steps is null or jsonb_typeof(p_steps) <> 'array' or length(p_steps::text) > 200000 then
    perform private.invalid('A change needs at least one step');
  end if;
  for s in select x from jsonb_array_elements(p_steps) x loop
    v_steps := v_steps || coalesce(s ->> 'step', '');
    if s ->> 'step' = 'party' then
      c.people := private.input_count(s, 'people');
      c.leaving := private.input_places(s, 'leaving');
      c.form := s;
    elsif s ->> 'step' = 'date' or (s ->> 'step' = 'service' and c.maker = 'desk') then
      c.moves := true;
      c.service_id := coalesce(private.input_uuid(s, 'service_id'), b.service_id);
      c.slot_id := private.slot_of(c.service_id, private.input_uuid(s, 'slot_id'));
      c.service_date := private.input_date(s, 'service_date');
    else
      perform private.invalid('A step must be date, party or, for the desk, service');
    end if;
  end loop;
  if (select count(distinct replace(x, 'service', 'date')) from unnest(v_steps) x) <> cardinality(v_steps) then
    perform private.invalid('Each step can be there only once');
  elsif c.people is null or (not c.moves and c.people = b.num_people) then
    perform private.invalid('people must differ from the number of the booking');
  elsif c.moves and c.service_id <> b.service_id and not 'service' = any (v_steps) then
    perform private.invalid('The date must be one of the booking''s service');
  elsif c.service_id <> b.service_id and not exists (
      select 1 from public.services s where s.id = c.service_id and s.kind = b.kind and s.territory_id = b.territory_id) then
    perform private.invalid('Another service must be of the same kind and territory');
  end if;
  return c;
end $$;

-- Returns whether a change is possible now, and its effects. refusal is null, or that of time_refusal, people_refusal or money_refusal.
create function private.plan_change(b private.booking_facts, c private.change)
returns private.change language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  v private.service := private.service_for(b, c.service_id);
  v_price bigint := private.worth_minor(b);
  v_value bigint := private.value_minor(b);
  v_less bigint := 0; -- the price of those who leave
begin
  c.difference := 0;
  c.waived_minor := 0;
  c.returned := 0;
  c.at_once := true;
  c.refusal := coalesce(private.time_refusal(b, c), private.people_refusal(b, c, v));
  if (c.refusal).code is not null then
    return c;
  end if;
  if b.booking_type = 'shared' and c.people < b.num_people then
    v_less := v_value * (b.num_people - c.people) / b.num_people;
  end if;
  c := private.price_change(b, c, case
    -- The answer to a cancelled departure keeps the price, except for the service that is proposed instead.
    when c.moves and v.id is not null and (c.maker <> 'offer' or c.service_id <> b.service_id) then private.price_now(b, v, c.people)
    when c.moves or b.booking_type = 'private' then v_value
    when c.people > b.num_people then v_value + private.price_now(b, v, c.people - b.num_people)
    else v_value - v_less end);
  v_less := v_price - private.price_after(b, v_value - v_less);
  if private.nothing_taken(p) or private.is_unpaid_cash(b, p) then
    c.returned := greatest(0, -c.difference);
  else
    -- The refund is never more than what was paid above the new price. Guests get it within their policy, and the desk refunds all of it. After a
    -- cancelled departure the whole difference is refunded.
    c.returned := greatest(0, least(-c.difference - case when c.maker = 'guest' then v_less - v_less * private.refund_percent(b) / 100 else 0 end,
      case when c.maker <> 'offer' then private.refundable_of(p) - v_price - c.difference end));
  end if;
  c.at_once := c.difference <= 0 or private.is_unpaid_cash(b, p) or private.settles_in_cash(b, c, p);
  c.refusal := private.money_refusal(b, c, p);
  return c;
end $$;

-- Returns why a change isn't possible at this time: 409 'booking_cancelled', 'departure_cancelled', 'departure_begun', and for guests
-- 'too_late_to_change' and 'too_late_to_add'. Returns null if it is. The date can be changed until change_until, people added while cancelling is
-- free, and anything else until departure.
create function private.time_refusal(b private.booking_facts, c private.change)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_start timestamptz := private.starts_at(b);
begin
  if c.maker = 'offer' then
    return null; -- an offer has its own deadline (private.was_answered)
  elsif not private.is_live(b.status) then
    return (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif private.is_cancelled_departure(b.departure_id) then
    return (409, 'departure_cancelled', 'This departure has been cancelled', null)::private.refusal;
  elsif c.maker = 'guest' and c.moves and (b.check_in_status <> 'pending' or coalesce(private.change_until(b, v_start) <= now(), true)) then
    return (409, 'too_late_to_change', 'It is too late to change the date of this booking', null)::private.refusal;
  elsif c.maker = 'guest' and c.people > b.num_people and (b.check_in_status <> 'pending' or coalesce(private.free_until(b, v_start) <= now(), true)) then
    return (409, 'too_late_to_add', 'You can only add people while cancelling is free', null)::private.refusal;
  elsif b.check_in_status <> 'pending' or v_start <= now() then
    return (409, 'departure_begun', 'This departure has already started', null)::private.refusal;
  end if;
  return null;
end $$;

-- Returns why this party can't make the change: 409 'not_offered_any_more', 'departure_closed', 'sold_out', 400 'shared_minimum', 'shared_maximum',
-- 'private_minimum' and 'private_maximum', or null. The choices check another departure's seats. For the desk only seats count.
create function private.people_refusal(b private.booking_facts, c private.change, p_service private.service)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_fewest int := private.fewest_people(b, c);
  v_most int := private.most_people(b, c, p_service);
  v_type text := initcap(b.booking_type);
begin
  if c.people < b.num_people and c.people < v_fewest then
    return (400, b.booking_type || '_minimum', format('%s bookings require at least %s guests', v_type, v_fewest), null)::private.refusal;
  elsif c.people <= b.num_people then
    return null;
  elsif p_service.id is null then
    return (409, 'not_offered_any_more', 'This is no longer offered the way you booked it', null)::private.refusal;
  elsif not c.moves and (select d.closed from public.departures d where d.id = b.departure_id) then
    return (409, 'departure_closed', 'This departure is closed for new bookings', null)::private.refusal;
  elsif not c.moves and b.booking_type = 'shared' and private.room_left(b) = 0 then
    return (409, 'sold_out', 'This departure is sold out', null)::private.refusal;
  elsif v_most <= b.num_people then
    return (400, b.booking_type || '_maximum', format('%s bookings allow at most %s guests', v_type, b.num_people), null)::private.refusal;
  elsif c.people > v_most then
    return (409, 'sold_out', format('Only %s spots are left on this departure', v_most - b.num_people), null)::private.refusal;
  end if;
  return null;
end $$;

-- Returns the smallest and largest party of a booking.
create function private.fewest_people(b private.booking_facts, c private.change)
returns int language sql stable security definer set search_path = '' as $$
  select case when c.maker = 'desk' then 1 else greatest(1, case when b.booking_type = 'private' then v.min_private_guests else v.min_spots end) end
    from private.bookable_service(b.service_id) v
$$;
create function private.most_people(b private.booking_facts, c private.change, p_service private.service)
returns int language sql stable security definer set search_path = '' as $$
  select least(case when not c.moves then b.num_people + private.room_left(b) end,
    case when c.maker = 'desk' then null when b.booking_type = 'private' then p_service.max_private_guests else p_service.max_spots end)
$$;

-- Returns whether a booking is to be paid in cash, or again in cash after everything was refunded.
create function private.is_unpaid_cash(b private.booking_facts, p private.charges)
returns boolean language sql immutable set search_path = '' as $$
  select b.payment_method = 'cash' and coalesce(p.captured_minor <= p.refunded_minor, true)
$$;

-- Whether the desk settles the difference with the guest in cash, and records it with the change: the booking was paid in cash (its card may have been
-- refunded before), and by its holder if it costs more, as refunds for two people would have to be divided.
create function private.settles_in_cash(b private.booking_facts, c private.change, p private.charges)
returns boolean language sql immutable set search_path = '' as $$
  select coalesce(c.maker = 'desk' and b.payment_method = 'cash' and not private.is_at_stripe(p) and p.captured_minor > p.refunded_minor
    and (c.difference <= 0 or not b.paid_by_other), false)
$$;

-- Returns why the payment of a booking can't follow a change: 409 'costs_more', 'paid_by_other', 'more_by_hand', 'money_goes_back',
-- 'cash_difference', 'cash_by_hand', 'offer_payment_in_progress' and 'charge_too_small', or null.
create function private.money_refusal(b private.booking_facts, c private.change, p private.charges)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
begin
  if private.settles_in_cash(b, c, p) or private.is_unpaid_cash(b, p) then
    return null;
  elsif c.difference > 0 and c.moves and (private.pays_by_hand(b, p) or b.paid_by_other or (p.id is not null and b.tourist_id is null)) then
    return (409, 'costs_more', 'This now costs more than you paid', null)::private.refusal;
  elsif c.difference > 0 and b.paid_by_other then
    -- Two people would have paid for one ticket, so refunds would have to be divided.
    return (409, 'paid_by_other', 'Someone else paid for this ticket. Book seats for other people separately.', null)::private.refusal;
  elsif c.difference > 0 and (private.pays_by_hand(b, p) or (p.id is not null and b.tourist_id is null)) then
    return (409, 'more_by_hand', 'This booking was not paid by card here. Message the operator to say more people are coming.', null)::private.refusal;
  elsif c.difference > 0 and private.money_goes_back(p) then
    return (409, 'money_goes_back', 'This booking is being refunded in full', null)::private.refusal;
  elsif c.difference < 0 and p.id is not null and b.payment_method = 'cash' and c.moves and c.maker <> 'offer' then
    return (409, 'cash_difference', 'This now costs less, and cash is refunded in person', null)::private.refusal;
  elsif c.difference < 0 and p.id is not null and b.payment_method = 'cash' and c.maker <> 'offer' then
    return (409, 'cash_by_hand', 'Cash is refunded in person', null)::private.refusal;
  elsif c.difference <> 0 and p.status <> 'succeeded' and not private.is_only_authorised(p) then
    return (409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.', null)::private.refusal;
  elsif not c.at_once and c.difference < private.smallest_charge(b.currency_code) then
    return (409, 'charge_too_small', 'This amount is too small to charge to a card. Message the operator to say more people are coming.', null)::private.refusal;
  end if;
  return null;
end $$;

-- Returns the amounts of a plan and its refusal, as a page gets them. credit_amount: what then counts towards later changes (credit_minor).
-- lacks_passport: the trip needs a passport photo, the booking has none, and its guest will be asked for one (lacks_passport).
create function private.plan_json(b private.booking_facts, c private.change)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'refusal', case when (c.refusal).code is not null then jsonb_build_object('code', (c.refusal).code, 'message', (c.refusal).message) end,
    'refund_amount', private.from_minor(c.returned, b.currency_code), 'reduced_amount', private.from_minor(greatest(-c.difference, 0), b.currency_code),
    'fee_amount', private.from_minor(greatest(-c.difference, 0) - c.returned, b.currency_code),
    'extra_amount', private.from_minor(greatest(c.difference, 0), b.currency_code), 'at_once', c.at_once,
    'credit_amount', private.from_minor(greatest(0, private.worth_minor(b) - private.value_minor(b) - c.waived_minor), b.currency_code),
    'lacks_passport', b.tourist_id is not null and cardinality(b.passport_images) = 0 and (select s.passport_required from public.services s where s.id = c.service_id))
$$;

-- Returns the open departures around a booking in their order, also those without enough seats: [{slot_id, service_date, start_time, left}].
create function private.departures_around(b private.booking_facts, c private.change)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('slot_id', x.slot_id, 'service_date', x.service_date, 'start_time', x.start_time, 'left', greatest(x.available, 0))
      order by x.service_date, x.start_time, x.slot_id), '[]')
    from public.territories t
    cross join lateral (select (now() at time zone t.time_zone)::date as today) n
    cross join lateral private.slot_seats(array[c.service_id], n.today, greatest(n.today, b.booking_date) + private.limit_value('date_change.days')::int) x
   where t.id = b.territory_id and not x.closed and (x.slot_id, x.service_date) is distinct from (b.slot_id, b.booking_date)
$$;

-- Returns the plan for another date or service, which is the same for every departure of the service. until: how long it may be changed.
-- refund_at_most: the percentage that cancelling refunds at most afterwards, null while it is free. choices: [{slot_id, service_date, start_time,
-- free_until, change_until, minimum: as minimum_for}]. departures, for the desk: as departures_around.
create function private.date_options(b private.booking_facts, c private.change)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  c.moves := true;
  c := private.plan_change(b, c);
  return private.plan_json(b, c) || jsonb_build_object(
    'until', private.change_until(b, private.starts_at(b)), 'refund_at_most', private.refund_at_most(b),
    'choices', case when (c.refusal).code is not null then '[]' else (
      select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('minimum', private.minimum_for(b, c.service_id, x.slot_id, x.service_date))), '[]')
        from private.change_choices(b, c) x) end)
    || case when c.maker = 'desk' then jsonb_build_object('departures', private.departures_around(b, c)) else '{}' end;
end $$;

-- Returns the plan for fewer people. min_to_run: the minimum of guests while it isn't decided whether the departure goes ahead, otherwise null.
-- choices, most people first: {reduced_amount, refund_amount, fee_amount, people, sold: the departure's guests after the change}.
create function private.fewer_options(b private.booking_facts, c private.change)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  d public.departures;
  v_choices jsonb := '[]';
begin
  select * into d from public.departures x where x.id = b.departure_id;
  c.people := b.num_people - 1;
  c.refusal := (private.plan_change(b, c)).refusal;
  if (c.refusal).code is null then
    for n in reverse b.num_people - 1 .. private.fewest_people(b, c) loop
      c.people := n;
      v_choices := v_choices || (private.plan_json(b, private.plan_change(b, c)) - '{refusal,extra_amount,at_once,credit_amount,lacks_passport}'::text[]
        || jsonb_build_object('people', n, 'sold', d.sold - (b.num_people - n)));
    end loop;
  end if;
  return jsonb_build_object('refusal', private.plan_json(b, c) -> 'refusal', 'choices', v_choices,
    'min_to_run', (select m.min_to_run from private.minimum_of(d) m where b.booking_type = 'shared' and d.status = 'scheduled'));
end $$;

-- Returns the plan for more people. fewest: the smallest number that a card can be charged for. most: the largest for which there are seats, or 0 if
-- they are refused (the desk can still add people whose price can't be charged, at the current price). choices: {people: how many more, extra_amount,
-- at_once}. until: how long they may be added.
create function private.more_options(b private.booking_facts, c private.change)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.service_for(b, b.service_id);
  v_unit bigint := case when b.booking_type = 'private' then 0 else private.price_now(b, v, 1) end;
  p private.charges := private.payment_of(b.id);
  v_at_once boolean := b.booking_type = 'private' or private.is_unpaid_cash(b, p) or private.settles_in_cash(b, c, p);
  v_value bigint := private.value_minor(b);
  v_credit bigint := private.credit_minor(b);
  v_fewest int := case when v_at_once or v_credit > 0 then 1 else ceil(private.smallest_charge(b.currency_code)::numeric / greatest(v_unit, 1)) end;
  v_most int := greatest(0, private.most_people(b, c, v) - b.num_people);
  v_kept private.change;
  v_refused boolean;
begin
  c.people := b.num_people + greatest(1, least(v_fewest, v_most));
  v_kept := c;
  c := private.plan_change(b, c);
  v_refused := (c.refusal).code is not null;
  if v_refused and c.maker = 'desk' then
    v_kept.waived := true;
    v_kept := private.plan_change(b, v_kept);
    v_refused := (v_kept.refusal).code is not null;
  end if;
  if v_refused then
    v_most := 0;
  end if;
  return jsonb_build_object('refusal', private.plan_json(b, c) -> 'refusal', 'fewest', v_fewest, 'most', v_most, 'until', private.free_until(b, private.starts_at(b)),
    'choices', (select coalesce(jsonb_agg(jsonb_build_object('people', n, 'extra_amount', private.from_minor(x.extra, b.currency_code), 'at_once', v_at_once or x.extra = 0)
        order by n), '[]')
      from generate_series(v_fewest, v_most) n
      cross join lateral (select case when v_credit > 0 then (private.price_change(b, c, v_value + v_unit * n)).difference else v_unit * n end as extra) x));
end $$;

-- Returns the booking that the caller may change: their own or, as the desk, one of their territory. Raises what own_booking, booking_for_staff and
-- refuse_own_commission do.
create function private.booking_to_change(p_booking_id uuid, p_desk boolean)
returns private.booking_facts language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := case when p_desk then private.booking_for_staff(p_booking_id) else private.own_booking(p_booking_id) end;
begin
  if p_desk then
    perform private.refuse_own_commission(b.id);
  end if;
  return b;
end $$;

-- Returns what a booking can be changed to: {kind, booking_id, service_id, booking_type, title, titles, num_people, service_date, start_time,
-- time_zone, payment_method, payment_status, paid_by_other, currency_symbol, credit_amount: as in credit_minor, null if someone else paid, passengers: [name], passports, passport_required, hold: the one that is
-- open for a change (hold_json) or null, unpaid_change: as in private.unpaid_change, date, fewer, more: as in date_options, fewer_options and
-- more_options}. Has no amounts if someone else paid (for_holder). Raises what booking_to_change does.
create function public.change_options(p_booking_id uuid, p_desk boolean default false)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking_to_change(p_booking_id, p_desk);
  h private.holds := private.open_addition(b.id);
  c private.change;
begin
  c.maker := case when p_desk then 'desk' else 'guest' end;
  c.waived := false;
  c.moves := false;
  c.service_id := b.service_id;
  c.people := b.num_people;
  return jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'service_id', b.service_id, 'booking_type', b.booking_type, 'title', b.title, 'titles', b.titles,
    'num_people', b.num_people, 'service_date', b.booking_date, 'start_time', b.start_time,
    'time_zone', (select t.time_zone from public.territories t where t.id = b.territory_id),
    'payment_method', b.payment_method, 'payment_status', b.payment_status, 'paid_by_other', b.paid_by_other, 'currency_symbol', private.currency_symbol(b.currency_code),
    'credit_amount', case when p_desk or not b.paid_by_other then private.from_minor(private.credit_minor(b), b.currency_code) end,
    'passengers', (select coalesce(jsonb_agg(x.one ->> 'name' order by x.n), '[]') from jsonb_array_elements(b.passenger_details) with ordinality x (one, n)),
    'passports', cardinality(b.passports), 'passport_required', b.passport_required,
    'hold', case when h.id is not null then private.stored_hold_json(h) end,
    'unpaid_change', case when p_desk then private.unpaid_change(b) else private.unpaid_change(b) - 'reason' end)
    || (select jsonb_object_agg(x.name, case when p_desk then x.options else private.for_holder(b, x.options) end)
          from (values ('date', private.date_options(b, c)), ('fewer', private.fewer_options(b, c)), ('more', private.more_options(b, c))) x (name, options));
end $$;

-- Returns the cost of a change of several steps (plan_json), and for a move also the choices of date_options, outside of which a departure is refused.
-- read_change reads the steps. Raises what booking_to_change and read_change do.
create function public.quote_change(p_booking_id uuid, p_steps jsonb, p_desk jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking_to_change(p_booking_id, p_desk is not null);
  c private.change := private.read_change(b, p_steps, p_desk);
  v_answer jsonb := case when c.moves then private.date_options(b, c) else private.plan_json(b, private.plan_change(b, c)) end;
  v_refusal private.refusal;
begin
  if c.service_date is not null and v_answer ->> 'refusal' is null then
    v_refusal := private.choice_refusal(b, c);
    if v_refusal.code is not null then
      v_answer := v_answer || jsonb_build_object('refusal', jsonb_build_object('code', v_refusal.code, 'message', v_refusal.message));
    end if;
  end if;
  return case when p_desk is null then private.for_holder(b, v_answer) else v_answer end;
end $$;
