-- Decides which departures a cancellation includes, who can cancel them, and its effects. departures/cancelling.sql has the cancellation itself.

create function private.is_cancelled_departure(p_departure_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.departures d where d.id = p_departure_id and d.status = 'cancelled')
$$;

-- Returns whether a departure is cancelled and the undo time has passed.
create function private.is_cancelled_for_good(p_departure_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.departures d join private.departure_cancellations c on c.id = d.cancellation_id
                  where d.id = p_departure_id and c.undo_until <= now())
$$;

-- Returns whether the caller can cancel a departure. Managers and staff of its territory and admins can cancel all, guides those they lead, shuttle
-- managers transport, and drivers those they drive today or tomorrow, whose guests they can see anyway. A departure with guests has their guide, and
-- otherwise the guide of new bookings.
create function private.may_cancel_departure(p_service_id uuid, p_slot_id uuid, p_date date)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  v_territory text := private.territory_of_service(p_service_id);
begin
  if v_territory is null then
    return false;
  elsif private.runs_territory(v_territory) then
    return true;
  elsif private.kind_of_service(p_service_id) = 'transport' then
    return v_territory = any (private.my_territories('shuttle')) or private.drives(p_slot_id, p_date) and exists (
      select 1 from public.territories t
       where t.id = v_territory and private.departure_is_near(p_date, private.start_on(p_slot_id, p_date), t.time_zone, 1));
  end if;
  return v_territory = any (private.my_territories('guide')) and coalesce(
    (select bool_or(b.guide_id = auth.uid()) from public.bookings b
      where b.slot_id = p_slot_id and b.booking_date = p_date and b.guide_id is not null and private.is_live(b.status)),
    private.guide_of(p_service_id, p_slot_id, null, p_date) = auth.uid(), false);
end $$;

-- Returns like may_cancel, for a departure that has a row.
create function private.may_cancel(d public.departures)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.may_cancel_departure(d.service_id, d.slot_id, d.service_date)
$$;

-- Returns whether the caller has a booking on a departure, or paid for one, so that a colleague has to decide. As its guest they would get a full
-- refund, whatever the policy says.
create function private.has_own_booking_on(p_departure_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.booking_facts b where b.departure_id = p_departure_id and private.is_live(b.status) and private.is_own_booking(b))
$$;

-- Raises 403 'own_departure' if the caller has a booking on the departure.
create function private.refuse_own_departure(p_departure_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.has_own_booking_on(p_departure_id) then
    perform private.fail(403, 'own_departure', 'You have a booking on this departure. Cancel your booking first, or ask a colleague to do this.');
  end if;
end $$;

-- Returns the departures that a request selects, with or without bookings:
--   {"departures": [{"service_id", "slot_id", "service_date"}]}: these, at most 200.
--   {"territory_id", "from", "to", "kind"?, "service_id"?, "transport_type_id"?: 'boat', …}: those in the timetable on these days (at most 31) that have
--   not left yet, at most 1000.
-- Raises 400 'invalid_input'.
create function private.select_departures(p jsonb)
returns table (kind text, service_id uuid, slot_id uuid, service_date date, departure_id uuid, start_time time)
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p -> 'departures') = 'array' and jsonb_array_length(p -> 'departures') between 1 and 200 then
    return query
      select d.kind, d.service_id, d.slot_id, d.service_date, d.departure_id, d.start_time
        from (select distinct x.service_id, x.slot_id, x.service_date
                from jsonb_to_recordset(p -> 'departures') x (service_id uuid, slot_id uuid, service_date date)
               where isfinite(x.service_date) and abs(x.service_date - current_date) <= 800) x
       cross join lateral private.departures_of(array[x.service_id], x.service_date, x.service_date) d
       where d.slot_id = private.slot_of(x.service_id, x.slot_id)
       order by d.service_date, d.start_time, d.service_id, d.slot_id;
  elsif private.input_text(p, 'territory_id', 80) is not null then
    return query select * from private.select_range(p);
  else
    perform private.invalid('Please choose the departures');
  end if;
end $$;

create function private.select_range(p jsonb)
returns table (kind text, service_id uuid, slot_id uuid, service_date date, departure_id uuid, start_time time)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_territory text := private.input_text(p, 'territory_id', 80);
  v_kind text := private.input_text(p, 'kind', 20);
  v_service uuid := private.input_uuid(p, 'service_id');
  v_type text := private.input_text(p, 'transport_type_id', 40);
  v_from date := private.input_date(p, 'from');
  v_to date := private.input_date(p, 'to');
  v_count int;
begin
  if v_from is null or v_to is null or v_to < v_from then
    perform private.invalid('Please choose the departures');
  elsif v_to - v_from > 30 then
    perform private.fail(400, 'days_maximum', 'At most 31 days at a time');
  end if;
  return query
    select d.kind, d.service_id, d.slot_id, d.service_date, d.departure_id, d.start_time
      from private.departures_of(
        array(select s.id from public.services s where s.territory_id = v_territory and s.kind = coalesce(v_kind, s.kind)
                 and s.id = coalesce(v_service, s.id) and s.archived_at is null and (v_type is null or s.transport_type_id = v_type)),
        v_from, v_to) d
     where not d.past
     order by d.service_date, d.start_time, d.service_id, d.slot_id;
  get diagnostics v_count = row_count;
  if v_count > 1000 then
    perform private.fail(400, 'departures_maximum', 'At most 1000 departures at a time');
  end if;
end $$;

-- Returns the deadline for cancelling a departure, which is two hours after its time because people may wait at the dock. Then it counts as departed.
create function private.departs_at(p_date date, p_start time, p_time_zone text)
returns timestamptz language sql stable set search_path = '' as $$
  select private.departure_moment(p_date, p_start, p_time_zone) + case when p_start is null then interval '0' else interval '2 hours' end
