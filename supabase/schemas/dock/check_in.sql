-- The QR code at the meeting point: who may look it up, what they see, and a single check-in. A wrong code, another person's booking and an unknown
-- booking give the same response. Failed attempts are counted, so functions that take a code respond with private.reply_error, which keeps the
-- written rows, instead of raising.

create table private.check_in_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  booking_id uuid not null, -- the requested id, which may not exist
  at timestamptz not null default now()
);
create index check_in_attempts_user_idx on private.check_in_attempts (user_id, at);
create index check_in_attempts_booking_idx on private.check_in_attempts (booking_id, at);
alter table private.check_in_attempts enable row level security;

-- Returns null if the caller may check in this booking, and otherwise the error to respond with: that of check_in_role_refusal, or 403 'own_booking',
-- because no one confirms their own arrival or payment.
create function private.check_in_refusal(b private.booking_facts, p_at timestamptz default now())
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_refusal private.refusal := private.check_in_role_refusal(b, p_at);
begin
  if v_refusal.code is null and private.is_own_booking(b) then
    return private.own_booking_refusal();
  end if;
  return v_refusal;
end $$;

-- Returns null if the caller's roles let them check in this booking, and otherwise the error. Allowed are staff of the territory, the guide of the
-- booking, the shuttle managers, and the driver of the departure on its day, while arrivals can be set. p_at is when it happened, for actions that
-- are reported later (dock/reports.sql).
create function private.check_in_role_refusal(b private.booking_facts, p_at timestamptz default now())
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  v_forbidden private.refusal := (403, 'check_in_forbidden', 'You do not have permission to check in passengers', null);
begin
  if b.territory_id = any (private.my_territories('staff')) then
    return null;
  end if;
  if b.kind = 'experience' and private.has_role('tour_guide') then
    -- A guide who left the territory can't check in its guests.
    if b.guide_id = auth.uid() and b.territory_id = any (private.my_territories('guide')) then
      return null;
    end if;
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience', null)::private.refusal;
  end if;
  if b.kind = 'transport' and b.territory_id = any (private.my_territories('shuttle')) then
    return null;
  end if;
  -- A departure just after midnight boards on the evening before, which is another date.
  if b.kind = 'transport' and private.drives(b.slot_id, b.booking_date)
     and (private.departure_is_near(b.booking_date, b.start_time, v_zone, 0)
          or exists (select 1 from private.arrival_window(b.booking_date, b.start_time, v_zone) w
                      where p_at >= w.check_in_from and p_at < w.arrival_until)) then
    return null;
  end if;
  if private.has_role('territory_manager') or private.has_role('territory_staff') or private.has_role('shuttle_manager') then
    return (403, 'check_in_wrong_territory', 'You do not have permission to check in passengers for this territory', null)::private.refusal;
  end if;
  if private.has_role('tour_guide') then
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience', null)::private.refusal;
  end if;
  return v_forbidden;
end $$;

-- Returns whether a person has made too many attempts. People must mistype a lot to reach this limit, while a program that guesses reaches it
-- quickly. The people of a booking aren't blocked by others' attempts on it.
create function private.too_many_attempts(p_booking_id uuid, p_may boolean)
returns boolean language sql stable security definer set search_path = '' as $$
  select (select count(*) from private.check_in_attempts where user_id = auth.uid() and at > now() - interval '15 minutes')
        >= private.limit_value('check_in.person')
      or (not p_may and
          (select count(*) from private.check_in_attempts where booking_id = p_booking_id and at > now() - interval '1 hour')
        >= private.limit_value('check_in.booking'))
$$;

-- Locks a person's code attempts, so that each of them counts. A read-only request (GET) is refused here: it couldn't record a wrong code, and would reveal
-- whether a code is right. Locks the caller.
create function private.queue_attempt()
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles p where p.id = auth.uid() for no key update;
end $$;

