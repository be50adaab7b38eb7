-- Sales by the team: a guide, a driver or the desk sells seats to a guest without an account, who is at the dock or on the phone
-- (docs/decisions/0063). The booking has no tourist. Its seats, price and money work like any booking's, with a hold, then the payment, then the
-- booking.

create table private.dock_sales (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid references public.profiles (id) on delete set null,
  hold_id uuid not null unique references private.holds (id),
  territory_id text not null references public.territories (id),
  language text not null, -- the language in which the guest accepted the waiver
  pays text not null default 'cash' check (pays in ('cash', 'due', 'card', 'link')), -- read_sale_payment
  letters int not null default 0,
  created_at timestamptz not null default now(),
  sold_at timestamptz not null default now(), -- earlier than created_at for an offline sale, and only displayed
  undone_at timestamptz
);
create index dock_sales_seller_idx on private.dock_sales (seller_id, created_at desc);
create index dock_sales_territory_idx on private.dock_sales (territory_id);
alter table private.dock_sales enable row level security;
-- This index is for deleting guests' data (forget_dock_sales).
create index bookings_walk_in_idx on public.bookings (booking_date) where walk_in and (guest_name is not null or whatsapp_number <> '');
create index holds_dock_form_idx on private.holds (created_at) where at_dock and form <> '{}';

-- Returns the booking of a sale.
create function private.booking_of(s private.dock_sales)
returns private.booking_facts language sql stable security definer set search_path = '' as $$
  select f from private.booking_facts f where f.hold_id = s.hold_id
$$;

-- Returns the end of a departure's sale by the team, which is a little after its time, because boats wait. One without a time can be sold until the
-- end of its day.
create function private.sold_until(p_date date, p_start time, p_time_zone text)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select w.no_show_from + case when p_start is null then interval '0' else private.limit_value('dock_sale.late_minutes') * interval '1 minute' end
    from private.arrival_window(p_date, p_start, p_time_zone) w
$$;

-- Returns whether the caller may sell seats of a departure: the territory's managers and staff, for transport also shuttle managers and its drivers
-- that day, and for an experience also its guide on that date.
create function private.may_sell(p_service_id uuid, p_slot_id uuid, p_date date)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  v_territory text := private.territory_of_service(p_service_id);
  d public.departures;
begin
  if v_territory is null then
    return false;
  elsif private.runs_territory(v_territory) then
    return true;
  elsif private.kind_of_service(p_service_id) = 'transport' then
    return v_territory = any (private.my_territories('shuttle')) or private.drives(p_slot_id, p_date);
  elsif not v_territory = any (private.my_territories('guide')) then
    return false;
  end if;
  select * into d from public.departures x where x.slot_id = p_slot_id and x.service_date = p_date;
  d.service_id := p_service_id;
  d.slot_id := p_slot_id;
  d.service_date := p_date;
  return coalesce(private.leader_of(d) = auth.uid(), false);
end $$;

-- Returns the services of which the caller may sell some departures: all of the territories that they run, the transport of those whose shuttles they
-- manage or drive, and the experiences of those in which they guide.
create function private.sellable_services()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select s.id from public.services s
     where s.visible and s.archived_at is null and (s.territory_id = any (private.my_territories('staff'))
       or s.territory_id = any (private.my_territories(case s.kind when 'experience' then 'guide' else 'shuttle' end))
       or s.id in (select x.service_id from public.slots x where x.id = any (private.driven_slots()))))
$$;

