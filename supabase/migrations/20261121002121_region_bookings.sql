-- The bookings of a region as the work screens list, add up and export them: Admin Region Bookings, Territory Bookings, finances.
--
--   public.region_bookings(p_territory_id, p_from, p_to, p_search, p_status, p_after_date, p_after_id, p_limit)
--     newest booking date first, a page after the key (booking_date, id) of the last row of the page before; 1 to 1,000 rows.
--   public.region_booking_totals(p_territory_id, p_from, p_to, p_search, p_status)
--     one row a currency, over all rows and not over a page.
--
-- For admins, and for the managers and staff of the region (else 403 'forbidden'). p_from and p_to are calendar dates, both included.
-- p_search: words of the service, the traveller (name, e-mail) or the hotel. Empty or null: no condition.
-- Amounts of the parties are what the ledger holds, so after refunds; null (rows) or 0 (totals) when nothing has been paid. They and
-- the commissions are null for staff, who see no money of the parties (docs/decisions/0004).

create index bookings_territory_status_idx on public.bookings (territory_id, status, booking_date desc, id desc);
create index transport_bookings_territory_status_idx on public.transport_bookings (territory_id, status, booking_date desc, id desc);

create function private.require_region(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.runs_territory(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

-- Which bookings, in their order, with what the sums need: the rows are in hand here, and looking each up again would cost as much.
-- p_limit null: all of them. Whoever calls has checked the right to ask.
create function private.region_booking_keys(p_territory_id text, p_from date, p_to date, p_search text, p_status text,
  p_after_date date, p_after_id uuid, p_limit int)
returns table (kind text, id uuid, booking_date date, currency_code text, num_people int, total_price numeric,
  operator_status text, territory_status text, partner_status text)
language plpgsql stable security definer rows 100 set search_path = '' as $$
declare
  first_day date := coalesce(p_from, '-infinity');
  last_day date := coalesce(p_to, 'infinity');
  -- Before the first page everything is still to come. Bounds rather than `or`, so that an index starts where the page does.
  before_date date := coalesce(p_after_date, 'infinity');
  before_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  state text := nullif(p_status, '');
  query tsquery := private.search_query(p_search);
begin
  if query is not null then
    return query
      select s.kind, s.booking_id, s.booking_date, b.currency_code, b.num_people, b.total_price,
        b.operator_status, b.territory_status, b.partner_status
      from private.booking_search s
      cross join lateral (
        select x.currency_code, x.num_people, x.total_price, x.status, x.operator_status, x.territory_status, x.partner_status
        from public.bookings x where s.kind = 'experience' and x.id = s.booking_id
        union all
        select x.currency_code, x.num_people, x.total_price, x.status, x.operator_status, x.territory_status, x.partner_status
        from public.transport_bookings x where s.kind = 'transport' and x.id = s.booking_id) b
      where s.territory_id = p_territory_id and s.words @@ query and s.booking_date between first_day and last_day
        and (s.booking_date, s.booking_id) < (before_date, before_id) and (state is null or b.status = state)
      order by s.booking_date desc, s.booking_id desc limit p_limit;
  elsif state is not null then
    return query
      (select 'experience'::text, b.id, b.booking_date, b.currency_code, b.num_people, b.total_price,
          b.operator_status, b.territory_status, b.partner_status
        from public.bookings b
        where b.territory_id = p_territory_id and b.status = state and b.booking_date between first_day and last_day
          and (b.booking_date, b.id) < (before_date, before_id) order by b.booking_date desc, b.id desc limit p_limit)
      union all
      (select 'transport', b.id, b.booking_date, b.currency_code, b.num_people, b.total_price,
          b.operator_status, b.territory_status, b.partner_status
        from public.transport_bookings b
        where b.territory_id = p_territory_id and b.status = state and b.booking_date between first_day and last_day
          and (b.booking_date, b.id) < (before_date, before_id) order by b.booking_date desc, b.id desc limit p_limit)
      order by 3 desc, 2 desc limit p_limit;
  else
    return query
      (select 'experience'::text, b.id, b.booking_date, b.currency_code, b.num_people, b.total_price,
          b.operator_status, b.territory_status, b.partner_status
        from public.bookings b
        where b.territory_id = p_territory_id and b.booking_date between first_day and last_day
          and (b.booking_date, b.id) < (before_date, before_id) order by b.booking_date desc, b.id desc limit p_limit)
      union all
      (select 'transport', b.id, b.booking_date, b.currency_code, b.num_people, b.total_price,
          b.operator_status, b.territory_status, b.partner_status
        from public.transport_bookings b
        where b.territory_id = p_territory_id and b.booking_date between first_day and last_day
          and (b.booking_date, b.id) < (before_date, before_id) order by b.booking_date desc, b.id desc limit p_limit)
      order by 3 desc, 2 desc limit p_limit;
  end if;
end $$;

-- May the caller see what the parties of a region's bookings get?
create function private.sees_shares(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(p_territory_id = any (private.my_territories('manager')), false)
$$;

-- What the lists show of a booking beside its own columns, of either kind.
create view private.region_booking_rows as
select 'experience'::text as kind, b.id, b.booking_date, b.start_time, b.experience_id as service_id, e.title, b.booking_type, b.num_people, b.tourist_id,
  b.hotel_name, b.currency_code, b.total_price, b.payment_method, b.payment_status, b.status, b.check_in_status, b.guide_id as operator_id,
  b.operator_status, b.territory_status, b.partner_status, b.hold_id, b.referral_link_id, b.updated_at
from public.bookings b join public.experiences e on e.id = b.experience_id
union all
select 'transport', b.id, b.booking_date, b.start_time, b.transport_id, t.title, b.booking_type, b.num_people, b.tourist_id,
  b.hotel_name, b.currency_code, b.total_price, b.payment_method, b.payment_status, b.status, b.check_in_status, null,
  b.operator_status, b.territory_status, b.partner_status, b.hold_id, b.referral_link_id, b.updated_at
from public.transport_bookings b join public.territory_transports t on t.id = b.transport_id;
revoke all on private.region_booking_rows from public, anon, authenticated;

create type private.region_booking as (
  kind text, id uuid, booking_date date, start_time time, service_id uuid, title text, booking_type text, num_people int,
  tourist_name text, tourist_email text, hotel_name text, currency_code text, total_price numeric,
  payment_method text, payment_status text, status text, check_in_status text,
  operator_name text, operator_amount numeric, territory_amount numeric, app_amount numeric, partner_amount numeric, partner_name text,
  operator_status text, territory_status text, partner_status text, commission_amount numeric, commission_status text,
  updated_at timestamptz
);

create function private.region_bookings(p_territory_id text, p_from date, p_to date, p_search text, p_status text,
  p_after_date date, p_after_id uuid, p_limit int)
returns setof private.region_booking language plpgsql stable security definer set search_path = '' as $$
declare
  shares boolean;
begin
  perform private.require_region(p_territory_id);
  shares := private.sees_shares(p_territory_id);
  return query
  select r.kind, r.id, r.booking_date, r.start_time, r.service_id, r.title, r.booking_type, r.num_people,
    tourist.full_name, tourist.email, r.hotel_name, r.currency_code, r.total_price,
    r.payment_method, r.payment_status, r.status, r.check_in_status,
    operator.full_name, l.operator, l.territory, l.app, l.partner, coalesce(nullif(partner.business_name, ''), partner.full_name),
    r.operator_status, r.territory_status, r.partner_status,
    -- Nothing earned yet: what it will be, at the rate that was agreed when the seats were held.
    case when not shares then null when c.id is not null then c.amount
         when r.referral_link_id is not null then
           (private.split_amount(r.total_price, r.currency_code, coalesce(h.partner_rate, partner.commission_level, 0))).partner end,
    case when shares and (c.id is not null or r.referral_link_id is not null) then coalesce(c.status, 'pending') end,
    r.updated_at
  from private.region_booking_keys(p_territory_id, p_from, p_to, p_search, p_status, p_after_date, p_after_id,
    least(greatest(coalesce(p_limit, 100), 1), 1000)) k
  -- `offset 0`: looked up row by row through the keys. Flattened, the planner may read whole tables for a page of them.
  cross join lateral (select x.* from private.region_booking_rows x where x.kind = k.kind and x.id = k.id offset 0) r
  left join public.profiles tourist on tourist.id = r.tourist_id
  left join public.profile_cards operator on operator.id = r.operator_id
  left join lateral (
    select x.id, x.partner_id from public.referrals x where x.booking_id = k.id
    union all select x.id, x.partner_id from public.referrals x where x.transport_booking_id = k.id limit 1) f on true
  left join public.commissions c on c.referral_id = f.id
  left join public.referral_links link on link.id = r.referral_link_id
  left join public.profiles partner on partner.id = coalesce(f.partner_id, link.user_id)
  left join private.holds h on h.id = r.hold_id
  left join lateral (
    select sum(x.amount) filter (where x.party = 'operator') as operator, sum(x.amount) filter (where x.party = 'territory') as territory,
           sum(x.amount) filter (where x.party = 'app') as app, sum(x.amount) filter (where x.party = 'partner') as partner
    from (select y.party, y.amount from private.ledger y where shares and y.booking_id = k.id
          union all select y.party, y.amount from private.ledger y where shares and y.transport_booking_id = k.id) x) l on true
  order by k.booking_date desc, k.id desc;
end $$;

create type private.region_total as (
  currency_code text, bookings bigint, people bigint,
  booked numeric, -- the prices of all of them, whatever became of them
  revenue numeric, operator numeric, territory numeric, app numeric, partner numeric, -- what is in the ledger
  pending numeric, pending_payouts bigint -- of it, what still has to be paid out, and how many payments that are
);

create function private.region_booking_totals(p_territory_id text, p_from date, p_to date, p_search text, p_status text)
returns setof private.region_total language plpgsql stable security definer set search_path = '' as $$
declare
  shares boolean;
begin
  perform private.require_region(p_territory_id);
  shares := private.sees_shares(p_territory_id);
  return query
  with rows as materialized (
    select k.* from private.region_booking_keys(p_territory_id, p_from, p_to, p_search, p_status, null, null, null) k
  ), shared as materialized (
    select coalesce(x.booking_id, x.transport_booking_id) as id, sum(x.amount) as whole,
      sum(x.amount) filter (where x.party = 'operator') as operator, sum(x.amount) filter (where x.party = 'territory') as territory,
      sum(x.amount) filter (where x.party = 'app') as app, sum(x.amount) filter (where x.party = 'partner') as partner
    from private.ledger x where shares and x.territory_id = p_territory_id group by 1
  )
  select r.currency_code, count(*), sum(r.num_people)::bigint, sum(r.total_price),
    case when shares then coalesce(sum(s.whole), 0) end, case when shares then coalesce(sum(s.operator), 0) end,
    case when shares then coalesce(sum(s.territory), 0) end, case when shares then coalesce(sum(s.app), 0) end,
    case when shares then coalesce(sum(s.partner), 0) end,
    case when shares then coalesce(sum(s.operator) filter (where r.operator_status = 'pending'), 0)
      + coalesce(sum(s.territory) filter (where r.territory_status = 'pending'), 0)
      + coalesce(sum(s.partner) filter (where r.partner_status = 'pending'), 0) end,
    case when shares then count(*) filter (where r.operator_status = 'pending' and s.operator > 0)
      + count(*) filter (where r.territory_status = 'pending' and s.territory > 0)
      + count(*) filter (where r.partner_status = 'pending' and s.partner > 0) end
  from rows r left join shared s on s.id = r.id
  group by r.currency_code order by count(*) desc, r.currency_code;
end $$;

create function public.region_bookings(p_territory_id text, p_from date default null, p_to date default null, p_search text default null,
  p_status text default null, p_after_date date default null, p_after_id uuid default null, p_limit int default 100)
returns table (kind text, id uuid, booking_date date, start_time time, service_id uuid, title text, booking_type text, num_people int,
  tourist_name text, tourist_email text, hotel_name text, currency_code text, total_price numeric,
  payment_method text, payment_status text, status text, check_in_status text,
  operator_name text, operator_amount numeric, territory_amount numeric, app_amount numeric, partner_amount numeric, partner_name text,
  operator_status text, territory_status text, partner_status text, commission_amount numeric, commission_status text,
  updated_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.region_bookings(p_territory_id, p_from, p_to, p_search, p_status, p_after_date, p_after_id, p_limit)
$$;
create function public.region_booking_totals(p_territory_id text, p_from date default null, p_to date default null,
  p_search text default null, p_status text default null)
returns table (currency_code text, bookings bigint, people bigint, booked numeric, revenue numeric, operator numeric, territory numeric,
  app numeric, partner numeric, pending numeric, pending_payouts bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.region_booking_totals(p_territory_id, p_from, p_to, p_search, p_status)
$$;

revoke all on function private.require_region(text), private.sees_shares(text),
  private.region_booking_keys(text, date, date, text, text, date, uuid, int),
  private.region_bookings(text, date, date, text, text, date, uuid, int), private.region_booking_totals(text, date, date, text, text),
  public.region_bookings(text, date, date, text, text, date, uuid, int), public.region_booking_totals(text, date, date, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.region_bookings(text, date, date, text, text, date, uuid, int),
  private.region_booking_totals(text, date, date, text, text),
  public.region_bookings(text, date, date, text, text, date, uuid, int), public.region_booking_totals(text, date, date, text, text)
  to authenticated;
