-- A refund that comes back: Stripe calls it done, and days later the bank returns it (refund.failed). The books take it back, under the
-- id that Stripe gave it, in whatever order that is heard, and a person has to see to it. What Stripe refuses and will always refuse is
-- for a person at once, too, instead of after sixty tries.

-- How it ends is known for ever: an answer from before it must not bring the refund to life again.
create table private.failed_refunds (
  stripe_id text primary key,
  payment_intent_id text not null,
  amount_minor bigint not null,
  reason text,
  at timestamptz not null default now()
);
alter table private.failed_refunds enable row level security;
revoke all on private.failed_refunds from public, anon, authenticated;

-- 'returned': Stripe had made it, the books had it, and it came back.
alter table private.stripe_ops drop constraint stripe_ops_state_check,
  add constraint stripe_ops_state_check check (state in ('queued', 'done', 'failed', 'returned'));
alter table private.ledger drop constraint ledger_check1,
  add constraint ledger_kind_and_sign check (
    (kind ~ '^sale(:[0-9]+)?$' and amount >= 0) or (kind ~ '^refund:[0-9]+$' and amount <= 0) or (kind ~ '^refund-failed:[0-9]+$' and amount >= 0));
insert into private.booking_transitions (from_status, to_status, actor, seats, money) values ('refunded', 'cancelled', 'system', 'keep', 'keep');

