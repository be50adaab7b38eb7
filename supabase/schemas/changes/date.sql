-- A tourist changes plans: another date or time of the same service, as long as cancelling is free or the territory lets them. Old seats are free and new ones taken in
-- one transaction (departures/moves.sql). What a departure costs more is paid by card first (changes/paid.sql). Locks the user, then payment,
-- hold, departures (by id), guides, booking.

-- What tourists have changed. The same key of the same person is the same press.
create table private.booking_changes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  idempotency_key uuid not null,
  payload_hash text not null, -- of the request: the same key with another one is refused
  moved_from uuid references public.departures (id),
  moved_to uuid references public.departures (id), -- of a change of the date
  people_before int check (people_before <> people),
  people int check (people > 0), -- how many there are then, where some of the party dropped out or more came
  added_minor bigint not null default 0 check (added_minor >= 0), -- what more people cost, or what the new date costs more
  hold_id uuid unique references private.holds (id), -- that kept the seats, and was paid by card
  reduced_minor bigint not null default 0 check (reduced_minor >= 0), -- what the booking costs less than the price that stays in the books
  returned_minor bigint not null default 0 check (returned_minor between 0 and reduced_minor), -- of that, what went back, or is on its way
  refund_at_most int check (refund_at_most between 0 and 100), -- percent that cancelling gave, where the date was changed when it was not free
  created_at timestamptz not null default now(),
  check ((people is null) = (people_before is null) and num_nonnulls(moved_to, people) = 1),
  check (people > people_before or moved_to is not null or (added_minor = 0 and hold_id is null)),
  unique (actor_id, idempotency_key)
);
create index booking_changes_booking_idx on private.booking_changes (booking_id);
create index booking_changes_from_idx on private.booking_changes (moved_from);
create index booking_changes_to_idx on private.booking_changes (moved_to);
alter table private.booking_changes enable row level security;

-- What a booking costs now, in minor units: its price, less what moves and changes took off after it was paid. The books keep the price.
create function private.worth_minor(b private.booking_facts)
returns bigint language sql stable security definer set search_path = '' as $$
  select private.to_minor(b.total_price, b.currency_code)
    - coalesce((select sum(c.reduced_minor) from private.booking_changes c
                 where c.booking_id = b.id), 0)::bigint
    - coalesce((select sum(o.returned_minor) from private.departure_offers o, private.payment_of(b.id) p
                 where o.state = 'moved' and o.booking_id = b.id
                   and p.created_at <= o.answered_at), 0)::bigint
$$;

-- For how many people the price in the books is: those who dropped out after it was paid are among them.
create function private.people_sold(b private.booking_facts)
returns int language sql stable security definer set search_path = '' as $$
  select b.num_people + coalesce(sum(c.people_before - c.people), 0)::int from private.booking_changes c
   where c.booking_id = b.id and c.people is not null and c.reduced_minor > 0
$$;

-- How the price in the books comes about: what the party was booked for, what each who was added later cost, and what another departure cost
-- more. What was not paid when some dropped out has no such parts left, and reads as one.
create function private.lines_sold(b private.booking_facts, p_unit_price numeric)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_added int;
  v_more jsonb;
  v_lines jsonb;
begin
  select coalesce(sum(c.people - c.people_before), 0), coalesce(jsonb_agg(x.line order by c.created_at), '[]') into v_added, v_more
    from private.booking_changes c
    cross join lateral jsonb_array_elements(case
      when c.moved_to is not null then private.difference_line(private.from_minor(c.added_minor, b.currency_code))
      else private.price_lines('shared', private.from_minor(c.added_minor / (c.people - c.people_before), b.currency_code),
             c.people - c.people_before) end) x (line)
   where c.booking_id = b.id and c.added_minor > 0;
  v_lines := private.price_lines(b.booking_type, p_unit_price, private.people_sold(b) - v_added) || v_more;
  if v_more <> '[]' and (select sum((x.line ->> 'amount')::numeric) from jsonb_array_elements(v_lines) x (line)) <> b.total_price then
    return private.price_lines('private', b.total_price, b.num_people);
  end if;
  return v_lines;
end $$;

-- What the same people would pay for a service now, in minor units of the booking's currency.
create function private.price_now(b private.booking_facts, p_service private.service)
returns bigint language sql stable security definer set search_path = '' as $$
  select private.to_minor(private.unit_price(p_service, b.booking_type) * case when b.booking_type = 'private' then 1 else b.num_people end, b.currency_code)