$$;

-- Returns the same for a departure with a row. Its time is that of its bookings, or otherwise the timetable's.
create function private.departs_at(d public.departures)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select private.departs_at(d.service_date, private.start_of(d), t.time_zone) from public.territories t where t.id = d.territory_id
$$;

-- Returns the full refund of a booking, in minor units: captured and not refunded, or authorised on a card.
create function private.whole_refund(b private.booking_facts)
returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
begin
  return case when p.id is null then 0
    when p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then p.amount_minor
    else greatest(private.refundable_of(p), 0) end;
end $$;

-- Returns whether the caller may see what guests paid for a service: drivers may not.
create function private.reads_payments(p_service_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select s.kind = 'experience' or private.runs_territory(s.territory_id) or s.territory_id = any (private.my_territories('shuttle'))
    from public.services s where s.id = p_service_id
$$;

-- Returns the effects of a cancellation before it is done: {departures: [{kind, service_id, slot_id, service_date, start_time, title, titles,
-- outcome, bookings, people}], bookings, people, unpaid, mails, untold, no_choice, money: [{currency_code, currency_symbol, amount, cash}]}. outcome:
-- 'cancel', 'already_cancelled', 'departed', 'own_departure' or 'forbidden'. The sums are of departures that would be cancelled. untold: people
-- without an email address. no_choice: bookings whose departure time passes before their guests could answer. money: the refund if all choose it, and
-- its cash part; null if the caller only drives one of them (docs/decisions/0017). Raises 400 'invalid_input', 'days_maximum' and
-- 'departures_maximum', and 403 'forbidden' if the caller can cancel none of them.
create function public.preview_departure_cancellation(p_selection jsonb)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v jsonb;
  v_opens timestamptz := now() + private.limit_value('departure.undo_seconds') * interval '1 second';
begin
  perform private.require_user();
  with chosen as materialized (
    select s.*, private.cancel_outcome(s.service_id, s.slot_id, s.service_date, s.departure_id, s.start_time) as outcome
      from private.select_departures(p_selection) s),
  booked as materialized (
    select c.departure_id, b.num_people, b.currency_code, b.payment_method, private.whole_refund(b) as minor, private.starts_at(b) <= v_opens as late,
           exists (select 1 from public.profiles x where x.id = b.tourist_id and private.may_mail(x.email))
             or exists (select 1 from private.dock_reader(b)) as mailed
      from chosen c join private.booking_facts b on b.departure_id = c.departure_id and private.is_live(b.status)
     where c.outcome = 'cancel'),
  listed as (
    select c.*, s.title, s.names -> 'title' as titles, n.bookings, n.people
      from chosen c
      join public.services s on s.id = c.service_id
      cross join lateral (select count(*) as bookings, coalesce(sum(b.num_people), 0) as people
                            from booked b where b.departure_id = c.departure_id) n
     where c.outcome <> 'forbidden')
  select jsonb_build_object(
    'departures', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'service_id', l.service_id, 'slot_id', l.slot_id,
        'service_date', l.service_date, 'start_time', l.start_time, 'title', l.title, 'titles', l.titles, 'outcome', l.outcome,
        'bookings', l.bookings, 'people', l.people) order by l.service_date, l.start_time, l.title), '[]') from listed l),
    'bookings', (select count(*) from booked), 'people', (select coalesce(sum(b.num_people), 0) from booked b),
    'unpaid', (select count(*) from booked b where b.minor = 0), 'mails', (select count(*) from booked b where b.mailed),
    'untold', (select coalesce(sum(b.num_people), 0) from booked b where not b.mailed), 'no_choice', (select count(*) from booked b where b.late),
    'money', case when (select bool_and(private.reads_payments(c.service_id)) from chosen c where c.outcome = 'cancel') is false then null
      else (select coalesce(jsonb_agg(jsonb_build_object('currency_code', m.currency_code, 'currency_symbol', private.currency_symbol(m.currency_code),
          'amount', private.from_minor(m.minor, m.currency_code), 'cash', private.from_minor(m.cash, m.currency_code))), '[]')
        from (select b.currency_code, sum(b.minor) as minor, coalesce(sum(b.minor) filter (where b.payment_method = 'cash'), 0) as cash
                from booked b where b.minor > 0 group by 1 order by 1) m) end)
    into v;
  -- The territory's team may cancel any departure, so an empty result means that these days have none.
  if v -> 'departures' = '[]' and not coalesce(private.runs_territory(private.input_text(p_selection, 'territory_id', 80)), false) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  return v;
end $$;

-- Returns the outcome if the caller cancelled now: 'cancel', 'already_cancelled', 'departed', 'own_departure' or 'forbidden'.
create function private.cancel_outcome(p_service_id uuid, p_slot_id uuid, p_date date, p_departure_id uuid, p_start time)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when not private.may_cancel_departure(p_service_id, p_slot_id, p_date) then 'forbidden'
    when d.status = 'cancelled' then 'already_cancelled'
    when d.status = 'departed' or private.departs_at(p_date, p_start, t.time_zone) <= now() then 'departed'
    when private.has_own_booking_on(d.id) then 'own_departure'
    else 'cancel' end
    from public.territories t left join public.departures d on d.id = p_departure_id
   where t.id = private.territory_of_service(p_service_id)
$$;

-- Returns a departure among the values of a notice.
create function private.departure_params(d public.departures)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.service_params(d.service_id)
    || jsonb_build_object('date', d.service_date, 'time', private.start_of(d), 'departure_id', d.id)
$$;

create function private.title_of(d public.departures)
returns text language sql stable security definer set search_path = '' as $$
  select private.departure_params(d) ->> 'title'
$$;
