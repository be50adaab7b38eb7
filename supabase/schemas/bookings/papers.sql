-- A tourist's documents: the calendar entry, with a sequence number that tells calendars which file is newer, and the receipt, whose amounts come
-- from the ledger and never from current prices.

-- Increases the number with every change of the row by any function.
create function private.grow_calendar_sequence()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.calendar_sequence := greatest(new.calendar_sequence, old.calendar_sequence + 1);
  return new;
end $$;

create trigger bookings_calendar before update of booking_date, start_time, status, hotel_name, hotel_address on public.bookings
  for each row when ((old.booking_date, old.start_time, old.status, old.hotel_name, old.hotel_address)
    is distinct from (new.booking_date, new.start_time, new.status, new.hotel_name, new.hotel_address))
  execute function private.grow_calendar_sequence();

-- A service's name, place or duration has changed, so the calendar entries of all its future guests have too.
create function private.grow_calendar_of_service()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings set calendar_sequence = calendar_sequence + 1
   where service_id = new.id and booking_date >= current_date - 1 and private.is_live(status);
  return null;
end $$;

-- The trigger watches pickup_location_id, because check_pickup_location fills in the place from it.
create trigger services_calendar
  after update of title, meeting_point, meeting_point_link, pickup_location, pickup_location_id, duration_hours on public.services
  for each row when ((old.title, old.meeting_point, old.meeting_point_link, old.pickup_location, old.duration_hours)
    is distinct from (new.title, new.meeting_point, new.meeting_point_link, new.pickup_location, new.duration_hours))
  execute function private.grow_calendar_of_service();

-- The meeting place of a territory has changed, so the calendar entries for experiences without their own place have too.
create function private.grow_calendar_of_territory()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings b set calendar_sequence = b.calendar_sequence + 1
    from public.services e cross join lateral private.meeting_place(e) m
   where e.territory_id = new.id and e.kind = 'experience' and m.place is not distinct from new.meeting_point and b.service_id = e.id
     and b.booking_date >= current_date - 1 and private.is_live(b.status);
  return null;
end $$;

create trigger territories_calendar after update of meeting_point on public.territories
  for each row when (old.meeting_point is distinct from new.meeting_point)
  execute function private.grow_calendar_of_territory();