-- Returns what the caller can sell on a date, soonest first, with the seats left and the price. Closed and full departures are included with their
-- status. Without a date it is what can be sold to someone at the dock: the departures of today, and those that are already boarding. Raises 400
-- 'date_too_far'.
create function public.dock_departures(p_date date default null)
returns setof jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := (now() at time zone 'UTC')::date;
begin
  perform private.require_user();
  perform private.check_sale_date(p_date) where p_date is not null;
  return query
    select jsonb_build_object('kind', x.kind, 'service_id', x.service_id, 'slot_id', x.slot_id, 'service_date', x.service_date,
      'start_time', x.start_time, 'title', v.title, 'titles', private.titles_of(v.id), 'territory_id', v.territory_id,
      'time_zone', v.time_zone, 'closed', x.closed, 'capacity', x.capacity,
      'available', case when x.closed or x.exclusive then 0 else greatest(x.capacity - x.held - x.sold, 0) end,
      'whole', x.held + x.sold = 0, 'booking_type', v.booking_type,
      'shared_price', case when v.booking_type <> 'private' then private.unit_price(v, 'shared') end,
      'private_price', case when v.booking_type <> 'shared' then private.unit_price(v, 'private') end,
      'min_spots', v.min_spots, 'max_spots', v.max_spots, 'min_private_guests', v.min_private_guests,
      'max_private_guests', least(v.max_private_guests, x.capacity), 'passport_required', v.passport_required,
      'minimum', public.departure_minimum(x.service_id, x.slot_id, x.service_date),
      'currency_code', v.currency_code, 'currency_symbol', v.currency_symbol, 'check_in_from', w.check_in_from)
      from private.departures_of(private.sellable_services(), coalesce(p_date, v_today - 1), coalesce(p_date, v_today + 1)) x
     cross join lateral private.bookable_service(x.service_id) v
     cross join lateral private.arrival_window(x.service_date, x.start_time, v.time_zone) w
     where v.id is not null and x.offered and x.cancel_reason is null and now() < private.sold_until(x.service_date, x.start_time, v.time_zone)
       and (p_date is not null or x.service_date = (now() at time zone v.time_zone)::date or now() >= w.check_in_from)
       and private.may_sell(x.service_id, x.slot_id, x.service_date)
     order by x.service_date, coalesce(x.start_time, time '24:00'), v.title, x.slot_id
     limit 200;
end $$;

-- Raises 400 'date_too_far'.
create function private.check_sale_date(p_date date)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not isfinite(p_date) or p_date > current_date + 730 then
    perform private.fail(400, 'date_too_far', 'Please select a date within the next two years');
  end if;
end $$;

-- Returns the departure of a sale. Raises 400 'date_required', 'date_too_far' and 'timeslot_required', 409 'departure_closed' if the service doesn't
-- run then, and 'departure_left' after its time.
create function private.read_dock_departure(p_service private.service, p jsonb)
returns private.occurrence language plpgsql stable security definer set search_path = '' as $$
declare
  v private.occurrence;
  x record;
begin
  v.service_date := private.input_date(p, 'service_date');
  v.slot_id := private.slot_of(p_service.id, private.input_uuid(p, 'slot_id'));
  if v.service_date is null then
    perform private.fail(400, 'date_required', 'Please select a date for your booking');
  elsif v.slot_id is null then
    perform private.fail(400, 'timeslot_required', 'Please select a time slot');
  end if;
  perform private.check_sale_date(v.service_date);
  select o.start_time, o.offered into x
    from private.departures_of(array[p_service.id], v.service_date, v.service_date) o
   where o.slot_id = v.slot_id;
  if not coalesce(x.offered, false) then
    perform private.fail(409, 'departure_closed', 'This time slot does not run on the selected date');
  elsif now() >= private.sold_until(v.service_date, x.start_time, p_service.time_zone) then
    perform private.fail(409, 'departure_left', 'This departure has already left.');
  end if;
  v.start_time := x.start_time;
  return v;
end $$;

-- Returns the guest's details as the booking stores them, with an optional name and number. Passports are checked on site, and no image is stored.
-- Raises 400 'waiver_required', 'name_not_plain' and 'invalid_input', and 409 'waiver_outdated'.
create function private.read_dock_form(p jsonb)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_name text := private.input_text(p, 'guest_name', 120);
  v_whatsapp text := private.input_text(p, 'whatsapp_number', 40);
  v_waiver text := private.input_text(p, 'waiver_version', 40);
