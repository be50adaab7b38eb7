-- Actions at a dock without a signal. A phone stores them and reports them later (docs/decisions/0061). Each report is applied or refused separately,
-- once per key. A report that no longer matches the current state is a conflict, which a person resolves. Rights are the current ones, and the time
-- is the phone's if it is plausible.

create table private.dock_conflicts (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  booking_id uuid references public.bookings (id) on delete cascade,
  -- A sale that could not be booked (docs/decisions/0063) has no booking, but a departure, people and the reason.
  departure_id uuid references public.departures (id) on delete cascade,
  num_people int check (num_people > 0),
  refusal text check (length(refusal) <= 60),
  reporter_id uuid references public.profiles (id) on delete set null,
  action text not null check (action in ('checked_in', 'no_show', 'cash', 'undo', 'sold')), -- the reported action
  reason text not null check (reason in ('checked_in_twice', 'no_show_against_arrival', 'cancelled', 'moved', 'ticket_given', 'ticket_replaced', 'too_early', 'too_late',
    'not_assigned', 'cash_already_received', 'amount_changed', 'not_cash', 'own_commission', 'undo_over', 'not_booked')),
  reported_at timestamptz not null, -- when it happened, if that is plausible
  amount numeric(12, 2) check (amount > 0 and amount <> 'NaN'), -- received cash that is in no cash book
  price numeric(12, 2) not null check (price <> 'NaN'), -- the price of the booking or the sale at that time
  currency_code text not null references public.currencies (code),
  other_id uuid references public.profiles (id) on delete set null, -- the person and time of the action with which it conflicts
  other_at timestamptz,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id) on delete set null,
  decision text check (decision in ('noted', 'came', 'did_not_come', 'taken_back', 'cash_in_books', 'cash_returned', 'cash_handed_over')),
  arrival_before jsonb, -- the arrival before the decision (private.arrival_json), null if unchanged
  check (num_nonnulls(booking_id, departure_id) = 1),
  check (num_nonnulls(departure_id, num_people, refusal) = case action when 'sold' then 3 else 0 end),
  check ((action = 'sold') = (reason = 'not_booked')),
  check ((resolved_at is null) = (decision is null)),
  check (arrival_before is null or decision in ('came', 'did_not_come'))
);
create index dock_conflicts_territory_idx on private.dock_conflicts (territory_id, created_at desc);
create index dock_conflicts_booking_idx on private.dock_conflicts (booking_id);
create index dock_conflicts_departure_idx on private.dock_conflicts (departure_id) where departure_id is not null;
create index dock_conflicts_reporter_idx on private.dock_conflicts (reporter_id, created_at desc);
create index dock_conflicts_other_idx on private.dock_conflicts (other_id) where other_id is not null;
create index dock_conflicts_resolved_by_idx on private.dock_conflicts (resolved_by) where resolved_by is not null;
create index dock_conflicts_currency_idx on private.dock_conflicts (currency_code);
alter table private.dock_conflicts enable row level security;

-- A parsed report from a phone. claim is the phone's time, ticket the SHA-256 of the scanned code, and passengers the numbers of the people who
-- arrived (null for the whole booking).
create type private.dock_report as (action text, booking_id uuid, departure_id uuid, ticket text, amount numeric, claim timestamptz,
  passengers int[]);

-- Raises 400 'invalid_input' for an invalid report.
create function private.read_report(p jsonb)
returns private.dock_report language plpgsql stable set search_path = '' as $$
declare
  r private.dock_report;
begin
  r.action := private.input_text(p, 'action', 20);
  r.booking_id := private.input_uuid(p, 'booking_id');
  r.departure_id := private.input_uuid(p, 'departure_id');
  r.ticket := private.input_text(p, 'ticket', 64);
  if coalesce(r.action not in ('checked_in', 'no_show', 'cash', 'undo') or r.ticket !~ '^[0-9a-f]{64}$', false)
    or num_nulls(r.action, r.booking_id) > 0 then
    perform private.invalid('This is not a report of an arrival');
  end if;
  if coalesce(jsonb_typeof(p -> 'passengers'), 'null') <> 'null' then
    if jsonb_typeof(p -> 'passengers') <> 'array' then
      perform private.invalid('passengers must be a list');
    end if;
    r.passengers := array(select x::int from jsonb_array_elements_text(p -> 'passengers') x order by x::int);
    perform private.require_passengers(r.passengers, r.action);
  end if;
  if coalesce(jsonb_typeof(p -> 'amount'), 'null') <> 'null' then
    r.amount := private.input_number(p, 'amount', 'amount is not valid', 0.01, 9999999999.99, 2);
  end if;
  if (r.action = 'cash') <> (r.amount is not null) and r.action <> 'checked_in' then
    perform private.invalid('Cash needs an amount, and a no-show cannot have paid');
  end if;
  r.claim := private.input_text(p, 'at', 40)::timestamptz;
  if r.claim is null then
    perform private.invalid('at is required');
  end if;
  return r;
end $$;

-- Returns the booking as it was on the departure in the phone's list, or its current state if it never moved.
create function private.booking_before(b private.booking_facts, p_departure_id uuid)
returns private.booking_facts language plpgsql stable security definer set search_path = '' as $$
declare
  d public.departures;
begin
  select x.* into d from public.departures x
   where x.id = p_departure_id and x.id <> b.departure_id
     and exists (select 1 from private.old_ticket_codes c
       where c.departure_id = x.id and c.booking_id = b.id);
  if d.id is not null then
    b.departure_id := d.id;
    b.service_id := d.service_id;
    b.booking_date := d.service_date;
    b.start_time := private.start_of(d);
    b.guide_id := case when d.kind = 'experience' then private.leader_of(d) end;
  end if;
  return b;
