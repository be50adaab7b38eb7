-- What grew with all bookings, and not with what is shown, in the lists of the work screens (npm run bench tables).

-- 1. A partner's bookings. Found through their links (`offset 0`: row by row, through the keys): the planner put all bookings there are
-- together before it chose those of one partner.

-- Every booking that came through a link, as its partner may see it: looked up by its id or by the link. As in 20261121002200.
create view private.referred_bookings as
select b.kind, b.id, b.referral_link_id, coalesce(r.created_at, b.created_at) as created_at, b.tourist_id, b.title, b.booking_date,
       b.total_price, b.currency_code, b.status as booking_status,
       coalesce(c.amount, case when b.status in ('cancelled', 'refunded') then 0
         else round(b.total_price * coalesce(h.partner_rate, p.commission_level, 0) / 100, private.currency_exponent(b.currency_code)) end) as amount,
       c.id is null as estimated,
       case when c.status = 'paid' then 'paid'
            when b.status in ('cancelled', 'refunded') and coalesce(c.amount, 0) = 0 then 'cancelled'
            else 'pending' end as status,
       c.paid_at
  from (
    select 'experience'::text as kind, x.id, x.id as booking_id, null::uuid as transport_booking_id, x.referral_link_id, x.hold_id,
           x.tourist_id, e.title, x.booking_date, x.total_price, x.currency_code, x.status, x.created_at
      from public.bookings x join public.experiences e on e.id = x.experience_id
    union all
    select 'transport', x.id, null, x.id, x.referral_link_id, x.hold_id, x.tourist_id, t.title, x.booking_date, x.total_price, x.currency_code,
           x.status, x.created_at
      from public.transport_bookings x join public.territory_transports t on t.id = x.transport_id) b
  join public.referral_links l on l.id = b.referral_link_id
  join public.profiles p on p.id = l.user_id
  left join lateral (
    select f.id, f.created_at from public.referrals f where f.booking_id = b.booking_id
    union all
    select f.id, f.created_at from public.referrals f where f.transport_booking_id = b.transport_booking_id
    offset 0) r on true
  left join lateral (select y.* from public.commissions y where y.referral_id = r.id offset 0) c on true
  left join lateral (select y.partner_rate from private.holds y where y.id = b.hold_id offset 0) h on true;
revoke all on private.referred_bookings from public, anon, authenticated;

create or replace view private.partner_bookings as
select l.user_id as partner_id, l.id as link_id, l.name as link_name, l.archived_at is not null as archived,
       b.kind, b.id, b.created_at, b.tourist_id, b.title, b.booking_date, b.total_price, b.currency_code, b.booking_status,
       b.amount, b.estimated, b.status, b.paid_at
  from public.referral_links l
  cross join lateral (select x.* from private.referred_bookings x where x.referral_link_id = l.id offset 0) b;

-- As in 20261121002200; which rows a page has is decided by their keys alone, and only those of the page are put together.
create or replace function private.partner_activity(p_before timestamptz, p_before_id uuid, p_limit int, p_bookings boolean)
returns table (id uuid, kind text, created_at timestamptz, guest_name text, guest_avatar text, link_name text, title text,
  booking_date date, total_price numeric, amount numeric, currency_code text, currency_symbol text, status text, estimated boolean, paid_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_partner();
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
         select b.id, 'experience'::text as kind, coalesce(f.created_at, b.created_at) as at, b.tourist_id
           from public.bookings b left join public.referrals f on f.booking_id = b.id where b.referral_link_id = l.id
         union all
         select b.id, 'transport', coalesce(f.created_at, b.created_at), b.tourist_id
           from public.transport_bookings b left join public.referrals f on f.transport_booking_id = b.id where b.referral_link_id = l.id
         offset 0) x
      where l.user_id = caller and (l.archived_at is null or p_bookings)
        and (p_before is null or (x.at, x.id) < (p_before, p_before_id))
      order by x.at desc, x.id desc limit page)
    order by 3 desc, 1 desc limit page)
  select k.id, k.kind, k.at, g.full_name, g.avatar_url, k.link, b.title, b.booking_date, b.total_price, b.amount,
    b.currency_code, u.symbol, b.status, coalesce(b.estimated, false), b.paid_at
  from keys k
  left join lateral (select x.* from private.referred_bookings x where x.kind = k.kind and x.id = k.id offset 0) b on true
  left join public.profile_cards g on g.id = k.guest
  left join public.currencies u on u.code = b.currency_code
  order by k.at desc, k.id desc;
end $$;

-- 2. The search in a region's bookings. The region is in the index, so that only its own rows are read; and the rest of a row is looked
-- up for the rows of the page alone, where nothing else is asked of it.
drop index private.booking_search_words_idx;
create index booking_search_words_idx on private.booking_search using gin ((array[territory_id]), words);

-- As in 20261121002121 but for the search.
create or replace function private.region_booking_keys(p_territory_id text, p_from date, p_to date, p_search text, p_status text,
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
  -- With a status it is known only afterwards which of the rows found are shown.
  found_limit int := case when state is null then p_limit end;
begin
  if query is not null then
    return query
      select s.kind, s.booking_id, s.booking_date, b.currency_code, b.num_people, b.total_price,
        b.operator_status, b.territory_status, b.partner_status
      from (
        select x.kind, x.booking_id, x.booking_date from private.booking_search x
        where array[x.territory_id] @> array[p_territory_id] and x.words @@ query and x.booking_date between first_day and last_day
          and (x.booking_date, x.booking_id) < (before_date, before_id)
        order by x.booking_date desc, x.booking_id desc limit found_limit) s
      cross join lateral (
        select x.currency_code, x.num_people, x.total_price, x.status, x.operator_status, x.territory_status, x.partner_status
        from public.bookings x where s.kind = 'experience' and x.id = s.booking_id
        union all
        select x.currency_code, x.num_people, x.total_price, x.status, x.operator_status, x.territory_status, x.partner_status
        from public.transport_bookings x where s.kind = 'transport' and x.id = s.booking_id) b
      where state is null or b.status = state
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

-- 3. Sums over a whole region: all its bookings and their ledger fit into memory, where the default sends them to files.
alter function private.region_booking_totals(text, date, date, text, text) set work_mem = '32MB';
alter function private.region_revenue(text, date, date, text, text) set work_mem = '32MB';

-- 4. The one queue whose waiting rows had no index of their own.
create index contact_messages_pending_idx on public.contact_messages (created_at, id) where status = 'pending';