begin
  perform private.check_name(v_name, 'guest_name');
  if v_whatsapp is not null and not private.is_phone(v_whatsapp) then
    perform private.invalid('Please enter a valid WhatsApp number', 'whatsapp_number');
  elsif not coalesce(private.is_language(private.input_text(p, 'language', 5)), false) then
    perform private.invalid('language must be one of the product');
  elsif v_waiver is null then
    perform private.fail(400, 'waiver_required', 'Please accept the waiver to continue');
  elsif v_waiver <> all (private.waiver_versions()) then
    perform private.fail(409, 'waiver_outdated', 'The waiver has changed. Please reload the page and accept it again.');
  end if;
  return jsonb_build_object('guest_name', v_name, 'whatsapp_number', coalesce(v_whatsapp, ''), 'country', '',
    'speaks_spanish', private.input_text(p, 'language', 5) = 'es', 'passport_images', '[]'::jsonb, 'waiver_version', v_waiver,
    'passenger_details', '[]'::jsonb);
end $$;

-- Returns the guests of a territory's earlier bookings whose name, email, number or booking number matches, the latest first, at most 8. For people
-- who run the territory, so that a guest who calls again isn't typed again.
create function public.find_guests(p_territory_id text, p_search text)
returns table (guest_name text, whatsapp_number text, language text, bookings bigint, last_date date)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search tsquery := private.booking_query_in(p_territory_id, p_search);
begin
  perform private.require_territory(p_territory_id);
  return query
    with found as (
      select s.booking_id from private.booking_search s
       where array[s.territory_id] @> array[p_territory_id] and s.words @@ v_search
       order by s.booking_date desc limit 500)
    select x.name, x.number, (array_agg(x.spoken order by x.day desc))[1], count(*), max(x.day)
      from (select coalesce(p.full_name, b.guest_name) as name, nullif(b.whatsapp_number, '') as number, case when b.speaks_spanish then 'es' else 'en' end as spoken, b.booking_date as day
              from found f join public.bookings b on b.id = f.booking_id
              left join public.profiles p on p.id = b.tourist_id
             -- The words of a booking also name its service and its guide.
             where private.search_words(concat_ws(' ', p.full_name, p.email, b.guest_name)) || private.booking_marks(b.id, b.whatsapp_number) @@ v_search) x
     where x.name is not null or x.number is not null
     group by x.name, x.number
     order by max(x.day) desc, x.name limit 8;
end $$;

-- Reads a dock request, which is a jsonb object, and returns its idempotency_key. Raises 400 'invalid_input'.
create function private.read_dock_key(p jsonb)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  if p is null or jsonb_typeof(p) <> 'object' or length(p::text) > 20000 then
    perform private.invalid('A booking request is required');
  end if;
  return private.input_uuid(p, 'idempotency_key');
end $$;

-- Returns the departure of a dock request as a hold that isn't stored yet, and its service. Raises 400 'invalid_input', 403 'forbidden', 404 if it
-- can't be booked, and what read_dock_departure raises.
create function private.read_dock_hold(p jsonb, out v private.service, out h private.holds)
language plpgsql security definer set search_path = '' as $$
declare
  v_service uuid := private.input_uuid(p, 'service_id');
  v_when private.occurrence;
begin
  if not private.may_sell(v_service, private.slot_of(v_service, private.input_uuid(p, 'slot_id')), private.input_date(p, 'service_date')) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  v := private.bookable_service(v_service);
  if v.id is null then
    perform private.fail_not_found(private.kind_of_service(v_service));
  end if;
  v_when := private.read_dock_departure(v, p);
  h.idempotency_key := private.input_uuid(p, 'idempotency_key');
  h.payload_hash := ''; -- once compares requests, so the hash isn't needed
  h.kind := v.kind;
  h.territory_id := v.territory_id;
  h.departure_id := private.ensure_departure(v_when.slot_id, v_when.service_date);
  h.start_time := v_when.start_time;
  h.currency_code := v.currency_code;
  h.cancellation_policy := v.cancellation_policy;
  h.partner_rate := 0;
  h.at_dock := true;
end $$;

