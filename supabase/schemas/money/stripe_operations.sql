-- Operations to do at Stripe: captures, cancellations and refunds. An operation's name is its idempotency key, and a refund names its payment line
-- (docs/decisions/0075). A worker claims it for a minute at a time, and retries it until Stripe's final response.

-- Open operations at Stripe. The operation's name is its idempotency key.
create table private.stripe_ops (
  id bigint generated always as identity primary key,
  payment_intent_id text not null,
  op text not null check (op ~ '^(capture|cancel|refund:[0-9]+)$'),
  line_id uuid references private.payment_lines (id) on delete cascade, -- of a refund: the part of the payment that it returns
  amount_minor bigint, -- for refunds, and for a card charged less than was authorised
  reason text,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'returned')),
  attempts int not null default 0,
  refusals int not null default 0, -- Stripe's final refusals, each of which needs a new idempotency key, while a lost response must keep the old one
  stripe_id text, -- of the refund, once Stripe has made it
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  errors int not null default 0, -- our own failures while doing it, without Stripe's responses
  parked_at timestamptz, -- when it failed too often, so that it needs manual review
  unique (payment_intent_id, op),
  check ((op like 'refund:%') = (line_id is not null))
);
create index stripe_ops_line_idx on private.stripe_ops (line_id) where line_id is not null;
create index stripe_ops_due_idx on private.stripe_ops (next_attempt_at) where state = 'queued';
create index stripe_ops_failed_idx on private.stripe_ops (payment_intent_id) where state = 'failed';
alter table private.stripe_ops enable row level security;
grant all on private.stripe_ops to service_role;
grant select, usage on sequence private.stripe_ops_id_seq to service_role;

-- Its outcome is final, so an earlier response must not reopen the refund.
create table private.failed_refunds (
  stripe_id text primary key,
  payment_intent_id text not null,
  amount_minor bigint not null,
  reason text,
  at timestamptz not null default now()
);
alter table private.failed_refunds enable row level security;

-- Queues the cancellation or capture of a PaymentIntent for a worker that may fail and retry (queue_refund queues refunds). A cancellation wins over a
-- capture that hasn't begun, but never over money that has been taken.
create function private.queue_stripe_op(p_payment_intent_id text, p_op text, p_amount_minor bigint, p_reason text)
returns void language sql security definer set search_path = '' as $$
  insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason)
  values (p_payment_intent_id, p_op, p_amount_minor, p_reason)
  on conflict (payment_intent_id, op) do nothing
$$;

-- Takes due operations of one PaymentIntent or of all. A claim is a lease, which a worker that dies loses after a minute. The operation's name is the
-- idempotency key. It is kept while the outcome isn't known, so that nothing happens twice, and changes after a final refusal, because Stripe would
-- repeat the refusal for a day. Skips operations that another worker has locked, and refunds that wait for a bank (holds_refunds).
create function service.claim_stripe_ops(p_limit int, p_payment_intent_id text default null)
returns table (id bigint, payment_intent_id text, op text, line_id uuid, booking_id uuid, amount_minor bigint, reason text, stripe_id text, attempts int,
               idempotency_key text)
language sql security definer set search_path = '' as $$
  with due as (
    select o.id from private.stripe_ops o
     where o.state = 'queued' and o.next_attempt_at <= now() and o.parked_at is null
       and (p_payment_intent_id is null or o.payment_intent_id = p_payment_intent_id)
       and not (o.op like 'refund:%' and o.stripe_id is null and private.holds_refunds(o.payment_intent_id))
     order by o.next_attempt_at limit least(greatest(p_limit, 1), 200)
     for update skip locked)
  update private.stripe_ops o
     set attempts = o.attempts + 1, next_attempt_at = now() + interval '1 minute'
    from due where o.id = due.id
  returning o.id, o.payment_intent_id, o.op, o.line_id, (select l.booking_id from private.payment_lines l where l.id = o.line_id), o.amount_minor, o.reason,
            o.stripe_id, o.attempts,
            o.payment_intent_id || ':' || o.op || case when o.refusals > 0 then ':' || o.refusals else '' end
$$;