$$;

-- Until when cancelling would cost nothing, were the booking to leave then: where it is to be paid in cash on the day, until it leaves; else as
-- its policy says, and null where that never gives all of the money back.
create function private.free_until(b private.booking_facts, p_start timestamptz)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select case when b.payment_method = 'cash' and b.payment_status = 'pending' then p_start
    else (select p_start - s.hours * interval '1 hour' from private.refund_steps_of(b) s where s.percent = 100) end
$$;

-- Until when its date could be changed, were the booking to leave then: as long as cancelling is free, or longer where the territory says so.
create function private.change_until(b private.booking_facts, p_start timestamptz)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(private.free_until(b, p_start), p_start - t.change_hours * interval '1 hour') from public.territories t where t.id = b.territory_id
$$;

-- What cancelling gives at most once the date of a booking was changed now, in percent; null while it is free: then it stays as its policy says.
create function private.refund_at_most(b private.booking_facts)
returns int language sql stable security definer set search_path = '' as $$
  select private.refund_percent(b) where coalesce(private.free_until(b, private.starts_at(b)) <= now(), true)
$$;

-- Whether the date of a booking may be changed now. refusal: 409 'booking_cancelled', 'departure_cancelled', 'too_late_to_change', 'costs_more',
-- 'money_goes_back', 'cash_difference' or 'offer_payment_in_progress', or null. difference: what it costs less then, in minor units; negative: more. returned: what
-- goes back of that, never more than is paid above the new price; of a booking that nobody has paid all of it. at_once: there is nothing to pay now.
create function private.plan_date_change(b private.booking_facts, out refusal private.refusal, out difference bigint, out returned bigint,
  out at_once boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.service_to_change(b);
  p private.charges := private.payment_of(b.id);
begin
  difference := 0;
  returned := 0;
  at_once := true;
  if not private.is_live(b.status) then
    refusal := (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif private.is_cancelled_departure(b.departure_id) then
    refusal := (409, 'departure_cancelled', 'This departure has been cancelled', null)::private.refusal;
  elsif b.check_in_status <> 'pending' or coalesce(private.change_until(b, private.starts_at(b)) <= now(), true) then
    refusal := (409, 'too_late_to_change', 'It is too late to change the date of this booking', null)::private.refusal;
  elsif v.id is not null then
    difference := private.worth_minor(b) - private.price_now(b, v);
    -- Less than a card can be charged is not asked for: the booking keeps its price.
    if difference < 0 and coalesce(private.is_at_stripe(p), false) and -difference < private.smallest_charge(b.currency_code) then
      difference := 0;
    end if;
    returned := greatest(0, case when private.nothing_taken(p) then difference else least(difference, private.refundable_of(p) - private.price_now(b, v)) end);
    at_once := difference >= 0 or p.id is null;
    -- Two who paid for one ticket: what goes back would have to be told apart.
    if difference < 0 and (private.pays_by_hand(b, p) or b.paid_by_other) then
      refusal := (409, 'costs_more', 'This costs more by now than you paid', null)::private.refusal;
    elsif difference < 0 and private.money_goes_back(p) then
      refusal := (409, 'money_goes_back', 'All that was paid for this booking goes back', null)::private.refusal;
    elsif difference > 0 and p.id is not null and b.payment_method = 'cash' then
      refusal := (409, 'cash_difference', 'This costs less by now, and cash that was paid goes back by hand', null)::private.refusal;
    elsif difference <> 0 and p.status <> 'succeeded' and not private.is_only_authorised(p) then
      refusal := (409, 'offer_payment_in_progress', 'Your payment is still being processed. Please try again in a minute.', null)::private.refusal;
    end if;
  end if;
end $$;

-- The service of a booking, as it can be booked now; null when it is offered no more as it was sold.
create function private.service_to_change(b private.booking_facts)
returns private.service language sql stable security definer set search_path = '' as $$
  select v from private.bookable_service(b.kind, b.service_id) v
   where v.id is not null and v.currency_code = b.currency_code and v.booking_type in (b.booking_type, 'both')
$$;

-- The departures that a booking may change to: of its service, with seats for all its people, but its own; also the one that has its seats kept
-- for them already. The nearest to its day come first. free_until: until when cancelling costs nothing there;
-- change_until: until when the date could be changed again.
create function private.change_choices(b private.booking_facts)
returns table (timeslot_id uuid, service_date date, start_time time, free_until timestamptz, change_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.service_to_change(b);
  v_today date;
  v_free boolean := private.free_until(b, private.starts_at(b)) > now();
  d public.departures;
begin
  if v.id is null then
    return;
  end if;
  v_today := (now() at time zone v.time_zone)::date;
  select * into d from public.departures x where x.id = b.departure_id;
  return query
    select x.timeslot_id, x.service_date, x.start_time,
           case when v_free then private.free_until(b, private.departure_moment(x.service_date, x.start_time, v.time_zone)) end,
           private.change_until(b, private.departure_moment(x.service_date, x.start_time, v.time_zone))
      from (select f.timeslot_id, f.service_date, f.start_time
              from private.departures_for(b, v, v_today, greatest(v_today, b.booking_date) + private.limit_value('date_change.days')::int) f
            union
            select k.timeslot_id, k.service_date, private.start_of(k)
              from private.open_addition(b.id, true) h join public.departures k on k.id = h.departure_id
             where not k.closed and k.status <> 'cancelled' and private.leaves_at(k) > now()) x
     where (x.service_date, x.timeslot_id) is distinct from (d.service_date, d.timeslot_id)
     order by abs(x.service_date - b.booking_date), x.service_date, x.start_time, x.timeslot_id
     limit 200;
end $$;

-- What the caller may change the date of a booking to: {kind, booking_id, service_id, booking_type, title, titles, num_people, service_date, start_time, time_zone, until,
-- refund_at_most: percent that cancelling gives at most after the change, null where it is free, refusal: {code, message} or null, refund_amount, extra_amount, at_once, payment_method, payment_status, paid_by_other, currency_symbol, hold, choices:
-- [{timeslot_id, service_date, start_time, free_until, change_until, minimum: as minimum_for}]}. until: how long it may be changed. hold: the one that is open for it (hold_json), or
-- null. Raises what own_booking does.
create function public.date_changes(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v record := private.plan_date_change(b);
  h private.holds := private.open_addition(b.id, true);
begin
  return private.for_holder(b, jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'service_id', b.service_id, 'booking_type', b.booking_type, 'title', b.title, 'titles', b.titles, 'num_people', b.num_people, 'service_date', b.booking_date, 'start_time', b.start_time,
    'time_zone', (select t.time_zone from public.territories t where t.id = b.territory_id),
    'until', private.change_until(b, private.starts_at(b)), 'refund_at_most', private.refund_at_most(b),
    'refusal', case when (v.refusal).code is not null then jsonb_build_object('code', (v.refusal).code, 'message', (v.refusal).message) end,
    'refund_amount', private.from_minor(v.returned, b.currency_code),
    'extra_amount', private.from_minor(greatest(-v.difference, 0), b.currency_code), 'at_once', v.at_once,
    'hold', case when h.id is not null then private.stored_hold_json(h) end,
    'payment_method', b.payment_method, 'payment_status', b.payment_status, 'paid_by_other', b.paid_by_other,
    'currency_symbol', private.currency_symbol(b.currency_code),
    'choices', case when (v.refusal).code is not null then '[]' else (
      select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('minimum', private.minimum_for(b, b.service_id, x.timeslot_id, x.service_date))), '[]')
        from private.change_choices(b) x) end));
end $$;

-- Locks the tourist of a booking, and looks for the same press. → what it has done already, or nulls. Raises 400 'invalid_input' without a key,
-- 409 'idempotency_key_reused' where it came with other details.
create function private.begin_change(b private.booking_facts, p_key uuid, p_hash text)
returns private.booking_changes language plpgsql security definer set search_path = '' as $$
declare
  c private.booking_changes;
begin
  if p_key is null then
    perform private.invalid('A key is needed');
  end if;
  perform private.lock_user(b.tourist_id);
  select * into c from private.booking_changes x where x.actor_id = b.tourist_id and x.idempotency_key = p_key;
  if c.payload_hash <> p_hash then
    perform private.fail(409, 'idempotency_key_reused', 'This request was already used with other details');
  end if;
  return c;
end $$;

-- The tourist changes the date or the hour. p_refund_amount, p_extra_amount: what the page showed as going back, and as to be paid more. What there
-- is nothing to pay for is done at once; else the seats are kept until they are paid for. The same key is answered alike: the answer before may
-- have been lost. → {kind, booking_id, service_date, start_time, refund_amount, added_amount, hold}; without a date while hold (hold_json) is to be
-- paid. Raises what own_booking does, 400 'invalid_input', 409 'idempotency_key_reused', 'hold_expired', 'quote_changed', 'price_changed',
-- 'changed_meanwhile', 'sold_out', 'departure_closed', 'cash_private', 'cash_share_taken' and what plan_date_change and check_no_addition_paid
-- refuse, 429 as check_hold_limits and limit_changes do.
create function public.change_booking_date(p_kind text, p_booking_id uuid, p_date date, p_key uuid, p_timeslot_id uuid default null,
  p_refund_amount numeric default 0, p_extra_amount numeric default 0)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v_hash text := private.hash_code(jsonb_build_array('date', p_kind, p_booking_id, p_timeslot_id, p_date)::text);
  c private.booking_changes;
  h private.holds;
  v record;
  v_target uuid;
begin
  if p_date is null or not isfinite(p_date) then
    perform private.invalid('A date is needed');
  end if;
  c := private.begin_change(b, p_key, v_hash);
  select * into h from private.holds x where x.user_id = b.tourist_id and x.idempotency_key = p_key;
  if c.id is not null then
    return private.changed_date_json(b, c, null);
  elsif h.id is not null then
    select * into c from private.booking_changes x where x.hold_id = h.id;
    return private.changed_date_json(b, c, private.repeat_hold(h, v_hash));
  end if;
  b := private.own_booking(p_kind, p_booking_id);
  v := private.require_date_change(b, p_refund_amount, p_extra_amount);
  if not exists (select 1 from private.change_choices(b) x where x.service_date = p_date and x.timeslot_id is not distinct from p_timeslot_id) then
    perform private.fail(409, 'sold_out', 'This departure has no seats for you any more. Please choose another one.');
  end if;
  perform private.limit_changes('own_change', array['change_booking_date', 'reduce_booking_people', 'add_booking_people'], p_booking_id::text);
  v_target := private.ensure_departure(b.kind, b.service_id, p_timeslot_id, p_date);
  perform private.check_no_addition_paid(b);
  if v.at_once then
    c := private.change_date(b, v_target, p_key, v_hash, p_refund_amount, p_extra_amount);
    return private.changed_date_json(b, c, null);
  end if;
  return private.changed_date_json(b, null, private.hold_addition(b, v_target, b.num_people, p_extra_amount, p_extra_amount, p_key, v_hash,
    '{"passenger_details": [], "passport_images": []}'));
end $$;

-- Raises what plan_date_change refuses, and 409 'quote_changed' where another sum goes back than the page showed, 'price_changed' where it costs
-- another sum more. Of what somebody else paid no refund is compared: the answer would tell a sum that was guessed. → its sums
create function private.require_date_change(b private.booking_facts, p_refund_amount numeric, p_extra_amount numeric,
  out difference bigint, out returned bigint, out at_once boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v record := private.plan_date_change(b);
begin
  if (v.refusal).code is not null then
    perform private.raise_refusal(v.refusal);
  elsif not b.paid_by_other and private.from_minor(v.returned, b.currency_code) is distinct from p_refund_amount then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
  elsif private.from_minor(greatest(-v.difference, 0), b.currency_code) is distinct from coalesce(p_extra_amount, 0) then
    perform private.fail(409, 'price_changed', 'The price has changed');
  end if;
  difference := v.difference;
  returned := v.returned;
  at_once := v.at_once;
end $$;

-- The change, where there is nothing to pay now. Whatever was asked before is asked again with everything locked.
create function private.change_date(p_before private.booking_facts, p_target_id uuid, p_key uuid, p_hash text, p_refund_amount numeric,
  p_extra_amount numeric)
returns private.booking_changes language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_and(p_before, p_target_id);
  p private.charges := private.payment_of(b.id);
  d public.departures;
  v record;
begin
  if (b.departure_id, b.tourist_id) is distinct from (p_before.departure_id, p_before.tourist_id) then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  v := private.require_date_change(b, p_refund_amount, p_extra_amount);
  select * into d from public.departures x where x.id = p_target_id;
  if b.payment_method = 'cash' and b.payment_status = 'pending' and not private.is_known_guest(b.tourist_id) then
    perform private.check_cash_seats(d.id, b.tourist_id, b.booking_type, b.num_people);
  end if;
  perform private.take_new_seats(b, d);
  perform private.return_difference(b, p, case when private.nothing_taken(p) then v.difference else v.returned end);
  return private.record_date_change(b, d, p_key, p_hash, case when private.nothing_taken(p) then 0 else v.difference end,
    case when private.nothing_taken(p) then 0 else v.returned end, 0, null);
end $$;

-- The change that an addition has paid for. Its seats are sold already, and the caller has locked booking and departures.
create function private.apply_dearer_date(b private.booking_facts, h private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
begin
  d := private.take_paid_seats(b, h);
  perform private.record_date_change(b, d, gen_random_uuid(), h.payload_hash, 0, 0, private.to_minor(h.total_price, h.currency_code), h.id);
end $$;

-- A change of the date that was done: its row, history and audit log, and those who hear of it. b: as it was.
create function private.record_date_change(b private.booking_facts, d public.departures, p_key uuid, p_hash text, p_reduced bigint, p_returned bigint,
  p_added bigint, p_hold_id uuid)
returns private.booking_changes language plpgsql security definer set search_path = '' as $$
declare
  c private.booking_changes;
begin
  insert into private.booking_changes (booking_id, actor_id, idempotency_key, payload_hash, moved_from, moved_to,
    reduced_minor, returned_minor, added_minor, hold_id, refund_at_most)
  values (b.id, b.tourist_id, p_key, p_hash, b.departure_id, d.id, p_reduced, p_returned, p_added, p_hold_id,
    private.refund_at_most(b))
  returning * into c;
  perform private.move_booking(b.kind, b.id, null, null, b.tourist_id, jsonb_build_object('by', 'tourist') || private.move_detail(b, d));
  -- By the tourist, whoever brings the news of the money.
  perform private.audit_booking('change_booking_date', b, jsonb_build_object('date', jsonb_build_object('from', b.booking_date, 'to', d.service_date)), b.tourist_id);
  perform private.tell_of_date_change(b, c);
  return c;
end $$;

-- A change of either kind, as the browser is told of it.
create function private.change_json(c private.booking_changes)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.for_holder(f, jsonb_build_object('kind', f.kind, 'booking_id', f.id, 'refund_amount', private.from_minor(c.returned_minor, f.currency_code),
                            'added_amount', private.from_minor(c.added_minor, f.currency_code)))
      || case when c.people is null then jsonb_build_object('service_date', d.service_date, 'start_time', private.start_of(d))
              else jsonb_build_object('people', c.people) end
    from private.booking_facts f left join public.departures d on d.id = c.moved_to
   where f.id = c.booking_id
$$;

-- c: the change; null while p_hold is to be paid.
create function private.changed_date_json(b private.booking_facts, c private.booking_changes, p_hold jsonb)
returns jsonb language sql stable security definer set search_path = '' as $$
  select case when c.id is not null then private.change_json(c)
    else jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'service_date', null, 'start_time', null, 'refund_amount', 0,
           'added_amount', p_hold -> 'total_price') end
    || jsonb_build_object('hold', p_hold)
$$;

-- The tourist gets the new ticket by mail. Those who lead or run the departure that is left, and the new one, hear from when to when its guests have moved; so does the team, and who drives a ride that nobody is left on. b: as it was.
create function private.tell_of_date_change(b private.booking_facts, c private.booking_changes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_now private.booking_facts := private.booking(b.kind, b.id);
  v_params jsonb := private.booking_params(v_now)
    || jsonb_build_object('time', v_now.start_time, 'from', b.booking_date, 'from_time', b.start_time);
  v_hosts uuid[] := array(select h from private.conversation_hosts(b.kind, b.territory_id, b.guide_id) h
                          union select h from private.conversation_hosts(b.kind, b.territory_id, v_now.guide_id) h);
begin
  perform private.queue_mail('booking_moved', b.kind, b.id, ':' || c.id);
  perform private.queue_notification('changed:' || c.id || ':' || h, h,
      case b.kind when 'transport' then 'ride_moved' else 'guest_moved' end, 'guest_moved', v_params, v_now)
     from unnest(v_hosts) h where h is distinct from b.tourist_id;
  perform private.queue_notification('team-changed:' || c.id || ':' || r.user_id, r.user_id, 'team_moved', 'guest_moved', v_params, v_now)
     from private.team_readers r
    where r.territory_id = b.territory_id and r.booking_bell and r.user_id <> all (v_hosts) and r.user_id is distinct from b.tourist_id;
  if b.kind = 'transport' and (select n.bookings from private.departure_numbers(b.service_id, b.booking_date) n) = 0 then
    perform private.tell_empty_ride(b.departure_id, b.start_time);
  end if;
  perform private.send_booking(b.kind, b.id, b.tourist_id, b.territory_id);
end $$;
