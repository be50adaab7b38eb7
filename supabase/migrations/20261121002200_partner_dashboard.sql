-- What a travel partner sees of their own links: counts, money and what happened. Sums are made here and never of a page.

-- A link that has brought somebody is put away when its partner deletes it: its code is never given to anybody else (it may
-- hang printed in a lobby), and what it has earned stays in the books.
alter table public.referral_links
  add column archived_at timestamptz,
  add constraint referral_links_archived_inactive check (archived_at is null or not active);
drop policy referral_links_delete on public.referral_links;
revoke delete on public.referral_links from authenticated;

create function private.require_partner()
returns uuid language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not private.has_role('travel_partner') then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return caller;
end $$;
revoke execute on function private.require_partner() from public, anon, authenticated;

-- → whether the link is gone from the partner's list
create function private.delete_referral_link(p_link_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_partner();
begin
  perform 1 from public.referral_links l where l.id = p_link_id and l.user_id = caller and l.archived_at is null for update;
  if not found then
    return false;
  end if;
  if exists (select 1 from public.referral_registrations r where r.referral_link_id = p_link_id)
    or exists (select 1 from public.referrals r where r.referral_link_id = p_link_id)
    or exists (select 1 from private.holds h where h.referral_link_id = p_link_id)
    or exists (select 1 from public.bookings b where b.referral_link_id = p_link_id)
    or exists (select 1 from public.transport_bookings b where b.referral_link_id = p_link_id) then
    update public.referral_links set archived_at = now(), active = false where id = p_link_id;
  else
    delete from public.referral_links where id = p_link_id;
  end if;
  return true;
end $$;

-- Every booking that came through a link, as its partner may see it. A booking that is not paid yet has no commission: it is
-- estimated from the rate of its hold, or else the partner's level. (Spec part 3, section 4.)
create view private.partner_bookings as
select l.user_id as partner_id, l.id as link_id, l.name as link_name, l.archived_at is not null as archived,
       b.kind, b.id, coalesce(r.created_at, x.created_at) as created_at, b.tourist_id, b.title, b.booking_date,
       b.total_price, b.currency_code, b.status as booking_status,
       coalesce(c.amount, case when b.status in ('cancelled', 'refunded') then 0
         else round(b.total_price * coalesce(h.partner_rate, p.commission_level, 0) / 100, private.currency_exponent(b.currency_code)) end) as amount,
       c.id is null as estimated,
       case when c.status = 'paid' then 'paid'
            when b.status in ('cancelled', 'refunded') and coalesce(c.amount, 0) = 0 then 'cancelled'
            else 'pending' end as status,
       c.paid_at
  from private.booking_facts b
  join public.referral_links l on l.id = b.referral_link_id
  join public.profiles p on p.id = l.user_id
  cross join lateral (
    select e.created_at from public.bookings e where e.id = b.booking_id
    union all
    select t.created_at from public.transport_bookings t where t.id = b.transport_booking_id) x
  left join lateral (
    select f.* from public.referrals f where f.booking_id = b.booking_id
    union all
    select f.* from public.referrals f where f.transport_booking_id = b.transport_booking_id) r on true
  left join public.commissions c on c.referral_id = r.id
  left join private.holds h on h.id = b.hold_id;
revoke all on private.partner_bookings from public, anon, authenticated;

-- The partner's links, newest first, with what each has brought. `bookings` counts those that were not cancelled.
create function private.partner_links()
returns table (id uuid, name text, code text, active boolean, created_at timestamptz, visits int, registrations int, bookings int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_partner();
begin
  return query
  select l.id, l.name, l.code, l.active, l.created_at, l.visits,
    (select count(*)::int from public.referral_registrations r where r.referral_link_id = l.id),
    (select count(*)::int from private.partner_bookings b where b.link_id = l.id and b.status <> 'cancelled')
  from public.referral_links l
  where l.user_id = caller and l.archived_at is null
  order by l.created_at desc, l.id;
end $$;

-- Earned in each currency, in its units; `estimated` is the part of `pending` that nobody has paid for yet.
create function private.partner_totals()
returns table (currency_code text, currency_symbol text, paid numeric, pending numeric, estimated numeric, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_partner();
begin
  return query
  select b.currency_code, u.symbol,
    coalesce(sum(b.amount) filter (where b.status = 'paid'), 0),
    coalesce(sum(b.amount) filter (where b.status = 'pending'), 0),
    coalesce(sum(b.amount) filter (where b.status = 'pending' and b.estimated), 0),
    min(b.created_at)
  from private.partner_bookings b join public.currencies u on u.code = b.currency_code
  where b.partner_id = caller
  group by b.currency_code, u.symbol
  order by sum(b.amount) desc, b.currency_code;
end $$;

-- From visits to registrations to registered people with a booking that stands, over all links, also deleted ones.
create function private.partner_funnel()
returns table (visits bigint, registrations bigint, booked bigint, commission_level numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_partner();
begin
  return query
  select
    (select coalesce(sum(l.visits), 0) from public.referral_links l where l.user_id = caller),
    (select count(*) from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id where l.user_id = caller),
    (select count(distinct b.tourist_id) from private.partner_bookings b where b.partner_id = caller and b.status <> 'cancelled'),
    (select p.commission_level from public.profiles p where p.id = caller);
end $$;

-- The last twelve months, oldest first, in Guatemala's months; a month without anything is there with zeros.
-- amounts: [{currency_code, currency_symbol, amount}]
create function private.partner_months()
returns table (month date, registrations int, bookings int, amounts jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_partner();
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
    select date_trunc('month', b.created_at at time zone 'America/Guatemala')::date as first, b.currency_code, u.symbol,
      count(*)::int as n, sum(b.amount) as amount
    from private.partner_bookings b join public.currencies u on u.code = b.currency_code
    where b.partner_id = caller and b.status <> 'cancelled'
      and b.created_at >= (this_month - interval '11 months') at time zone 'America/Guatemala'
    group by 1, 2, 3)
  select m.first, coalesce((select r.n from registered r where r.first = m.first), 0),
    coalesce((select sum(b.n)::int from booked b where b.first = m.first), 0),
    coalesce((select jsonb_agg(jsonb_build_object('currency_code', b.currency_code, 'currency_symbol', b.symbol, 'amount', b.amount) order by b.currency_code)
      from booked b where b.first = m.first), '[]')
  from months m order by m.first;
end $$;

-- What happened through the partner's links, newest first, a page after (p_before, p_before_id). Of a guest it says the public
-- card alone. p_bookings leaves the registrations out: the statement.
create function private.partner_activity(p_before timestamptz, p_before_id uuid, p_limit int, p_bookings boolean)
returns table (id uuid, kind text, created_at timestamptz, guest_name text, guest_avatar text, link_name text, title text,
  booking_date date, total_price numeric, amount numeric, currency_code text, currency_symbol text, status text, estimated boolean, paid_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_partner();
  page int := least(greatest(coalesce(p_limit, 20), 1), 1000);
begin
  return query
  with happened as (
    (select r.id, 'registration' as kind, r.registered_at as created_at, r.user_id as guest_id, l.name as link_name, null::text as title,
       null::date as booking_date, null::numeric as total_price, null::numeric as amount, null::text as currency_code, null::text as status,
       false as estimated, null::timestamptz as paid_at
     from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id
     where l.user_id = caller and l.archived_at is null and not coalesce(p_bookings, false)
       and (p_before is null or (r.registered_at, r.id) < (p_before, p_before_id))
     order by r.registered_at desc, r.id desc limit page)
    union all
    (select b.id, b.kind, b.created_at, b.tourist_id, b.link_name, b.title, b.booking_date, b.total_price, b.amount, b.currency_code,
       b.status, b.estimated, b.paid_at
     from private.partner_bookings b
     where b.partner_id = caller and (not b.archived or p_bookings)
       and (p_before is null or (b.created_at, b.id) < (p_before, p_before_id))
     order by b.created_at desc, b.id desc limit page))
  select h.id, h.kind, h.created_at, g.full_name, g.avatar_url, h.link_name, h.title, h.booking_date, h.total_price, h.amount,
    h.currency_code, u.symbol, h.status, h.estimated, h.paid_at
  from happened h
  left join public.profile_cards g on g.id = h.guest_id
  left join public.currencies u on u.code = h.currency_code
  order by h.created_at desc, h.id desc limit page;
end $$;

-- The partner hears of a registration, a booking and a payout while the page is open.
create function private.broadcast_to_partner(p_partner_id uuid, p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_partner_id is not null then
    perform realtime.send(jsonb_build_object('id', p_id), 'referral', 'user:' || p_partner_id, true);
  end if;
end $$;
revoke execute on function private.broadcast_to_partner(uuid, uuid) from public, anon, authenticated;

create function private.broadcast_registration()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.broadcast_to_partner((select l.user_id from public.referral_links l where l.id = new.referral_link_id), new.id);
  return null;
end $$;
create trigger referral_registrations_broadcast after insert on public.referral_registrations
  for each row execute function private.broadcast_registration();

create function private.broadcast_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.broadcast_to_partner(new.partner_id, new.id);
  return null;
end $$;
create trigger commissions_broadcast after insert or update of amount, status on public.commissions
  for each row execute function private.broadcast_commission();

grant execute on function private.delete_referral_link(uuid), private.partner_links(), private.partner_totals(), private.partner_funnel(),
  private.partner_months(), private.partner_activity(timestamptz, uuid, int, boolean) to authenticated;

create function public.delete_referral_link(p_link_id uuid)
returns boolean language sql security invoker set search_path = '' as $$ select private.delete_referral_link(p_link_id) $$;
create function public.partner_links()
returns table (id uuid, name text, code text, active boolean, created_at timestamptz, visits int, registrations int, bookings int)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_links() $$;
create function public.partner_totals()
returns table (currency_code text, currency_symbol text, paid numeric, pending numeric, estimated numeric, since timestamptz)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_totals() $$;
create function public.partner_funnel()
returns table (visits bigint, registrations bigint, booked bigint, commission_level numeric)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_funnel() $$;
create function public.partner_months()
returns table (month date, registrations int, bookings int, amounts jsonb)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_months() $$;
create function public.partner_activity(p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20,
  p_bookings boolean default false)
returns table (id uuid, kind text, created_at timestamptz, guest_name text, guest_avatar text, link_name text, title text,
  booking_date date, total_price numeric, amount numeric, currency_code text, currency_symbol text, status text, estimated boolean, paid_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.partner_activity(p_before, p_before_id, p_limit, p_bookings)
$$;
revoke execute on function public.delete_referral_link(uuid), public.partner_links(), public.partner_totals(), public.partner_funnel(),
  public.partner_months(), public.partner_activity(timestamptz, uuid, int, boolean) from public, anon;
grant execute on function public.delete_referral_link(uuid), public.partner_links(), public.partner_totals(), public.partner_funnel(),
  public.partner_months(), public.partner_activity(timestamptz, uuid, int, boolean) to authenticated;
