-- What has to be done at Stripe: claimed by a worker for a minute at a time, retried until Stripe has answered.

-- Takes due operations, of one PaymentIntent or of all. A claim is a lease: a worker that dies loses it after a minute.
-- The idempotency key names the operation. It is kept while the outcome is unknown, so that nothing happens twice, and
-- changes after a final refusal, because Stripe would repeat the refusal for a day.
create function private.claim_stripe_ops(p_limit int, p_payment_intent_id text default null)
returns table (id bigint, payment_intent_id text, op text, amount_minor bigint, reason text, stripe_id text, attempts int, idempotency_key text)
language sql security definer set search_path = '' as $$
  with due as (
    select o.id from private.stripe_ops o
     where o.state = 'queued' and o.next_attempt_at <= now()
       and (p_payment_intent_id is null or o.payment_intent_id = p_payment_intent_id)
     order by o.next_attempt_at limit least(greatest(p_limit, 1), 200)
     for update skip locked)
  update private.stripe_ops o
     set attempts = o.attempts + 1, next_attempt_at = now() + interval '1 minute'
    from due where o.id = due.id
  returning o.id, o.payment_intent_id, o.op, o.amount_minor, o.reason, o.stripe_id, o.attempts,
            o.payment_intent_id || ':' || o.op || case when o.refusals > 0 then ':' || o.refusals else '' end
$$;

-- p_outcome: 'done'; 'pending' (a refund that Stripe has accepted and not finished); 'unknown' (no answer, or a fault of
-- Stripe's: the same key again); 'refused' (a final answer: nothing has happened).
create function private.finish_stripe_op(p_id bigint, p_outcome text, p_error text default null, p_stripe_id text default null)
returns text language plpgsql security definer set search_path = '' as $$
declare
  o private.stripe_ops;
  p private.payments;
begin
  select * into o from private.stripe_ops where id = p_id;
  select * into p from private.payments where payment_intent_id = o.payment_intent_id for update;
  select * into o from private.stripe_ops where id = p_id for update;
  if o.id is null or o.state <> 'queued' then
    return o.state;
  end if;
  if p_outcome = 'done' then
    update private.stripe_ops
       set state = 'done', done_at = now(), last_error = null, stripe_id = coalesce(p_stripe_id, stripe_id) where id = o.id;
    if o.op like 'refund:%' and p.id is not null then
      perform private.refund_done(p.id, o.amount_minor, split_part(o.op, ':', 2)::int);
    end if;
    return 'done';
  end if;
  update private.stripe_ops
     set last_error = left(p_error, 500), stripe_id = case when p_outcome = 'refused' then null else coalesce(p_stripe_id, stripe_id) end,
         refusals = refusals + case when p_outcome = 'refused' then 1 else 0 end,
         next_attempt_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(attempts, 12))),
         state = case when p_outcome = 'refused' and refusals + 1 >= private.max_refusals(o.op) then 'failed' else 'queued' end
   where id = o.id returning * into o;
  -- A capture that Stripe will not do: let the authorisation go, and with it the booking.
  if o.state = 'failed' and o.op = 'capture' then
    perform private.queue_stripe_op(o.payment_intent_id, 'cancel', null, 'capture_failed');
  end if;
  return o.state;
end $$;

-- A refund is owed: it is tried for days before a person has to look at it (it stays in check_invariants until then).
create function private.max_refusals(p_op text)
returns int language sql immutable set search_path = '' as $$
  select case when p_op = 'capture' then 4 when p_op = 'cancel' then 8 else 60 end
$$;
