-- Seats for offline sales (docs/decisions/0063). While online, a seller's phone reserves a few seats of a departure. They are a normal hold, so that
-- no one else can buy them. The phone's sales are booked when it is online again, at the price from when they were reserved.

create table private.seat_reserves (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid references public.profiles (id) on delete set null,
  phone uuid not null, -- created by the browser, so that another phone of the same person can't sell from it offline
  hold_id uuid not null unique references private.holds (id),
  territory_id text not null references public.territories (id),
  seats int not null check (seats > 0), -- seats given to the phone
  sold int not null default 0 check (sold between 0 and seats),
  sell_until timestamptz not null, -- the hold lasts a little longer, so that sales can still be sent
  created_at timestamptz not null default now()
);
create index seat_reserves_seller_idx on private.seat_reserves (seller_id, created_at);
create index seat_reserves_territory_idx on private.seat_reserves (territory_id);
alter table private.seat_reserves enable row level security;

-- Returns a reserve as its seller gets it. `seats` are those left.
create function private.reserve_json(r private.seat_reserves)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reserve_id', r.id, 'phone', r.phone, 'kind', h.kind, 'service_id', d.service_id,
    'slot_id', d.slot_id, 'service_date', d.service_date, 'start_time', h.start_time, 'title', v.title,
    'titles', v.names -> 'title', 'territory_id', r.territory_id, 'time_zone', t.time_zone,
    'seats', case when h.state = 'held' then h.num_people else 0 end, 'unit_price', h.unit_price, 'currency_code', h.currency_code,
    'currency_symbol', private.currency_symbol(h.currency_code), 'sell_until', r.sell_until, 'check_in_from', w.check_in_from,
    'passport_required', v.passport_required,
    'minimum', private.minimum_mail_data(d.id, 'shared'))
    from private.holds h
    join public.departures d on d.id = h.departure_id
    join public.territories t on t.id = h.territory_id
    join public.services v on v.id = d.service_id
   cross join lateral private.arrival_window(d.service_date, h.start_time, t.time_zone) w
   where h.id = r.hold_id
$$;

-- Returns the caller's reserves that can still be sold from.
create function public.my_seat_reserves()
returns setof jsonb language sql stable security definer set search_path = '' as $$
  select private.reserve_json(r) from private.seat_reserves r join private.holds h on h.id = r.hold_id
   where r.seller_id = (select auth.uid()) and r.territory_id = any ((select private.my_territories('people'))::text[]) and h.state = 'held' and r.sell_until > now()
   order by r.created_at, r.id
$$;

-- Returns how long a departure's seats can be sold offline, which is as long as at the dock, but a few hours at most.
create function private.reserve_until(p_date date, p_start time, p_time_zone text)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select least(now() + private.limit_value('reserve.hours') * interval '1 hour',
      w.no_show_from + case when p_start is null then interval '0' else private.limit_value('dock_sale.late_minutes') * interval '1 minute' end)
    from private.arrival_window(p_date, p_start, p_time_zone) w
$$;

-- Reads the hold of a reserve, which isn't stored yet. Raises what a sale of the same departure raises, and 409 'reserve_private' for a service sold
-- as a whole.
create function private.read_reserve(p jsonb)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  r record := private.read_dock_hold(p);
  v private.service := r.v;
  h private.holds := r.h;
begin
  h.num_people := private.input_count(p, 'seats');
  if h.num_people is null or h.num_people > private.limit_value('reserve.seats') then
    perform private.invalid(format('At most %s seats can be held', private.limit_value('reserve.seats')));
  elsif v.booking_type = 'private' then
    perform private.fail(409, 'reserve_private', 'This departure is sold as a whole, so you can''t hold seats.');
  end if;
  h.booking_type := 'shared';
  h.payment_method := 'cash';
  h.seats := h.num_people;
  h.unit_price := private.unit_price(v, 'shared');
  h.total_price := h.unit_price * h.num_people;
  h.form := jsonb_build_object('passport_images', '[]'::jsonb);
  h.expires_at := private.reserve_until(private.input_date(p, 'service_date'), h.start_time, v.time_zone)
    + private.limit_value('reserve.grace_minutes') * interval '1 minute';
  return h;
end $$;

