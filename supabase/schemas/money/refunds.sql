-- Refunds: their amounts, through Stripe or in cash, and refunds that Stripe refused or a bank returned days later. A returned refund is reversed in
-- the ledger under Stripe's id, in any order of events, and a person must resolve it.

-- Returns the captured amount of a line that isn't refunded, being refunded, or reversed by a bank.
create function private.refundable_minor(p private.charges)
returns bigint language sql stable security definer set search_path = '' as $$
  select p.captured_minor - p.refunded_minor - p.disputed_minor - coalesce((
    select sum(o.amount_minor) from private.stripe_ops o
     where o.line_id = p.line_id and o.state = 'queued'), 0)::bigint
$$;

-- Returns the refunds at Stripe of a booking, of all its charges.
create function private.refund_ops_of(p_booking_id uuid)
returns setof private.stripe_ops language sql stable security definer set search_path = '' as $$
  select o.* from private.charges_of(p_booking_id) x join private.stripe_ops o on o.line_id = x.line_id
$$;

-- Returns the same for a booking, all its charges together. p comes from payment_of.
create function private.refundable_of(p private.charges)
returns bigint language sql stable security definer set search_path = '' as $$
  select p.captured_minor - p.refunded_minor - p.disputed_minor
    - coalesce((select sum(o.amount_minor) from private.refund_ops_of(p.booking_id) o where o.state = 'queued'), 0)::bigint
$$;