-- Takes a refund that was done out of the books, exactly as it was written. It stays promised, under a number of its own, and waits
-- for a person: the bank that returned it would return it again. The caller holds the payment's lock.
create function private.return_refund(o private.stripe_ops, p_reason text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
  v_number text := split_part(o.op, ':', 2);
  v_minor bigint;
begin
  select * into p from private.payments where payment_intent_id = o.payment_intent_id;
  b := private.booking(case when p.booking_id is null then 'transport' else 'experience' end, coalesce(p.booking_id, p.transport_booking_id));
  update private.stripe_ops set state = 'returned', last_error = left(p_reason, 500) where id = o.id;
  with written as (
    insert into private.ledger (booking_id, transport_booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
    select l.booking_id, l.transport_booking_id, l.territory_id, l.party, l.party_user_id, 'refund-failed:' || v_number, -l.amount, l.currency_code
      from private.ledger l
     where (l.booking_id = p.booking_id or l.transport_booking_id = p.transport_booking_id) and l.kind = 'refund:' || v_number
    returning amount, currency_code)
  select coalesce(sum(private.to_minor(w.amount, w.currency_code)), least(o.amount_minor, p.refunded_minor)) into v_minor from written w;
  update private.payments set refunded_minor = refunded_minor - v_minor where id = p.id returning * into p;
  update public.commissions c
     set amount = private.from_minor((select l.minor from private.ledger_balance(b.id) l where l.party = 'partner'), b.currency_code)
    from public.referrals r
   where r.id = c.referral_id and c.status = 'pending' and (r.booking_id = b.booking_id or r.transport_booking_id = b.transport_booking_id);
  if v_minor > 0 then
    insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, refusals, last_error)
    values (p.payment_intent_id, 'refund:' || private.next_refund(p.id), v_minor, o.reason, 1, left(p_reason, 500)) returning * into o;
    update private.stripe_ops set state = 'failed' where id = o.id; -- and whoever hears of that hears of it
  end if;
  if b.status = 'refunded' then
    perform private.move_booking(b.kind, b.id, 'cancelled', null, null, jsonb_build_object('reason', 'refund_failed'));
  elsif private.is_live(b.status) and b.payment_status = 'pending' and p.captured_minor > p.refunded_minor then
    perform private.move_booking(b.kind, b.id, null, 'completed', null);
  end if;
end $$;

-- What was promised and refused, less what has been given back at Stripe's own desk since; and never more than there is.
create function private.settle_refused(p_payment_id uuid, p_minor bigint)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  o private.stripe_ops;
  v_settled bigint := p_minor;
  v_left bigint;
  v_keeps bigint;
begin
  select * into p from private.payments where id = p_payment_id;
  v_left := greatest(0, private.refundable_minor(p));
  for o in
    select * from private.stripe_ops x
     where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'failed' order by x.id for update
  loop
    v_keeps := least(o.amount_minor - least(o.amount_minor, v_settled), v_left);
    v_settled := v_settled - least(o.amount_minor, v_settled);
    v_left := v_left - v_keeps;
    if v_keeps = 0 then
      delete from private.stripe_ops where id = o.id;
    elsif v_keeps < o.amount_minor then
      update private.stripe_ops set amount_minor = v_keeps where id = o.id;
    end if;
  end loop;
end $$;

-- The refunds of a payment as Stripe has them: [{id, operation, amount, status, reason}], `operation` being the one of ours that it was
-- made for. The list may be older than what is known here. The caller holds the payment's lock.
create function private.apply_refunds(p_payment_id uuid, p_refunds jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  o private.stripe_ops;
  r record;
  v_missing bigint; -- what Stripe has given back and the books have not
  v_minor bigint;
  v_number int;
begin
  select * into p from private.payments where id = p_payment_id;
  for r in
    select * from jsonb_to_recordset(p_refunds) x (id text, amount bigint, status text, reason text) where x.status in ('failed', 'canceled')
  loop
    insert into private.failed_refunds (stripe_id, payment_intent_id, amount_minor, reason)
    values (r.id, p.payment_intent_id, r.amount, coalesce(r.reason, r.status)) on conflict do nothing;
    continue when not found;
    select * into o from private.stripe_ops x
     where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'done' and x.stripe_id = r.id for update;
    if found then
      perform private.return_refund(o, coalesce(r.reason, r.status));
    end if;
  end loop;

  select * into p from private.payments where id = p_payment_id;
  select coalesce(sum(x.amount), 0) - p.refunded_minor into v_missing
    from private.refunds_alive(p.payment_intent_id, p_refunds) x;
  -- Made at Stripe's own dashboard: written down like one of ours.
  for r in
    select x.* from private.refunds_alive(p.payment_intent_id, p_refunds) x
     where not exists (select 1 from private.stripe_ops k where k.payment_intent_id = p.payment_intent_id and k.stripe_id = x.id)
  loop
    v_minor := least(r.amount, v_missing, p.captured_minor - p.refunded_minor);
    exit when v_minor <= 0;
    v_number := private.next_refund(p.id);
    insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, state, done_at, stripe_id)
    values (p.payment_intent_id, 'refund:' || v_number, v_minor, 'made at Stripe', 'done', now(), r.id);
    perform private.refund_done(p.id, v_minor, v_number);
    perform private.settle_refused(p.id, v_minor);
    v_missing := v_missing - v_minor;
    select * into p from private.payments where id = p_payment_id;
  end loop;
  perform private.settle_refused(p.id, 0);
end $$;

-- Those that stand, without the ones of operations that have not been written down yet: that is for who does them.
create function private.refunds_alive(p_payment_intent_id text, p_refunds jsonb)
returns table (id text, amount bigint) language sql stable security definer set search_path = '' as $$
  select x.id, x.amount from jsonb_to_recordset(p_refunds) x (id text, operation text, amount bigint, status text)
   where x.status not in ('failed', 'canceled')
     and not exists (select 1 from private.failed_refunds f where f.stripe_id = x.id)
     and not exists (select 1 from private.stripe_ops o
                      where o.payment_intent_id = p_payment_intent_id and o.state = 'queued' and (o.op = x.operation or o.stripe_id = x.id))
$$;

-- As in 20261121001060. 'impossible': refused, and Stripe will say the same whenever it is asked.
create or replace function private.finish_stripe_op(p_id bigint, p_outcome text, p_error text default null, p_stripe_id text default null)
returns text language plpgsql security definer set search_path = '' as $$
declare
  o private.stripe_ops;
  p private.payments;
  v_outcome text := p_outcome;
begin
  select * into o from private.stripe_ops where id = p_id;
  select * into p from private.payments where payment_intent_id = o.payment_intent_id for update;
  select * into o from private.stripe_ops where id = p_id for update;
  if o.id is null or o.state <> 'queued' then
    return o.state;
  end if;
  -- The answer was on its way here while the bank sent the money back.
  if v_outcome in ('done', 'pending') and exists (select 1 from private.failed_refunds f where f.stripe_id = p_stripe_id) then
    v_outcome := 'impossible';
  end if;
  -- What somebody has given back at Stripe's own desk meanwhile is no longer owed.
  if v_outcome = 'impossible' and o.op like 'refund:%' and p.id is not null then
    o.amount_minor := least(o.amount_minor, private.refundable_minor(p) + o.amount_minor);
    if o.amount_minor <= 0 then
      delete from private.stripe_ops where id = o.id;
      return 'done';
    end if;
    update private.stripe_ops set amount_minor = o.amount_minor where id = o.id;
  end if;
  if v_outcome = 'done' then
    update private.stripe_ops
       set state = 'done', done_at = now(), last_error = null, stripe_id = coalesce(p_stripe_id, stripe_id) where id = o.id;
    if o.op like 'refund:%' and p.id is not null then
      perform private.refund_done(p.id, o.amount_minor, split_part(o.op, ':', 2)::int);
    end if;
    return 'done';
  end if;
  update private.stripe_ops
     set last_error = left(p_error, 500), stripe_id = case when v_outcome in ('refused', 'impossible') then null else coalesce(p_stripe_id, stripe_id) end,
         refusals = refusals + case when v_outcome in ('refused', 'impossible') then 1 else 0 end,
         next_attempt_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(attempts, 12))),
         state = case when v_outcome = 'impossible' or v_outcome = 'refused' and refusals + 1 >= private.max_refusals(o.op) then 'failed' else 'queued' end
   where id = o.id returning * into o;
  -- A capture that Stripe will not do: let the authorisation go, and with it the booking.
  if o.state = 'failed' and o.op = 'capture' then
    perform private.queue_stripe_op(o.payment_intent_id, 'cancel', null, 'capture_failed');
  end if;
  return o.state;
