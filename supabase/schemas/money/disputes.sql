-- Disputes, in which the guest's bank reverses a card payment. A dispute is recorded in the ledger, stops the booking's payouts, and must be answered
-- by a person in Stripe's dashboard. Its result is recorded too. Disputes are always read from Stripe, whatever an event contains, so repeated events
-- do no harm. Stripe's dispute fee isn't part of the booking's money.

create table private.disputes (
  stripe_id text primary key,
  payment_id uuid not null references private.payments (id),
  number int not null, -- the number among its booking's disputes, as in the ledger's 'dispute:<n>'
  amount_minor bigint not null check (amount_minor >= 0),
  status text not null, -- Returns stripe's status
  reason text,
  answer_by timestamptz, -- Stripe's last day for evidence
  taken_minor bigint not null default 0 check (taken_minor >= 0), -- the amount in the ledger, now or in the past
  opened_at timestamptz not null default now(),
  returned_at timestamptz, -- when a won dispute returned the money
  closed_at timestamptz,
  unique (payment_id, number)
);
create index disputes_open_idx on private.disputes (opened_at) where closed_at is null;
alter table private.disputes enable row level security;
grant all on private.disputes to service_role;

-- Returns the progress of a dispute. Stripe's events may arrive out of order, so it never decreases. An inquiry (warning_…) takes no money, and may
-- become a dispute after it was closed. A bank may return the money of a lost one, but never takes that of a won one.
create function private.dispute_stage(p_status text)
returns int language sql immutable set search_path = '' as $$
  select case p_status when 'warning_needs_response' then 1 when 'warning_under_review' then 2 when 'warning_closed' then 3 when 'prevented' then 3
    when 'needs_response' then 4 when 'under_review' then 5 when 'lost' then 6 when 'won' then 7 else 0 end
$$;

-- Returns the number of the next dispute of a payment, which no other payment of its order has.
create function private.next_dispute(p_payment_id uuid)
returns int language sql stable security definer set search_path = '' as $$
  select 1 + count(*)::int from private.payments p
    join private.payments x on x.order_id = p.order_id
    join private.disputes y on y.payment_id = x.id
   where p.id = p_payment_id
$$;

-- Applies the disputes of a payment as Stripe has them: [{id, amount, status, reason, answer_by}]. The caller holds the payment's lock.
create function private.apply_disputes(p_payment_id uuid, p_disputes jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  r record;
  d private.disputes;
begin
  for r in
    select * from jsonb_to_recordset(p_disputes) x (id text, amount bigint, status text, reason text, answer_by timestamptz) order by x.id
  loop
    select * into d from private.disputes x where x.stripe_id = r.id;
    continue when found and private.dispute_stage(r.status) <= private.dispute_stage(d.status);
    insert into private.disputes as x (stripe_id, payment_id, number, amount_minor, status, reason, answer_by)
    values (r.id, p_payment_id, private.next_dispute(p_payment_id), r.amount, r.status, r.reason, r.answer_by)
    on conflict (stripe_id) do update set status = excluded.status, answer_by = excluded.answer_by,
      amount_minor = excluded.amount_minor;
    update private.disputes x set closed_at = case when x.status in ('warning_closed', 'prevented', 'lost', 'won') then now() end
     where x.stripe_id = r.id returning * into d;
    if d.status in ('needs_response', 'under_review', 'lost') and d.taken_minor = 0 then
      d := private.take_dispute(d);
    elsif d.status = 'won' and d.taken_minor > 0 and d.returned_at is null then
      d := private.return_dispute(d);
    end if;
    perform private.notify_dispute(d);
  end loop;
end $$;

-- Deducts the money that the bank has taken from the shares, as far as possible. The caller holds the payment's lock.
create function private.take_dispute(d private.disputes)
returns private.disputes language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  b private.booking_facts;
begin
  select * into p from private.charges where id = d.payment_id;
  b := private.booking(p.booking_id);
  d.taken_minor := case when private.is_at_stripe(p) then least(d.amount_minor, p.captured_minor - p.refunded_minor - p.disputed_minor) else 0 end;
  if d.taken_minor > 0 and exists (select 1 from private.ledger_balance(b.id)) then
    perform private.take_shares(b, d.taken_minor, 'dispute:' || d.number);
  end if;
  update private.disputes x set taken_minor = d.taken_minor where x.stripe_id = d.stripe_id;
  update private.payment_lines set disputed_minor = disputed_minor + d.taken_minor where id = p.line_id;
  perform private.adjust_commission(b);
  return d;
end $$;

-- Returns the money of a won dispute to the shares from which it was taken. The caller holds the payment's lock.
create function private.return_dispute(d private.disputes)
returns private.disputes language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
begin
  select * into p from private.charges where id = d.payment_id;
  perform private.put_shares_back(p, 'dispute:' || d.number, 'dispute-won:' || d.number);
  update private.disputes x set returned_at = now() where x.stripe_id = d.stripe_id returning * into d;
  update private.payment_lines set disputed_minor = disputed_minor - d.taken_minor where id = p.line_id;
  perform private.adjust_commission(private.booking(p.booking_id));
  return d;
end $$;

-- Returns whether the booking's payment has an open dispute.
create function private.is_disputed(p_booking_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.disputes d where d.closed_at is null
     and d.payment_id in (select x.id from private.charges_of(p_booking_id) x))
$$;

-- Returns whether a bank has taken the payment's money and hasn't decided, during which Stripe makes no refunds. A promised refund waits. If the
-- dispute is won it is made, and if it is lost the bank has refunded the guest. During an inquiry refunds continue.
create function private.holds_refunds(p_payment_intent_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.disputes d join private.charges p on p.id = d.payment_id
     where p.payment_intent_id = p_payment_intent_id and d.status in ('needs_response', 'under_review') and d.closed_at is null)
$$;

-- Raises 409 'payment_disputed', because money that the guest's bank may keep isn't paid out.
create function private.refuse_disputed(p_booking_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_disputed(p_booking_id) then
    perform private.fail(409, 'payment_disputed', 'The guest''s bank is disputing this payment. Wait for the bank''s decision before you pay anyone.');
  end if;
end $$;

-- Logs each step in the audit log, and notifies the territory's managers of the beginning and the end.
create function private.notify_dispute(d private.disputes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  b private.booking_facts;
  v_user uuid;
begin
  select * into p from private.charges where id = d.payment_id;
  b := private.booking(p.booking_id);
  if b.id is null then
    return;
  end if;
  perform private.audit_booking('payment_disputed', b, jsonb_build_object('dispute', d.stripe_id, 'status', d.status,
    'amount', private.from_minor(d.amount_minor, b.currency_code), 'currency_code', b.currency_code));
  for v_user in
    select distinct g.user_id from private.live_grants g where g.territory_id = b.territory_id and g.role = 'territory_manager'
  loop
    perform private.queue_notification(format('dispute:%s:%s:%s', d.stripe_id, case when d.closed_at is null then 'open' else d.status end, v_user),
      v_user, 'payment_disputed', 'payment_disputed', private.booking_params(b) || private.money_params(private.from_minor(d.amount_minor, b.currency_code), b.currency_code)
        || jsonb_build_object('status', case when d.closed_at is null then 'open' else d.status end), b);
  end loop;
end $$;