-- Returns the calendar entry under the names that bookingCalendar() in functions/_shared/calendar.ts takes. A booking without a time lasts the whole
-- day. p_language is the reader's. If null, the texts are the originals.
create function private.calendar_event(p_booking_id uuid, p_language text default null)
returns jsonb language sql stable security definer set search_path = '' as $$
  with b as (
    select x.kind, x.id, private.translated(s.title, s.translations, 'title', p_language) as title,
           x.booking_date, x.start_time, x.num_people, x.status, x.payment_method, x.territory_id, x.calendar_sequence, x.updated_at,
           s.duration_hours as hours,
           private.begins_at(s.id, p_language) as place
      from public.bookings x
      join public.services s on s.id = x.service_id
     where x.id = p_booking_id)
  select jsonb_build_object(
    'uid', b.kind || '-' || b.id || '@territorio',
    'sequence', b.calendar_sequence,
    'status', case when not private.is_live(b.status) then 'CANCELLED'
                   when b.status = 'ordered' and b.payment_method = 'card' then 'TENTATIVE' else 'CONFIRMED' end,
    'title', b.title,
    'startLocal', case when b.start_time is null then b.booking_date::text
                       else to_char(b.booking_date + b.start_time, 'YYYY-MM-DD"T"HH24:MI:SS') end,
    'endLocal', to_char(finish.at at time zone t.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
    'endsAt', to_char(finish.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'timeZone', t.time_zone,
    'location', concat_ws(', ', nullif(btrim(b.place), ''), private.translated(t.name, t.translations, 'name', p_language)),
    'hotel', nullif(btrim(f.hotel_name), ''),
    'pickupLocal', to_char(private.pickup_at(f, private.pickup_minutes(f), false), 'YYYY-MM-DD"T"HH24:MI:SS'),
    'numPeople', b.num_people,
    'stamp', to_char(b.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from b join public.territories t on t.id = b.territory_id join private.booking_facts f on f.id = b.id
  -- We use timestamps with a zone, because local times would be off by an hour over a clock change.
  cross join lateral (select case when b.start_time is not null
    then private.departure_moment(b.booking_date, b.start_time, t.time_zone) + b.hours * interval '1 hour' end as at) finish
$$;

-- Returns the calendar entry to the tourist whose booking it is.
create function public.booking_calendar(p_booking_id uuid, p_language text default null)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.calendar_event(b.id, p_language) from private.own_booking(p_booking_id) b
$$;

-- Returns the booking if the caller may read its receipt as its payer, even after transferring the ticket. Raises what own_booking does.
create function private.receipt_booking(p_booking_id uuid)
returns private.booking_facts language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user('Please log in');
  b private.booking_facts := private.booking(p_booking_id);
begin
  if b.paid_by_other and b.payer_id = v_user then
    return b;
  elsif b.paid_by_other then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  return private.own_booking(p_booking_id);
end $$;

-- Returns a person's charges for changes of a booking that could no longer be made and are refunded.
create function private.unmade_changes_of(p_booking_id uuid, p_user_id uuid)
returns setof private.charges language sql stable security definer set search_path = '' as $$
  select x.* from private.holds h join private.charges x on x.hold_id = h.id
   where h.adds_to = p_booking_id and x.booking_id is null and x.captured_minor > 0 and h.user_id = p_user_id
$$;

-- Returns the receipt of a booking for the tourist who paid it. A refund that the bank returned to us isn't on it, because the tourist neither got it
-- nor paid it again. Neither is cash that was recorded by mistake. A change that was charged and could not be made, because the booking had ended, is
-- on it with its charge and its refund. The ledger has neither, because no one earned from it.
create function public.booking_receipt(p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.receipt_booking(p_booking_id);
  v_payer uuid := case when b.paid_by_other then b.payer_id else b.tourist_id end;
  p private.charges := private.payment_of(b.id);
  m record;
  u record;
  x record;
begin
  select * into m from private.money_of(b);
  select coalesce(sum(c.captured_minor), 0) as paid, coalesce(sum(c.refunded_minor), 0) as refunded,
         coalesce(sum((select sum(o.amount_minor) from private.stripe_ops o
                        where o.line_id = c.line_id and o.state in ('queued', 'failed'))), 0) as on_its_way
    into u from private.unmade_changes_of(b.id, v_payer) c;
  select r.unit_price, r.created_at, r.payment_method into x
    from public.bookings r where r.id = b.id;
  return (
    select jsonb_build_object(
      'number', upper(left(b.kind, 1)) || to_char(x.created_at at time zone t.time_zone, '-YYYYMMDD-') || upper(left(replace(b.id::text, '-', ''), 8)),
      'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'titles', b.titles, 'territory_name', t.name, 'territory_names', t.names -> 'name',
      'time_zone', t.time_zone,
      'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people, 'booking_type', b.booking_type,
      'status', b.status, 'payment_method', x.payment_method, 'booked_at', x.created_at,
      'currency_code', b.currency_code, 'currency_symbol', private.currency_symbol(b.currency_code),
      'customer_name', (select c.full_name from public.profiles c where c.id = v_payer),
      'customer_email', (select c.email from public.profiles c where c.id = v_payer),
      'guide_name', (select c.full_name from public.profiles c where c.id = b.guide_id),
      'lines', private.lines_sold(b, x.unit_price),
      'total_price', b.total_price, -- all that was ever sold of it, the sum of the lines
      'price_now', private.price_of(b.id),
      'credit_amount', private.from_minor(private.credit_minor(b), b.currency_code),
      -- The amounts received and refunded, each the sum of all parties' ledger shares. Card payments are the first sale and refunds requested from
      -- Stripe, and later payments were cash.
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('at', k.at, 'amount', k.amount, 'method', case
                      when k.unmade then 'card' when private.card_minor(p) = 0 then 'cash' when p.payment_intent_id is null or k.kind = 'sale' or k.kind like 'dispute%' then 'card'
                      when k.kind like 'added%' then case when exists (select 1 from private.ledger s where s.booking_id = b.id and s.kind like 'sale:%' and s.id < k.first) then 'cash' else 'card' end
                      when exists (select 1 from private.refund_ops_of(b.id) o where o.op = k.kind) then 'card'
                      else 'cash' end, 'unmade', k.unmade) order by k.at, k.first), '[]')
                    from (select y.entry as kind, min(y.created_at) as at, sum(y.amount) as amount, min(y.id) as first, false as unmade
                            from (select l.*, regexp_replace(regexp_replace(l.kind, '^refund-failed:', 'refund:'), '^undone', 'sale') as entry
                                    from private.ledger l where l.booking_id = b.id) y
                           group by y.entry having sum(y.amount) <> 0
                          union all
                          select 'sale', coalesce(o.done_at, c.created_at), private.from_minor(c.captured_minor, b.currency_code), 0, true
                            from private.unmade_changes_of(b.id, v_payer) c
                            left join private.stripe_ops o on o.payment_intent_id = c.payment_intent_id and o.op = 'capture'
                          union all
                          select o.op, o.done_at, -private.from_minor(o.amount_minor, b.currency_code), o.id, true
                            from private.unmade_changes_of(b.id, v_payer) c
                            join private.stripe_ops o on o.line_id = c.line_id and o.state = 'done') k),
      'paid_amount', private.from_minor(m.paid + u.paid, b.currency_code),
      'refunded_amount', private.from_minor(m.refunded + u.refunded, b.currency_code),
      'on_its_way_amount', private.from_minor(m.on_its_way + u.on_its_way, b.currency_code),
      -- The cancellation fee of a cancelled booking.
      'fee_amount', case when private.is_live(b.status) then 0
                         else private.from_minor(greatest(0, m.paid - m.refunded - m.on_its_way), b.currency_code) end)
      from public.territories t where t.id = b.territory_id);
end $$;
