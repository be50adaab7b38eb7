-- Lists, sums and exports a territory's bookings, shows one booking with its history, and has the revenue over time. It is for admins and the
-- territory's managers and staff, and raises 403 'forbidden' for others. The parties' amounts come from the ledger, so they are after refunds. Staff
-- don't see the parties' money (docs/decisions/0073).

-- Returns the email of a booking's tourist for staff of its territory. Lists and exports contain it, while the rest of the profile is private. It is
-- one planned query without a helper, because an export calls it 100,000 times.
create function private.booking_email(p_booking_id uuid)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  return (select p.email from public.bookings b join public.profiles p on p.id = b.tourist_id
    where b.id = p_booking_id and (b.tourist_id = caller or exists (
      select 1 from private.live_grants g
      where g.user_id = caller and (g.role = 'admin'
        or (g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff'))))));
end $$;
grant execute on function private.booking_email(uuid) to authenticated, service_role;

-- A booking with its service and its tourist. tourist_email is looked up only if a query selects it. Related rows are looked up one by one instead of
-- being joined, so that Postgres can read the table in the order of its indexes and stop after a page.
create view public.all_bookings with (security_invoker = true) as
select b.kind, b.id, b.territory_id, b.service_id,
  (select s.title from public.services s where s.id = b.service_id) as service_title, b.departure_id, b.slot_id, b.guide_id,
  b.tourist_id, coalesce((select c.full_name from public.profile_cards c where c.id = b.tourist_id), b.guest_name) as tourist_name,
  private.booking_email(b.id) as tourist_email, b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type,
  b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at,
  b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, b.hotel_address, b.passenger_details,
  b.passports, b.cancellation_policy,
  (select r.id from public.referrals r where r.booking_id = b.id) as referral_id,
  (select r.partner_id from public.referrals r where r.booking_id = b.id) as partner_id,
  b.created_at, b.updated_at
from public.bookings b;
grant select on public.all_bookings to authenticated;
grant all on public.all_bookings to service_role;

-- Returns when a calendar day begins in a territory.
create function private.day_start(p_day date, p_territory_id text)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select p_day::timestamp at time zone t.time_zone from public.territories t where t.id = p_territory_id
$$;

-- Returns what was collected for a booking, before refunds.
create function private.collected_of(p_booking_id uuid)
returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(l.amount), 0) from private.ledger l
   where l.booking_id = p_booking_id and l.collected
$$;

-- Returns the conditions of a filter on the bookings `b` as SQL text. $1 to $7 are the filter's fields in order, $4 as a tsquery. It contains only
-- the conditions in use, so that the planner can choose the matching index.
create function private.booking_conditions(f private.booking_filter)
returns text language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'b.territory_id = $1',
    -- The ledger is read by day first, because few of a large territory's bookings were paid in a period.
    case when f.period = 'payment' then $x$b.id in (select l.booking_id from private.ledger l
      where l.territory_id = $1 and l.kind = 'sale' and l.created_at >= private.day_start($2, $1) and l.created_at < private.day_start($3 + 1, $1))$x$
      else 'b.booking_date between $2 and $3' end,
    case when f.status <> '' then 'b.status = $5' end,
    case when f.service_id is not null then 'b.service_id = $6' end,
    case when f.guide_id is not null then 'b.guide_id = $7' end,
    case f.payment when 'paid' then $x$b.payment_status = 'completed'$x$
      -- No one has to collect money for a card that was authorised here.
      when 'pending' then $x$b.payment_status = 'pending' and (b.payment_method = 'cash' or b.hold_id is null) and private.is_live(b.status)$x$
      when 'collect' then $x$b.payment_status = 'pending' and private.is_cash_due(b.status, b.payment_method, b.payment_status, b.check_in_status)$x$
      when 'collected' then $x$exists (select 1 from private.ledger l where l.booking_id = b.id)$x$
      when 'not_collected' then $x$b.total_price <> private.collected_of(b.id)$x$
      when 'refunded' then $x$exists (select 1 from private.ledger l where l.booking_id = b.id and l.kind like 'refund%')$x$
      when 'disputed' then $x$exists (select 1 from private.ledger l where l.booking_id = b.id and l.kind like 'dispute%')$x$
      when 'to_pay_out' then $x$exists (select 1 from private.ledger l where l.booking_id = b.id group by l.party having sum(l.amount) <> 0
        and case l.party when 'operator' then b.operator_status when 'territory' then b.territory_status when 'partner' then b.partner_status end = 'pending')$x$
    end)
$$;

-- Returns the bookings of a filter with the values for its sums, sorted by 'newest' (date, time, id, newest first), 'soonest' (date, time, departure,
-- id; without a time at the end of the day, '24:00'), 'latest' (the reverse), or unsorted if null. Continues after the last row's key, or from the
-- beginning if p_after_date is null. p_limit null means all. total_price is everything that was sold, and price what the booking costs now, after
-- reductions (worth_minor). The caller has checked permissions, except those for 'to_pay_out', which tells what was paid: people who don't see shares
-- get 403 'forbidden'. Raises 400 'invalid_input' for an unknown payment filter.
create function private.territory_booking_keys(f private.booking_filter, p_order text default null, p_after_date date default null,
  p_after_time time default null, p_after_departure_id uuid default null, p_after_id uuid default null, p_limit int default null)
returns table (kind text, id uuid, departure_id uuid, booking_date date, currency_code text, num_people int, total_price numeric,
  operator_status text, territory_status text, partner_status text, price numeric)
language plpgsql stable security definer rows 100 set search_path = '' as $$
declare
  v_search tsquery := private.booking_query_in(f.territory_id, f.search);
  v_hour constant text := $x$coalesce(b.start_time, time '24:00')$x$;
  v_order text := case p_order when 'newest' then format(' order by b.booking_date desc, %s desc, b.id desc', v_hour)
    when 'soonest' then format(' order by b.booking_date, %s, b.departure_id, b.id', v_hour)
    when 'latest' then format(' order by b.booking_date desc, %s desc, b.departure_id desc, b.id desc', v_hour) end;
  v_after text := case when p_after_date is null then null
    when p_order = 'newest' then format(' and (b.booking_date, %s, b.id) < ($8, $9, $11)', v_hour)
    else format(' and (b.booking_date, %s, b.departure_id, b.id) %s ($8, $9, $10, $11)', v_hour, case p_order when 'soonest' then '>' else '<' end) end;
  v_from text := 'public.bookings b';
begin
  if f.payment not in ('', 'paid', 'pending', 'collect', 'collected', 'not_collected', 'refunded', 'disputed', 'to_pay_out') then
    perform private.invalid('This filter does not exist');
  elsif f.payment = 'to_pay_out' and not private.sees_shares(f.territory_id) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  if v_search is not null then
    -- The text is looked up row by row. Without other conditions, the search table alone gives the newest bookings that match a text.
    v_from := concat('(select b.booking_id from (select s.booking_id, s.booking_id as id, s.booking_date, s.start_time from private.booking_search s
        where array[s.territory_id] @> array[$1] and s.words @@ $4', case when f.period is null then ' and s.booking_date between $2 and $3' end, ' offset 0) b',
      case when p_order = 'newest' and (f.status, f.service_id, f.guide_id, f.payment, f.period) is null
           then concat(' where true', v_after, v_order, ' limit $12') end,
      ') s cross join lateral (select x.* from public.bookings x where x.id = s.booking_id offset 0) b');
  end if;
  -- The query is SQL text so that it is planned for this filter, because a generic plan is slow for a large territory.
  return query execute format('select b.kind, b.id, b.departure_id, b.booking_date, b.currency_code, b.num_people, b.total_price, b.operator_status,
    b.territory_status, b.partner_status, b.total_price - coalesce((select private.from_minor(sum(c.reduced_minor)::bigint, b.currency_code)
      from private.booking_changes c where c.booking_id = b.id), 0) from %s where %s%s%s limit $12', v_from, private.booking_conditions(f), v_after, v_order)
    using f.territory_id, coalesce(f.from_day, '-infinity'), coalesce(f.to_day, 'infinity'), v_search, f.status, f.service_id, f.guide_id,
      p_after_date, coalesce(p_after_time, time '24:00'), p_after_departure_id, p_after_id, p_limit;
end $$;

-- Returns the heading of a departure in the lists of its bookings: the people booked and arrived, without cancelled bookings, the cash to collect (0 for
-- two currencies, as in departure_numbers), and the names of its guides, or of its service's drivers on that day.
create function private.departure_head(p_departure_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('slot_id', d.slot_id, 'capacity', d.capacity, 'closed', d.closed, 'private', d.exclusive,
    'bookings', n.bookings, 'people', n.people, 'arrived', n.arrived, 'missed', n.missed, 'to_collect', n.to_collect,
    'currency_symbol', n.currency_symbol,
    'leaders', to_jsonb(case when d.kind = 'transport' then private.departure_driver_names(d.slot_id, d.service_date) else array(
      select distinct c.full_name from public.bookings b join public.profile_cards c on c.id = b.guide_id
       where b.departure_id = d.id and private.is_live(b.status) and c.full_name is not null order by 1) end))
  from public.departures d cross join lateral private.departure_numbers(d.slot_id, d.service_date) n
  where d.id = p_departure_id
$$;

-- Returns the amount of a booking refunded so far, in its currency. The caller has checked permissions.
create function private.refunded_of(p_booking_id uuid, p_currency_code text)
returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(private.from_minor((
    select sum(p.refunded_minor)::bigint from private.charges p where p.booking_id = p_booking_id), p_currency_code), 0)
$$;

-- Returns whether the caller may see the parties' shares of a territory's bookings.
create function private.sees_shares(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(p_territory_id = any (private.my_territories('manager')), false)
$$;

-- Returns the bookings of a territory that match a filter (private.booking_filter), a page of 1 to 1,000 rows in an order of territory_booking_keys.
-- The page starts after the key of the last row before: (booking_date, start_time, id), and its departure too if sorted by departure. If sorted by
-- departure, the first row of each departure on a page has its heading in `departure` (departure_head). paid_on and refunded_on: the days of the first
-- payment and the last refund in the territory. payment_intent_id and charge_id: Stripe's first payment. stripe_payout_id:
-- Stripe's payout of it to the bank, once Stripe has listed it. not_collected: what was sold and never collected, null for staff. Raises 403 'forbidden' and 400
-- 'invalid_input'.
create function public.territory_bookings(p_territory_id text, p_from date default null, p_to date default null, p_search text default null,
  p_status text default null, p_service_id uuid default null, p_guide_id uuid default null, p_payment text default null,
  p_order text default 'newest', p_after_date date default null, p_after_time time default null, p_after_departure_id uuid default null,
  p_after_id uuid default null, p_limit int default 100, p_by text default null)
returns table (kind text, id uuid, booking_date date, start_time time, service_id uuid, title text, titles jsonb, booking_type text, num_people int,
  tourist_name text, tourist_email text, hotel_name text, currency_code text, total_price numeric, refunded_amount numeric,
  payment_method text, payment_status text, status text, check_in_status text,
  operator_name text, operator_amount numeric, territory_amount numeric, app_amount numeric, partner_amount numeric, partner_name text,
  operator_status text, territory_status text, partner_status text, commission_amount numeric, commission_status text,
  updated_at timestamptz, whatsapp_number text, checked_in_at timestamptz, arrived int[], departure_id uuid, walk_in boolean,
  departure jsonb, paid_on date, refunded_on date, payment_intent_id text, not_collected numeric, charge_id text, stripe_payout_id text)
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.booking_filter := (p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id, p_payment, private.input_by(p_by))::private.booking_filter;
  shares boolean;
  by_departure boolean := p_order in ('soonest', 'latest');
  zone text := (select t.time_zone from public.territories t where t.id = p_territory_id);
  rows_of_page int := least(greatest(coalesce(p_limit, 100), 1), 1000);
begin
  perform private.require_territory(f.territory_id);
  if p_order is null or p_order not in ('newest', 'soonest', 'latest') then
    perform private.invalid('This sort order does not exist');
  end if;
  shares := private.sees_shares(f.territory_id);
  return query
  select r.kind, r.id, r.booking_date, r.start_time, r.service_id, r.title, r.titles, r.booking_type, r.num_people,
    coalesce(tourist.full_name, r.guest_name), tourist.email, r.hotel_name, r.currency_code, k.price, private.refunded_of(r.id, r.currency_code),
    r.payment_method, r.payment_status, r.status, r.check_in_status,
    operator.full_name, l.operator, l.territory, l.app, l.partner, coalesce(private.business_name_of(partner.id, f.territory_id), partner.full_name),
    case when shares then r.operator_status end, case when shares then r.territory_status end, case when shares then r.partner_status end,
    -- Nothing was earned yet, so this is the expected amount at the rate agreed when the seats were held.
    case when not shares then null when c.id is not null then c.amount
         when r.referral_link_id is not null and private.is_live(r.status) and not private.is_partners_own(r.id) then
           (private.split_amount(r.total_price, r.currency_code, coalesce(h.partner_rate, private.commission_of(partner.id, f.territory_id), 0))).partner end,
    case when shares and (c.id is not null or (r.referral_link_id is not null and private.is_live(r.status) and not private.is_partners_own(r.id))) then
      coalesce(c.status, 'pending') end,
    r.updated_at, r.whatsapp_number, r.checked_in_at, r.arrived, k.departure_id, r.walk_in,
    case when by_departure and k.first then private.departure_head(k.departure_id) end,
    (l.paid_at at time zone zone)::date, (l.refunded_at at time zone zone)::date, payment.payment_intent_id,
    case when shares then r.total_price - coalesce(l.collected, 0) end, payment.charge_id, private.stripe_payout_of(payment.charge_id, 1)
  from (
    select x.kind, x.id, x.departure_id, x.price, x.n, row_number() over (partition by x.departure_id order by x.n) = 1 as first
    from private.territory_booking_keys(f, p_order, p_after_date, p_after_time, p_after_departure_id, p_after_id, rows_of_page)
      with ordinality x (kind, id, departure_id, booking_date, currency_code, num_people, total_price, operator_status, territory_status,
      partner_status, price, n)) k
  -- `offset 0` makes Postgres look up each row by its key. Without it, the planner may read whole tables for one page.
  cross join lateral (
    select x.*, s.title, s.names -> 'title' as titles
      from public.bookings x
      join public.services s on s.id = x.service_id
     where x.id = k.id offset 0) r
  left join public.profiles tourist on tourist.id = r.tourist_id
  left join public.profile_cards operator on operator.id = r.guide_id
  left join public.referrals referral on referral.booking_id = k.id
  left join public.commissions c on c.referral_id = referral.id
    and not (c.amount = 0 and r.payment_status = 'pending' and private.is_live(r.status))
  left join public.referral_links link on link.id = r.referral_link_id
  left join public.profiles partner on partner.id = coalesce(referral.partner_id, link.user_id)
  left join private.holds h on h.id = r.hold_id
  left join private.charges payment on payment.booking_id = k.id and not payment.of_change
  left join lateral (
    select sum(x.amount) filter (where shares and x.party = 'operator') as operator, sum(x.amount) filter (where shares and x.party = 'territory') as territory,
           sum(x.amount) filter (where shares and x.party = 'app') as app, sum(x.amount) filter (where shares and x.party = 'partner') as partner,
           sum(x.amount) filter (where x.collected) as collected,
           min(x.created_at) filter (where x.kind = 'sale') as paid_at, max(x.created_at) filter (where x.kind like 'refund:%') as refunded_at
    from private.ledger x where x.booking_id = k.id) l on true
  order by k.n;
end $$;

-- Returns the sums of the same list, one row per currency, over all rows instead of a page. Amounts are 0 if nothing was paid. booked: the current
-- prices of all bookings, whatever happened to them. sold: everything ever sold of them, before changes that cost less. revenue to partner are the
-- amounts in the ledger. sold less not_collected, refunded and disputed is the revenue. pending is the part of it that still has to be paid out, in
-- pending_payouts payments.
create function public.territory_booking_totals(p_territory_id text, p_from date default null, p_to date default null,
  p_search text default null, p_status text default null, p_service_id uuid default null, p_guide_id uuid default null,
  p_payment text default null, p_by text default null)
returns table (currency_code text, bookings bigint, people bigint, booked numeric, sold numeric, revenue numeric, operator numeric, territory numeric,
  app numeric, partner numeric, not_collected numeric, refunded numeric, disputed numeric, pending numeric, pending_payouts bigint)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
declare
  f private.booking_filter := (p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id, p_payment, private.input_by(p_by))::private.booking_filter;
  shares boolean;
begin
  perform private.require_territory(f.territory_id);
  shares := private.sees_shares(f.territory_id);
  return query
  with rows as materialized (
    select k.* from private.territory_booking_keys(f) k
  ), shared as materialized (
    select x.booking_id as id, sum(x.amount) as whole,
      sum(x.amount) filter (where x.collected) as collected,
      -sum(x.amount) filter (where x.kind like 'refund%') as refunded, -sum(x.amount) filter (where x.kind like 'dispute%') as disputed,
      sum(x.amount) filter (where x.party = 'operator') as operator, sum(x.amount) filter (where x.party = 'territory') as territory,
      sum(x.amount) filter (where x.party = 'app') as app, sum(x.amount) filter (where x.party = 'partner') as partner
    from private.ledger x where shares and x.territory_id = f.territory_id group by 1
  )
  select r.currency_code, count(*), sum(r.num_people)::bigint, sum(r.price), sum(r.total_price),
    case when shares then coalesce(sum(s.whole), 0) end, case when shares then coalesce(sum(s.operator), 0) end,
    case when shares then coalesce(sum(s.territory), 0) end, case when shares then coalesce(sum(s.app), 0) end,
    case when shares then coalesce(sum(s.partner), 0) end, case when shares then sum(r.total_price) - coalesce(sum(s.collected), 0) end,
    case when shares then coalesce(sum(s.refunded), 0) end, case when shares then coalesce(sum(s.disputed), 0) end,
    case when shares then coalesce(sum(s.operator) filter (where r.operator_status = 'pending'), 0)
      + coalesce(sum(s.territory) filter (where r.territory_status = 'pending'), 0)
      + coalesce(sum(s.partner) filter (where r.partner_status = 'pending'), 0) end,
    case when shares then count(*) filter (where r.operator_status = 'pending' and s.operator > 0)
      + count(*) filter (where r.territory_status = 'pending' and s.territory > 0)
      + count(*) filter (where r.partner_status = 'pending' and s.partner > 0) end
  from rows r left join shared s on s.id = r.id
  group by r.currency_code order by count(*) desc, r.currency_code;
end $$;

-- Returns how many people are booked for today in a territory's time zone, on departures that aren't cancelled, and when the first of them leaves.
-- That time is null if there are none, or if none has a time.
create function public.territory_day(p_territory_id text)
returns table (people int, start_time time)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = p_territory_id);
begin
  perform private.require_territory(p_territory_id);
  return query
  select coalesce(sum(x.num_people), 0)::int, min(x.start_time) from public.bookings x
   where x.territory_id = p_territory_id and x.booking_date = v_today
     and private.is_live(x.status) and not private.is_cancelled_departure(x.departure_id);
end $$;

-- Returns a move in the history of a booking (move_detail), with the titles if the service changed.
create function private.moved_json(p_detail jsonb)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('from', p_detail #> '{moved,from}' || private.service_params(f.service_id),
             'to', p_detail #> '{moved,to}' || private.service_params(t.service_id))
      from public.departures f, public.departures t
     where f.id = (p_detail ->> 'moved_from')::uuid and t.id = (p_detail ->> 'moved_to')::uuid and f.service_id <> t.service_id), p_detail -> 'moved')
$$;

-- Returns everything in the drawer of a booking, for the territory's managers and staff and for admins. Amounts are what the tourist paid and what
-- was refunded, without the parties' shares. `fees_amount`: the part of refundable_amount that the policy kept of people who left. `credit_amount`: as
-- in credit_minor. `policy`: what a guest who cancels now gets, null for an ended booking. `authorised`: the card isn't charged yet. `payer`: who paid if it wasn't the tourist, {} if that account
-- was deleted. history, oldest first: [{id, at, actor, from, to, by, amount, money, note, moved}]. `to` is null for a refund that left the status
-- unchanged. `money`: the amount was 'refunded', a card hold was 'released', cash is still 'to_refund' in person, was 'received', or is 'to_pay'.
-- `moved` is {from, to} of a move to another departure, with {title, titles} of both if the service changed, otherwise null. `asked`: a change for
-- which the guest has to pay ('to_pay'), that was 'withdrawn', or that another one 'replaced'. `came`: how many checked in, if not all at once.
-- `notes` is described at notes_of, and `tags` at tags_of.
-- Raises 403 'forbidden' and 404 'booking_not_found'.
create function public.territory_booking(p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
  p private.charges;
  m record;
begin
  perform private.require_territory(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  p := private.payment_of(b.id);
  select * into m from private.money_of(b);
  return jsonb_build_object(
    'kind', b.kind, 'id', b.id, 'territory_id', b.territory_id, 'title', b.title, 'titles', b.titles, 'booking_date', b.booking_date, 'start_time', b.start_time,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'status', b.status, 'payment_status', b.payment_status,
    'check_in_status', b.check_in_status, 'arrived', b.arrived, 'total_price', private.from_minor(private.worth_minor(b), b.currency_code), 'currency_code', b.currency_code,
    'payment_method', b.payment_method, 'live', private.is_live(b.status),
    'amount_due', private.amount_due(b),
    'paid_amount', private.from_minor(m.paid, b.currency_code),
    'card_amount', coalesce(private.from_minor(private.card_minor(p), b.currency_code), 0), 'refunded_amount', private.from_minor(m.refunded, b.currency_code),
    'disputed_amount', coalesce(private.from_minor(p.disputed_minor, b.currency_code), 0),
    'on_its_way_amount', private.from_minor(m.on_its_way, b.currency_code), 'refund_delayed', m.delayed,
    'refundable_amount', case when p.id is null then 0 else private.from_minor(greatest(private.refundable_of(p), 0), b.currency_code) end,
    'fees_amount', case when p.id is null then 0 else private.from_minor(greatest(private.refundable_of(p) - private.worth_minor(b), 0), b.currency_code) end,
    'credit_amount', private.from_minor(private.credit_minor(b), b.currency_code),
    'policy', case when private.is_live(b.status) then (select jsonb_build_object('name', b.cancellation_policy, 'refund_percent', x.terms -> 'refund_percent',
      'refund_amount', x.terms -> 'refund_amount') from (select private.cancellation_terms(b) as terms) x) end,
    'authorised', coalesce(p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') and private.is_live(b.status), false),
    'walk_in', b.walk_in, 'guest_name', b.guest_name,
    'tourist', (select jsonb_build_object('full_name', t.full_name, 'email', t.email) from public.profiles t where t.id = b.tourist_id),
    'payer', case when b.paid_by_other then coalesce((select jsonb_build_object('full_name', t.full_name, 'email', t.email)
      from public.profiles t where t.id = b.payer_id), '{}') end,
    'whatsapp_number', b.whatsapp_number, 'country', b.country, 'speaks_spanish', b.speaks_spanish, 'hotel_name', b.hotel_name,
    'hotel_address', (select x.hotel_address from public.bookings x where x.id = b.id), 'passengers', b.passenger_details, 'passport_required', b.passport_required and private.is_live(b.status),
    'passports', case when private.is_live(b.status) and b.passport_closed_at is null then b.passports else '{}' end,
    'guide_name', (select c.full_name from public.profile_cards c where c.id = b.guide_id),
    'time_zone', (select t.time_zone from public.territories t where t.id = b.territory_id),
    'unpaid_change', private.unpaid_change(b), 'notes', private.notes_of(b), 'tags', private.tags_of(b),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'at', h.at, 'actor', c.full_name, 'from', h.from_status, 'to', h.to_status,
        'by', h.by, 'amount', h.amount, 'note', h.note, 'moved', h.moved, 'party', h.party, 'given', h.given, 'came', h.came, 'money', h.money, 'corrected', h.corrected, 'asked', h.asked, 'price_kept', h.price_kept) order by h.at, h.id), '[]')
      from (
        select 'e' || e.id as id, e.created_at as at, e.actor_id, e.from_status, e.to_status, e.detail ->> 'by' as by,
               coalesce(e.detail ->> 'refund_amount', e.detail ->> 'returned', e.detail ->> 'cash', e.detail ->> 'due')::numeric as amount,
               case when e.detail ?| '{refund_amount,returned}' and b.payment_method = 'card' and m.paid = 0 then 'released'
                    when e.detail ? 'refund_amount' and b.payment_method = 'cash' and e.detail ->> 'by' <> 'staff' then 'to_refund'
                    when e.detail ?| '{refund_amount,returned}' then 'refunded' when e.detail ? 'cash' then 'received'
                    when e.detail ? 'due' then 'to_pay' end as money, e.detail ->> 'note' as note,
               private.moved_json(e.detail) as moved, e.detail -> 'party' as party, coalesce((e.detail ->> 'given')::boolean, false) as given,
               jsonb_array_length(e.detail -> 'passengers') as came, e.detail -> 'corrected' as corrected, e.detail ->> 'asked' as asked,
               coalesce((e.detail ->> 'price_kept')::boolean, false) as price_kept
          from public.booking_events e where e.booking_id = b.id
        union all
        select 'a' || a.id, a.at, a.actor_id, null, null, 'staff', (a.detail ->> 'amount')::numeric, 'refunded', null, null, null, false, null, null, null, false
          from public.audit_log a where a.subject_table in ('bookings', 'transport_bookings') and a.subject_id = b.id::text and a.action = 'refund_booking') h
      left join public.profile_cards c on c.id = h.actor_id));
end $$;

-- Returns the ledger of the same bookings as territory_booking_totals, by the month of the booking's date, or of its first payment if p_by is 'payment'. The months add up to the totals, and a
-- month without payments is left out. For managers and admins, because staff see no shares. Raises 403 'forbidden'.
create function public.territory_revenue(p_territory_id text, p_from date default null, p_to date default null, p_search text default null,
  p_status text default null, p_service_id uuid default null, p_guide_id uuid default null, p_payment text default null, p_by text default null)
returns table (month date, currency_code text, operator numeric, territory numeric, app numeric, partner numeric)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
declare
  f private.booking_filter := (p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id, p_payment, private.input_by(p_by))::private.booking_filter;
begin
  perform private.require_earner(f.territory_id);
  return query
  with rows as materialized (
    select k.id, case when f.period = 'payment' then (
        select (min(l.created_at) at time zone t.time_zone)::date from private.ledger l where l.booking_id = k.id and l.kind = 'sale')
      else k.booking_date end as day
      from private.territory_booking_keys(f) k join public.territories t on t.id = f.territory_id
  ), shared as materialized (
    select x.booking_id as id, x.currency_code,
      coalesce(sum(x.amount) filter (where x.party = 'operator'), 0) as operator,
      coalesce(sum(x.amount) filter (where x.party = 'territory'), 0) as territory,
      coalesce(sum(x.amount) filter (where x.party = 'app'), 0) as app,
      coalesce(sum(x.amount) filter (where x.party = 'partner'), 0) as partner
    from private.ledger x where x.territory_id = f.territory_id group by 1, 2
  )
  select date_trunc('month', r.day)::date, s.currency_code, sum(s.operator), sum(s.territory), sum(s.app), sum(s.partner)
  from rows r join shared s on s.id = r.id group by 1, 2 order by 1, 2;
end $$;
