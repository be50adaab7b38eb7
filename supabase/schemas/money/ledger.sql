-- The ledger: how the money of a booking is split between operator, territory, app and partner. It is append-only, and a refund is a negative row.
-- Every sum is exact, so the shares always add up to what was paid.

-- Append-only. amount is in the booking's currency, and negative for a refund.
create table private.ledger (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  territory_id text not null references public.territories (id),
  party text not null check (party in ('operator', 'territory', 'app', 'partner')),
  party_user_id uuid references public.profiles (id) on delete set null, -- the partner's owner, or the guide
  -- 'sale' ('sale:2' for cash paid again after a refund), 'added:<n>' (more people or a more expensive departure, paid by card or to the desk in cash), 'undone' (a cash sale recorded
  -- by mistake), 'refund:<n>', 'dispute:<n>', and their reversals; 'own-trip:<n>' gives the operator the commission of a partner who travels
  kind text not null,
  amount numeric(12, 2) not null check (amount <> 'NaN'),
  currency_code text not null references public.currencies (code),
  created_at timestamptz not null default now(),
  collected boolean not null generated always as (kind ~ '^(sale|added|undone)') stored, -- what guests paid, before refunds and disputes
  constraint ledger_kind_and_sign check (
    (kind ~ '^(sale(:[0-9]+)?|added:[0-9]+)$' and amount >= 0) or (kind ~ '^(undone(:[0-9]+)?|(refund|dispute):[0-9]+)$' and amount <= 0)
    or (kind ~ '^(refund-failed|dispute-won):[0-9]+$' and amount >= 0)
    or (kind ~ '^own-trip:[0-9]+$' and party in ('operator', 'partner')))
);
create unique index ledger_booking_once_idx on private.ledger (booking_id, party, kind);
create index ledger_territory_idx on private.ledger (territory_id, created_at);
create index ledger_party_user_idx on private.ledger (party_user_id, created_at);
create index ledger_currency_idx on private.ledger (currency_code);
alter table private.ledger enable row level security;
grant select on private.ledger to authenticated;
grant all on private.ledger to service_role;
grant select, usage on sequence private.ledger_id_seq to service_role;