-- Records the outcome of an operation and returns its state. p_outcome is 'done', 'pending' (a refund that Stripe has accepted and not finished),
-- 'unknown' (no response, or a fault of Stripe's, so the same key is used again), 'refused' (final, nothing has happened), 'impossible' (refused, and
-- always will be) or 'disputed' (a refund refused because a bank has taken the money). Locks the payment, then the operation.
create function service.finish_stripe_op(p_id bigint, p_outcome text, p_error text default null, p_stripe_id text default null)
returns text language plpgsql security definer set search_path = '' as $$
declare
  o private.stripe_ops;
  p private.charges;
  v_outcome text := p_outcome;
begin
  select * into o from private.stripe_ops where id = p_id;
  perform private.lock_first_payment(o.payment_intent_id);
  select * into p from private.charges where payment_intent_id = o.payment_intent_id and line_id = coalesce(o.line_id, line_id) for update;
  select * into o from private.stripe_ops where id = p_id for update;
  if o.id is null or o.state <> 'queued' then
    return o.state;
  end if;
  -- The bank returned the money while this response was in transit.
  if v_outcome in ('done', 'pending') and exists (select 1 from private.failed_refunds f where f.stripe_id = p_stripe_id) then
    v_outcome := 'impossible';
  end if;
  -- The refund was refused because a bank has taken the money, whose decision says whether the refund is still owed.
  if v_outcome in ('impossible', 'disputed') and o.op like 'refund:%' and private.holds_refunds(o.payment_intent_id) then
    v_outcome := 'refused';
  elsif v_outcome = 'disputed' then
    -- The dispute was won after this response, which the key repeats, so the refund is owed and requested with a new key.
    v_outcome := case when exists (select 1 from private.disputes d where d.payment_id = p.id and d.status = 'lost') then 'impossible' else 'refused' end;
  end if;
  -- Refunds made in Stripe's dashboard in the meantime are no longer owed.
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
      perform private.refund_done(p.line_id, o.amount_minor, split_part(o.op, ':', 2)::int);
    end if;
    return 'done';
  end if;
  update private.stripe_ops
     set last_error = left(p_error, 500), stripe_id = case when v_outcome in ('refused', 'impossible') then null else coalesce(p_stripe_id, stripe_id) end,
         refusals = refusals + case when v_outcome in ('refused', 'impossible') then 1 else 0 end,
         next_attempt_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(attempts, 12))),
         state = case when v_outcome = 'impossible' or v_outcome = 'refused' and refusals + 1 >= private.max_refusals(o.op) then 'failed' else 'queued' end
   where id = o.id returning * into o;
  -- Stripe refuses the capture, so the authorisation is released and the booking ends.
  if o.state = 'failed' and o.op = 'capture' then
    perform private.queue_stripe_op(o.payment_intent_id, 'cancel', null, 'capture_failed');
  end if;
  return o.state;
end $$;

-- Records an exception while doing an operation, which is our own fault or that of its payment's rows, and not a response from Stripe. It is retried
-- after growing pauses with the same key, and parked after a limit.
create function service.record_stripe_op_error(p_id bigint, p_error text)
returns void language sql security definer set search_path = '' as $$
  update private.stripe_ops o
     set errors = o.errors + 1, last_error = left(p_error, 500), next_attempt_at = now() + private.trouble_wait(o.errors + 1),
         parked_at = case when o.errors + 1 >= private.trouble_limit() then now() end
   where o.id = p_id and o.state = 'queued'
$$;

-- Retries a parked operation, or a refund that Stripe finally refused. Returns its last error, or null if there is none to retry. For retry_trouble,
-- which has checked the caller. Locks the payment, then the operation.
create function private.retry_stripe_op(p_id bigint)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_error text;
begin
  perform 1 from private.charges p join private.stripe_ops o on o.payment_intent_id = p.payment_intent_id where o.id = p_id for update of p;
  update private.stripe_ops o
     set state = 'queued', attempts = 0, errors = 0, parked_at = null, next_attempt_at = now()
   where o.id = p_id and ((o.state = 'queued' and o.parked_at is not null) or (o.state = 'failed' and o.op like 'refund:%'))
  returning coalesce(o.last_error, '') into v_error;
  return v_error;
end $$;

-- Returns how many refusals are allowed. A refund is owed, so it is retried for days before a person has to review it (until then it stays in
-- check_invariants).
create function private.max_refusals(p_op text)
returns int language sql immutable set search_path = '' as $$
  select case when p_op = 'capture' then 4 when p_op = 'cancel' then 8 else 60 end
$$;
