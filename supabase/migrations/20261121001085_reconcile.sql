-- The net under everything: what was dropped is picked up, and what must always hold is checked.

-- Expired holds: cancel the PaymentIntent first (queued here), the seats follow when Stripe has confirmed it.
create function private.cancel_expired(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select p.id as payment_id, h.id as hold_id
      from private.holds h join private.payments p on p.hold_id = h.id
     where h.state = 'held' and h.expires_at <= now() and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled')
       and not exists (select 1 from private.stripe_ops o
                        where o.payment_intent_id = p.payment_intent_id and o.op = 'cancel' and o.state <> 'failed')
     order by h.expires_at limit p_limit
  loop
    perform 1 from private.payments where id = v.payment_id and status not in ('succeeded', 'canceled') for update skip locked;
    continue when not found;
    perform 1 from private.holds where id = v.hold_id and state = 'held' for update skip locked;
    continue when not found;
    insert into private.stripe_ops (payment_intent_id, op, reason)
    select payment_intent_id, 'cancel', 'expired' from private.payments where id = v.payment_id
    on conflict (payment_intent_id, op) do update
      set state = 'queued', attempts = 0, next_attempt_at = now() where private.stripe_ops.state = 'failed';
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Frees what is expired and says which PaymentIntents have to be asked about at Stripe, those looked at longest ago first.
create function private.sweep()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_released int := private.release_expired();
  v_cancelled int := private.cancel_expired();
  v_intents jsonb;
  v_broken int;
begin
  select coalesce(jsonb_agg(x.payment_intent_id), '[]') into v_intents from (
    select p.payment_intent_id from private.payments p
     where p.method = 'card' and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled')
       and p.updated_at < now() - interval '30 seconds'
     order by p.updated_at limit 100) x;
  delete from private.check_in_attempts where at < now() - interval '1 day';
  -- Only what has moved lately: this runs each minute, and must not grow with the table. The whole is check_invariants().
  select count(*) into v_broken from private.check_invariants(now() - interval '1 hour');
  return jsonb_build_object('released', v_released, 'cancel_queued', v_cancelled, 'payment_intents', v_intents, 'broken', v_broken);
end $$;

-- What a window of time is found by. Bookings and payments are updated a few times in their lives, so these cost little.
create index bookings_updated_idx on public.bookings (updated_at);
create index transport_bookings_updated_idx on public.transport_bookings (updated_at);
create index payments_updated_idx on private.payments (updated_at);
-- Holds come in the order of their time, and an index that costs each of them next to nothing will do.
create index holds_created_idx on private.holds using brin (created_at);
create index stripe_ops_failed_idx on private.stripe_ops (payment_intent_id) where state = 'failed';

-- The rows that break what must hold: all of them, or those of what has changed since p_since.
-- `v_all or …` is settled when a statement is planned for its arguments: a window is read through its indexes, the whole in one
-- pass. (force_custom_plan would say so aloud, and would plan every function that is called a row anew as well.)
create function private.check_invariants(p_since timestamptz default null)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all boolean := p_since is null;
  v_bookings uuid[]; -- of both kinds, whose money has moved
  v_departures uuid[]; -- whose seats have moved: seats move only together with a booking or a hold
begin
  if not v_all then
    v_bookings := array(
      select coalesce(p.booking_id, p.transport_booking_id) from private.payments p
       where p.updated_at >= p_since and num_nonnulls(p.booking_id, p.transport_booking_id) = 1);
    v_departures := array(
      select b.departure_id from public.bookings b where b.updated_at >= p_since
      union select b.departure_id from public.transport_bookings b where b.updated_at >= p_since
      union select h.departure_id from private.holds h where h.created_at >= p_since or h.state = 'held');
  end if;

  return query
  -- Ledger of a booking = captured - refunded, in cash as by card.
  with money as (
    select coalesce(p.booking_id, p.transport_booking_id) as id, sum(private.from_minor(p.captured_minor - p.refunded_minor, p.currency)) as amount
      from private.payments p
     where num_nonnulls(p.booking_id, p.transport_booking_id) = 1 and (v_all or p.updated_at >= p_since)
     group by 1),
  booked as (
    select coalesce(l.booking_id, l.transport_booking_id) as id, sum(l.amount) as amount
      from private.ledger l
     where v_all or l.booking_id = any (v_bookings) or l.transport_booking_id = any (v_bookings)
     group by 1)
  select 'ledger = captured - refunded', coalesce(m.id, b.id)::text, coalesce(m.amount, 0), coalesce(b.amount, 0)
    from money m full join booked b on b.id = m.id
   where coalesce(m.amount, 0) <> coalesce(b.amount, 0);

  return query
  with live as (
    select x.departure_id, sum(x.seats) as seats from (
      select b.departure_id, b.seats from public.bookings b
       where private.is_live(b.status) and (v_all or b.departure_id = any (v_departures))
      union all
      select b.departure_id, b.seats from public.transport_bookings b
       where private.is_live(b.status) and (v_all or b.departure_id = any (v_departures))) x
     group by 1)
  select 'sold = seats of live bookings', d.id::text, coalesce(l.seats, 0)::numeric, d.sold::numeric
    from public.departures d left join live l on l.departure_id = d.id
   where d.sold <> coalesce(l.seats, 0) and (v_all or d.id = any (v_departures));

  return query
  with live as (
    select h.departure_id, sum(h.seats) as seats from private.holds h where h.state = 'held' group by 1)
  select 'held = seats of live holds', d.id::text, coalesce(l.seats, 0)::numeric, d.held::numeric
    from public.departures d left join live l on l.departure_id = d.id
   where d.held <> coalesce(l.seats, 0) and (v_all or d.id = any (v_departures));

  -- Captured money without a live booking is given back, or on its way.
  return query
  select 'captured money has a booking or a refund', p.payment_intent_id, 0::numeric, private.refundable_minor(p)::numeric
    from private.payments p
   where p.captured_minor > 0 and num_nonnulls(p.booking_id, p.transport_booking_id) = 0 and private.refundable_minor(p) > 0
     and (v_all or p.updated_at >= p_since);

  return query
  select 'a completed card booking is captured', coalesce(p.booking_id, p.transport_booking_id)::text, p.amount_minor::numeric, p.captured_minor::numeric
    from private.payments p
    left join public.bookings b on b.id = p.booking_id
    left join public.transport_bookings t on t.id = p.transport_booking_id
   where p.method = 'card' and coalesce(b.payment_status, t.payment_status) = 'completed' and p.captured_minor = 0 and (v_all or p.updated_at >= p_since);

  return query
  select 'an operation at Stripe has failed for good', o.payment_intent_id || ':' || o.op, 0::numeric, coalesce(o.amount_minor, 0)::numeric
    from private.stripe_ops o
   where o.state = 'failed' and o.op like 'refund:%';
end $$;

create function public.sweep() returns jsonb language sql security invoker set search_path = '' as $$
  select private.sweep()
$$;
create function public.check_invariants()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.check_invariants()
$$;

-- Hosted projects have pg_cron: seats of holds that nobody paid are freed each minute even when the reconcile function is not
-- scheduled. Everything that needs Stripe or e-mail waits for that function.
do $$
begin
  if exists (select 1 from pg_extension where extname = 'pg_cron') then
    execute $cron$ select cron.schedule('territorio-sweep', '* * * * *', 'select private.sweep()') $cron$;
  end if;
end $$;