-- Partners read their own rows, managers those of their territory, and admins all. Staff read none.
create policy ledger_select on private.ledger for select to authenticated
  using ((party = 'partner' and party_user_id = (select private.live_user()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));

-- The ledger for the owners of its money: partners read their own rows, managers those of their territory, and admins all.
create view public.ledger_entries with (security_invoker = true) as
select l.id, l.booking_id, l.territory_id, l.party, l.party_user_id, l.kind, l.amount, l.currency_code, l.created_at
from private.ledger l;
grant select on public.ledger_entries to authenticated;
grant all on public.ledger_entries to service_role;

-- Splits an amount in whole minor units: territory 10 %, app 10 %, partner its rate (percent, 0 without a referral), and operator the remainder. A
-- partner's share never makes the operator's negative.
create function private.split_amount(p_total numeric, p_currency text, p_partner_rate numeric,
  out operator numeric, out territory numeric, out app numeric, out partner numeric)
language plpgsql immutable set search_path = '' as $$
declare
  e int := private.currency_exponent(p_currency);
begin
  territory := round(p_total * 0.10, e);
  app := round(p_total * 0.10, e);
  partner := least(round(p_total * coalesce(p_partner_rate, 0) / 100, e), p_total - territory - app);
  operator := p_total - territory - app - partner;
end $$;

-- Each party's remaining share of a booking, in minor units.
create function private.ledger_balance(p_booking_id uuid)
returns table (party text, party_user_id uuid, minor bigint)
language sql stable security definer set search_path = '' as $$
  select l.party, max(l.party_user_id::text)::uuid, private.to_minor(sum(l.amount), max(l.currency_code))
    from private.ledger l where l.booking_id = p_booking_id
   group by l.party
$$;

-- Records a booking's payment once, however often it is called, and returns whether rows were written: the ledger's 'sale' rows, and for a referred
-- booking its referral and commission. Money outside Stripe (cash, imports) counts as received now by the caller. A payment after a full refund is
-- 'sale:2', even if the first was by card, and is of the price that the booking has by then.
create function private.record_sale(p_booking_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
  v_payment private.charges := private.payment_of(p_booking_id);
  v_minor bigint := private.worth_minor(b);
  v_order uuid;
  v_sales int;
begin
  select count(*) into v_sales from private.ledger
   where booking_id = b.id and party = 'operator' and kind like 'sale%';
  if v_payment.id is null then
    select h.order_id into v_order from private.holds h where h.id = b.hold_id;
    if v_order is null then -- imported
      insert into private.orders (tourist_id, currency_code) values (b.tourist_id, b.currency_code) returning id into v_order;
    end if;
    insert into private.payments (order_id, method, currency, status, received_by, received_at)
    values (v_order, b.payment_method, lower(b.currency_code), 'succeeded', auth.uid(), now()) returning id into v_payment.id;
    insert into private.payment_lines (payment_id, hold_id, booking_id, amount_minor, captured_minor)
    values (v_payment.id, b.hold_id, b.id, v_minor, v_minor);
  elsif v_payment.payment_intent_id is null or b.payment_method = 'cash' then
    if v_payment.captured_minor > v_payment.refunded_minor then
      return false;
    end if;
    update private.payments set method = b.payment_method, received_by = auth.uid(), received_at = now() where id = v_payment.id;
    update private.payment_lines set captured_minor = captured_minor + v_minor where id = v_payment.line_id;
  elsif v_sales > 0 then
    return false;
  end if;
  perform private.write_sale(b, case when v_sales = 0 then 'sale' else 'sale:' || (v_sales + 1) end, private.from_minor(v_minor, b.currency_code));
  perform private.write_cash_entry(b, 'taken', auth.uid(), private.from_minor(v_minor, b.currency_code));
  return true;
end $$;

-- Writes the shares of a sale of this amount. The partner's rate is that of the hold, and a booking without one uses the current rate. A partner who
-- left before the payment, who took over the ticket, or for a booking without a hold isn't a partner in this territory, has no share, and the operator
-- gets it.
create function private.write_sale(b private.booking_facts, p_kind text, p_amount numeric)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_rate numeric;
  v_partner uuid;
  v_referral uuid;
  v record;
begin
  if b.referral_link_id is not null then
    select l.user_id, r.rate into v_partner, v_rate
      from public.referral_links l
      left join private.holds h on h.id = b.hold_id
      cross join lateral (select coalesce(h.partner_rate, private.commission_of(l.user_id, b.territory_id)) as rate) r
     where l.id = b.referral_link_id and l.user_id is not null and r.rate is not null and not private.is_partners_own(b.id);
  end if;
  select * into v from private.split_amount(p_amount, b.currency_code, coalesce(v_rate, 0));
  insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
  select b.id, b.territory_id, share.party, share.user_id, p_kind, share.amount, b.currency_code
    from (values ('operator', b.guide_id, v.operator), ('territory', null, v.territory), ('app', null, v.app),
                 ('partner', v_partner, v.partner)) share (party, user_id, amount)
   where share.party <> 'partner' or v_partner is not null;
  if v_partner is not null then
    insert into public.referrals (booking_id, referral_link_id)
    values (b.id, b.referral_link_id)
    on conflict do nothing returning id into v_referral;
    if v_referral is null then
      select id into v_referral from public.referrals
       where booking_id = b.id;
    end if;
    insert into public.commissions (referral_id, amount, currency_code) values (v_referral, v.partner, b.currency_code)
    on conflict (referral_id) do update set amount = excluded.amount where public.commissions.status = 'pending';
  end if;
end $$;

-- Splits p_minor among the parties in proportion to what each still has, in whole minor units. It is rounded down first, and the remaining units go
-- to the operator before the others, never below zero. A full refund takes exactly what each got.
create function private.share_refund(p_balances bigint[], p_minor bigint)
returns bigint[] language plpgsql immutable set search_path = '' as $$
declare
  v_total bigint := (select sum(x) from unnest(p_balances) x);
  v_shares bigint[] := '{}';
  v_left bigint := p_minor;
  i int;
begin
  for i in 1 .. cardinality(p_balances) loop
    v_shares[i] := trunc(p_balances[i]::numeric * p_minor / v_total)::bigint;
    v_left := v_left - v_shares[i];
  end loop;
  while v_left > 0 loop
    for i in 1 .. cardinality(p_balances) loop
      if v_left > 0 and v_shares[i] < p_balances[i] then
        v_shares[i] := v_shares[i] + 1;
        v_left := v_left - 1;
      end if;
    end loop;
  end loop;
  return v_shares;
end $$;

-- Records a refund: negative rows as 'refund:<n>', the payment's total, and the partner's open commission. The amount never exceeds what is left. The
-- caller has locked the payment.
create function private.record_refund(b private.booking_facts, p_minor bigint, p_number int, p_line_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_payment private.charges;
  v_minor bigint;
  v_number int := p_number;
begin
  select * into v_payment from private.charges x where x.line_id = p_line_id;
  v_minor := least(p_minor, v_payment.captured_minor - v_payment.refunded_minor - v_payment.disputed_minor);
  if v_payment.id is null or v_minor <= 0 then
    return;
  end if;
  if v_number is null and v_payment.payment_intent_id is not null then
    v_number := private.next_refund(v_payment.id);
  elsif v_number is null then
    select count(distinct kind) + 1 into v_number from private.ledger
     where booking_id = b.id and kind like 'refund:%';
  end if;
  perform private.take_shares(b, v_minor, 'refund:' || v_number);
  update private.payment_lines set refunded_minor = refunded_minor + v_minor where id = v_payment.line_id;
  if not private.is_at_stripe(v_payment) then
    perform private.write_cash_entry(b, 'returned', auth.uid(), -private.from_minor(v_minor, b.currency_code));
  end if;
  perform private.adjust_commission(b);
end $$;

-- Writes negative rows for an amount as the given kind, from each party in proportion to its remaining share. The caller holds the payment's lock.
create function private.take_shares(b private.booking_facts, p_minor bigint, p_kind text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_parties text[];
  v_users uuid[];
  v_balances bigint[];
  v_shares bigint[];
begin
  select array_agg(x.party order by o.n), array_agg(x.party_user_id order by o.n), array_agg(x.minor order by o.n)
    into v_parties, v_users, v_balances
    from private.ledger_balance(b.id) x
    join unnest('{operator,territory,app,partner}'::text[]) with ordinality o (party, n) on o.party = x.party;
  v_shares := private.share_refund(v_balances, p_minor);
  insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
  select b.id, b.territory_id, s.party, s.user_id, p_kind,
         -private.from_minor(s.minor, b.currency_code), b.currency_code
    from unnest(v_parties, v_users, v_shares) s (party, user_id, minor);
end $$;

-- Reverses the rows of a kind exactly, as another kind. Returns the amount in minor units, or null if there were none. The caller holds the payment's
-- lock.
create function private.put_shares_back(p private.charges, p_kind text, p_as text)
returns bigint language sql security definer set search_path = '' as $$
  with written as (
    insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
    select l.booking_id, l.territory_id, l.party, l.party_user_id, p_as, -l.amount, l.currency_code
      from private.ledger l
     where l.booking_id = p.booking_id and l.kind = p_kind
    returning amount, currency_code)
  select sum(private.to_minor(w.amount, w.currency_code))::bigint from written w
$$;

-- Returns how much of a booking's payments was for an earlier sale, which was refunded in full before the booking was paid again, in minor units.
create function private.paid_before(b private.booking_facts, p private.charges)
returns bigint language sql stable security definer set search_path = '' as $$
  with last as (
    select l.kind, max(l.id) as id from private.ledger l
     where l.booking_id = b.id and l.kind like 'sale%'
       and not exists (select 1 from private.ledger u where u.booking_id = b.id and u.kind = replace(l.kind, 'sale', 'undone'))
     group by l.kind order by max(l.id) desc limit 1)
  select greatest(0, p.captured_minor - coalesce((
    select private.to_minor(sum(l.amount), b.currency_code) from last, private.ledger l
     where l.booking_id = b.id and (l.kind = last.kind or (l.kind like 'added%' and l.id > last.id))), p.captured_minor))
$$;

-- Returns the cash sale that can be undone as a mistake, or null if there is none, a part was refunded, or a change was paid since.
create function private.sale_to_undo(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select s.kind
    from (select l.kind, sum(l.amount) as amount from private.ledger l where l.booking_id = b.id and l.kind like 'sale%'
           group by l.kind order by max(l.id) desc limit 1) s, private.payment_of(b.id) p
   where not private.is_at_stripe(p) and p.captured_minor > p.refunded_minor and private.to_minor(s.amount, b.currency_code) = p.captured_minor - p.refunded_minor
     and not exists (select 1 from private.ledger x where x.booking_id = b.id and x.kind like 'added%' and x.id > (
       select max(l.id) from private.ledger l where l.booking_id = b.id and l.kind = s.kind))
$$;

-- Undoes cash recorded by mistake. The last sale is reversed exactly, and doesn't count as a refund. Returns false without any effect if a part was
-- refunded or a change was paid since. The caller has locked the booking.
create function private.undo_sale(b private.booking_facts)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  v_kind text := private.sale_to_undo(b);
  v_minor bigint; -- below zero
begin
  if v_kind is null then
    return false;
  end if;
  v_minor := private.put_shares_back(p, v_kind, replace(v_kind, 'sale', 'undone'));
  update private.payment_lines set captured_minor = captured_minor + v_minor where id = p.line_id;
  perform private.write_cash_entry(b, 'undone', p.received_by, private.from_minor(v_minor, b.currency_code));
  update private.payments set received_by = null, received_at = null where id = p.id;
  perform private.adjust_commission(b);
  return true;
end $$;

-- Updates a booking's open commission from the ledger. One that was paid out doesn't change. A partner who took over the ticket earns nothing of it,
-- so the operator gets their share, whatever a refund or its failure has made of it, and the partner's next payout deducts what was paid out.
create function private.adjust_commission(b private.booking_facts)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.is_partners_own(b.id) then
    insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
    select b.id, b.territory_id, x.party, x.user_id, n.kind, x.sign * private.from_minor(s.minor, b.currency_code), b.currency_code
      from private.ledger_balance(b.id) s
     cross join lateral (select 'own-trip:' || count(distinct l.kind) + 1 as kind from private.ledger l
                          where l.booking_id = b.id and l.kind like 'own-trip:%') n
     cross join lateral (values ('partner', s.party_user_id, -1), ('operator', b.guide_id, 1)) x (party, user_id, sign)
     where s.party = 'partner' and s.minor <> 0;
  end if;
  update public.commissions c
     set amount = private.from_minor((select l.minor from private.ledger_balance(b.id) l where l.party = 'partner'), b.currency_code)
    from public.referrals r
   where r.id = c.referral_id and c.status = 'pending'
     and r.booking_id = b.id;
end $$;