end $$;

-- As in 20261121001050, with the refunds that Stripe has; p_amount_refunded alone, as older functions say it, knows no failed ones.
drop function public.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text);
drop function private.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text);
create function private.apply_payment_intent(
  p_payment_intent_id text, p_status text, p_amount bigint, p_amount_received bigint, p_currency text,
  p_event_id text default null, p_event_type text default null, p_hold_id uuid default null,
  p_amount_refunded bigint default null, p_last_error text default null, p_refunds jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  v_id uuid;
  v_kind text;
begin
  if p_event_id is not null then
    insert into private.stripe_events (id, type, payment_intent_id, processed_at)
    values (p_event_id, coalesce(p_event_type, 'unknown'), p_payment_intent_id, now()) on conflict (id) do nothing;
    if not found then
      return private.payment_state(p_payment_intent_id);
    end if;
  end if;
  p := private.lock_payment(p_payment_intent_id, p_hold_id);
  if p.id is null then
    return private.payment_state(p_payment_intent_id);
  end if;
  if private.is_stale_status(p.status, p_status) then
    return private.payment_state(p_payment_intent_id);
  end if;
  update private.payments
     set status = p_status, last_error = p_last_error,
         captured_minor = case when p_status = 'succeeded' then greatest(captured_minor, p_amount_received) else captured_minor end
   where id = p.id returning * into p;
  select kind into v_kind from private.holds where id = p.hold_id;

  if p_amount <> p.amount_minor or lower(p_currency) <> p.currency
     or (p_status = 'succeeded' and p_amount_received <> p.amount_minor) then
    perform private.reject_payment(p, 'mismatch');
  elsif p_status = 'requires_capture' then
    v_id := private.book_payment(p);
    if v_id is not null and private.is_live((private.booking(v_kind, v_id)).status) then
      perform private.queue_stripe_op(p.payment_intent_id, 'capture', null, null);
    end if;
  elsif p_status = 'succeeded' then
    v_id := private.book_payment(p);
    if v_id is not null then
      perform private.apply_captured(p.id, v_kind, v_id);
    end if;
  elsif p_status = 'canceled' then
    perform private.apply_canceled(p);
  end if;
  if p_status = 'succeeded' then
    if p_refunds is not null then
      perform private.apply_refunds(p.id, p_refunds);
    else
      select * into p from private.payments where id = p.id;
      perform private.note_foreign_refund(p, p_amount_refunded);
    end if;
  end if;
  return private.payment_state(p_payment_intent_id);
end $$;
create function public.apply_payment_intent(
  p_payment_intent_id text, p_status text, p_amount bigint, p_amount_received bigint, p_currency text,
  p_event_id text default null, p_event_type text default null, p_hold_id uuid default null,
  p_amount_refunded bigint default null, p_last_error text default null, p_refunds jsonb default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.apply_payment_intent(p_payment_intent_id, p_status, p_amount, p_amount_received, p_currency,
    p_event_id, p_event_type, p_hold_id, p_amount_refunded, p_last_error, p_refunds)
$$;

-- Of these events of Stripe, those that were never told here: webhooks get lost, and an endpoint may not ask for them.
create function private.unheard_stripe_events(p_ids text[])
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.id), '[]') from unnest(p_ids) x (id) where not exists (select 1 from private.stripe_events e where e.id = x.id)
$$;
create function public.unheard_stripe_events(p_ids text[])
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.unheard_stripe_events(p_ids)
$$;