-- Refunds a booking from its charges, never more than what is left of each, and returns the amount queued. Refused refunds are requested again first,
-- and then the latest charge is refunded first. The caller has locked the booking's payment.
create function private.refund_charges(p_booking_id uuid, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  v_left bigint := p_minor;
begin
  for p in
    select x.* from private.charges x
     where x.booking_id = p_booking_id
     order by exists (select 1 from private.stripe_ops o where o.line_id = x.line_id and o.state = 'failed') desc,
              not x.of_change, x.created_at desc, x.line_id
       for update
  loop
    exit when v_left <= 0;
    v_left := v_left - private.queue_refund(p.line_id, v_left, p_reason);
  end loop;
  return p_minor - v_left;
end $$;

-- Refunds one charge, at Stripe through the queue and cash at once, and returns the amount queued. A refused refund is requested again instead of
-- duplicated, because it was promised once and would stay in progress forever. If less is requested, the rest stays promised and refused. The caller
-- has locked the payment. Locks its refused refunds.
create function private.queue_refund(p_line_id uuid, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  v_minor bigint;
  o private.stripe_ops;
  v_left bigint;
begin
  select * into p from private.charges where line_id = p_line_id;
  v_minor := least(p_minor, private.refundable_minor(p));
  if v_minor <= 0 then
    return 0;
  end if;
  if not private.is_at_stripe(p) then
    perform private.record_refund(private.booking(p.booking_id), v_minor, null, p.line_id);
    return v_minor;
  end if;
  v_left := v_minor;
  -- The refusal changed its idempotency key at Stripe, so a different amount doesn't conflict.
  for o in
    select * from private.stripe_ops x where x.line_id = p.line_id and x.state = 'failed' order by x.id for update
  loop
    exit when v_left <= 0;
    update private.stripe_ops
       set state = 'queued', amount_minor = least(o.amount_minor, v_left), reason = p_reason, attempts = 0, next_attempt_at = now()
     where id = o.id;
    if o.amount_minor > v_left then
      insert into private.stripe_ops (payment_intent_id, line_id, op, amount_minor, reason, state, refusals, last_error)
      values (p.payment_intent_id, p.line_id, 'refund:' || private.next_refund(p.id), o.amount_minor - v_left, o.reason, 'failed', o.refusals, o.last_error);
    end if;
    v_left := v_left - least(o.amount_minor, v_left);
  end loop;
  if v_left > 0 then
    insert into private.stripe_ops (payment_intent_id, line_id, op, amount_minor, reason)
    values (p.payment_intent_id, p.line_id, 'refund:' || private.next_refund(p.id), v_left, p_reason);
  end if;
  return v_minor;
end $$;

-- Returns whether the email about the cause of a refund already mentions it, so that no second one is needed. The cause is the cancellation or the
-- change of a booking, made at p_at in the same transaction. Someone else who paid for the ticket gets a separate email (tell_payer_of_refund).
create function private.refund_is_told(b private.booking_facts, p_at timestamptz)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.booking_events e
     where e.booking_id = b.id and e.created_at = p_at and e.detail ?| '{moved,party}')
    or not private.is_live(b.status) and exists (
    select 1 from public.booking_events e
     where e.booking_id = b.id and private.is_live(e.from_status)
       and e.to_status = 'cancelled' and e.created_at = p_at)
$$;

-- Records a refund made by Stripe. A booking that is fully refunded becomes 'refunded'. One that was never sold, because its payment was rejected,
-- has no shares to reduce.
create function private.refund_done(p_line_id uuid, p_minor bigint, p_number int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  b private.booking_facts;
begin
  select * into p from private.charges where line_id = p_line_id;
  b := private.booking(p.booking_id);
  if b.id is null or not exists (select 1 from private.ledger_balance(b.id)) then
    update private.payment_lines set refunded_minor = least(captured_minor - disputed_minor, refunded_minor + p_minor) where id = p.line_id;
  else
    perform private.record_refund(b, p_minor, p_number, p.line_id);
  end if;
  if b.id is null then
    return;
  end if;
  if (select x.captured_minor = x.refunded_minor from private.payment_of(b.id) x) then
    perform private.end_booking(b.id, 'refunded', null);
  end if;
  if not exists (
    select 1 from private.stripe_ops o
     where o.payment_intent_id = p.payment_intent_id and o.op = 'refund:' || p_number and private.refund_is_told(b, o.created_at)) then
    perform private.queue_mail('booking_refunded', b.id, ':' || p_number);
  end if;
end $$;

-- Refunds what is still owed, which is p_minor (null for all) of captured money, or releases the authorisation. Returns the amount in minor units.
-- The caller has locked the booking.
create function private.return_money(b private.booking_facts, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
begin
  if p.id is null then
    return 0;
  end if;
  if p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    if exists (select 1 from private.payment_lines l join public.bookings x on x.id = l.booking_id
                where l.payment_id = p.id and x.id <> b.id and private.is_live(x.status)) then
      return p.amount_minor; -- the card is charged whole for the others, and then this part is refunded (apply_captured)
    end if;
    -- A capture that hasn't begun is removed, and one in progress is refunded when it succeeds (apply_captured).
    delete from private.stripe_ops where payment_intent_id = p.payment_intent_id and op = 'capture' and state = 'queued' and attempts = 0;
    perform private.queue_stripe_op(p.payment_intent_id, 'cancel', null, p_reason);
    return p.amount_minor;
  end if;
  return private.refund_charges(b.id, coalesce(p_minor, p.captured_minor), p_reason);
end $$;

-- Refunds all or a part of the payment for staff. p_left is what the page showed as left. After a lost response, a repeated request or a colleague's
-- refund it differs, so nothing is refunded twice. A booking that is fully refunded becomes 'refunded'. Raises 400 'amount_required' and
-- 'invalid_input', 409 'quote_changed' and 'refund_too_large', 403 'own_commission', 429 as limit_changes does, and what lock_booking_for_staff
-- raises. Locks as that function does.
create function public.refund_booking(p_booking_id uuid, p_amount numeric, p_left numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_booking_id);
  p private.charges := private.payment_of(p_booking_id);
  v_left bigint := case when p.id is null then 0 else private.refundable_of(p) end;
  v_minor bigint;
begin
  perform private.refuse_own_commission(b.id);
  if p_amount is null then
    perform private.fail(400, 'amount_required', 'The amount is missing. Please reload the page and check the amount again.');
  elsif p_left is distinct from private.from_minor(v_left, b.currency_code) then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed. Please check the new amount.');
  elsif p_amount = 0 then
    perform private.invalid('The amount is not valid');
  end if;
  v_minor := private.input_refund(b, p_amount, v_left);
  if v_minor <= 0 then
    perform private.fail(409, 'refund_too_large', 'There''s nothing left of the payment to refund');
  end if;
  perform private.limit_booking_changes(p_booking_id);
  v_minor := private.refund_charges(b.id, v_minor, 'staff');
  if exists (select 1 from private.payment_of(p_booking_id) x where not private.is_at_stripe(x) and x.captured_minor = x.refunded_minor) then
    perform private.end_booking(p_booking_id, 'refunded', auth.uid());
  end if;
  perform private.audit_booking('refund_booking', b,
    jsonb_build_object('amount', private.from_minor(v_minor, b.currency_code), 'currency_code', b.currency_code));
  return private.booking_state_json(p_booking_id)
      || jsonb_build_object('refund_amount', private.from_minor(v_minor, b.currency_code), 'currency_code', b.currency_code);
end $$;

-- Returns an amount entered by staff in minor units, at most what is left. Null stays null. Raises 400 'invalid_input' and 409 'refund_too_large'.
create function private.input_refund(b private.booking_facts, p_amount numeric, p_left bigint)
returns bigint language plpgsql immutable set search_path = '' as $$
begin
  if p_amount < 0 or p_amount <> round(p_amount, private.currency_exponent(b.currency_code)) or p_amount > 9999999999 then
    perform private.invalid('The amount is not valid');
  end if;
  if private.to_minor(p_amount, b.currency_code) > p_left then
    perform private.fail(409, 'refund_too_large', 'You can''t refund more than what''s left of the payment');
  end if;
  return private.to_minor(p_amount, b.currency_code);
end $$;

-- Returns the amounts of the caller's own bookings, a page of tickets at a time: total_price (all that was sold, or the cash due), paid, refunded, being refunded, and the change
-- that waits for a payment (private.unpaid_change). Returns nothing for a ticket that someone else paid.
create function public.my_ticket_money(p_booking_ids uuid[])
returns table (booking_id uuid, total_price numeric, paid numeric, refunded numeric, on_its_way numeric, delayed boolean, unpaid_change jsonb)
language sql stable security definer set search_path = '' as $$
  select b.id, coalesce(private.amount_due(b), b.total_price), private.from_minor(m.paid, b.currency_code), private.from_minor(m.refunded, b.currency_code),
         private.from_minor(m.on_its_way, b.currency_code), m.delayed, private.unpaid_change(b) - 'reason'
    from (select unnest(p_booking_ids[1:200]) as id) asked
    join private.booking_facts b on b.id = asked.id and b.tourist_id = (select private.live_user()) and not b.paid_by_other
    cross join lateral private.money_of(b) m
$$;

-- Returns a result about a booking for its ticket holder, without amounts if someone else paid.
create function private.for_holder(b private.booking_facts, p_answer jsonb)
returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_sums constant text[] := '{total_price,paid_amount,refunded_amount,refund_amount,fee_amount,reduced_amount,extra_amount,added_amount,credit_amount}';
begin
  if not b.paid_by_other then
    return p_answer;
  end if;
  return p_answer
    || (select coalesce(jsonb_object_agg(k, null), '{}') from jsonb_object_keys(p_answer) k where k = any (v_sums))
    || case when p_answer ? 'choices'
         then jsonb_build_object('choices', (select coalesce(jsonb_agg(private.for_holder(b, c)), '[]') from jsonb_array_elements(p_answer -> 'choices') c))
         else '{}' end;
end $$;

-- Sends the tourist's page and the territory's screens an event about a refund that leaves the status unchanged because it was requested, completed
-- or given up.
create function private.broadcast_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_booking uuid;
  b private.booking_facts;
begin
  if tg_table_name = 'payment_lines' then
    v_booking := new.booking_id;
  else
    select l.booking_id into v_booking from private.payment_lines l where l.id = new.line_id;
  end if;
  b := private.booking(v_booking);
  perform private.send_booking(b.id, b.tourist_id, b.territory_id);
  return null;
end $$;

create trigger payment_lines_broadcast_refund after update of refunded_minor, disputed_minor on private.payment_lines
  for each row when ((old.refunded_minor, old.disputed_minor) is distinct from (new.refunded_minor, new.disputed_minor)) execute function private.broadcast_refund();

create trigger stripe_ops_broadcast_refund after insert on private.stripe_ops
  for each row when (new.op like 'refund:%') execute function private.broadcast_refund();

-- The refund was given up, or requested again.
create trigger stripe_ops_broadcast_given_up after update of state on private.stripe_ops
  for each row when (new.op like 'refund:%' and (new.state = 'failed') <> (old.state = 'failed')) execute function private.broadcast_refund();

-- Returns the number of the next refund of a payment, which the caller has locked. It is unique among the payments of its order, because the ledger
-- uses it as a name.
create function private.next_refund(p_payment_id uuid)
returns int language sql security definer set search_path = '' as $$
  update private.payments p
     set refunds_numbered = 1 + (
       select max(greatest(x.refunds_numbered, (
         select coalesce(max(split_part(o.op, ':', 2)::int), 0) from private.stripe_ops o
          where o.payment_intent_id = x.payment_intent_id and o.op like 'refund:%')))
         from private.payments x where x.order_id = p.order_id)
   where p.id = p_payment_id returning p.refunds_numbered
$$;

-- Reverses a completed refund in the ledger exactly as it was recorded. It stays promised, under its own number, and needs manual review, because the
-- bank would return another one too. The caller has locked the payment.
create function private.return_refund(o private.stripe_ops, p_reason text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  b private.booking_facts;
  v_number text := split_part(o.op, ':', 2);
  v_minor bigint;
begin
  select * into p from private.charges where line_id = o.line_id;
  b := private.booking(p.booking_id);
  update private.stripe_ops set state = 'returned', last_error = left(p_reason, 500) where id = o.id;
  v_minor := coalesce(private.put_shares_back(p, 'refund:' || v_number, 'refund-failed:' || v_number), least(o.amount_minor, p.refunded_minor));
  update private.payment_lines set refunded_minor = refunded_minor - v_minor where id = p.line_id;
  p.refunded_minor := p.refunded_minor - v_minor;
  perform private.adjust_commission(b);
  if v_minor > 0 then
    insert into private.stripe_ops (payment_intent_id, line_id, op, amount_minor, reason, refusals, last_error)
    values (p.payment_intent_id, p.line_id, 'refund:' || private.next_refund(p.id), v_minor, o.reason, 1, left(p_reason, 500)) returning * into o;
    update private.stripe_ops set state = 'failed' where id = o.id; -- and its notification
  end if;
  if b.status = 'refunded' then
    perform private.move_booking(b.id, 'cancelled', null, null, jsonb_build_object('reason', 'refund_failed'));
  elsif private.is_live(b.status) and b.payment_status = 'pending' and p.captured_minor > p.refunded_minor then
    perform private.move_booking(b.id, null, 'completed', null);
  end if;
end $$;

-- Settles the promised and refused amount, minus what was refunded in Stripe's dashboard since, and at most what is available. The caller has locked
-- the payment. Locks the refused operations.
create function private.settle_refused(p_line_id uuid, p_minor bigint)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  o private.stripe_ops;
  v_settled bigint := p_minor;
  v_left bigint;
  v_keeps bigint;
begin
  select * into p from private.charges where line_id = p_line_id;
  v_left := greatest(0, private.refundable_minor(p));
  for o in
    select * from private.stripe_ops x where x.line_id = p.line_id and x.state = 'failed' order by x.id for update
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

-- Divides what was refunded in Stripe's dashboard, or taken by a bank, among the lines of a payment, of each no more than is left of it: first the line or
-- booking named in the refund's metadata (p_named), then lines with refunds that were promised and refused, and the rest in proportion to what is left.
create function private.divide_among_lines(p_payment_id uuid, p_minor bigint, p_named text default null)
returns table (line_id uuid, minor bigint) language sql stable security definer set search_path = '' as $$
  with line as (
    select l.id, l.captured_minor - l.refunded_minor - l.disputed_minor as unspent, coalesce(p_named in (l.id::text, l.booking_id::text), false) as named
      from private.payment_lines l where l.payment_id = p_payment_id),
  claim as (
    select l.*, least(l.unspent, case when l.named then p_minor else (
             select coalesce(sum(o.amount_minor), 0)::bigint from private.stripe_ops o where o.line_id = l.id and o.state = 'failed') end) as minor
      from line l),
  part as (
    select c.id, c.unspent, least(c.minor, greatest(0, p_minor - coalesce(
             sum(c.minor) over (order by c.named desc, c.id rows between unbounded preceding and 1 preceding), 0)))::bigint as minor
      from claim c),
  rest as (
    select array_agg(p.id order by p.id) filter (where p.unspent > p.minor) as ids,
           array_agg(p.unspent - p.minor order by p.id) filter (where p.unspent > p.minor) as unspent,
           least(p_minor - sum(p.minor), sum(p.unspent - p.minor))::bigint as minor
      from part p)
  select p.id, p.minor + coalesce(x.minor, 0)
    from part p
    left join (select u.* from rest r, unnest(r.ids, private.share_refund(r.unspent, r.minor)) u (id, minor) where r.ids is not null) x on x.id = p.id
   where p.minor + coalesce(x.minor, 0) > 0
   order by p.id
$$;

-- Records a refund made in Stripe's dashboard like ours, under an unused number for each line. The caller holds the payment's lock.
create function private.record_external_refund(p_payment_id uuid, p_stripe_id text, p_minor bigint, p_named text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  r record;
  v_number int;
begin
  for r in select x.line_id, x.minor from private.divide_among_lines(p_payment_id, p_minor, p_named) x loop
    v_number := private.next_refund(p_payment_id);
    insert into private.stripe_ops (payment_intent_id, line_id, op, amount_minor, reason, state, done_at, stripe_id)
    select p.payment_intent_id, r.line_id, 'refund:' || v_number, r.minor, 'made at Stripe', 'done', now(), p_stripe_id
      from private.payments p where p.id = p_payment_id;
    perform private.refund_done(r.line_id, r.minor, v_number);
    perform private.settle_refused(r.line_id, r.minor);
  end loop;
end $$;

-- Applies the refunds of a payment as Stripe has them: [{id, operation, line, amount, status, reason}], where `operation` is the one of ours for which
-- it was made, and `line` the payment line or booking that its metadata names. The list may be older than what is known here. The caller holds the
-- payment's lock.
create function private.apply_refunds(p_payment_id uuid, p_refunds jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  o private.stripe_ops;
  r record;
  v_missing bigint; -- refunded at Stripe and not in the ledger
begin
  select * into p from private.charges where id = p_payment_id;
  for r in
    select * from jsonb_to_recordset(p_refunds) x (id text, amount bigint, status text, reason text) where x.status in ('failed', 'canceled')
  loop
    insert into private.failed_refunds (stripe_id, payment_intent_id, amount_minor, reason)
    values (r.id, p.payment_intent_id, r.amount, coalesce(r.reason, r.status)) on conflict do nothing;
    continue when not found;
    for o in
      select * from private.stripe_ops x
       where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'done' and x.stripe_id = r.id order by x.id for update
    loop
      perform private.return_refund(o, coalesce(r.reason, r.status));
    end loop;
  end loop;

  for r in
    select x.* from private.refunds_alive(p.payment_intent_id, p_refunds) x
     where not exists (select 1 from private.stripe_ops k where k.payment_intent_id = p.payment_intent_id and k.stripe_id = x.id)
  loop
    select (select sum(x.amount) from private.refunds_alive(p.payment_intent_id, p_refunds) x) - sum(l.refunded_minor)
      into v_missing from private.payment_lines l where l.payment_id = p_payment_id;
    exit when v_missing <= 0;
    perform private.record_external_refund(p_payment_id, r.id, least(r.amount, v_missing), r.line);
  end loop;
  perform private.settle_refused(l.id, 0) from private.payment_lines l where l.payment_id = p_payment_id;
end $$;

-- Returns completed refunds, except those of operations that aren't recorded yet, which the operations record.
create function private.refunds_alive(p_payment_intent_id text, p_refunds jsonb)
returns table (id text, amount bigint, line text) language sql stable security definer set search_path = '' as $$
  select x.id, x.amount, x.line from jsonb_to_recordset(p_refunds) x (id text, operation text, line text, amount bigint, status text)
   where x.status not in ('failed', 'canceled')
     and not exists (select 1 from private.failed_refunds f where f.stripe_id = x.id)
     and not exists (select 1 from private.stripe_ops o
                      where o.payment_intent_id = p_payment_intent_id and o.state = 'queued' and (o.op = x.operation or o.stripe_id = x.id))
$$;

-- Notifies the territory of a refund that needs manual review. Admins see it among their checks until it is done.
create function private.notify_refused_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  p private.charges;
  b private.booking_facts;
  v_user uuid;
begin
  select * into p from private.charges where line_id = new.line_id;
  b := private.booking(p.booking_id);
  for v_user in
    select distinct g.user_id from private.live_grants g
     where g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff')
  loop
    perform private.queue_notification('refund-refused:' || new.id || ':' || new.refusals || ':' || v_user, v_user, 'refund_refused', 'refund_refused',
      private.booking_params(b) || private.money_params(private.from_minor(new.amount_minor, b.currency_code), b.currency_code), b);
  end loop;
  return null;
end $$;

create trigger stripe_ops_notify_given_up after update of state on private.stripe_ops
  for each row when (new.op like 'refund:%' and new.state = 'failed' and old.state <> 'failed') execute function private.notify_refused_refund();
