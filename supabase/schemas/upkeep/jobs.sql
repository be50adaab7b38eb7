-- The job of every minute. It releases expired holds, checks payments without news, and records each run, so that missing runs are noticed.

create table private.reconciler_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  result jsonb not null check (jsonb_typeof(result) = 'object') -- counts by name
);
create index reconciler_runs_at_idx on private.reconciler_runs (at desc);
alter table private.reconciler_runs enable row level security;

-- Queues the cancellation of the PaymentIntents of expired holds, and returns their number. The seats are released when Stripe has confirmed it.
-- Locks the payment, then the hold, and skips locked rows.
create function private.cancel_expired_payments(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select p.id as payment_id, h.id as hold_id
      from private.holds h join private.charges p on p.hold_id = h.id
     where h.state = 'held' and h.expires_at <= now() and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled')
       -- The hold is about to be charged for added people, who then join.
       and not exists (select 1 from private.stripe_ops o
                        where o.payment_intent_id = p.payment_intent_id and o.op in ('cancel', 'capture') and o.state <> 'failed')
       and private.is_due('expired_payment', h.id::text)
     order by h.expires_at limit p_limit
  loop
    begin
      if private.cancel_expired_payment(v.payment_id, v.hold_id) then
        v_count := v_count + 1;
      end if;
      perform service.clear_trouble('expired_payment', v.hold_id::text);
    exception when others then
      perform service.record_trouble('expired_payment', v.hold_id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Cancels one such PaymentIntent. Returns false if another transaction has locked it.
create function private.cancel_expired_payment(p_payment_id uuid, p_hold_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.charges where id = p_payment_id and status not in ('succeeded', 'canceled') for update skip locked;
  if not found then
    return false;
  end if;
  perform 1 from private.holds where id = p_hold_id and state = 'held' for update skip locked;
  if not found then
    return false;
  end if;
  insert into private.stripe_ops (payment_intent_id, op, reason)
  select payment_intent_id, 'cancel', 'expired' from private.charges where id = p_payment_id
  on conflict (payment_intent_id, op) do update
    set state = 'queued', attempts = 0, next_attempt_at = now() where private.stripe_ops.state = 'failed';
  return true;
end $$;

-- Releases expired holds and returns the PaymentIntents to check at Stripe, those checked longest ago first. Those without events are checked in
-- turn. A card that waits for the decision about its departure is checked a few times a day.
create function service.release_expired()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_released int := private.release_expired_holds();
  v_cancelled int := private.cancel_expired_payments();
  v_intents jsonb;
begin
  select coalesce(jsonb_agg(x.payment_intent_id), '[]') into v_intents from (
    select distinct p.payment_intent_id, greatest(p.updated_at, p.asked_at) as at from private.charges p
     where p.method = 'card' and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled')
       and p.updated_at < now() - case when private.awaits_decision(p) then interval '6 hours' else interval '30 seconds' end and private.is_due('payment', p.payment_intent_id)
     order by at limit 100) x;
  delete from private.check_in_attempts where at < now() - interval '1 day';
  delete from private.requests where created_at < now() - interval '60 days';
  delete from private.form_saves where at < now() - interval '2 days';
  perform private.forget_settled_troubles();
  return jsonb_build_object('released', v_released, 'cancel_queued', v_cancelled, 'payment_intents', v_intents);
end $$;

-- Records a run, when the reconciler calls it at its end. Runs are kept for two days, because there is one each minute.
create function service.record_reconciler_run(p_result jsonb)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reconciler_runs (result) values (p_result);
  delete from private.reconciler_runs where at < now() - interval '2 days';
end $$;

-- Returns what the reconciler did and when it ran last, because without it nothing is released, refunded again or sent again, and no one would
-- notice. For admins. Raises 403 'forbidden' for others.
create function public.reconciler_report()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    with day as (select r.result from private.reconciler_runs r where r.at > now() - interval '24 hours'),
    counts as (
      select c.key, sum(c.value::text::bigint) as n from day d, jsonb_each(d.result) c
       where jsonb_typeof(c.value) = 'number' group by c.key)
    select service.reconciler_health() || jsonb_build_object(
      'runs', (select count(*) from day), 'unreachable', coalesce((select c.n from counts c where c.key = 'unreachable'), 0),
      'done', coalesce((select jsonb_object_agg(c.key, c.n) from counts c where c.key <> 'unreachable'), '{}')));
end $$;
