-- What travel partners see of their own links: counts, amounts and events. Sums cover all rows, not only a page.

-- Returns the events of the partner's links, newest first, a page after (p_before, p_before_id). Only the public card of a tourist is shown.
-- p_bookings leaves out registrations, for the statement. total_price is what the booking costs now. Pages are selected by keys first, so that only
-- their rows are assembled.
create function public.partner_activity(p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20,
  p_bookings boolean default false)
returns table (id uuid, kind text, created_at timestamptz, tourist_name text, tourist_avatar text, link_name text, title text, titles jsonb,
  booking_date date, total_price numeric, amount numeric, currency_code text, currency_symbol text, status text, estimated boolean, paid_at timestamptz, refunded_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
  page int := least(greatest(coalesce(p_limit, 20), 1), 1000);
begin
  return query
  with keys as materialized (
    (select r.id, 'registration'::text as kind, r.registered_at as at, l.name as link, r.user_id as guest
       from public.referral_links l join public.referral_registrations r on r.referral_link_id = l.id
      where l.user_id = caller and l.archived_at is null and not coalesce(p_bookings, false)
        and (p_before is null or (r.registered_at, r.id) < (p_before, p_before_id))
      order by r.registered_at desc, r.id desc limit page)
    union all
    (select x.id, x.kind, x.at, l.name, x.tourist_id
       from public.referral_links l
       cross join lateral (
         select b.id, b.kind, coalesce(f.created_at, b.created_at) as at, b.tourist_id
           from public.bookings b left join public.referrals f on f.booking_id = b.id where b.referral_link_id = l.id
         offset 0) x
      where l.user_id = caller and (l.archived_at is null or p_bookings)
        and (p_before is null or (x.at, x.id) < (p_before, p_before_id))
      order by x.at desc, x.id desc limit page)
    order by 3 desc, 1 desc limit page)
  select k.id, k.kind, k.at, g.full_name, g.avatar_url, k.link, b.title, b.titles, b.booking_date, private.price_of(b.id), b.amount,
    b.currency_code, u.symbol, b.status, coalesce(b.estimated, false), b.paid_at, private.refunded_of(k.id, b.currency_code)
  from keys k
  left join lateral (select x.* from private.referred_bookings x where x.id = k.id offset 0) b on true
  left join public.profile_cards g on g.id = k.guest
  left join public.currencies u on u.code = b.currency_code
  order by k.at desc, k.id desc;
end $$;

-- Every booking through a link, as its partner can see it, looked up by its id or by the link. `offset 0` makes Postgres read row by row from the
-- links. Otherwise the planner joins all bookings before it chooses one partner's.
create view private.referred_bookings as
select b.kind, b.id, b.referral_link_id, coalesce(r.created_at, b.created_at) as created_at, b.tourist_id, b.title, b.titles, b.booking_date,
       b.total_price, b.currency_code, b.status as booking_status,
       coalesce(c.amount, case when b.status in ('cancelled', 'refunded') or o.own then 0
         else round(b.total_price * coalesce(h.partner_rate, private.commission_of(l.user_id, b.territory_id), 0) / 100, private.currency_exponent(b.currency_code)) end) as amount,
       c.id is null and not o.own as estimated,
       case when c.status = 'paid' then 'paid'
            when n.nothing_earned or o.own or b.partner_status = 'cancelled' then 'cancelled'
            else 'pending' end as status,
       n.nothing_earned,
       -- A manager cancelled the commission, while the trip may still go ahead.
       b.partner_status = 'cancelled' as share_cancelled,
       -- The remaining amount of a paid commission, after refunds since.
       case when c.status = 'paid' then (select y.earned from private.shares y
         where y.booking_id = b.id and y.party = 'partner') end as earned_of_paid,
       c.paid_at, (b.booking_date + coalesce(b.start_time, time '24:00')) at time zone t.time_zone <= now() as past
  from (
    select x.*, s.title, s.names -> 'title' as titles
      from public.bookings x
      join public.services s on s.id = x.service_id) b
  join public.referral_links l on l.id = b.referral_link_id
  join public.territories t on t.id = b.territory_id
  cross join lateral (select private.is_partners_own(b.id) as own) o
  left join lateral (select f.id, f.created_at from public.referrals f where f.booking_id = b.id offset 0) r on true
  -- Undone cash left a commission of zero, so the amount is an estimate again until the guests pay.
  left join lateral (
    select y.* from public.commissions y
     where y.referral_id = r.id and not (y.amount = 0 and b.payment_status = 'pending' and private.is_live(b.status)) offset 0) c on true
  left join lateral (select y.partner_rate from private.holds y where y.id = b.hold_id offset 0) h on true
  -- The booking has ended, and nothing of its commission is left.
  cross join lateral (select b.status in ('cancelled', 'refunded') and coalesce(c.amount, 0) = 0 as nothing_earned) n;

-- Bookings through a link, as its partner may see them. An unpaid booking has no commission: it is estimated from the rate of its hold, otherwise the partner's
-- in that territory (docs/rules/work.md, Lists of bookings).
create view private.partner_bookings as
select l.user_id as partner_id, l.id as link_id, l.name as link_name, l.archived_at is not null as archived,
       b.kind, b.id, b.created_at, b.tourist_id, b.title, b.booking_date, b.total_price, b.currency_code, b.booking_status,
       b.amount, b.estimated, b.status, b.nothing_earned, b.share_cancelled, b.earned_of_paid, b.paid_at, b.past
  from public.referral_links l
  cross join lateral (select x.* from private.referred_bookings x where x.referral_link_id = l.id offset 0) b;

-- The partner's links, newest first, with their results. `bookings` counts those that were not cancelled.
create function public.partner_links()
returns table (id uuid, name text, code text, active boolean, created_at timestamptz, visits int, registrations int, bookings int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select l.id, l.name, l.code, l.active, l.created_at, l.visits,
    (select count(*)::int from public.referral_registrations r where r.referral_link_id = l.id),
    (select count(*)::int from private.partner_bookings b where b.link_id = l.id and not b.nothing_earned)
  from public.referral_links l
  where l.user_id = caller and l.archived_at is null
  order by l.created_at desc, l.id;
end $$;

-- Returns per currency, in its units: paid out, payable for trips that have begun, paid by guests for future trips, and estimates for unpaid
-- bookings. It counts the shares, as my_payout_totals does, and one that a manager has cancelled isn't payable. refunded_after are refunds of
-- commissions already paid, which reduce `due` and the next payout.
create function public.partner_totals()
returns table (currency_code text, currency_symbol text, paid numeric, due numeric, ahead numeric, estimated numeric, refunded_after numeric, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select b.currency_code, u.symbol,
    coalesce(sum(s.paid), 0),
    coalesce(sum(s.earned - s.paid) filter (where (b.past or s.earned < s.paid) and not b.share_cancelled), 0),
    coalesce(sum(s.earned - s.paid) filter (where not b.past and s.earned > s.paid and not b.share_cancelled), 0),
    coalesce(sum(b.amount) filter (where b.status = 'pending' and b.estimated), 0),
    coalesce(sum(s.paid - s.earned) filter (where s.earned < s.paid), 0),
    min(b.created_at)
  from private.partner_bookings b join public.currencies u on u.code = b.currency_code
  left join private.shares s on s.booking_id = b.id and s.party = 'partner'
  where b.partner_id = caller
  group by b.currency_code, u.symbol
  order by sum(b.amount) desc, b.currency_code;
end $$;

-- Returns how many visits led to registrations, and how many registered people have an active booking, over all links including deleted ones.
create function public.partner_funnel()
returns table (visits bigint, registrations bigint, booked bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select
    (select coalesce(sum(l.visits), 0) from public.referral_links l where l.user_id = caller),
    (select count(*) from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id where l.user_id = caller),
    (select count(distinct b.tourist_id) from private.partner_bookings b where b.partner_id = caller and not b.nothing_earned);
end $$;

-- Returns the caller's commission in each territory where they are a partner, the oldest agreement first.
create function public.partner_terms()
returns table (territory_id text, territory_name text, territory_names jsonb, business_name text, commission_level numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select g.territory_id, t.name, t.names -> 'name', g.business_name, g.commission_level
  from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = caller and g.role = 'travel_partner'
  order by g.created_at, g.id;
end $$;

-- Returns the last twelve months, oldest first, in Guatemala's time zone, including empty months. bookings and amounts are what was earned by the
-- month of the trip, as in partner_totals (paid and due), so the months add up to it. Paid future trips count in the current month. amounts:
-- [{currency_code, currency_symbol, amount}]
create function public.partner_months()
returns table (month date, registrations int, bookings int, amounts jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
  this_month date := date_trunc('month', now() at time zone 'America/Guatemala')::date;
begin
  return query
  with months as (
    select m::date as first from generate_series(this_month - interval '11 months', this_month, interval '1 month') m),
  registered as (
    select date_trunc('month', r.registered_at at time zone 'America/Guatemala')::date as first, count(*)::int as n
    from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id
    where l.user_id = caller and r.registered_at >= (this_month - interval '11 months') at time zone 'America/Guatemala'
    group by 1),
  booked as (
    select least(date_trunc('month', b.booking_date)::date, this_month) as first, b.currency_code, u.symbol,
      count(*)::int as n, sum(coalesce(b.earned_of_paid, b.amount)) as amount
    from private.partner_bookings b join public.currencies u on u.code = b.currency_code
    where b.partner_id = caller and b.booking_date >= this_month - interval '11 months'
      and (b.status = 'paid' or b.status = 'pending' and b.past and not b.estimated)
    group by 1, 2, 3)
  select m.first, coalesce((select r.n from registered r where r.first = m.first), 0),
    coalesce((select sum(b.n)::int from booked b where b.first = m.first), 0),
    coalesce((select jsonb_agg(jsonb_build_object('currency_code', b.currency_code, 'currency_symbol', b.symbol, 'amount', b.amount) order by b.currency_code)
      from booked b where b.first = m.first), '[]')
  from months m order by m.first;
end $$;