-- Reads how the guest pays: 'cash' now, 'due' in cash on the day, 'card' on the guest's own phone, or 'link', a link that is sent to them. Raises 400
-- 'payment_method_not_accepted'.
create function private.read_sale_payment(p jsonb)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_pays text := private.input_text(p, 'payment_method', 20);
begin
  if v_pays is null or v_pays not in ('cash', 'due', 'card', 'link') then
    perform private.fail(400, 'payment_method_not_accepted', 'We don''t accept this payment method');
  end if;
  return v_pays;
end $$;

-- Returns the deadline of a guest who pays by card: some minutes at the dock. A guest who gets a link has until the next day, but at most until the
-- departure's check-in opens.
create function private.sale_held_until(p_pays text, p_service private.service, h private.holds)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select case p_pays when 'link' then greatest(x.soon, least(now() + private.limit_value('dock_sale.link_hours') * interval '1 hour', w.check_in_from)) else x.soon end
    from (select now() + private.limit_value('dock_sale.card_minutes') * interval '1 minute' as soon) x, public.departures d
   cross join lateral private.arrival_window(d.service_date, h.start_time, p_service.time_zone) w
   where d.id = h.departure_id
$$;

-- Reads the hold of a sale, which isn't stored yet. Raises 400 'name_required' for a guest who hasn't paid, 409 'amount_changed' if the price differs
-- from the one shown to the seller, and what its parts raise.
create function private.read_dock_sale(p jsonb)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  r record := private.read_dock_hold(p);
  v private.service := r.v;
  h private.holds := r.h;
  v_pays text := private.read_sale_payment(p);
begin
  h.booking_type := private.input_text(p, 'booking_type', 20);
  h.num_people := private.input_count(p, 'num_people');
  h.payment_method := case when v_pays in ('cash', 'due') then 'cash' else 'card' end;
  h.form := private.read_dock_form(p);
  perform private.check_booking_type(v, h.booking_type);
  if h.num_people is null then
    perform private.invalid('num_people is required');
  elsif v_pays in ('due', 'link') and h.form ->> 'guest_name' is null then
    perform private.fail(400, 'name_required', 'Name cannot be empty', 'guest_name');
  end if;
  perform private.check_group_size(v, h.booking_type, h.num_people);
  h.unit_price := private.unit_price(v, h.booking_type);
  h.total_price := h.unit_price * case when h.booking_type = 'private' then 1 else h.num_people end;
  if h.total_price is distinct from private.input_number(p, 'amount', 'Please send the amount that was shown', 0, 1e9, 2) then
    perform private.fail(409, 'amount_changed', 'The amount to collect has changed. Please check the new amount.');
  end if;
  if h.payment_method = 'card' then
    h.seats := h.num_people; -- always held, because the seller has promised them
    h.expires_at := private.sale_held_until(v_pays, v, h);
  end if;
  return h;
end $$;

