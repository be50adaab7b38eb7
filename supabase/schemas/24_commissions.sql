-- What referrals and sales earn: commissions of partners, earnings of managers, and their payouts (docs/decisions/0012).
--
-- The ledger says what a territory has of a booking. One earning a booking follows it, written by triggers and by nobody else, in
-- the name of the territory's manager of that day. Marking a share as paid writes the payment. Money outlives people: rows of an
-- account that is deleted lose the name, never themselves.

-- Attribution of a booking to a link, and the commission it earned.
create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bookings (id) on delete cascade,
  transport_booking_id uuid unique references public.transport_bookings (id) on delete cascade,
  referral_link_id uuid references public.referral_links (id) on delete set null,
  created_at timestamptz not null default now(),
  territory_id text references public.territories (id),
  partner_id uuid references public.profiles (id) on delete set null
    constraint referrals_partner_card_fkey references public.profile_cards (id) on delete set null,
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index referrals_link_idx on public.referrals (referral_link_id);
create index referrals_territory_idx on public.referrals (territory_id, created_at desc);
create index referrals_partner_idx on public.referrals (partner_id, created_at desc);
alter table public.referrals enable row level security;
grant select on public.referrals to authenticated;
grant all on public.referrals to service_role;

-- That a booking came through a partner is part of the territory's day; what it earned is the manager's.
create policy referrals_select on public.referrals for select to authenticated
  using ((partner_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  referral_id uuid not null unique references public.referrals (id) on delete restrict,
  amount numeric(12, 2) not null check (amount >= 0),
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
  using ((partner_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));

create table public.commission_earnings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  role text not null check (role in ('territory_manager', 'territory_staff')),
  territory_id text not null references public.territories (id),
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  amount numeric(12, 2) not null,
  currency_code text not null references public.currencies (code),
  status text not null default 'pending' check (status in ('pending', 'paid', 'cancelled')),
  created_at timestamptz not null default now()
);
create index commission_earnings_user_idx on public.commission_earnings (user_id, created_at desc);
create index commission_earnings_territory_idx on public.commission_earnings (territory_id);
create index commission_earnings_booking_idx on public.commission_earnings (booking_id);
create index commission_earnings_transport_booking_idx on public.commission_earnings (transport_booking_id);
create index commission_earnings_currency_idx on public.commission_earnings (currency_code);
create unique index commission_earnings_once_idx on public.commission_earnings ((coalesce(booking_id, transport_booking_id)));
alter table public.commission_earnings enable row level security;
grant select on public.commission_earnings to authenticated;
grant all on public.commission_earnings to service_role;

create policy commission_earnings_select on public.commission_earnings for select to authenticated
  using (territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

create table public.commission_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  role text not null,
  territory_id text references public.territories (id),
  amount numeric(12, 2) not null check (amount >= 0),
  currency_code text not null references public.currencies (code),
  payment_date date not null default current_date,
  created_at timestamptz not null default now(),
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  constraint commission_payments_one_booking check (num_nonnulls(booking_id, transport_booking_id) <= 1)
);
create index commission_payments_user_idx on public.commission_payments (user_id, payment_date desc);
create index commission_payments_territory_idx on public.commission_payments (territory_id);
create index commission_payments_currency_idx on public.commission_payments (currency_code);
create index commission_payments_booking_idx on public.commission_payments (booking_id) where booking_id is not null;
create index commission_payments_transport_booking_idx on public.commission_payments (transport_booking_id) where transport_booking_id is not null;
create unique index commission_payments_once_idx on public.commission_payments ((coalesce(booking_id, transport_booking_id)), role)
  where num_nonnulls(booking_id, transport_booking_id) = 1;
alter table public.commission_payments enable row level security;
grant select on public.commission_payments to authenticated;
grant select (booking_id, transport_booking_id) on public.commission_payments to authenticated;
grant all on public.commission_payments to service_role;

create policy commission_payments_select on public.commission_payments for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));

