-- What each payment, refund and chargeback moved on Stripe's balance, for an accountant who compares a month with Stripe and with the bank
-- (docs/rules/money.md, Card movements).

-- The movements of Stripe's balance that a payout paid to the bank, as Stripe lists them. Stripe lists them only for automatic payouts.
create table private.stripe_payout_items (
  transaction_id text primary key, -- Stripe's balance transaction
  payout_id text not null,
  source_id text not null, -- the charge, refund or dispute
  amount_minor bigint not null -- below zero for refunds and chargebacks
);
create index stripe_payout_items_source_idx on private.stripe_payout_items (source_id);
alter table private.stripe_payout_items enable row level security;
grant all on private.stripe_payout_items to service_role;

-- Records what a payout consists of: [{id, source, amount}]. After a failed payout, its movements are paid with another one, which replaces it. With
-- the event that reported it, which is recorded with it.
create function service.record_stripe_payout(p_payout_id text, p_items jsonb, p_event_id text, p_event_type text)
returns void language sql security definer set search_path = '' as $$
  insert into private.stripe_payout_items as x (transaction_id, payout_id, source_id, amount_minor)
  select i.id, p_payout_id, i.source, i.amount from jsonb_to_recordset(p_items) i (id text, source text, amount bigint)
  on conflict (transaction_id) do update set payout_id = excluded.payout_id;
  insert into private.stripe_events (id, type, processed_at) values (p_event_id, p_event_type, now()) on conflict (id) do nothing
$$;

-- Returns the payout of what a charge, refund or dispute moved in one direction (p_sign 1 or -1), or null if Stripe hasn't listed it.
create function private.stripe_payout_of(p_source_id text, p_sign int)
returns text language sql stable security definer set search_path = '' as $$
  select i.payout_id from private.stripe_payout_items i where i.source_id = p_source_id and sign(i.amount_minor) = p_sign limit 1
$$;

-- Returns what moved on Stripe's balance from p_from until before p_until because of a territory's bookings. `what` is 'payment', 'refund',
-- 'refund_returned' (by the guest's bank), 'chargeback' or 'chargeback_won'. source_id is the charge, refund or dispute at Stripe. A payment of several
-- bookings has a movement for each. booking_id is null if the payment was refunded because its seats were gone.
create function private.card_movements(p_territory_id text, p_from timestamptz, p_until timestamptz)
returns table (at timestamptz, key text, what text, booking_id uuid, amount_minor bigint, currency text, payment_intent_id text, charge_id text,
  source_id text)
language sql stable security definer set search_path = '' as $$
  with lines as (
    select c.*, coalesce(b.territory_id, h.territory_id) as territory_id,
           -- Cash that was paid after a full refund isn't at Stripe.
           case c.method when 'cash' then least(c.captured_minor, c.amount_minor) else c.captured_minor end as card_minor
      from private.charges c
      left join public.bookings b on b.id = c.booking_id
      left join private.holds h on h.id = c.hold_id and b.id is null
     where c.captured_at is not null and c.payment_intent_id is not null and coalesce(b.territory_id, h.territory_id) = p_territory_id),
  moved as (
    select l.captured_at as at, 'payment' as what, l.line_id::text as of, l.booking_id, l.card_minor as minor, l.currency, l.payment_intent_id, l.charge_id,
           l.charge_id as source_id
      from lines l where l.card_minor > 0
    union all
    select o.done_at, 'refund', o.id::text, l.booking_id, -o.amount_minor, l.currency, l.payment_intent_id, l.charge_id, o.stripe_id
      from private.stripe_ops o join lines l on l.line_id = o.line_id
     where o.op like 'refund:%' and o.state in ('done', 'returned')
    union all
    -- A refund that the bank returned before it was recorded as done moved in both directions.
    select f.at, m.what, f.stripe_id, l.booking_id, m.sign * f.amount_minor, l.currency, l.payment_intent_id, l.charge_id, f.stripe_id
      from private.failed_refunds f
      left join private.stripe_ops o on o.stripe_id = f.stripe_id and o.payment_intent_id = f.payment_intent_id
      join lateral (
        select x.* from lines x where x.payment_intent_id = f.payment_intent_id order by x.line_id is distinct from o.line_id, x.line_id limit 1) l on true
      join (values ('refund', -1), ('refund_returned', 1)) m (what, sign) on m.what = 'refund_returned' or o.id is null
    union all
    select m.at, m.what, d.stripe_id, l.booking_id, m.sign * d.amount_minor, l.currency, l.payment_intent_id, l.charge_id, d.stripe_id
      from private.disputes d
      join lateral (select x.* from lines x where x.id = d.payment_id order by x.line_id limit 1) l on true
      join lateral (values ('chargeback', -1, d.opened_at), ('chargeback_won', 1, coalesce(d.returned_at, d.closed_at))) m (what, sign, at)
        on private.dispute_stage(d.status) >= private.dispute_stage('needs_response') and (m.sign < 0 or d.status = 'won'))
  select m.at, m.what || ':' || m.of, m.what, m.booking_id, m.minor, m.currency, m.payment_intent_id, m.charge_id, m.source_id
    from moved m where m.at >= p_from and m.at < p_until
$$;

-- Returns the movements of some days (both included, by the territory's clock), oldest first, a page after (p_after_at, p_after_key), each with the payout
-- that paid it to the bank, or null. For managers and admins. Raises 403 'forbidden'.
create function public.territory_card_movements(p_territory_id text, p_from date, p_to date, p_after_at timestamptz default null,
  p_after_key text default null, p_limit int default 1000)
returns table (at timestamptz, key text, day date, local_time time, what text, booking_id uuid, title text, titles jsonb, booking_date date, amount numeric,
  currency_code text, payment_intent_id text, charge_id text, source_id text, stripe_payout_id text)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select m.at, m.key, (m.at at time zone t.time_zone)::date, (m.at at time zone t.time_zone)::time(0), m.what, m.booking_id, s.title, s.names -> 'title',
         b.booking_date, private.from_minor(m.amount_minor, upper(m.currency)), upper(m.currency), m.payment_intent_id, m.charge_id, m.source_id,
         private.stripe_payout_of(m.source_id, sign(m.amount_minor)::int)
    from public.territories t
   cross join lateral private.card_movements(t.id, private.day_start(least(p_from, date '9999-12-31'), t.id),
      private.day_start(least(p_to, date '9999-12-31') + 1, t.id)) m
    left join public.bookings b on b.id = m.booking_id
    left join public.services s on s.id = b.service_id
   where t.id = p_territory_id and (p_after_at is null or (m.at, m.key) > (p_after_at, coalesce(p_after_key, '')))
   order by m.at, m.key limit least(greatest(coalesce(p_limit, 1000), 1), 1000);
end $$;