-- Returns null if a caller, including drivers, has the code of a booking that they may check in, and otherwise the error to respond with. Raises 401
-- 'not_signed_in' and 403 'check_in_forbidden'. The errors are 429 'too_many_attempts', 404 'invalid_check_in_code', 404 'booking_not_found' for an
-- id that no booking has (which counts as a wrong code), and what check_in_refusal returns. Locks the caller.
create function private.open_check_in(p_booking_id uuid, p_code text, out error jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_refusal private.refusal;
  v_moved private.refusal;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Authentication Required: Please log in to check in passengers.');
  end if;
  perform private.require_check_in_role();
  perform private.queue_attempt();
  select f.* into b from private.booking_facts f where f.id = p_booking_id;
  v_refusal := case when b.id is null then (404, '', '', null)::private.refusal else private.check_in_refusal(b) end;
  if private.too_many_attempts(p_booking_id, v_refusal.status is null or v_refusal.code = 'own_booking') then
    error := private.reply_error(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  elsif b.id is null or not private.is_ticket_code(b, p_code) then
    v_moved := private.moved_ticket(b, p_code);
    if v_moved.code is not null then
      error := private.reply_refusal(v_moved);
      return;
    end if;
    if p_booking_id is not null then
      insert into private.check_in_attempts (user_id, booking_id) values (auth.uid(), p_booking_id);
    end if;
    error := case when b.id is null
      then private.reply_error(404, 'booking_not_found', 'This booking could not be found or has expired.')
      else private.reply_error(404, 'invalid_check_in_code', 'Invalid check-in code') end;
  elsif v_refusal.status is not null then
    v_refusal.details := case when v_refusal.code <> 'own_booking' then private.belongs_elsewhere(b) end;
    error := private.reply_refusal(v_refusal);
  end if;
end $$;

-- Returns whether a code is the ticket's, or that of one passenger's own ticket. It must be complete or, from people in whose territory the booking
-- is, its first eight digits, which a guest can read aloud. There are four billion of these against 30 wrong ones in 15 minutes, so anyone who says
-- them has read them off the ticket.
create function private.is_ticket_code(b private.booking_facts, p_code text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.booking_codes c
     where c.booking_id = b.id
       and sha256(convert_to(p_code, 'UTF8')) in (sha256(convert_to(c.code, 'UTF8')),
         case when private.is_in_reach(b) then sha256(convert_to(left(c.code, 8), 'UTF8')) end))
    or private.passenger_of(b, p_code) is not null
$$;

-- Returns whether the caller checks in guests in the booking's territory, even if not this one.
create function private.is_in_reach(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select (private.check_in_role_refusal(b)).status is null or private.belongs_elsewhere(b) is not null
$$;

-- Returns where a ticket's holder belongs, for a guide or shuttle manager who scanned its code but can't check it in: the trip, its time and its
-- guide or drivers. It never has the guest's name or payment, and is null for people of other territories.
create function private.belongs_elsewhere(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.trip_json(b)
   where b.territory_id = any (private.my_territories('guide') || private.my_territories('shuttle'))
$$;

-- Returns the trip of a booking, when it leaves, and its guide or drivers.
create function private.trip_json(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', b.title, 'titles', b.titles, 'service_date', b.booking_date, 'start_time', b.start_time,
    'time_zone', (select t.time_zone from public.territories t where t.id = b.territory_id), 'led_by', private.led_by(b))
$$;

-- Returns the error for a code from before its ticket moved or was transferred: 409 'ticket_moved' or 'ticket_given' with its holder's current
-- departure, 'ticket_replaced' for a passenger's own ticket after a change of people or a withdrawal, or 'booking_cancelled'. Returns null for any
-- other code, and for people who check in guests on neither departure.
create function private.moved_ticket(b private.booking_facts, p_code text)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_was private.booking_facts := b;
  c private.old_ticket_codes;
  d public.departures;
begin
  select x.* into c from private.old_ticket_codes x
   where x.booking_id = b.id and p_code in (x.code, left(x.code, 8));
  if c.code is null and exists (select 1 from private.passenger_codes p
       where p.code = p_code and p.booking_id = b.id) then
    -- This is a passenger's former ticket, which the booking's last change ended.
    select x.* into c from private.old_ticket_codes x
     where x.booking_id = b.id
       and x.replaced_at >= (select p.created_at from private.passenger_codes p where p.code = p_code)
     order by x.replaced_at desc limit 1;
    if private.is_in_reach(b) and (c.code is null or exists (select 1 from private.passenger_codes p where p.code = p_code and p.revoked_at is not null)) then
      return case when private.is_live(b.status)
        then (409, 'ticket_replaced', 'This ticket was withdrawn, or the booking has changed since it was shared', private.trip_json(b))::private.refusal
        else (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal end;
    end if;
  end if;
  select x.* into d from public.departures x where x.id = c.departure_id;
  if d.id is null then
    return null;
  end if;
  -- The check uses the booking as it was before, because drivers have no access to the departure's new day.
  v_was.service_id := d.service_id;
  v_was.booking_date := d.service_date;
  v_was.start_time := private.start_of(d);
  if not (private.is_in_reach(b) or private.is_in_reach(v_was)) then
    return null;
  elsif not private.is_live(b.status) then
    return (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif c.given then
    return (409, 'ticket_given', 'This ticket was transferred to someone else and has a new code', private.trip_json(b))::private.refusal;
  end if;
  return (409, 'ticket_moved', 'This ticket was moved to another departure and has a new code', private.trip_json(b))::private.refusal;
end $$;

-- Returns the guide or the drivers of a booking's departure, or null if there are none.
create function private.led_by(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select case b.kind
    when 'experience' then (select c.full_name from public.profiles c where c.id = b.guide_id)
    else nullif(array_to_string(private.departure_driver_names(b.slot_id, b.booking_date), ', '), '') end
$$;

-- Returns why a ticket may belong to a departure other than the one that is boarding: 'day', 'departure' (another one of its service or its guide is
-- nearer) or 'hour', or null. A screen asks before such a ticket counts, while arrival_window refuses. A phone without a signal decides by the same
-- rule (src/features/dock/offline/decide.ts), and tests/support/arrival-doubts.ts has the cases for both.
create function private.arrival_doubt(b private.booking_facts)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  v_away interval := private.starts_at(b) - now();
begin
  -- A departure just after midnight boards on the evening before, and one just before midnight is still boarding.
  if b.booking_date <> (now() at time zone v_zone)::date
    and (b.start_time is null or v_away not between interval '-2 hours' and interval '3 hours') then
    return 'day';
  elsif b.start_time is null then
    return null;
  elsif exists (
    select 1 from private.booking_facts o
     where o.kind = b.kind and o.territory_id = b.territory_id and o.departure_id <> b.departure_id and private.is_live(o.status)
       and o.booking_date between b.booking_date - 1 and b.booking_date + 1 and o.start_time is not null
       and (o.service_id = b.service_id or o.guide_id = b.guide_id)
       and abs(extract(epoch from private.starts_at(o) - now())) < abs(extract(epoch from v_away))) then
    return 'departure';
  end if;
  return case when v_away not between interval '-2 hours' and interval '2 hours' then 'hour' end;
end $$;

-- Returns a booking as check-in shows it to the caller. A driver sees no email addresses, no passports, and only the amount still to collect
-- (docs/decisions/0017). Hosts also see who removed a passport image.
create function private.check_in_json(p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', b.kind, 'booking_id', b.id, 'territory_id', b.territory_id, 'service_id', b.service_id, 'guide_id', b.guide_id, 'title', b.title, 'titles', b.titles, 'service_date', b.booking_date, 'start_time', b.start_time,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'status', b.status, 'payment_status', b.payment_status,
    'payment_method', b.payment_method, 'total_price', case when host.yes then private.price_of(b.id) end, 'amount_due', money.due,
    'currency_code', case when host.yes or money.due is not null then b.currency_code end,
    'currency_symbol', case when host.yes or money.due is not null then private.currency_symbol(b.currency_code) end,
    'cash_received_at', cash.at, 'cash_received_by', cash.by,
    'check_in_status', b.check_in_status, 'checked_in_at', b.checked_in_at, 'time_zone', t.time_zone,
    'arrived', b.arrived, 'apart', array(select o.passenger from private.own_tickets(b) o order by o.passenger),
    'check_in_from', w.check_in_from, 'no_show_from', w.no_show_from, 'arrival_until', w.arrival_until,
    'checked_in_by', (select c.full_name from public.profiles c where c.id = b.checked_in_by), 'undo_until', private.undo_until(b),
    'led_by', private.led_by(b), 'doubt', private.arrival_doubt(b),
    'tourist', (select jsonb_build_object('full_name', p.full_name, 'avatar_url', p.avatar_url, 'country', p.country)
                         || case when host.yes then jsonb_build_object('email', p.email) else '{}' end
                  from public.profiles p where p.id = b.tourist_id),
    'walk_in', b.walk_in, 'guest_name', b.guest_name, 'country', b.country, 'hotel_name', b.hotel_name,
    'hotel_address', (select x.hotel_address from public.bookings x where x.id = b.id),
    'whatsapp_number', b.whatsapp_number, 'speaks_spanish', b.speaks_spanish,
    'passport_required', host.yes and b.passport_required and private.is_live(b.status),
    'passports', case when host.yes and private.is_live(b.status) and b.passport_closed_at is null then b.passports else '{}' end,
    'passport_removed_by', case when host.yes then
      (select x.passport_removed_by from public.bookings x where x.id = b.id) end,
    'passenger_details', case when host.yes or jsonb_typeof(b.passenger_details) is distinct from 'array' then b.passenger_details
      else (select coalesce(jsonb_agg(p.one - 'email' order by p.n), '[]')
              from jsonb_array_elements(b.passenger_details) with ordinality p (one, n)) end)
  from private.booking_facts b join public.territories t on t.id = b.territory_id
  cross join lateral private.arrival_window(b.booking_date, b.start_time, t.time_zone) w
  cross join lateral (select private.booking_side(b.id) is not distinct from 'host' as yes) host
  cross join lateral (select private.amount_due(b) as due) money
  left join lateral private.cash_received(b) cash on true
  where b.id = p_booking_id
$$;

-- Returns what check-in shows of a booking to anyone with its code or a passenger's own code, and `passenger` says whose code it is. A wrong code and
-- a missing right are returned as errors and not raised.
create function public.get_check_in(p_booking_id uuid, p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return coalesce(private.open_check_in(p_booking_id, p_code), private.check_in_json(p_booking_id)
    || jsonb_build_object('passenger', private.passenger_of(private.booking(p_booking_id), p_code)));
end $$;
grant execute on function public.get_check_in(uuid, text) to anon;

-- Sets one arrival, with the code of the ticket. p_action is 'checked_in' or 'no_show'. p_cash is the cash received with it, as the screen showed it.
-- p_passengers are the people who arrived, as for mark_arrival. A wrong code, a missing right, a time when arrivals can't be set and what take_cash
-- returns are returned as errors and not raised.
create function public.check_in(p_booking_id uuid, p_code text, p_action text, p_cash numeric default null, p_passengers int[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_error jsonb;
  v_passenger int;
  v_refusal private.refusal;
begin
  perform private.require_arrival(p_action, p_cash);
  perform private.require_passengers(p_passengers, p_action);
  v_error := private.open_check_in(p_booking_id, p_code);
  if v_error is not null then
    return v_error;
  end if;
  v_passenger := private.passenger_of(private.booking(p_booking_id), p_code);
  if v_passenger is not null and (p_action <> 'checked_in' or p_passengers <> array[v_passenger]) then
    return private.reply_error(400, 'invalid_input', 'This is the ticket of one passenger');
  end if;
  v_refusal := private.mark_arrival(p_booking_id, p_action, p_cash, now(), case when v_passenger is null then p_passengers else array[v_passenger] end);
  if v_refusal.code = 'check_in_already' then
    v_refusal.details := private.check_in_json(p_booking_id);
  end if;
  return case when v_refusal.code is null then private.check_in_json(p_booking_id) else private.reply_refusal(v_refusal) end;
end $$;
grant execute on function public.check_in(uuid, text, text, numeric, int[]) to anon;

-- Raises 400 'invalid_input' for an unknown action, and for cash of a no-show.
create function private.require_arrival(p_action text, p_cash numeric)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if p_action is null or p_action not in ('checked_in', 'no_show') then
    perform private.invalid('action must be checked_in or no_show');
  elsif p_action = 'no_show' and p_cash is not null then
    perform private.invalid('A no-show cannot have paid');
  end if;
end $$;

-- Sets an arrival. Every check-in at the dock uses this function, and of two at the same time, the second finds the guests checked in. p_passengers
-- are the numbers of the people who arrived, and those already here remain. Null means the whole booking, or everyone still missing. With p_cash, the
-- money is recorded in the same transaction. p_at is when it happened. Returns null when done and the tourist is notified, and otherwise 409
-- 'booking_cancelled', 'check_in_already', 'not_on_ticket', or what arrival_refusal and take_cash return. Locks the booking, and with cash as
-- lock_booking does.
create function private.mark_arrival(p_booking_id uuid, p_action text, p_cash numeric, p_at timestamptz default now(),
  p_passengers int[] default null)
returns private.refusal language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := case when p_cash is null then private.lock_booking_row(p_booking_id)
                                  else private.lock_booking(p_booking_id) end;
  v_coming int[] := private.still_to_come(b, p_passengers);
  v_refusal private.refusal;
begin
  if not private.is_live(b.status) then
    return (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif b.num_people < any (p_passengers) then
    return (409, 'not_on_ticket', 'This booking has fewer people than that', null)::private.refusal;
  elsif b.check_in_status = 'no_show' or (b.check_in_status = 'checked_in' and (p_action = 'no_show' or cardinality(v_coming) = 0)) then
    return (409, 'check_in_already', case b.check_in_status when 'no_show' then 'This booking was already marked as a no-show'
      else 'This booking is already checked in' end, null)::private.refusal;
  end if;
  v_refusal := private.arrival_refusal(b, p_action, p_at);
  if v_refusal.code is null and p_cash is not null then
    v_refusal := private.take_cash(b, p_cash, p_at);
  end if;
  if v_refusal.code is not null then
    return v_refusal;
  end if;
  if p_action = 'no_show' then
    perform private.set_arrival(b, p_action, p_at);
  else
    perform private.add_arrivals(b, v_coming, p_at);
  end if;
  -- A status that was set after the first of them arrived stays.
  perform private.move_booking(p_booking_id, case when b.check_in_status = 'pending' then p_action end, null, auth.uid(),
    jsonb_build_object('by', 'check_in') || case when p_action = 'checked_in' and (p_passengers is not null or b.check_in_status <> 'pending')
      then jsonb_build_object('passengers', v_coming) else '{}' end);
  if b.check_in_status = 'pending' then
    perform private.notify_status(b, p_action);
  end if;
  return null;
end $$;

-- Checks a booking in from the list, without the ticket's code. The people, results and transaction are those of check_in. Because no code proves
-- that the tourist was there, the audit log names the person who checked them in. An unknown booking gets the same refusal as another person's.
-- Raises 400 'invalid_input', and what check_in_refusal and mark_arrival return.
create function public.check_in_listed(p_booking_id uuid, p_action text, p_cash numeric default null, p_passengers int[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_refusal private.refusal;
begin
  perform private.require_arrival(p_action, p_cash);
  perform private.require_passengers(p_passengers, p_action);
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  b := private.booking(p_booking_id);
  v_refusal := private.check_in_refusal(b);
  if v_refusal.code is null then
    v_refusal := private.mark_arrival(p_booking_id, p_action, p_cash, now(), p_passengers);
  end if;
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  end if;
  perform private.audit_booking('check_in_from_list', b, jsonb_strip_nulls(jsonb_build_object('check_in_status', p_action, 'passengers', p_passengers)));
  return private.check_in_json(p_booking_id);
end $$;
grant execute on function public.check_in_listed(uuid, text, numeric, int[]) to anon;

-- Raises 403 'check_in_forbidden' for people without a role that checks in.
create function private.require_check_in_role()
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.has_role('tour_guide') or private.has_role('shuttle_manager') or private.has_role('territory_manager')
          or private.has_role('territory_staff') or private.has_role('shuttle_driver')) then
    perform private.fail(403, 'check_in_forbidden', 'You do not have permission to check in passengers');
  end if;
end $$;

-- Finds a ticket by its code alone, or by the eight digits that a guest reads aloud. For digits it searches only the caller's own reach, and of two
-- tickets takes the one that is live and nearest to now. Raises 403 'check_in_forbidden', and returns 429 'too_many_attempts' and 404
-- 'invalid_check_in_code'. Locks the caller.
create function public.find_check_in(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_nobodys constant uuid := '00000000-0000-0000-0000-000000000000';
  v_code text := lower(regexp_replace(p_code, '[^0-9A-Fa-f]', '', 'g'));
  v_id uuid;
begin
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  perform private.queue_attempt();
  if private.too_many_attempts(v_nobodys, true) then
    return private.reply_error(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  end if;
  if length(v_code) = 8 then
    -- The code is found before access is checked, because checking access for every booking takes seconds.
    with named as materialized (
      select c.booking_id as id from public.booking_codes c where left(c.code, 8) = v_code
      union
      select c.booking_id from private.old_ticket_codes c where left(c.code, 8) = v_code)
    select f.id into v_id from named n cross join lateral private.booking(n.id) f
     where private.is_in_reach(f)
     order by private.is_live(f.status) desc, abs(extract(epoch from private.starts_at(f) - now())), f.id limit 1;
  else
    select c.booking_id into v_id from (
      select x.code, x.booking_id from public.booking_codes x
      union all
      select x.code, x.booking_id from private.old_ticket_codes x) c where c.code = v_code;
  end if;
  if v_id is null then
    insert into private.check_in_attempts (user_id, booking_id) values (auth.uid(), v_nobodys);
    return private.reply_error(404, 'invalid_check_in_code', 'Invalid check-in code');
  end if;
  return jsonb_build_object('booking_id', v_id);
end $$;
grant execute on function public.find_check_in(text) to anon;