-- Reserves seats of a departure for the caller's phone, and returns private.reserve_json. p has idempotency_key, phone, service_id, slot_id,
-- service_date and seats. Repeating a key returns the same reserve. Raises 409 'reserve_open' if this phone already has seats of the departure,
-- 'too_many_reserves', 429, and what read_reserve and require_seats raise. Locks the caller, then the departure.
create function public.keep_seats(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_key uuid := private.read_dock_key(p);
  v_phone uuid := private.input_uuid(p, 'phone');
  v_done jsonb := private.once(v_key, jsonb_build_array('keep_seats', p - 'idempotency_key'));
  h private.holds;
  r private.seat_reserves;
begin
  if v_phone is null then
    perform private.invalid('phone is required');
  end if;
  select * into r from private.seat_reserves x where x.id = (v_done ->> 'reserve')::uuid;
  if r.id is null then
    h := private.read_reserve(p);
    perform private.limit_dock_sales(v_user);
    perform private.limit_reserves(v_user, h.departure_id);
    h := private.require_seats(h);
    insert into private.seat_reserves (seller_id, phone, hold_id, territory_id, seats, sell_until)
    values (v_user, v_phone, h.id, h.territory_id, h.num_people, h.expires_at - private.limit_value('reserve.grace_minutes') * interval '1 minute')
    returning * into r;
    perform private.done(v_key, jsonb_build_object('reserve', r.id));
    perform private.audit('keep_seats', h.territory_id, 'departures', h.departure_id::text, jsonb_build_object('seats', h.num_people));
  end if;
  return private.reserve_json(r);
end $$;

-- Limits reserves to one per departure at a time, a few in total, and not too often. The caller holds the seller's lock.
create function private.limit_reserves(p_user_id uuid, p_departure_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v record;
begin
  select count(*) filter (where h.state = 'held') as live, count(*) filter (where h.state = 'held' and h.departure_id = p_departure_id) as here,
         count(*) filter (where r.created_at > now() - interval '1 minute') as last_minute, count(*) filter (where r.created_at > now() - interval '1 hour') as last_hour
    into v
    from private.seat_reserves r join private.holds h on h.id = r.hold_id where r.seller_id = p_user_id and r.created_at > now() - interval '1 day';
  perform private.limit_rate('reserve', v.last_minute, v.last_hour);
  if v.here > 0 then
    perform private.fail(409, 'reserve_open', 'You''re already holding seats on this trip.');
  elsif v.live >= private.limit_value('reserve.live') then
    perform private.fail(409, 'too_many_reserves', 'You''re already holding seats on several trips. Please release some first.');
  end if;
end $$;

-- Releases the caller's reserves of one phone or one of them, on request and on sign-out. Returns their number.
create function public.give_seats_back(p_phone uuid default null, p_reserve_id uuid default null)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_id uuid;
  v_count int := 0;
begin
  perform private.lock_user(v_user);
  for v_id in
    select h.id from private.seat_reserves r join private.holds h on h.id = r.hold_id
     where r.seller_id = v_user and h.state = 'held' and (r.id = p_reserve_id or (p_reserve_id is null and r.phone = p_phone)) order by h.departure_id
  loop
    perform private.abandon_hold(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Raises 400 'invalid_input' for a sale that doesn't match its reserve, because it is by card, private, or of another departure.
create function private.check_reserved_sale(p jsonb, k private.holds)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures x where x.id = k.departure_id;
  if coalesce(private.input_text(p, 'payment_method', 20), 'cash') <> 'cash'
    or coalesce(private.input_text(p, 'booking_type', 20), k.booking_type) <> k.booking_type
    or coalesce(private.input_uuid(p, 'service_id'), d.service_id) <> d.service_id
    or coalesce(private.input_uuid(p, 'slot_id'), d.slot_id) <> d.slot_id
    or coalesce(private.input_date(p, 'service_date'), d.service_date) <> d.service_date then
    perform private.invalid('The sale is not of the seats held for this phone');
  end if;
end $$;

-- Reads the hold of a sale from a reserve, at the price from when its seats were held. Raises 400 'invalid_input' and what read_dock_form raises,
-- 409 'reserve_sold', 'amount_changed' and 'sale_too_late'.
create function private.read_reserved_sale(p jsonb, r private.seat_reserves, k private.holds)
returns private.holds language plpgsql stable security definer set search_path = '' as $$
declare
  h private.holds := k;
begin
  perform private.check_reserved_sale(p, k);
  h.form := private.read_dock_form(p - 'guest_name'::text - 'whatsapp_number');
  h.num_people := private.input_count(p, 'num_people');
  if h.num_people is null then
    perform private.invalid('num_people is required');
  elsif r.sold + h.num_people > r.seats then
    -- A phone can sell only the seats that it reserved, because more would be booked at an old price.
    perform private.fail(409, 'reserve_sold', 'This phone sold more seats than were held for it.');
  elsif (private.reserve_json(r) ->> 'check_in_from')::timestamptz + interval '1 day' + private.limit_value('dock_report.late_hours') * interval '1 hour' < now() then
    perform private.fail(409, 'sale_too_late', 'This sale arrived too late for us to book it.');
  end if;
  h.total_price := h.unit_price * h.num_people;
  if h.total_price is distinct from private.input_number(p, 'amount', 'Please say the amount that you have taken', 0, 1e9, 2) then
    perform private.fail(409, 'amount_changed', 'The amount to collect has changed. Please check the new amount.');
  end if;
  h.expires_at := now() + interval '1 minute';
  h.seats := h.num_people;
  return h;
end $$;

-- Converts seats of a reserve into those of a sale, without freeing them in between, and returns the sale's hold. For an expired reserve it takes
-- free seats. Raises what fail_no_seats does. Locks the reserve's hold, then the departure.
create function private.take_reserved(h private.holds, r private.seat_reserves)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  k private.holds;
begin
  select * into k from private.holds x where x.id = r.hold_id for update;
  perform 1 from public.departures d where d.id = k.departure_id for no key update;
  if (select d.status from public.departures d where d.id = k.departure_id) = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  end if;
  update private.seat_reserves x set sold = x.sold + h.num_people where x.id = r.id;
  if k.state <> 'held' or k.num_people < h.num_people then
    return private.require_seats(h);
  end if;
  update private.holds x
     set state = case when k.num_people = h.num_people then 'released' else 'held' end,
         num_people = greatest(k.num_people - h.num_people, 1), seats = greatest(k.seats - h.seats, 1),
         total_price = k.unit_price * greatest(k.num_people - h.num_people, 1)
   where x.id = k.id;
  h.id := gen_random_uuid();
  h.order_id := gen_random_uuid();
  h.state := 'held';
  h.created_at := now();
  insert into private.holds select h.*;
  return h;
end $$;

-- Returns the plausible time of an offline sale, which is after its seats were held, while they could be sold, and not in the future. Without a valid
-- time it is the latest. Raises 400 'invalid_input' for an infinite time.
create function private.sold_at_of(p jsonb, r private.seat_reserves)
returns timestamptz language plpgsql stable security definer set search_path = '' as $$
declare
  v_at timestamptz;
begin
  begin
    v_at := private.input_text(p, 'sold_at', 40)::timestamptz;
  exception when data_exception then
    v_at := null;
  end;
  if not isfinite(v_at) then
    perform private.invalid('sold_at must be a time');
  end if;
  return greatest(least(v_at, r.sell_until, now()), r.created_at);
end $$;

-- Books what a phone has sold without a signal: cash, which is in its seller's book from now on. p is as for sell_at_dock, with reserve_id and
-- sold_at (sold_at_of), and without a name. The same key returns the same sale or the same refusal, also that of an online sale whose response the
-- phone never got. That sale took free seats, so those of the reserve stay. Returns {result: 'sold', sale} or {result: 'refused', code}, which the
-- seller settles with their guest and the desk sees among its conflicts (add_refused_sale). Raises 404 'reserve_not_found' if it is no longer the
-- caller's, and 400 'invalid_input' for an invalid time. Locks the seller, then as take_reserved does.
create function public.sell_reserved(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_key uuid := private.read_dock_key(p);
  v_request jsonb := private.sale_request('sell_reserved', p);
  v_code text;
  v_done jsonb;
  r private.seat_reserves;
  s private.dock_sales;
begin
  perform private.lock_user(v_user);
  select * into r from private.seat_reserves x
   where x.id = private.input_uuid(p, 'reserve_id') and x.seller_id = v_user and x.territory_id = any (private.my_territories('people'));
  if r.id is null then
    perform private.fail(404, 'reserve_not_found', 'These seats aren''t held for you.');
  end if;
  perform private.take_over_sale(v_key, v_request, r, p);
  v_done := private.once(v_key, v_request);
  if v_done is null then
    perform private.limit_dock_sales(v_user);
    perform private.sold_at_of(p, r);
    begin
      s := private.book_reserved(p, r);
      v_done := jsonb_build_object('sale', s.id);
    exception when sqlstate 'PT400' or sqlstate 'PT409' then
      get stacked diagnostics v_code = pg_exception_hint;
      perform private.add_refused_sale(p, r, v_code);
      v_done := jsonb_build_object('refused', v_code);
    end;
    perform private.done(v_key, v_done);
  end if;
  select * into s from private.dock_sales x where x.id = (v_done ->> 'sale')::uuid;
  return case when s.id is not null then jsonb_build_object('result', 'sold', 'sale', private.dock_sale_json(s))
    else jsonb_build_object('result', 'refused', 'code', v_done -> 'refused') end;
end $$;

-- Returns whether seats for this many people have been sold for cash at the dock since a sale could not be booked, because only then can its cash be
-- in the books.
create function private.is_sold_after(c private.dock_conflicts)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.dock_sales s join private.holds h on h.id = s.hold_id
    where s.territory_id = c.territory_id and s.created_at > c.created_at and s.undone_at is null and h.state = 'consumed'
      and h.payment_method = 'cash' and h.num_people = c.num_people)
$$;

-- Records a sale that could not be booked for the departure's team, who see the amount and the seller and decide where the cash is. It is only the
-- phone's claim, so this raises 400 'invalid_input' for more people than a phone can have seats for, or more than ten times their price.
create function private.add_refused_sale(p jsonb, r private.seat_reserves, p_code text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  k private.holds;
  v_people int := private.input_count(p, 'num_people');
  v_amount numeric := private.input_number(p, 'amount', 'Please say the amount that you have taken', 0, 1e9, 2);
begin
  select * into k from private.holds x where x.id = r.hold_id;
  if v_people is null or v_amount is null or v_people > private.limit_value('reserve.seats') or v_amount > 10 * k.unit_price * v_people then
    perform private.invalid('This is not a sale of seats held for the phone');
  end if;
  perform private.limit_conflicts();
  insert into private.dock_conflicts (territory_id, departure_id, num_people, refusal, reporter_id, action, reason, reported_at, amount, price, currency_code)
  values (r.territory_id, k.departure_id, v_people, p_code, auth.uid(), 'sold', 'not_booked', private.sold_at_of(p, r),
    nullif(v_amount, 0), k.unit_price * v_people, k.currency_code);
  perform private.audit('refused_sale', r.territory_id, 'departures', k.departure_id::text,
    jsonb_build_object('reason', p_code, 'people', v_people, 'amount', v_amount));
  perform private.send_booking(k.departure_id, null, r.territory_id);
end $$;

-- Returns whether a phone's sale from its reserve was already sold online with the same key, as the same seats for the same cash.
create function private.is_sold_again(s private.dock_sales, r private.seat_reserves, p jsonb)
returns boolean language sql stable security definer set search_path = '' as $$
  select h.departure_id = k.departure_id and h.booking_type = k.booking_type and h.payment_method = 'cash'
     and h.num_people = private.input_count(p, 'num_people') and h.total_price = private.input_number(p, 'amount', 'Please say the amount that you have taken', 0, 1e9, 2)
    from private.holds h, private.holds k where h.id = s.hold_id and k.id = r.hold_id
$$;

-- Returns the online sale if a phone sends a sale from its reserve that it already made online. Its key then stands for these details, so that it is
-- booked once, however often it is sent.
create function private.take_over_sale(p_key uuid, p_request jsonb, r private.seat_reserves, p jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s private.dock_sales;
  b private.booking_facts;
begin
  update private.requests q set hash = private.hash_code(p_request::text) from private.dock_sales x
   where q.person_id = auth.uid() and q.key = p_key and q.hash <> private.hash_code(p_request::text)
     and x.id = (q.answer ->> 'sale')::uuid and private.is_sold_again(x, r, p)
  returning x.* into s;
  b := private.booking_of(s);
  if private.input_bool(p, 'arrived') and b.status = 'paid' then
    perform private.mark_arrival(b.id, 'checked_in', null);
  end if;
end $$;

create function private.book_reserved(p jsonb, r private.seat_reserves)
returns private.dock_sales language plpgsql security definer set search_path = '' as $$
declare
  k private.holds;
  h private.holds;
  s private.dock_sales;
  v_booking private.booking_facts;
begin
  select * into k from private.holds x where x.id = r.hold_id;
  h := private.read_reserved_sale(p, r, k);
  h.idempotency_key := private.input_uuid(p, 'idempotency_key');
  h := private.take_reserved(h, r);
  insert into private.dock_sales (seller_id, hold_id, territory_id, language, sold_at)
  values (auth.uid(), h.id, h.territory_id, private.input_text(p, 'language', 5), private.sold_at_of(p, r))
  returning * into s;
  perform private.new_link('dock_ticket', s.id);
  perform private.book_dock_sale(h, true, false);
  v_booking := private.booking_of(s);
  if private.input_bool(p, 'arrived') then
    -- The sale remains even if the arrival can no longer be set.
    perform private.mark_arrival(v_booking.id, 'checked_in', null);
  end if;
  return s;
end $$;
