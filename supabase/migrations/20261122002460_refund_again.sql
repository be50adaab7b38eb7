-- As in 20261121001050; a refund that Stripe refused for good is what staff ask for again, not one more beside it: it was promised
-- once, and would read "on its way" for ever.
create or replace function private.queue_refund(p_payment_id uuid, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  o private.stripe_ops;
  v_minor bigint;
  v_left bigint;
  v_number int;
begin
  select * into p from private.payments where id = p_payment_id;
  v_minor := least(p_minor, private.refundable_minor(p));
  if v_minor <= 0 then
    return 0;
  end if;
  if p.payment_intent_id is null then
    perform private.record_refund(case when p.booking_id is null then 'transport' else 'experience' end,
      coalesce(p.booking_id, p.transport_booking_id), v_minor);
    return v_minor;
  end if;
  v_left := v_minor;
  -- The refusal has changed the key under which Stripe knows it: another amount is no contradiction.
  for o in
    select * from private.stripe_ops x
     where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'failed' order by x.id for update
  loop
    exit when v_left <= 0;
    update private.stripe_ops
       set state = 'queued', amount_minor = least(o.amount_minor, v_left), reason = p_reason, attempts = 0, next_attempt_at = now()
     where id = o.id;
    v_left := v_left - least(o.amount_minor, v_left);
  end loop;
  if v_left > 0 then
    select count(*) + 1 into v_number from private.stripe_ops where payment_intent_id = p.payment_intent_id and op like 'refund:%';
    perform private.queue_stripe_op(p.payment_intent_id, 'refund:' || v_number, v_left, p_reason);
  end if;
  return v_minor;
end $$;