-- The region hears of a refund that waits for a person; the administrators have it among their checks until it is done.
create function private.tell_refused_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
  v_user uuid;
begin
  select * into p from private.payments where payment_intent_id = new.payment_intent_id;
  b := private.booking(case when p.booking_id is null then 'transport' else 'experience' end, coalesce(p.booking_id, p.transport_booking_id));
  for v_user in
    select distinct g.user_id from private.role_grants g
     where g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff') and g.revoked_at is null and g.dropped_at is null
  loop
    perform private.queue_notification('refund-refused:' || new.id || ':' || new.refusals || ':' || v_user, v_user, 'booking', 'Refund refused',
      format('%s on %s: a refund of %s %s did not go through. Ask for it again, or settle it with the guest.', b.title,
        private.long_date(b.booking_date), b.currency_code, private.from_minor(new.amount_minor, b.currency_code)), b);
  end loop;
  return null;
end $$;
create trigger stripe_ops_tell_given_up after update of state on private.stripe_ops
  for each row when (new.op like 'refund:%' and new.state = 'failed' and old.state <> 'failed') execute function private.tell_refused_refund();

-- As in 20261121002064; a refund that came back is not on it: the guest has neither got it nor paid it again.
create or replace function private.booking_receipt(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  m record;
  x record;
begin
  select * into m from private.money_of(b);
  select r.unit_price, r.created_at, r.payment_method into x
    from (select e.id, e.unit_price, e.created_at, e.payment_method from public.bookings e
          union all select s.id, s.unit_price, s.created_at, s.payment_method from public.transport_bookings s) r where r.id = b.id;
  return (
    select jsonb_build_object(
      'number', upper(left(b.kind, 1)) || to_char(x.created_at at time zone t.time_zone, '-YYYYMMDD-') || upper(left(replace(b.id::text, '-', ''), 8)),
      'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'territory_name', t.name, 'time_zone', t.time_zone,
      'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people, 'booking_type', b.booking_type,
      'status', b.status, 'payment_method', x.payment_method, 'booked_at', x.created_at,
      'currency_code', b.currency_code, 'currency_symbol', t.currency_symbol,
      'customer_name', (select c.full_name from public.profiles c where c.id = b.tourist_id),
      'customer_email', (select c.email from public.profiles c where c.id = b.tourist_id),
      'guide_name', (select c.full_name from public.profiles c where c.id = b.guide_id),
      'lines', private.price_lines(b.booking_type, x.unit_price, b.num_people),
      'total_price', b.total_price,
      -- Money that came, and money that went back: every party's share of the ledger together.
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('at', k.at, 'amount', k.amount) order by k.first), '[]')
                    from (select min(l.created_at) as at, sum(l.amount) as amount, min(l.id) as first from private.ledger l
                           where l.booking_id = b.booking_id or l.transport_booking_id = b.transport_booking_id
                           group by regexp_replace(l.kind, '^refund-failed:', 'refund:') having sum(l.amount) <> 0) k),
      'paid_amount', private.from_minor(m.paid, b.currency_code),
      'refunded_amount', private.from_minor(m.refunded, b.currency_code),
      'on_its_way_amount', private.from_minor(m.on_its_way, b.currency_code),
      -- What a cancelled booking still costs.
      'fee_amount', case when private.is_live(b.status) then 0
                         else private.from_minor(greatest(0, m.paid - m.refunded - m.on_its_way), b.currency_code) end)
      from public.territories t where t.id = b.territory_id);
end $$;

revoke all on function private.return_refund(private.stripe_ops, text), private.settle_refused(uuid, bigint), private.apply_refunds(uuid, jsonb),
  private.refunds_alive(text, jsonb), private.tell_refused_refund(), private.unheard_stripe_events(text[]), public.unheard_stripe_events(text[]),
  private.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text, jsonb),
  public.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.unheard_stripe_events(text[]), public.unheard_stripe_events(text[]),
  private.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text, jsonb),
  public.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text, jsonb) to service_role;
