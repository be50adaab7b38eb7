-- Stripe's events that were received, so that lost ones are found and read again (reconcile).

create table private.stripe_events (
  id text primary key,
  type text not null,
  payment_intent_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index stripe_events_intent_idx on private.stripe_events (payment_intent_id);
alter table private.stripe_events enable row level security;
grant all on private.stripe_events to service_role;

-- Returns which of these Stripe events were not received yet and are due, because webhooks get lost, and an endpoint may not be subscribed to them.
create function service.unprocessed_stripe_events(p_ids text[])
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.id), '[]') from unnest(p_ids) x (id)
   where not exists (select 1 from private.stripe_events e where e.id = x.id) and private.is_due('stripe_event', x.id)
$$;

-- Returns {since, retry}. `since` is the time from which to read Stripe's events: an hour before the last read, because events arrive late and out of
-- order, but at most three days ago, as long as Stripe retries them. `retry` are failed events that are due, however old.
create function service.stripe_events_due()
returns jsonb language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object(
    'since', greatest(now() - interval '3 days', (select j.at - interval '1 hour' from private.job_times j where j.name = 'stripe_events')),
    'retry', (select coalesce(jsonb_agg(x.item), '[]') from (
      select t.item from private.troubles t where t.kind = 'stripe_event' and t.parked_at is null and t.next_attempt_at <= now()
      order by t.next_attempt_at limit 100) x))
$$;

-- Records the time up to which Stripe's events were read, including failed ones. It never decreases, and is never in the future.
create function service.record_stripe_events_read(p_until timestamptz)
returns void language sql security definer set search_path = '' as $$
  insert into private.job_times as j (name, at) values ('stripe_events', least(p_until, now()))
  on conflict (name) do update set at = greatest(j.at, excluded.at)
$$;