end $$;

-- Returns a booking's former code by its hash, or no row for its current code or one that it never had.
create function private.old_code(b private.booking_facts, p_hash text)
returns private.old_ticket_codes language sql stable security definer set search_path = '' as $$
  select c from private.old_ticket_codes c
   where c.booking_id = b.id
     and private.hash_code(c.code) = p_hash
$$;

create function private.is_code_hash(b private.booking_facts, p_hash text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.booking_codes c
     where c.booking_id = b.id
       and private.hash_code(c.code) = p_hash)
    or exists (select 1 from private.own_tickets(b) o where private.hash_code(o.code) = p_hash)
$$;

-- Returns the passenger whose ticket had a former code, by its hash. The booking has changed since, or its holder has withdrawn it. Null for any
-- other code.
create function private.old_own_ticket(b private.booking_facts, p_hash text)
returns private.passenger_codes language sql stable security definer set search_path = '' as $$
  select p from private.passenger_codes p
   where p.booking_id = b.id
     and private.hash_code(p.code) = p_hash
$$;

-- Limits the open conflicts per person to what people can resolve. Further reports wait on their phone.
create function private.limit_conflicts()
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from private.dock_conflicts c where c.reporter_id = auth.uid() and c.resolved_at is null) >= private.limit_value('dock_conflict.open') then
    perform private.fail_rate('hour');
  end if;
end $$;