-- Fills whose referral it is and in which territory. A link that its partner deletes does not take the partner off what it has earned.
create function private.fill_referral_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.referral_link_id is null then
    return new;
  end if;
  new.partner_id := (select l.user_id from public.referral_links l where l.id = new.referral_link_id);
  new.territory_id := coalesce(
    (select b.territory_id from public.bookings b where b.id = new.booking_id),
    (select b.territory_id from public.transport_bookings b where b.id = new.transport_booking_id));
  return new;
end $$;

create trigger referrals_fill_owner before insert or update of referral_link_id, booking_id, transport_booking_id
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

-- Raises 409 'nothing_owed' unless the ledger has something left for this party of the booking. The caller holds the payment's lock.
create function private.require_owed(p_booking_id uuid, p_party text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.ledger_balance(p_booking_id) l where l.party = p_party and l.minor > 0) then
    perform private.fail(409, 'nothing_owed', 'Nothing is owed to this party for this booking');
  end if;
end $$;

-- Payout of one party's share: an admin, or a manager of the territory. It is paid only while the ledger owes it. The partner hears of
-- theirs. Raises 403 'forbidden', 404 'booking_not_found', 400 'invalid_input', 409 'payment_disputed' and 'nothing_owed'. Locks as lock_booking
-- does.
create function private.set_payout_status(p_kind text, p_booking_id uuid, p_party text, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  v_partner uuid;
begin
  perform private.require_earner(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  if p_party is null or p_party not in ('operator', 'territory', 'partner') or p_status is null or p_status not in ('pending', 'paid', 'cancelled') then
    perform private.invalid('There is no such payout status');
  end if;
  -- A refund or a dispute on its way comes before or after, not in between.
  b := private.lock_booking(p_kind, p_booking_id);
  if p_status = 'paid' then
    perform private.refuse_disputed(b.id);
    perform private.require_owed(b.id, p_party);
  end if;
  update public.bookings
     set operator_status = case when p_party = 'operator' then p_status else operator_status end,
         territory_status = case when p_party = 'territory' then p_status else territory_status end,
         partner_status = case when p_party = 'partner' then p_status else partner_status end
   where id = b.booking_id;
  update public.transport_bookings
     set operator_status = case when p_party = 'operator' then p_status else operator_status end,
         territory_status = case when p_party = 'territory' then p_status else territory_status end,
         partner_status = case when p_party = 'partner' then p_status else partner_status end
   where id = b.transport_booking_id;
  if p_party = 'partner' then
    update public.commissions c
       set status = case when p_status = 'paid' then 'paid' else 'pending' end, paid_at = case when p_status = 'paid' then now() end
      from public.referrals r
     where r.id = c.referral_id and (r.booking_id = b.booking_id or r.transport_booking_id = b.transport_booking_id);
    select user_id into v_partner from public.referral_links where id = b.referral_link_id;
    if p_status = 'paid' then
      perform private.queue_notification('commission_paid:' || b.id, v_partner, 'commission_paid', 'Commission Payment',
        format('Your commission for %s has been paid', b.title), b);
    end if;
  end if;
  perform private.audit_booking('set_payout_status', b, jsonb_build_object('party', p_party, 'status', p_status));
  return private.booking_state_json(p_kind, p_booking_id) || jsonb_build_object('party', p_party, 'payout_status', p_status);
end $$;
create function public.set_payout_status(p_kind text, p_booking_id uuid, p_party text, p_status text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.set_payout_status(p_kind, p_booking_id, p_party, p_status)
$$;
grant execute on function private.set_payout_status(text, uuid, text, text), public.set_payout_status(text, uuid, text, text)
  to authenticated;

-- The partner hears of a registration, a booking and a payout while the page is open.
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

-- The manager who has been it for longest; null where there is none.
create function private.earning_owner(p_territory_id text)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.user_id from private.live_grants g
   where g.territory_id = p_territory_id and g.role = 'territory_manager'
   order by g.created_at, g.id limit 1
$$;

-- Earnings that the ledger has and the table has not: after a bulk load that switches triggers off. → how many
create function private.credit_missing_earnings()
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into public.commission_earnings (user_id, role, territory_id, booking_id, transport_booking_id, amount, currency_code, status, created_at)
  select private.earning_owner(l.territory_id), 'territory_manager', l.territory_id, l.booking_id, l.transport_booking_id, sum(l.amount),
         l.currency_code, coalesce(max(b.territory_status), max(t.territory_status)), min(l.created_at)
    from private.ledger l
    left join public.bookings b on b.id = l.booking_id
    left join public.transport_bookings t on t.id = l.transport_booking_id
   where l.party = 'territory'
   group by l.territory_id, l.booking_id, l.transport_booking_id, l.currency_code
  on conflict ((coalesce(booking_id, transport_booking_id))) do nothing;
  get diagnostics made = row_count;
  return made;
end $$;
grant execute on function private.credit_missing_earnings() to service_role;

create function private.credit_earning()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commission_earnings as e
    (user_id, role, territory_id, booking_id, transport_booking_id, amount, currency_code, status, created_at)
  values (private.earning_owner(new.territory_id), 'territory_manager', new.territory_id, new.booking_id, new.transport_booking_id, new.amount,
          new.currency_code,
          coalesce((select b.territory_status from public.bookings b where b.id = new.booking_id),
                   (select b.territory_status from public.transport_bookings b where b.id = new.transport_booking_id), 'pending'),
          new.created_at)
  on conflict ((coalesce(booking_id, transport_booking_id))) do update set amount = e.amount + excluded.amount;
  return null;
end $$;

create trigger ledger_credit_earning after insert on private.ledger
  for each row when (new.party = 'territory') execute function private.credit_earning();

-- A payout was marked, or its mark taken back. tg_argv[0]: the kind of booking.
create function private.follow_payouts()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_booking uuid := case when tg_argv[0] = 'experience' then new.id end;
  v_ride uuid := case when tg_argv[0] = 'transport' then new.id end;
  v_day date := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = new.territory_id);
begin
  if new.territory_status <> old.territory_status then
    update public.commission_earnings set status = new.territory_status where coalesce(booking_id, transport_booking_id) = new.id;
    if new.territory_status = 'paid' then
      insert into public.commission_payments (user_id, role, territory_id, amount, currency_code, payment_date, booking_id, transport_booking_id)
      select e.user_id, e.role, e.territory_id, e.amount, e.currency_code, v_day, v_booking, v_ride
        from public.commission_earnings e where coalesce(e.booking_id, e.transport_booking_id) = new.id and e.amount > 0
      on conflict do nothing;
    else
      delete from public.commission_payments where coalesce(booking_id, transport_booking_id) = new.id
        and num_nonnulls(booking_id, transport_booking_id) = 1 and role = 'territory_manager';
    end if;
  end if;
  if new.partner_status <> old.partner_status then
    if new.partner_status = 'paid' then
      insert into public.commission_payments (user_id, role, territory_id, amount, currency_code, payment_date, booking_id, transport_booking_id)
      select c.partner_id, 'travel_partner', new.territory_id, c.amount, c.currency_code, v_day, v_booking, v_ride
        from public.commissions c join public.referrals r on r.id = c.referral_id
       where (r.booking_id = v_booking or r.transport_booking_id = v_ride) and c.amount > 0
      on conflict do nothing;
    else
      delete from public.commission_payments where coalesce(booking_id, transport_booking_id) = new.id
        and num_nonnulls(booking_id, transport_booking_id) = 1 and role = 'travel_partner';
    end if;
  end if;
  return null;
end $$;

create trigger bookings_follow_payouts after update of territory_status, partner_status on public.bookings
  for each row when ((old.territory_status, old.partner_status) is distinct from (new.territory_status, new.partner_status))
  execute function private.follow_payouts('experience');

create trigger transport_bookings_follow_payouts after update of territory_status, partner_status on public.transport_bookings
  for each row when ((old.territory_status, old.partner_status) is distinct from (new.territory_status, new.partner_status))
  execute function private.follow_payouts('transport');

-- A territory that had no manager: what nobody has been credited with and nobody paid is the first manager's.
create function private.claim_earnings()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.commission_earnings set user_id = private.earning_owner(new.territory_id)
   where territory_id = new.territory_id and user_id is null and status = 'pending';
  return null;
end $$;

create trigger role_grants_claim_earnings after insert on private.role_grants
  for each row when (new.role = 'territory_manager' and new.territory_id is not null) execute function private.claim_earnings();

-- The caller's own earnings in a territory, newest first, a page after (p_before, p_before_id).
create function private.my_earnings(p_territory_id text, p_before timestamptz, p_before_id uuid, p_limit int)
returns table (id uuid, created_at timestamptz, amount numeric, currency_code text, status text, kind text, booking_id uuid, title text,
  booking_date date, total_price numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select e.id, e.created_at, e.amount, e.currency_code, e.status, b.kind, b.id, b.title, b.booking_date, b.total_price
    from (select x.* from public.commission_earnings x
           where x.user_id = auth.uid() and x.territory_id = p_territory_id and x.role in ('territory_manager', 'territory_staff')
             and (p_before is null or (x.created_at, x.id) < (p_before, p_before_id))
           order by x.created_at desc, x.id desc limit least(greatest(coalesce(p_limit, 20), 1), 1000)) e
    left join lateral (
      select 'experience'::text as kind, y.id, s.title, y.booking_date, y.total_price
        from public.bookings y join public.experiences s on s.id = y.experience_id where y.id = e.booking_id
      union all
      select 'transport', y.id, s.title, y.booking_date, y.total_price
        from public.transport_bookings y join public.territory_transports s on s.id = y.transport_id where y.id = e.transport_booking_id) b on true
   order by e.created_at desc, e.id desc;
end $$;
create function public.my_earnings(p_territory_id text, p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20)
returns table (id uuid, created_at timestamptz, amount numeric, currency_code text, status text, kind text, booking_id uuid, title text,
  booking_date date, total_price numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.my_earnings(p_territory_id, p_before, p_before_id, p_limit)
$$;
grant execute on function private.my_earnings(text, timestamptz, uuid, int), public.my_earnings(text, timestamptz, uuid, int)
  to authenticated;

-- What the caller has earned in a territory, one row a currency.
create function private.my_earning_totals(p_territory_id text)
returns table (currency_code text, earnings bigint, pending numeric, paid numeric, cancelled numeric, last_payment date)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select e.currency_code, count(*), coalesce(sum(e.amount) filter (where e.status = 'pending'), 0),
         coalesce(sum(e.amount) filter (where e.status = 'paid'), 0), coalesce(sum(e.amount) filter (where e.status = 'cancelled'), 0),
         (select max(p.payment_date) from public.commission_payments p
           where p.user_id = auth.uid() and p.territory_id = p_territory_id and p.role in ('territory_manager', 'territory_staff')
             and p.currency_code = e.currency_code)
    from public.commission_earnings e
   where e.user_id = auth.uid() and e.territory_id = p_territory_id and e.role in ('territory_manager', 'territory_staff')
   group by e.currency_code order by 2 desc;
end $$;
create function public.my_earning_totals(p_territory_id text)
returns table (currency_code text, earnings bigint, pending numeric, paid numeric, cancelled numeric, last_payment date)
language sql stable security invoker set search_path = '' as $$ select * from private.my_earning_totals(p_territory_id) $$;
grant execute on function private.my_earning_totals(text), public.my_earning_totals(text) to authenticated;

-- Raises 403 'forbidden' unless the caller manages the territory or is an admin: staff see no earnings (docs/decisions/0004), and who is
-- no longer its manager asks the territory.
create function private.require_earner(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.sees_shares(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

-- A commission that is open again, its payout having been taken back, is what the ledger has for the partner by now: refunds leave one
-- that was paid out as it was.
create function private.reopen_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.amount := coalesce((
    select private.from_minor(l.minor, new.currency_code)
      from public.referrals r, private.ledger_balance(coalesce(r.booking_id, r.transport_booking_id)) l
     where r.id = new.referral_id and l.party = 'partner'), new.amount);
  return new;
end $$;

create trigger commissions_reopen before update of status on public.commissions
  for each row when (old.status = 'paid' and new.status = 'pending') execute function private.reopen_commission();
