-- Who earns the territory's share of a booking, and when they were paid (docs/decisions/0012).
--
-- The ledger says what the territory has of a booking. One earning a booking follows it, written by triggers and by nobody else, in the
-- name of the region's manager of that day: several managers never make several earnings. Marking a share as paid writes the payment.

create unique index commission_earnings_once_idx on public.commission_earnings ((coalesce(booking_id, transport_booking_id)));

-- Which payout a payment is for. Older rows and sums of a month have none.
alter table public.commission_payments
  add column booking_id uuid references public.bookings (id),
  add column transport_booking_id uuid references public.transport_bookings (id),
  add constraint commission_payments_one_booking check (num_nonnulls(booking_id, transport_booking_id) <= 1);
create index commission_payments_booking_idx on public.commission_payments (booking_id) where booking_id is not null;
create index commission_payments_transport_booking_idx on public.commission_payments (transport_booking_id) where transport_booking_id is not null;
create unique index commission_payments_once_idx on public.commission_payments ((coalesce(booking_id, transport_booking_id)), role)
  where num_nonnulls(booking_id, transport_booking_id) = 1;
grant select (booking_id, transport_booking_id) on public.commission_payments to authenticated;

-- The manager who has been it for longest; null where there is none.
create function private.earning_owner(p_territory_id text)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.user_id from private.role_grants g
   where g.territory_id = p_territory_id and g.role = 'territory_manager' and g.revoked_at is null and g.dropped_at is null
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

-- A region that had no manager: what nobody has been credited with and nobody paid is the first manager's.
create function private.claim_earnings()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.commission_earnings set user_id = private.earning_owner(new.territory_id)
   where territory_id = new.territory_id and user_id is null and status = 'pending';
  return null;
end $$;
create trigger role_grants_claim_earnings after insert on private.role_grants
  for each row when (new.role = 'territory_manager' and new.territory_id is not null) execute function private.claim_earnings();

-- The caller's own earnings in a region, newest first, a page after (p_before, p_before_id).
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

-- What the caller has earned in a region, one row a currency.
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

-- Managers of the region: staff see no earnings (0004), and who is no longer its manager asks the region.
create function private.require_earner(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.sees_shares(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

create function public.my_earnings(p_territory_id text, p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20)
returns table (id uuid, created_at timestamptz, amount numeric, currency_code text, status text, kind text, booking_id uuid, title text,
  booking_date date, total_price numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.my_earnings(p_territory_id, p_before, p_before_id, p_limit)
$$;
create function public.my_earning_totals(p_territory_id text)
returns table (currency_code text, earnings bigint, pending numeric, paid numeric, cancelled numeric, last_payment date)
language sql stable security invoker set search_path = '' as $$ select * from private.my_earning_totals(p_territory_id) $$;

select private.credit_missing_earnings();

revoke all on function private.earning_owner(text), private.credit_missing_earnings(), private.credit_earning(), private.follow_payouts(),
  private.claim_earnings(), private.require_earner(text), private.my_earnings(text, timestamptz, uuid, int), private.my_earning_totals(text),
  public.my_earnings(text, timestamptz, uuid, int), public.my_earning_totals(text) from public, anon, authenticated, service_role;
grant execute on function private.credit_missing_earnings() to service_role;
grant execute on function private.my_earnings(text, timestamptz, uuid, int), private.my_earning_totals(text),
  public.my_earnings(text, timestamptz, uuid, int), public.my_earning_totals(text) to authenticated;
