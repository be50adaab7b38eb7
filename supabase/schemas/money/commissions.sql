-- What referrals and sales earn: commissions of partners and earnings of managers (docs/decisions/0040). Amounts are computed by write_sale
-- (money/ledger.sql), and money/payouts.sql has how they are paid out.
--
-- The ledger has a territory's share of a booking. Each booking has one earning, which only triggers write, in the name of the territory's manager at
-- the time. Financial records outlive accounts, so rows of a deleted account lose the name but stay.

-- The attribution of a booking to a link, and the commission that it earned.
create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references public.bookings (id) on delete cascade,
  referral_link_id uuid references public.referral_links (id) on delete set null,
  created_at timestamptz not null default now(),
  territory_id text references public.territories (id),
  partner_id uuid references public.profiles (id) on delete set null
    constraint referrals_partner_card_fkey references public.profile_cards (id) on delete set null
);
create index referrals_link_idx on public.referrals (referral_link_id);
create index referrals_territory_idx on public.referrals (territory_id, created_at desc);
create index referrals_partner_idx on public.referrals (partner_id, created_at desc);
alter table public.referrals enable row level security;
grant select on public.referrals to authenticated;
grant all on public.referrals to service_role;

-- The team sees which bookings came through a partner, and only managers see the commission.
create policy referrals_select on public.referrals for select to authenticated
  using ((partner_id = (select private.live_user()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  referral_id uuid not null unique references public.referrals (id) on delete restrict,
  amount numeric(12, 2) not null check (amount >= 0 and amount <> 'NaN'),
  currency_code text not null references public.currencies (code),
  status text not null default 'pending' check (status in ('pending', 'paid')),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  territory_id text references public.territories (id),
  partner_id uuid references public.profiles (id) on delete set null
    constraint commissions_partner_card_fkey references public.profile_cards (id) on delete set null
);
create index commissions_currency_idx on public.commissions (currency_code);
create index commissions_territory_idx on public.commissions (territory_id, created_at desc);
create index commissions_partner_idx on public.commissions (partner_id, created_at desc);
alter table public.commissions enable row level security;
grant select on public.commissions to authenticated;
grant all on public.commissions to service_role;

create policy commissions_select on public.commissions for select to authenticated
  using ((partner_id = (select private.live_user()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));

create table public.commission_earnings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  role text not null check (role in ('territory_manager', 'territory_staff')),
  territory_id text not null references public.territories (id),
  booking_id uuid not null references public.bookings (id),
  amount numeric(12, 2) not null check (amount <> 'NaN'),
  currency_code text not null references public.currencies (code),
  status text not null default 'pending' check (status in ('pending', 'paid', 'cancelled')),
  created_at timestamptz not null default now()
);
create index commission_earnings_user_idx on public.commission_earnings (user_id, created_at desc);
create index commission_earnings_territory_idx on public.commission_earnings (territory_id);
create index commission_earnings_currency_idx on public.commission_earnings (currency_code);
create unique index commission_earnings_once_idx on public.commission_earnings (booking_id);
alter table public.commission_earnings enable row level security;
grant select on public.commission_earnings to authenticated;
grant all on public.commission_earnings to service_role;

create policy commission_earnings_select on public.commission_earnings for select to authenticated
  using (territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

-- Returns whether the caller is an admin of a territory where nobody else can decide, because it has no manager and there is no other admin.
create function private.decides_alone(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(private.is_admin(), false) and not exists (
    select 1 from private.live_grants g join public.profiles p on p.id = g.user_id
     where g.user_id <> auth.uid() and private.may_mail(p.email) and (g.role = 'admin' or (g.role = 'territory_manager' and g.territory_id = p_territory_id)))
$$;

-- Returns whether the commission of this partner is the caller's own and someone else could decide about it.
create function private.is_own_commission(p_partner_id uuid, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(p_partner_id = auth.uid() and not private.decides_alone(p_territory_id), false)
$$;

-- Returns whether the caller earns a commission from a booking as a partner, or would once it is paid. Then someone else decides about its money,
-- unless nobody else can.
create function private.earns_commission(p_booking_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.bookings b
      left join public.referrals r on r.booking_id = b.id
      left join public.referral_links l on l.id = b.referral_link_id
     where b.id = p_booking_id and private.is_own_commission(coalesce(r.partner_id, l.user_id), b.territory_id))
$$;

create function private.own_commission_refusal()
returns private.refusal language sql immutable set search_path = '' as $$
  select (403, 'own_commission', 'You earn a commission from this booking. Please ask a colleague to do this.', null)::private.refusal
$$;

-- Raises 403 'own_commission' if the caller earns a commission from the booking.
create function private.refuse_own_commission(p_booking_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.earns_commission(p_booking_id) then
    perform private.raise_refusal(private.own_commission_refusal());
  end if;
end $$;

-- Raises 403 'own_payout' if a partner's commission that is paid out, or whose payout is changed, is the caller's own.
create function private.refuse_own_payout(p_partner_id uuid, p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_own_commission(p_partner_id, p_territory_id) then
    perform private.fail(403, 'own_payout', 'This is your own commission. Another manager or an admin has to do this.');
  end if;
end $$;

-- Fills in the partner and territory of a referral. Deleting a link doesn't remove the partner from what it earned.
create function private.fill_referral_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.referral_link_id is null then
    return new;
  end if;
  new.partner_id := (select l.user_id from public.referral_links l where l.id = new.referral_link_id);
  new.territory_id := (select b.territory_id from public.bookings b where b.id = new.booking_id);
  return new;
end $$;

create trigger referrals_fill_owner before insert or update of referral_link_id, booking_id
  on public.referrals for each row execute function private.fill_referral_owner();

create function private.fill_commission_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select r.partner_id, r.territory_id into new.partner_id, new.territory_id
  from public.referrals r where r.id = new.referral_id;
  return new;
end $$;

create trigger commissions_fill_owner before insert or update of referral_id
  on public.commissions for each row execute function private.fill_commission_owner();

-- Sends the partner's open page a realtime event about registrations, bookings and payouts.
create function private.broadcast_to_partner(p_partner_id uuid, p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_partner_id is not null then
    perform realtime.send(jsonb_build_object('id', p_id), 'referral', 'user:' || p_partner_id, true);
  end if;
end $$;

create function private.broadcast_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.broadcast_to_partner(new.partner_id, new.id);
  return null;
end $$;

create trigger commissions_broadcast after insert or update of amount, status on public.commissions
  for each row execute function private.broadcast_commission();

-- Returns the longest-serving manager, or null if there is none.
create function private.earning_owner(p_territory_id text)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.user_id from private.live_grants g
   where g.territory_id = p_territory_id and g.role = 'territory_manager'
   order by g.created_at, g.id limit 1
$$;

-- Creates earnings that are missing because a bulk load disables triggers. Returns their number.
create function private.credit_missing_earnings()
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into public.commission_earnings (user_id, role, territory_id, booking_id, amount, currency_code, status, created_at)
  select private.earning_owner(l.territory_id), 'territory_manager', l.territory_id, l.booking_id, sum(l.amount),
         l.currency_code, max(b.territory_status), min(l.created_at)
    from private.ledger l
    join public.bookings b on b.id = l.booking_id
   where l.party = 'territory'
   group by l.territory_id, l.booking_id, l.currency_code
  on conflict (booking_id) do nothing;
  get diagnostics made = row_count;
  return made;
end $$;
grant execute on function private.credit_missing_earnings() to service_role;

create function private.credit_earning()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commission_earnings as e
    (user_id, role, territory_id, booking_id, amount, currency_code, status, created_at)
  values (private.earning_owner(new.territory_id), 'territory_manager', new.territory_id, new.booking_id, new.amount,
          new.currency_code,
          (select b.territory_status from public.bookings b where b.id = new.booking_id), new.created_at)
  on conflict (booking_id) do update set amount = e.amount + excluded.amount;
  return null;
end $$;

create trigger ledger_credit_earning after insert on private.ledger
  for each row when (new.party = 'territory') execute function private.credit_earning();

-- Computes the earning from the booking's row, which has the territory's share.
create function private.follow_territory_status()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.commission_earnings set status = new.territory_status where booking_id = new.id;
  return null;
end $$;

create trigger bookings_follow_territory_status after update of territory_status on public.bookings
  for each row when (old.territory_status is distinct from new.territory_status) execute function private.follow_territory_status();

-- Assigns a territory's unassigned unpaid earnings to its first manager.
create function private.claim_earnings()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.commission_earnings set user_id = private.earning_owner(new.territory_id)
   where territory_id = new.territory_id and user_id is null and status = 'pending';
  return null;
end $$;

create trigger role_grants_claim_earnings after insert on private.role_grants
  for each row when (new.role = 'territory_manager' and new.territory_id is not null) execute function private.claim_earnings();

-- A filter of a territory's bookings, in which empty or null means no condition. from_day and to_day are calendar dates, both included. search has
-- words of the service, the tourist, the guide or the hotel, a phone, a booking's number, or its ticket's code. payment is 'paid', 'pending', or
-- 'collect' for cash at the dock; or it selects the bookings behind a figure of the finances: 'collected', 'not_collected', 'refunded', 'disputed' or
-- 'to_pay_out'. The days are those of the trips, or with period 'payment' those of the first payments in the territory's time zone.
create type private.booking_filter as (
  territory_id text, from_day date, to_day date, search text, status text, service_id uuid, guide_id uuid, payment text, period text
);

-- Returns the meaning of a filter's days: null for those of the trips, or 'payment'. Raises 400 'invalid_input' for anything else.
create function private.input_by(p_by text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  if p_by not in ('trip', 'payment') then
    perform private.invalid('This period does not exist');
  end if;
  return nullif(p_by, 'trip');
end $$;

-- Returns whether a filter has no conditions.
create function private.is_whole_territory(f private.booking_filter)
returns boolean language sql immutable set search_path = '' as $$
  select num_nonnulls(f.from_day, f.to_day, f.search, f.status, f.service_id, f.guide_id, f.payment, f.period) = 0
$$;

-- Returns the caller's own earnings in a territory from the bookings of a filter, newest first, a page after (p_before, p_before_id). total_price is
-- what the booking costs now. Paid ones have paid_on, owed_back (the amount refunded since, which is deducted from the next payout) and taken_back
-- (the amount already deducted).
create function public.my_earnings(p_territory_id text, p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20,
  p_from date default null, p_to date default null, p_search text default null, p_status text default null, p_service_id uuid default null,
  p_guide_id uuid default null, p_payment text default null, p_by text default null)
returns table (id uuid, created_at timestamptz, amount numeric, currency_code text, status text, kind text, booking_id uuid, title text, titles jsonb,
  booking_date date, total_price numeric, refunded_amount numeric, paid_on date, owed_back numeric, taken_back numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.booking_filter := (p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id, p_payment, private.input_by(p_by))::private.booking_filter;
  v_all boolean := private.is_whole_territory(f);
begin
  perform private.require_earner(f.territory_id);
  return query
  select e.id, e.created_at, e.amount, e.currency_code, e.status, b.kind, b.id, b.title, b.titles, b.booking_date, private.price_of(b.id), private.refunded_of(b.id, e.currency_code), s.paid_on,
         coalesce(s.owed_back, 0), coalesce(s.taken_back, 0)
    from (select x.* from public.commission_earnings x
           where (v_all or x.booking_id in (select k.id from private.territory_booking_keys(f) k))
             and x.user_id = auth.uid() and x.territory_id = f.territory_id and x.role in ('territory_manager', 'territory_staff')
             and (p_before is null or (x.created_at, x.id) < (p_before, p_before_id))
           order by x.created_at desc, x.id desc limit least(greatest(coalesce(p_limit, 20), 1), 1000)) e
    left join lateral (select y.* from private.booking_facts y where y.id = e.booking_id offset 0) b on true
    left join lateral (
      select greatest(y.paid - y.earned, 0) as owed_back,
             (select -sum(l.amount) from public.payout_lines l where l.share_id = y.id and l.amount < 0 and l.reverses is null
                and not exists (select 1 from public.payout_lines r where r.reverses = l.id)) as taken_back,
             (select min(o.paid_on) from public.payout_lines l join public.payouts o on o.id = l.payout_id
               where l.share_id = y.id and l.amount > 0 and l.reverses is null
                 and not exists (select 1 from public.payout_lines r where r.reverses = l.id)) as paid_on
        from private.shares y where y.booking_id = b.id and y.party = 'territory') s on true
   order by e.created_at desc, e.id desc;
end $$;

-- Returns the caller's earnings in a territory from the bookings of a filter, one row per currency.
create function public.my_earning_totals(p_territory_id text, p_from date default null, p_to date default null, p_search text default null,
  p_status text default null, p_service_id uuid default null, p_guide_id uuid default null, p_payment text default null, p_by text default null)
returns table (currency_code text, earnings bigint, pending numeric, paid numeric, cancelled numeric, last_payment date)
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.booking_filter := (p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id, p_payment, private.input_by(p_by))::private.booking_filter;
  v_all boolean := private.is_whole_territory(f);
begin
  perform private.require_earner(f.territory_id);
  return query
  select e.currency_code, count(*), coalesce(sum(e.amount) filter (where e.status = 'pending'), 0),
         coalesce(sum(e.amount) filter (where e.status = 'paid'), 0), coalesce(sum(e.amount) filter (where e.status = 'cancelled'), 0),
         (select max(p.payment_date) from public.commission_payments p
           where p.user_id = auth.uid() and p.territory_id = f.territory_id and p.role in ('territory_manager', 'territory_staff')
             and p.currency_code = e.currency_code
             and p.booking_id = any (array_agg(e.booking_id)))
    from public.commission_earnings e
   where (v_all or e.booking_id in (select k.id from private.territory_booking_keys(f) k))
     and e.user_id = auth.uid() and e.territory_id = f.territory_id and e.role in ('territory_manager', 'territory_staff')
   group by e.currency_code order by 2 desc;
end $$;

-- Raises 403 'forbidden' unless the caller manages the territory or is an admin, because staff see no earnings (docs/decisions/0073) and former
-- managers have to ask the territory.
create function private.require_earner(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.sees_shares(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
end $$;

-- Sets a commission whose payout was reversed to the partner's current amount in the ledger, because refunds don't change one that was paid out.
create function private.reopen_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.amount := coalesce((
    select private.from_minor(l.minor, new.currency_code)
      from public.referrals r, private.ledger_balance(r.booking_id) l
     where r.id = new.referral_id and l.party = 'partner'), new.amount);
  return new;
end $$;

create trigger commissions_reopen before update of status on public.commissions
  for each row when (old.status = 'paid' and new.status = 'pending') execute function private.reopen_commission();