-- Records a conflict and sends an event to the territory's screens. p_amount is its cash that is in no cash book.
create function private.add_conflict(b private.booking_facts, r private.dock_report, p_reason text, p_at timestamptz, p_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_other uuid;
  v_other_at timestamptz;
  v_id uuid;
begin
  if p_reason in ('checked_in_twice', 'no_show_against_arrival', 'undo_over') then
    v_other := b.checked_in_by;
    v_other_at := b.checked_in_at;
  elsif p_reason = 'cancelled' then
    select e.actor_id, e.created_at into v_other, v_other_at from public.booking_events e
     where e.booking_id = b.id and e.to_status in ('cancelled', 'refunded')
     order by e.id desc limit 1;
  elsif p_reason in ('moved', 'ticket_given') then
    select max(c.replaced_at) into v_other_at from private.old_ticket_codes c
     where c.booking_id = b.id;
  elsif p_reason = 'cash_already_received' then
    select p.received_by, p.received_at into v_other, v_other_at from private.payment_of(b.id) p;
  end if;
  -- A repeated report isn't a new conflict, which would hide others. Cash that was received twice counts twice.
  select c.id into v_id from private.dock_conflicts c
   where p_amount is null and c.amount is null and c.reporter_id = auth.uid() and c.resolved_at is null and c.action = r.action and c.reason = p_reason
     and c.booking_id = b.id;
  if v_id is not null then
    return jsonb_build_object('result', 'conflict', 'code', p_reason, 'conflict_id', v_id);
  end if;
  perform private.limit_conflicts();
  insert into private.dock_conflicts (territory_id, booking_id, reporter_id, action, reason, reported_at, amount, price,
    currency_code, other_id, other_at)
  values (b.territory_id, b.id, auth.uid(), r.action, p_reason, p_at, p_amount, private.price_of(b.id),
    b.currency_code, v_other, v_other_at)
  returning id into v_id;
  perform private.audit_booking('dock_conflict', b, jsonb_strip_nulls(jsonb_build_object('action', r.action, 'reason', p_reason, 'at', p_at,
    'amount', p_amount, 'currency_code', case when p_amount is not null then b.currency_code end)));
  perform private.send_booking(b.id, null, b.territory_id);
  return jsonb_build_object('result', 'conflict', 'code', p_reason, 'conflict_id', v_id);
end $$;

-- Returns why no report of this kind can be applied, because the ticket was replaced or the day passed long ago, or null. b is the current booking,
-- locked, and v_was the booking as the phone had it.
create function private.conflict_with_ticket(b private.booking_facts, v_was private.booking_facts, r private.dock_report)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  c private.old_ticket_codes;
begin
  if not private.is_live(b.status) or private.is_cancelled_departure(v_was.departure_id) then
    return 'cancelled';
  elsif v_was.departure_id <> b.departure_id then
    return 'moved';
  end if;
  if r.ticket is not null and not private.is_code_hash(b, r.ticket) then
    c := private.old_code(b, r.ticket);
    if (private.old_own_ticket(b, r.ticket)).code is not null then
      return 'ticket_replaced';
    elsif c.code is null then
      perform private.fail(404, 'invalid_check_in_code', 'Invalid check-in code');
    elsif c.given then
      return 'ticket_given';
    elsif c.departure_id <> b.departure_id then
      return 'moved';
    end if;
  end if;
  return case when now() >= (select w.arrival_until from private.arrival_window(b.booking_date, b.start_time, v_zone) w)
    + private.limit_value('dock_report.late_hours') * interval '1 hour' then 'too_late' end;
end $$;

-- Returns whether someone else has checked in one of these people, or with null anyone of the booking.
create function private.let_in_by_other(b private.booking_facts, p_passengers int[])
returns boolean language sql stable security definer set search_path = '' as $$
  select b.check_in_status = 'checked_in' and case
    when exists (select 1 from private.arrival_steps a where a.booking_id = b.id) then
      exists (select 1 from private.arrival_steps a
               where a.booking_id = b.id and a.by_id is distinct from auth.uid()
                 and (p_passengers is null or a.passengers && p_passengers))
    else b.checked_in_by is distinct from auth.uid() end
$$;

-- Applies a report's arrival. People who are still missing are checked in even if others of the booking are duplicates. Returns null if it is set,
-- also by the caller's earlier request, and otherwise the reason for a conflict. Raises what mark_arrival refuses otherwise.
create function private.report_arrival(b private.booking_facts, r private.dock_report, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_refusal private.refusal;
  v_twice boolean := r.action = 'checked_in' and private.let_in_by_other(b, r.passengers);
begin
  if r.action = 'no_show' and b.check_in_status = 'no_show' then
    return null; -- two reports of the same no-show are no conflict
  elsif b.check_in_status <> 'pending' and (b.check_in_status = 'no_show' or r.action = 'no_show') then
    return 'no_show_against_arrival';
  elsif b.check_in_status = 'checked_in' and b.num_people >= all (coalesce(r.passengers, '{}')) and cardinality(private.still_to_come(b, r.passengers)) = 0 then
    return case when v_twice then 'checked_in_twice' end;
  end if;
  v_refusal := private.mark_arrival(b.id, r.action, null, p_at, r.passengers);
  if v_refusal.code = 'arrival_too_late' then
    return 'too_late';
  elsif v_refusal.code = 'check_in_too_early' and r.amount is not null then
    return 'too_early';
  elsif v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  end if;
  perform private.audit_booking('check_in_reported', b, jsonb_strip_nulls(jsonb_build_object('check_in_status', r.action, 'at', p_at,
    'passengers', r.passengers)));
  return case when v_twice then 'checked_in_twice' end;
end $$;

-- Records a report's cash. Returns null if it is recorded, also by the caller's own request whose response was lost, and otherwise the reason.
create function private.report_cash(p_booking_id uuid, p_amount numeric, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
  v_refusal private.refusal := private.take_cash(b, p_amount, p_at);
begin
  if v_refusal.code = 'cash_already_received' and p_amount = private.price_of(b.id) and exists (
       select 1 from private.payment_of(b.id) p
        where p.received_by = auth.uid() and p.received_at between p_at - interval '10 minutes' and p_at + interval '10 minutes') then
    return null;
  end if;
  return v_refusal.code;
end $$;

-- Undoes an arrival set by mistake, which is one that this person reported minutes ago or a report that is still a conflict. Cash in a conflict
-- remains one. Returns null when done, and otherwise the reason.
create function private.report_undo(b private.booking_facts, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_minutes interval := private.limit_value('check_in.undo_minutes') * interval '1 minute';
  v_withdrawn int;
begin
  update private.dock_conflicts c set resolved_at = now(), resolved_by = auth.uid(), decision = 'taken_back'
   where c.reporter_id = auth.uid() and c.resolved_at is null and c.amount is null and c.action in ('checked_in', 'no_show')
     and c.booking_id = b.id;
  get diagnostics v_withdrawn = row_count;
  if v_withdrawn > 0 or b.check_in_status = 'pending' then
    return null;
  elsif private.undo_until(b) is not null
    or b.checked_in_by = auth.uid() and p_at < b.checked_in_at + v_minutes and exists (
         select 1 from private.requests d
          where d.person_id = auth.uid() and d.created_at > now() - v_minutes and d.answer ->> 'booking_id' = b.id::text
            and d.answer ->> 'action' = b.check_in_status and d.answer ->> 'result' <> 'refused') then
    perform private.take_back(b);
    return null;
  end if;
  return 'undo_over';
end $$;

-- Returns whether this amount can have been due for a booking, which is at most twice today's price of its largest party, because the phone may have
-- had a higher price from before the booking moved or became smaller. A larger amount is a typing error or invented.
create function private.can_have_been_due(b private.booking_facts, p_amount numeric)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(p_amount <= 2 * b.total_price / b.num_people * greatest(b.num_people, (
    select max(c.people_before) from private.booking_changes c where c.booking_id = b.id)), true)
$$;

-- Returns whether a report about a departure that the caller doesn't lead goes to review, because they have the ticket's code or guide the experience
-- on other days. A driver's reports always do, because past assignments aren't stored.
create function private.reports_for_other(b private.booking_facts, r private.dock_report)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.can_have_been_due(b, r.amount) and case
    when r.ticket is not null then private.is_code_hash(b, r.ticket) or (private.old_code(b, r.ticket)).code is not null
      or (private.old_own_ticket(b, r.ticket)).code is not null
    when b.kind = 'transport' then true
    else exists (select 1 from public.services e where e.id = b.service_id and e.guide_id = auth.uid())
      or exists (select 1 from public.experience_guide_rankings g where g.experience_id = b.service_id and g.guide_id = auth.uid()) end
$$;

-- Applies one report. Raises what check_in_refusal returns, 409 'booking_cancelled' and 'ticket_moved' if there is nothing to review, and 404
-- 'invalid_check_in_code' for a code that the booking never had.
create function private.do_report(r private.dock_report)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(r.booking_id);
  v_was private.booking_facts := private.booking_before(b, r.departure_id);
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  v_counts boolean := r.action in ('checked_in', 'cash');
  w record;
  v_at timestamptz;
  v_refusal private.refusal;
  v_reason text;
  v_cash text;
begin
  select * into w from private.arrival_window(v_was.booking_date, v_was.start_time, v_zone);
  v_at := least(greatest(r.claim, case when r.action = 'no_show' then w.no_show_from else w.check_in_from end), now());
  v_refusal := private.check_in_refusal(v_was, v_at);
  if v_refusal.code is not null then
    -- No one boards or pays before the day's check-in opens.
    if v_counts and now() < w.check_in_from then
      perform private.raise_refusal(v_refusal);
    end if;
    -- The departure has another guide now. A former guide who still works in the territory checked these guests in, or holds their cash.
    if v_counts and v_refusal.code not in ('check_in_wrong_territory', 'own_booking')
      and b.territory_id = any (private.my_territories(case b.kind when 'transport' then 'driver' else 'guide' end))
      and private.reports_for_other(b, r) and not private.is_own_booking(b) then
      return private.add_conflict(b, r, 'not_assigned', v_at, r.amount);
    end if;
    perform private.raise_refusal(v_refusal);
  elsif not private.can_have_been_due(b, r.amount) then
    perform private.fail(409, 'amount_too_large', 'This is more than the booking''s price. Please check the amount.');
  end if;
  b := private.lock_booking(r.booking_id);
  v_was := private.booking_before(b, r.departure_id);
  -- A passenger's own ticket checks in only that passenger.
  r.passengers := coalesce((select array[o.passenger] from private.own_tickets(b) o
    where r.action = 'checked_in' and private.hash_code(o.code) = r.ticket), r.passengers);
  v_reason := private.conflict_with_ticket(b, v_was, r);
  if v_reason in ('cancelled', 'moved', 'ticket_given', 'ticket_replaced') and not v_counts then
    perform private.raise_refusal(case when v_reason = 'cancelled'
      then (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal
      else (409, 'ticket_moved', 'This ticket was moved to another departure and has a new code', null)::private.refusal end);
  elsif r.action = 'undo' then
    v_reason := private.report_undo(b, v_at);
  elsif v_reason is not null then
    return private.add_conflict(b, r, v_reason, v_at, r.amount);
  elsif r.action <> 'cash' then
    v_reason := private.report_arrival(b, r, v_at);
  elsif private.is_closed_for_cash(b, v_at) then
    v_reason := 'too_late';
  elsif now() < w.check_in_from then
    perform private.raise_refusal(private.arrival_refusal(b, 'checked_in'));
  end if;
  if r.amount is not null then
    v_cash := case when v_reason in ('too_late', 'too_early') then v_reason else private.report_cash(r.booking_id, r.amount, v_at) end;
  end if;
  if v_reason is null and v_cash is not null then
    r.action := 'cash';
  end if;
  if coalesce(v_reason, v_cash) is not null then
    return private.add_conflict(b, r, coalesce(v_reason, v_cash), v_at, case when v_cash is not null then r.amount end);
  end if;
  return jsonb_build_object('result', 'done');
end $$;

-- Returns whether it is too late to record cash as reported.
create function private.is_closed_for_cash(b private.booking_facts, p_at timestamptz)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((private.arrival_refusal(b, 'checked_in', p_at)).code, '') = 'arrival_too_late'
$$;

-- Locks all reported bookings at once, each kind of row by id, in the order of lock_booking. Two phones that report the same bookings in a different
-- order wait for each other, and neither is refused.
create function private.lock_reported(p_ids uuid[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(select f.id from private.booking_facts f where f.id = any (p_ids) and f.territory_id = any (private.my_territories('people')));
begin
  perform 1 from private.charges p where p.id in (select (private.payment_of(x)).id from unnest(v_ids) x) order by p.id for update;
  perform 1 from public.departures d where d.id in (select f.departure_id from private.booking_facts f where f.id = any (v_ids)) order by d.id for no key update;
  perform 1 from public.bookings b where b.id = any (v_ids) order by b.id for update;
end $$;

-- Applies one report and returns {key, action, booking_id, result, code}. result is 'done', 'conflict' (with conflict_id), 'refused', or 'again' if
-- it could not be processed. It is applied once per key, and a repeat returns the same result.
create function private.report_one(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_key uuid;
  v_answer jsonb;
  v_done jsonb;
  v_code text;
  r private.dock_report;
begin
  v_answer := jsonb_build_object('key', p -> 'key', 'action', p -> 'action', 'booking_id', p -> 'booking_id');
  begin
    v_key := private.input_uuid(p, 'key');
    v_done := private.once(v_key, case when p ->> 'action' = 'undo' then private.undo_request(p ->> 'booking_id') else jsonb_build_array('report', p) end);
  exception when sqlstate 'PT400' or sqlstate 'PT409' then
    get stacked diagnostics v_code = pg_exception_hint;
    return v_answer || jsonb_build_object('result', 'refused', 'code', v_code);
  end;
  if v_done is not null then
    return v_done;
  end if;
  begin
    r := private.read_report(p);
    v_answer := v_answer || private.do_report(r);
    -- This is a separate statement, so that it sees the changes. People who don't run the departure get no details.
    v_answer := v_answer || case when v_answer ->> 'code' = 'not_assigned' then '{}' else jsonb_build_object('booking', (
      select private.booking_state_json(b.id) || jsonb_build_object('checked_in_at', b.checked_in_at, 'arrived', b.arrived)
        from private.booking_facts b where b.id = r.booking_id)) end;
  exception
    when deadlock_detected or serialization_failure or lock_not_available then
      return v_answer || '{"result": "again"}';
    when others then
      get stacked diagnostics v_code = pg_exception_hint;
      if sqlstate like '22%' then
        v_code := 'invalid_input';
      elsif sqlstate not like 'PT4%' or v_code in ('changed_meanwhile', 'rate_limited', 'rate_limited_hour') then
        return v_answer || '{"result": "again"}';
      end if;
      v_answer := v_answer || jsonb_build_object('result', 'refused', 'code', v_code);
  end;
  return private.done(v_key, v_answer);
end $$;

-- Applies a phone's offline actions in order, each with its own result (report_one). p_reports has 1 to 50 of {key, action, booking_id, at}, with
-- departure_id, ticket, amount and passengers if they apply. Raises 401 'not_signed_in', 403 'check_in_forbidden' for people without a role that
-- checks in, 400 'invalid_input' if it isn't a list, and 429. Locks the caller, then as lock_reported does.
create function public.report_arrivals(p_reports jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_new int;
  v_minute bigint;
  v_hour bigint;
  v_answers jsonb := '[]';
  v_one jsonb;
begin
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  if jsonb_typeof(p_reports) is distinct from 'array' then
    perform private.invalid('reports must be a list');
  elsif jsonb_array_length(p_reports) not between 1 and private.limit_value('dock_report.calls')
    or exists (select 1 from jsonb_array_elements(p_reports) x where jsonb_typeof(x) <> 'object') then
    perform private.invalid('reports must be a list of 1 to 50');
  end if;
  perform private.lock_user(auth.uid());
  select count(*) into v_new from jsonb_array_elements(p_reports) x
   where not exists (select 1 from private.requests d where d.person_id = auth.uid() and d.key::text = lower(x ->> 'key') and d.answer is not null);
  if v_new > 0 then
    select count(*) filter (where d.created_at > now() - interval '1 minute'), count(*) into v_minute, v_hour
      from private.requests d where d.person_id = auth.uid() and d.answer ? 'action' and d.created_at > now() - interval '1 hour';
    perform private.limit_rate('dock_report', v_minute + v_new - 1, v_hour + v_new - 1);
  end if;
  perform private.lock_reported(array(select (x ->> 'booking_id')::uuid from jsonb_array_elements(p_reports) x
    where x ->> 'booking_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'));
  for v_one in select x from jsonb_array_elements(p_reports) with ordinality t (x, n) order by n loop
    v_answers := v_answers || jsonb_build_array(private.report_one(v_one));
  end loop;
  return v_answers;
end $$;

-- Returns whether the caller runs a conflict's departure, and so decides about its payments.
create function private.runs_conflict(c private.dock_conflicts)
returns boolean language sql stable security definer set search_path = '' as $$
  select c.territory_id = any (private.my_territories('staff') || case
    when coalesce((select b.kind from public.bookings b where b.id = c.booking_id),
                  (select d.kind from public.departures d where d.id = c.departure_id)) = 'transport'
      then private.my_territories('shuttle') else '{}' end)
$$;

-- Returns whether the caller can read a conflict: people who run the departure, the person who reported it, and the booking's guide. For a sale,
-- people who can sell the departure.
create function private.sees_conflict(c private.dock_conflicts)
returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return private.runs_conflict(c)
    or c.reporter_id = auth.uid() and c.territory_id = any (private.my_territories('people'))
    or exists (select 1 from public.bookings b where b.id = c.booking_id and b.guide_id = auth.uid()
         and b.territory_id = any (private.my_territories('guide')))
    or exists (select 1 from public.departures d where d.id = c.departure_id
         and private.may_sell(d.service_id, d.slot_id, d.service_date));
end $$;

-- Returns a conflict's subject, which is a booking, or the departure of a sale that could not be booked.
create function private.facts_of(c private.dock_conflicts)
returns table (kind text, booking_id uuid, guide_id uuid, guest text, walk_in boolean, check_in_status text, num_people int, title text, titles jsonb,
  service_date date, start_time time)
language sql stable security definer set search_path = '' as $$
  select b.kind, b.id, b.guide_id, coalesce(nullif((select p.full_name from public.profiles p where p.id = b.tourist_id), ''), b.guest_name), b.walk_in,
         b.check_in_status, b.num_people, b.title, b.titles, b.booking_date, b.start_time
    from private.booking(c.booking_id) b where c.departure_id is null
  union all
  select d.kind, null, private.leader_of(d), null, null, null, c.num_people, v.title, v.names -> 'title',
         d.service_date, private.start_of(d)
    from public.departures d join public.services v on v.id = d.service_id
   where d.id = c.departure_id
$$;

-- Returns whether the caller decides a conflict. The departure's team decides about cash. People don't decide about cash that they took themselves
-- unless they run the departure, nor about reports on another person's departure.
create function private.decides_conflict(c private.dock_conflicts)
returns boolean language sql stable security definer set search_path = '' as $$
  select c.resolved_at is null and (private.runs_conflict(c)
    or c.amount is null and private.sees_conflict(c) and (c.reason <> 'not_assigned' or c.reporter_id is distinct from auth.uid()))
$$;

-- Returns the arrival that a decision sets, 'checked_in' or 'no_show', or null if it is only recorded. A refused sale has no booking, a cancelled
-- booking has no arrivals, and someone who came with a moved ticket did not come for its current departure.
create function private.arrival_decided(c private.dock_conflicts, b private.booking_facts, p_decision text)
returns text language sql stable security definer set search_path = '' as $$
  select case when private.is_live(b.status) and c.reason not in ('cancelled', 'moved') and not private.is_cancelled_departure(b.departure_id)
    then case p_decision when 'came' then 'checked_in' when 'did_not_come' then 'no_show' end end
$$;

-- Returns why the caller can't make a decision now, or null: 400 'invalid_input' if it doesn't apply to this conflict, 403 'forbidden',
-- 'own_booking' and for cash 'own_commission', and arrival_refusal for one that sets an arrival. People who run the departure can change an arrival that is already set or past its
-- time.
create function private.decision_refusal(c private.dock_conflicts, p_decision text)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(c.booking_id);
  v_to text := private.arrival_decided(c, b, p_decision);
  v_refusal private.refusal;
begin
  if not private.decides_conflict(c) then
    return (403, 'forbidden', 'You do not have permission to do this', null)::private.refusal;
  elsif private.is_own_booking(b) then
    return private.own_booking_refusal();
  elsif c.amount is not null and private.earns_commission(b.id) then
    return private.own_commission_refusal();
  elsif p_decision is null or p_decision <> all (case when c.amount is null then '{noted,came,did_not_come}'::text[]
      else '{cash_in_books,cash_returned,cash_handed_over}' end) then
    return (400, 'invalid_input', 'This is not a valid decision', null)::private.refusal;
  elsif v_to is null or v_to = b.check_in_status then
    return null;
  end if;
  v_refusal := private.arrival_refusal(b, v_to);
  if private.runs_conflict(c) then
    return case when v_refusal.code <> 'arrival_too_late' then v_refusal end;
  elsif v_refusal.code is null and (b.check_in_status <> 'pending' or (private.check_in_refusal(b)).code is not null) then
    return (403, 'forbidden', 'You do not have permission to do this', null)::private.refusal;
  end if;
  return v_refusal;
end $$;

-- Returns whether the caller can reopen a decided conflict: people who run the departure, and the person who decided it while check-in for its
-- booking is open. One that its reporter withdrew can't be reopened.
create function private.reopens_conflict(c private.dock_conflicts)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(c.booking_id);
begin
  if c.resolved_at is null or c.decision = 'taken_back' or c.resolved_at <= now() - interval '30 days' or private.is_own_booking(b)
    or c.amount is not null and private.earns_commission(b.id) then
    return false;
  elsif private.runs_conflict(c) then
    return true;
  elsif c.amount is not null or c.resolved_by is distinct from auth.uid() or not private.sees_conflict(c) then
    return false;
  end if;
  return c.arrival_before is null or (private.check_in_refusal(b)).code is null and (private.arrival_refusal(b, 'checked_in')).code is null;
end $$;

-- Returns the arrival of a booking with everything that restore_arrival needs.
create function private.arrival_json(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('status', b.status, 'check_in_status', b.check_in_status, 'at', b.checked_in_at, 'by', b.checked_in_by, 'arrived', b.arrived,
    'steps', (select jsonb_agg(jsonb_build_object('passengers', a.passengers, 'at', a.at, 'by', a.by_id) order by a.id)
                from private.arrival_steps a where a.booking_id = b.id))
$$;

-- Restores an arrival from arrival_json and notifies the guest. The status follows from the current payment. The caller has locked the booking.
create function private.restore_arrival(b private.booking_facts, p jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_was text := p ->> 'check_in_status';
  v_at timestamptz := (p ->> 'at')::timestamptz;
  v_by uuid := (select x.id from public.profiles x where x.id = (p ->> 'by')::uuid);
  v_arrived int[] := case when jsonb_typeof(p -> 'arrived') = 'array' then array(select x::int from jsonb_array_elements_text(p -> 'arrived') x) end;
  v_status text := p ->> 'status';
begin
  perform private.set_arrival(b, v_was, v_at);
  update public.bookings x set checked_in_by = v_by, arrived = v_arrived where x.id = b.id;
  insert into private.arrival_steps (booking_id, passengers, at, by_id)
  select b.id, array(select y::int from jsonb_array_elements_text(x -> 'passengers') y), (x ->> 'at')::timestamptz,
         (select o.id from public.profiles o where o.id = (x ->> 'by')::uuid)
    from jsonb_array_elements(case when jsonb_typeof(p -> 'steps') = 'array' then p -> 'steps' else '[]' end) with ordinality t (x, n) order by n;
  if v_status in ('ordered', 'paid') then
    v_status := case when private.payment_status_for(b, v_status) = 'completed' then 'paid' else 'ordered' end;
  end if;
  perform private.move_booking(b.id, v_status, null, auth.uid(), '{"by": "check_in", "undo": true, "note": "Decision about a report undone"}');
  if v_was = 'pending' then
    perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'arrival_taken_back',
      private.booking_params(b) || jsonb_build_object('status', b.check_in_status), b, 'arrival:' || b.id);
  else
    perform private.notify_status(b, v_was);
  end if;
end $$;

-- Returns the conflicts that the caller can read, of one territory or all, open or decided in the last 30 days, a page of 1 to 200 after the key
-- (place, created_at, id) of the previous page's last row. `place` is its position among its reporter's conflicts, newest first, with and without
-- cash counted separately. The first of each reporter comes first, then the second, so that one person's many reports can't hide others. Decided ones
-- are ordered by resolved_at, newest first, with place 1. `total` is the number of all. `decisions` are those that the caller can make now.
-- `sets_arrival` is whether 'came' and 'did_not_come' set the booking's arrival, or for a decided one, whether they did. A reporter who can't read
-- the booking doesn't get its guest.
create function public.dock_conflicts(p_territory_id text default null, p_open boolean default true, p_after_place int default null,
  p_after_at timestamptz default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, kind text, booking_id uuid, action text, reason text, reported_at timestamptz, reported_by text, mine boolean, other_by text,
  other_at timestamptz, amount numeric, price numeric, currency_symbol text, created_at timestamptz, resolved_at timestamptz, resolved_by text,
  decision text, decisions text[], sets_arrival boolean, may_reopen boolean, check_in_status text, guest text, num_people int, walk_in boolean, title text,
  titles jsonb, service_date date, start_time time, time_zone text, refusal text, place int, total int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_open boolean := coalesce(p_open, true);
begin
  perform private.require_user();
  return query
  with seen as materialized (
    select c as conflict, coalesce(c.resolved_at, c.created_at) as at, count(*) over ()::int as total,
      case when v_open then (row_number() over (partition by c.reporter_id, c.amount is null order by c.created_at desc, c.id desc))::int else 1 end as place
    from private.dock_conflicts c
    where (p_territory_id is null or c.territory_id = p_territory_id)
      and c.territory_id = any (private.my_territories('people'))
      and (c.resolved_at is null) = v_open and (v_open or c.resolved_at > now() - interval '30 days')
      and private.sees_conflict(c)),
  page as materialized (
    select s.* from seen s
    where p_after_place is null or s.place > p_after_place
      or s.place = p_after_place and (s.at, (s.conflict).id) < (p_after_at, p_after_id)
    order by s.place, s.at desc, (s.conflict).id desc
    limit least(greatest(coalesce(p_limit, 50), 1), 200))
  select c.id, b.kind, b.booking_id, c.action, c.reason, c.reported_at, reporter.full_name, coalesce(c.reporter_id = auth.uid(), false), other.full_name,
    c.other_at, c.amount, case when told.yes then c.price end, private.currency_symbol(c.currency_code), c.created_at, c.resolved_at, decider.full_name,
    c.decision, array(select d from unnest('{noted,came,did_not_come,cash_in_books,cash_returned,cash_handed_over}'::text[]) with ordinality x (d, n)
      where (private.decision_refusal(p.conflict, d)).code is null order by n),
    case when c.resolved_at is null then private.arrival_decided(p.conflict, private.booking((p.conflict).booking_id), 'came') is not null else c.arrival_before is not null end,
    private.reopens_conflict(p.conflict), case when told.yes then b.check_in_status end,
    case when told.yes then b.guest end, case when told.yes then b.num_people end, case when told.yes then b.walk_in end,
    case when told.yes then b.title end, case when told.yes then b.titles end, case when told.yes then b.service_date end,
    case when told.yes then b.start_time end, t.time_zone, c.refusal, p.place, p.total
  from page p
  cross join lateral (select (p.conflict).*) c
  cross join lateral private.facts_of(p.conflict) b
  join public.territories t on t.id = c.territory_id
  left join public.profiles reporter on reporter.id = c.reporter_id
  left join public.profiles other on other.id = c.other_id
  left join public.profiles decider on decider.id = c.resolved_by
  cross join lateral (select c.reason <> 'not_assigned' or private.runs_conflict(p.conflict) or b.guide_id is not distinct from auth.uid() as yes) told
  order by p.place, p.at desc, c.id desc;
end $$;

-- Returns a conflict that the caller can read, locked after its booking, as for reports. Raises 401 'not_signed_in' and 404 'conflict_not_found'.
create function private.lock_conflict(p_id uuid)
returns private.dock_conflicts language plpgsql security definer set search_path = '' as $$
declare
  c private.dock_conflicts;
begin
  perform private.require_user();
  select x.* into c from private.dock_conflicts x where x.id = p_id;
  if c.id is null or not private.sees_conflict(c) then
    perform private.fail(404, 'conflict_not_found', 'We couldn''t find this. It may have been removed.');
  elsif c.departure_id is null then
    perform private.lock_booking_row(c.booking_id);
  end if;
  select x.* into c from private.dock_conflicts x where x.id = p_id for update;
  return c;
end $$;

-- Logs a conflict's change and sends an event to the territory's screens.
create function private.tell_conflict(c private.dock_conflicts, p_action text, p_detail jsonb)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if c.departure_id is null then
    perform private.audit_booking(p_action, private.booking(c.booking_id), jsonb_strip_nulls(p_detail));
  else
    perform private.audit(p_action, c.territory_id, 'departures', c.departure_id::text, jsonb_strip_nulls(p_detail));
  end if;
  perform private.send_booking(coalesce(f.booking_id, c.departure_id), null, c.territory_id) from private.facts_of(c) f;
end $$;

-- Decides a conflict, which is recorded with the person and the time. 'came' and 'did_not_come' set the arrival if arrival_decided says so, at the
-- time of the matching report or otherwise now, and notify the guest. Decisions about cash record where it is. Repeating a decision returns the same
-- result. Raises what lock_conflict and decision_refusal raise, 409 'conflict_decided' and, for cash in no cash book, 'cash_not_booked'. Locks as
-- lock_conflict does.
create function public.decide_dock_conflict(p_id uuid, p_decision text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  c private.dock_conflicts := private.lock_conflict(p_id);
  b private.booking_facts := private.booking(c.booking_id);
  v_refusal private.refusal;
  v_to text := private.arrival_decided(c, b, p_decision);
  v_before jsonb;
begin
  if c.resolved_at is not null then
    if c.decision is distinct from p_decision or c.resolved_by is distinct from auth.uid() then
      perform private.fail(409, 'conflict_decided', 'Someone else has already decided on this');
    end if;
    return;
  end if;
  v_refusal := private.decision_refusal(c, p_decision);
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  elsif p_decision = 'cash_in_books' and (b.payment_status <> 'completed' or c.departure_id is not null and not private.is_sold_after(c)) then
    perform private.fail(409, 'cash_not_booked', 'This booking isn''t marked as paid yet. First mark it as Paid, or choose where the cash is.');
  end if;
  if v_to <> b.check_in_status then
    v_before := private.arrival_json(b);
    perform private.set_arrival(b, v_to, case when c.action = v_to then c.reported_at else now() end);
    perform private.move_booking(b.id, v_to, null, auth.uid(), '{"by": "check_in", "note": "Report from the dock decided"}');
    perform private.notify_status(b, v_to);
  end if;
  update private.dock_conflicts x set resolved_at = now(), resolved_by = auth.uid(), decision = p_decision, arrival_before = v_before where x.id = p_id;
  perform private.tell_conflict(c, 'dock_conflict_decided', jsonb_build_object('reason', c.reason, 'decision', p_decision,
    'check_in_status', case when v_before is not null then v_to end,
    'amount', c.amount, 'currency_code', case when c.amount is not null then c.currency_code end));
end $$;

-- Reopens a decided conflict. The arrival that the decision set is restored, unless someone has changed it since. An open one is returned unchanged.
-- Raises what lock_conflict does, 403 'forbidden', and 429 as limit_changes. Locks as lock_conflict does.
create function public.reopen_dock_conflict(p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  c private.dock_conflicts := private.lock_conflict(p_id);
  b private.booking_facts := private.booking(c.booking_id);
  v_set text := private.arrival_decided(c, b, c.decision);
  v_restored boolean;
begin
  if c.resolved_at is null then
    return;
  elsif not private.reopens_conflict(c) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  perform private.limit_changes('booking_change', array['dock_conflict_reopened'], coalesce(b.id, c.departure_id)::text);
  v_restored := c.arrival_before is not null and v_set = b.check_in_status and v_set = b.status and b.checked_in_by = c.resolved_by
    and b.checked_in_at = case when c.action = v_set then c.reported_at else c.resolved_at end;
  if v_restored then
    perform private.restore_arrival(b, c.arrival_before);
  end if;
  update private.dock_conflicts x set resolved_at = null, resolved_by = null, decision = null, arrival_before = null where x.id = p_id;
  perform private.tell_conflict(c, 'dock_conflict_reopened', jsonb_build_object('reason', c.reason, 'decision', c.decision,
    'check_in_status', case when v_restored then c.arrival_before ->> 'check_in_status' end));
end $$;

-- Returns what a phone needs to check tickets offline: the bookings of the end of yesterday, today and tomorrow that the caller checks in, at most
-- 500, including cancelled ones, and the earlier codes of these departures. Codes are SHA-256 hashes, so that a stolen list can't be used to make
-- tickets. booking is as check-in shows it, without what the dock doesn't need, and for an earlier code its holder's current departure. own has the
-- passengers' tickets, {passenger, hash, good}. code_end has the last four characters of the printed code, to find a guest. state is 'valid', 'moved'
-- or 'given', and cancellation is part of the booking.
create function public.dock_tickets()
returns table (booking_id uuid, departure_id uuid, code_hash text, code_end text, version int, state text, booking jsonb, own jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_guide text[] := case when private.has_role('tour_guide') then private.my_territories('guide') else '{}' end;
  v_runs text[] := private.my_territories('staff');
  v_shuttle text[] := private.my_territories('shuttle') || private.my_territories('staff');
  v_driver text[] := private.my_territories('driver');
  v_utc date := (now() at time zone 'UTC')::date;
begin
  perform private.require_user();
  return query
  with near as materialized (
    select d.id, d.kind = 'experience' and d.territory_id <> all (v_runs) as led
      from public.departures d join public.territories t on t.id = d.territory_id
     where d.service_date between v_utc - 2 and v_utc + 2 and private.departure_is_near(d.service_date, private.start_of(d), t.time_zone, 1)
       and (d.territory_id = any (case d.kind when 'experience' then v_guide || v_runs else v_shuttle end)
         or d.kind = 'transport' and d.territory_id = any (v_driver) and private.drives(d.slot_id, d.service_date))),
  now_on as (
    select f.kind, f.id, f.departure_id as on_departure from near n join private.booking_facts f on f.departure_id = n.id
     where not n.led or f.guide_id = auth.uid()
     order by f.booking_date, f.start_time, f.id limit 500),
  was_on as (
    select f.kind, f.id, c.departure_id as on_departure, c.code, c.given
      from near n join private.old_ticket_codes c on c.departure_id = n.id
      join private.booking_facts f on f.id = c.booking_id
     where not n.led or f.guide_id = auth.uid() or private.leader_of((select d from public.departures d where d.id = n.id)) = auth.uid()
     order by f.id limit 500)
  select x.id, x.on_departure, private.hash_code(c.code), substr(c.code, 5, 4), c.version, 'valid',
    (private.check_in_json(x.id) #- '{tourist,email}') - '{passports,passenger_details,whatsapp_number,undo_until,doubt}'::text[],
    (select jsonb_agg(jsonb_build_object('passenger', p.passenger, 'hash', private.hash_code(p.code),
         'good', p.revoked_at is null and p.version = c.version))
       from private.passenger_codes p where p.booking_id = x.id)
  from now_on x join public.booking_codes c on c.booking_id = x.id
  union all
  select x.id, x.on_departure, private.hash_code(x.code), null, 0, case when x.given then 'given' else 'moved' end,
    private.trip_json(private.booking(x.id)), null
  from was_on x;
end $$;