-- Sells seats and returns private.dock_sale_json. p has idempotency_key, service_id, slot_id, service_date, booking_type, num_people, payment_method
-- (read_sale_payment), amount (which the seller told the guest), guest_name, whatsapp_number, language, waiver_version, and arrived (whether to check
-- them in). Cash that is received now is recorded at once. For a card the seats are held until the guest has paid (dock/card_sales.sql). The same key
-- returns the same sale, or raises 409 'idempotency_key_reused' for other details. Raises 409 'bookings_closed', 'sold_out', 'departure_closed' and
-- 'departure_cancelled', 429 'rate_limited', what read_dock_sale raises, and what mark_arrival refuses. Locks the seller, then the departure.
create function public.sell_at_dock(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_key uuid := private.read_dock_key(p);
  v_done jsonb := private.once(v_key, private.sale_request('sell_at_dock', p));
  v_pays text;
  h private.holds;
  s private.dock_sales;
begin
  if v_done is not null then
    return private.dock_sale_json(private.own_dock_sale((v_done ->> 'sale')::uuid));
  end if;
  h := private.read_dock_sale(p);
  v_pays := private.read_sale_payment(p);
  perform private.limit_dock_sales(v_user);
  if h.payment_method = 'card' then
    perform private.limit_unpaid_sales(v_user, v_pays);
  end if;
  h := private.require_seats(h);
  insert into private.dock_sales (seller_id, hold_id, territory_id, language, pays)
  values (v_user, h.id, h.territory_id, private.input_text(p, 'language', 5), v_pays)
  returning * into s;
  perform private.done(v_key, jsonb_build_object('sale', s.id));
  perform private.new_link('dock_ticket', s.id);
  if h.payment_method = 'cash' then
    perform private.book_dock_sale(h, v_pays = 'cash', private.input_bool(p, 'arrived'));
  else
    perform private.audit('dock_sale_card', s.territory_id, 'dock_sales', s.id::text,
      jsonb_build_object('people', h.num_people, 'amount', h.total_price, 'currency_code', h.currency_code));
  end if;
  return private.dock_sale_json(s);
end $$;

-- Returns a sale as its key compares it, without name and number, which could be guessed from a hash.
create function private.sale_request(p_function text, p jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_array(p_function, p - '{idempotency_key,guest_name,whatsapp_number}'::text[])
$$;

create function private.limit_dock_sales(p_user_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  -- If no one can have a hold, bookings are closed (docs/operations.md, Restoring).
  if private.limit_value('hold.live') = 0 then
    perform private.fail(409, 'bookings_closed', 'You can''t book right now. We haven''t charged you. Please try again later.');
  end if;
  perform private.limit_rate('dock_sale', count(*) filter (where x.created_at > now() - interval '1 minute'), count(*))
     from private.dock_sales x where x.seller_id = p_user_id and x.created_at > now() - interval '1 hour';
end $$;

-- Books the guest's seats. Cash that is already paid is recorded as received by the caller, who holds the seats' lock. Otherwise it is due at
-- check-in, like that of any guest who pays in cash.
create function private.book_dock_sale(h private.holds, p_paid boolean, p_arrived boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.consume_hold(h.id);
  v_refusal private.refusal;
  b private.booking_facts;
begin
  if v_id is null then
    perform private.fail_no_seats(h.departure_id, h.booking_type);
  end if;
  if p_paid then
    perform private.record_sale(v_id);
    perform private.move_booking(v_id, 'paid', 'completed', auth.uid(), jsonb_build_object('by', 'dock_sale', 'cash', h.total_price));
  end if;
  if p_arrived then
    v_refusal := private.mark_arrival(v_id, 'checked_in', null);
    perform private.raise_refusal(v_refusal) where v_refusal.code is not null;
  end if;
  b := private.booking(v_id);
  perform private.audit_booking('dock_sale', b, jsonb_build_object('people', h.num_people, 'amount', h.total_price, 'currency_code', h.currency_code));
  perform private.queue_notification('booked-guide:' || b.id, b.guide_id, 'new_booking', 'new_booking', private.booking_params(b), b)
    where b.guide_id is distinct from auth.uid();
  perform private.tell_team('new', b, array[auth.uid(), b.guide_id]);
end $$;

-- Returns how long the seller can undo a sale, which is a few minutes if nothing else has happened to the booking, and otherwise null.
create function private.dock_sale_undo_until(s private.dock_sales, b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select x.until
    from (select s.created_at + private.limit_value('dock_sale.undo_minutes') * interval '1 minute' as until) x
   where s.seller_id = auth.uid() and s.undone_at is null and now() < x.until
     and (s.pays = 'due' and b.status = 'ordered' and b.payment_method = 'cash' and b.payment_status = 'pending'
       -- Cash that someone else has received is theirs to undo.
       or private.sale_to_undo(b) is not null and (private.payment_of(b.id)).received_by = auth.uid() and (b.status = 'paid' or (b.status = 'checked_in' and b.checked_in_by = auth.uid())))
$$;

-- Returns a sale as its seller and the desk get it. state is 'waiting' for the guest's card, 'expired' without payment, 'sold', 'undone' or
-- 'cancelled'.
create function private.dock_sale_json(s private.dock_sales)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('sale_id', s.id, 'kind', h.kind, 'booking_id', b.id, 'state', x.state, 'payment_method', coalesce(b.payment_method, h.payment_method),
    'token', private.shown_link('dock_ticket', s.id), 'language', s.language, 'num_people', coalesce(b.num_people, h.num_people), 'booking_type', h.booking_type,
    'total_price', coalesce(b.total_price, h.total_price), 'currency_code', h.currency_code, 'currency_symbol', private.currency_symbol(h.currency_code),
    'title', v.title, 'titles', v.names -> 'title',
    'service_date', x.day, 'start_time', x.hour, 'time_zone', t.time_zone,
    'guest_name', coalesce(b.guest_name, h.form ->> 'guest_name'), 'whatsapp_number', nullif(coalesce(b.whatsapp_number, h.form ->> 'whatsapp_number'), ''),
    'sold_at', s.sold_at, 'sold_by', (select p.full_name from public.profiles p where p.id = s.seller_id), 'undo_until', private.dock_sale_undo_until(s, b),
    'seconds_left', case when x.state = 'waiting' then floor(extract(epoch from h.expires_at - now())) end,
    'pays', s.pays, 'held_until', case when x.state = 'waiting' then h.expires_at end, 'amount_due', private.amount_due(b),
    'minimum', case when x.state in ('waiting', 'sold') then private.minimum_mail_data(coalesce(b.departure_id, d.id), h.booking_type) end,
    'stopped', private.is_cancelled_for_good(coalesce(b.departure_id, d.id)), 'cash_due', case when x.state in ('sold', 'cancelled') then private.cash_to_return(b) end,
    'check_in_status', b.check_in_status, 'arrived', b.arrived, 'check_in_from', w.check_in_from, 'arrival_until', w.arrival_until,
    'code', (select c.code from public.booking_codes c where c.booking_id = b.id))
    from private.holds h
    join public.departures d on d.id = h.departure_id
    join public.territories t on t.id = h.territory_id
    left join private.booking_facts b on b.hold_id = h.id
    join public.services v on v.id = d.service_id
   cross join lateral (select coalesce(b.booking_date, d.service_date) as day, case when b.id is null then h.start_time else b.start_time end as hour,
      case when private.is_live(b.status) then 'sold' when s.undone_at is not null then 'undone' when b.id is not null then 'cancelled'
           when private.waits_for_card(h) then 'waiting' else 'expired' end as state) x
   cross join lateral private.arrival_window(x.day, x.hour, t.time_zone) w
   where h.id = s.hold_id
$$;

-- Returns a sale by the caller, who still works there, or one in a territory that they run. Raises 404 'sale_not_found'.
create function private.own_dock_sale(p_sale_id uuid)
returns private.dock_sales language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  s private.dock_sales;
begin
  select * into s from private.dock_sales x
   where x.id = p_sale_id and ((x.seller_id = v_user and x.territory_id = any (private.my_territories('people')))
     or private.runs_territory(x.territory_id)) and private.session_lives();
  if s.id is null then
    perform private.fail(404, 'sale_not_found', 'This sale could not be found');
  end if;
  return s;
end $$;

create function public.dock_sale(p_sale_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$ select private.dock_sale_json(private.own_dock_sale(p_sale_id)) $$;

-- Returns the caller's sales of the last day, newest first, without the code and the link of their tickets.
create function public.my_dock_sales()
returns setof jsonb language sql stable security definer set search_path = '' as $$
  select private.dock_sale_json(s) - '{code,token}'::text[] from private.dock_sales s
   where s.seller_id = (select auth.uid()) and s.territory_id = any ((select private.my_territories('people'))::text[]) and s.created_at > now() - interval '1 day'
   order by s.sold_at desc, s.id limit 50
$$;

-- Undoes a sale for its seller. The seats are free, and the cash is removed from the cash book because it was returned. A sale that waits for the
-- guest's card is cancelled. Repeating it returns the same result. Raises 404 'sale_not_found', 409 'undo_over', and 429 'rate_limited_day' after too
-- many. Locks the seller, then as lock_booking does.
create function public.undo_dock_sale(p_sale_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  s private.dock_sales := private.own_dock_sale(p_sale_id);
  b private.booking_facts;
begin
  perform private.lock_user(s.seller_id);
  select * into s from private.dock_sales x where x.id = s.id;
  b := private.booking_of(s);
  if s.undone_at is null and b.id is null then
    s := private.abandon_dock_sale(s);
    b := private.booking_of(s);
  end if;
  if s.undone_at is null then
    b := private.lock_booking(b.id);
    if private.dock_sale_undo_until(s, b) is null then
      perform private.fail(409, 'undo_over', 'Only the person who recorded this can undo it, and only for a few minutes. Ask your region''s staff.');
    end if;
    if (select count(*) from private.dock_sales x where x.seller_id = s.seller_id and x.undone_at > now() - interval '1 day')
       >= private.limit_value('dock_sale.undo_day') then
      perform private.fail_rate('day');
    end if;
    perform private.return_dock_sale(b);
    update private.dock_sales x set undone_at = now() where x.id = s.id returning * into s;
  end if;
  return private.dock_sale_json(s);
end $$;

create function private.return_dock_sale(b private.booking_facts)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.undo_sale(b);
  perform private.set_arrival(b, 'pending');
  perform private.end_booking(b.id, 'cancelled', auth.uid(), jsonb_build_object('by', 'dock_sale', 'undo', true));
  perform private.move_booking(b.id, null, 'pending', auth.uid(), jsonb_build_object('by', 'dock_sale', 'undo', true));
  perform private.audit_booking('undo_dock_sale', b, jsonb_build_object('amount', b.total_price, 'currency_code', b.currency_code));
  perform private.tell_team('cancelled', b, array[auth.uid()]);
end $$;

-- Creates a new link for the ticket and returns private.dock_sale_json. The previous link no longer works.
create function public.renew_dock_link(p_sale_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  s private.dock_sales := private.own_dock_sale(p_sale_id);
begin
  perform 1 from private.dock_sales x where x.id = s.id for update;
  perform private.end_links('dock_ticket', s.id);
  perform private.new_link('dock_ticket', s.id);
  if private.dock_sale_json(s) ->> 'state' = 'sold' then
    perform private.end_links('dock_payment', s.id); -- payment links lead to the ticket too
  end if;
  perform private.audit('renew_dock_link', s.territory_id, 'dock_sales', s.id::text);
  return private.dock_sale_json(s);
end $$;

-- Sends the ticket to an address that the guest gave, in their language. It is limited per sale, and per seller and per address a day. The address is
-- stored only with the email. Raises 404 'sale_not_found', 400 'invalid_input', 409 'sale_not_sold' and 429 'rate_limited'. Locks the sale.
create function public.send_dock_ticket(p_sale_id uuid, p_email text, p_language text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  s private.dock_sales := private.own_dock_sale(p_sale_id);
  b private.booking_facts := private.booking_of(s);
  v_email text := lower(btrim(p_email));
begin
  if not coalesce(private.is_email(v_email), false) then
    perform private.invalid('Please enter a valid email address');
  end if;
  perform private.lock_user(auth.uid());
  select * into s from private.dock_sales x where x.id = s.id for update;
  if b.id is null or not private.is_live(b.status) then
    perform private.fail(409, 'sale_not_sold', 'This ticket wasn''t sold, or was cancelled.');
  elsif s.letters >= private.limit_value('dock_sale.letters') or (
      select coalesce(sum(x.letters), 0) from private.dock_sales x where x.seller_id = auth.uid() and x.created_at > now() - interval '1 day')
        >= private.limit_value('dock_sale.letters_day') then
    perform private.fail_rate('day');
  end if;
  perform private.count_letter('dock_ticket', v_email, private.limit_value('dock_sale.letters_address'));
  update private.dock_sales x set letters = x.letters + 1 where x.id = s.id returning * into s;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  values (format('email:dock_ticket:%s:%s', s.id, s.letters), 'email', 'dock_ticket', v_email,
    jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'sale_id', s.id, 'language', case when private.is_language(p_language) then p_language else s.language end));
  return private.dock_sale_json(s);
end $$;

-- Returns the email's placeholders: the booking, and its ticket's current link.
create function private.dock_mail_data(p_sale_id uuid, p_booking_id uuid, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.mail_data(p_booking_id, p_language) || jsonb_build_object('full_name', b.guest_name, 'code', private.shown_link('dock_ticket', s.id))
    from private.dock_sales s, private.booking(p_booking_id) b where s.id = p_sale_id
$$;

-- Returns why the email is no longer needed, or null.
create function private.dock_mail_is_obsolete(p_sale_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case when not exists (
    select 1 from private.dock_sales s join private.booking_facts b on b.hold_id = s.hold_id where s.id = p_sale_id and private.is_live(b.status))
    then 'The booking is no longer active' end
$$;

-- Returns the sale of a link, for anyone who has it, until arrivals for the departure can no longer be set. Raises 404 'sale_not_found'.
create function private.linked_dock_sale(p_token text)
returns private.dock_sales language plpgsql stable security definer set search_path = '' as $$
declare
  s private.dock_sales;
begin
  select * into s from private.dock_sales x where x.id = private.linked('dock_ticket', p_token);
  if s.id is null or (private.booking_of(s)).id is null or (private.dock_sale_json(s) ->> 'arrival_until')::timestamptz <= now() then
    perform private.fail(404, 'sale_not_found', 'This link is no longer valid');
  end if;
  return s;
end $$;

-- Returns the ticket of a link in a language: what, when, where and for how many, and its code while it is valid.
create function public.dock_ticket(p_token text, p_language text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  s private.dock_sales := private.linked_dock_sale(p_token);
  v jsonb := private.dock_sale_json(s);
  b private.booking_facts := private.booking_of(s);
begin
  return (v - '{token,sale_id,whatsapp_number,sold_by,undo_until,code,guest_name}'::text[])
    || case when v ->> 'state' = 'sold' then case when v -> 'stopped' = 'true' then '{}' else jsonb_build_object('code', v ->> 'code') end || (
         select jsonb_object_agg(m.key, m.value) from jsonb_each(private.mail_data(b.id, p_language)) m
          where m.key in ('title', 'territory_name', 'expected_time', 'meeting_point', 'meeting_point_link', 'what_to_bring', 'pickup_location', 'pickup_map', 'pickup_directions', 'guide_name'))
       else '{}' end;
end $$;
grant execute on function public.dock_ticket(text, text) to anon;

-- Returns the fields of a linked ticket for its signature (tickets/signed.sql), for the service role.
create function service.dock_sale_to_sign(p_token text)
returns table (booking_id uuid, kind text, departure_id uuid, service_date text, start_time text, num_people int, booking_type text, code text,
  version int)
language sql stable security definer set search_path = '' as $$
  select b.id, b.kind, b.departure_id, to_char(b.booking_date, 'YYYY-MM-DD'), to_char(b.start_time, 'HH24:MI'), b.num_people, b.booking_type,
         c.code, c.version
    from private.booking_of(private.linked_dock_sale(p_token)) b
    join public.booking_codes c on c.booking_id = b.id
   where b.status not in ('cancelled', 'refunded')
$$;

-- Deletes walk-in guests' names and numbers some time after the trip, because they have no account to delete. Returns their number.
create function private.forget_dock_sales()
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_until date := current_date - private.limit_value('dock_sale.forget_days')::int;
  v_count int;
begin
  with due as (
    select b.id from public.bookings b where b.walk_in and b.booking_date < v_until and (b.guest_name is not null or b.whatsapp_number <> '') limit 500)
  update public.bookings b set guest_name = null, whatsapp_number = '' from due where b.id = due.id;
  with due as (
    select h.id from private.holds h where h.at_dock and h.form <> '{}' and h.created_at < v_until order by h.created_at limit 500)
  update private.holds h set form = '{}' from due where h.id = due.id;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
