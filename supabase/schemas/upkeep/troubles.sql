-- A failing row stops only itself (docs/decisions/0028). Every loop over people's data processes each item separately: a failing one is recorded here with its
-- error, retried after growing pauses, and parked for a person after a limit. The outbox and stripe_ops count attempts in their own columns; list_troubles
-- shows all three.

create table private.troubles (
  kind text not null, -- one of private.trouble_kinds()
  item text not null, -- the id of what fails
  error text not null,
  attempts int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  next_attempt_at timestamptz not null,
  parked_at timestamptz, -- since when it needs manual review
  primary key (kind, item)
);
create index troubles_last_idx on private.troubles (last_at desc);
alter table private.troubles enable row level security;
grant all on private.troubles to service_role;

-- Returns every kind of item that a loop processes separately. `item` is the meaning of the id. A test makes one of each fail.
create function private.trouble_kinds()
returns table (kind text, item text) language sql immutable set search_path = '' as $$
  select v.kind, v.item from (values
    ('expired_hold', 'a hold that ran out'),
    ('expired_payment', 'a hold that ran out and has a PaymentIntent'),
    ('payment', 'a PaymentIntent that Stripe is asked about'),
    ('stripe_event', 'an event of Stripe that nobody was told'),
    ('account_deletion', 'an account whose deletion was interrupted'),
    ('passport', 'a passport image whose time is over'),
    ('media', 'a file that nobody shows'),
    ('review_request', 'a booking whose guest is asked for a review'),
    ('departure_offer', 'a booking of a cancelled departure that has no offer'),
    ('go_no_go', 'a departure that is decided by its number of guests'),
    ('decided_payment', 'a card that waited for the decision about its departure'),
    ('waitlist', 'a departure whose free seats are offered to who waits'),
    ('offer_expiry', 'an offer that nobody answered in time'),
    ('reminder', 'a booking whose guest is reminded of it'),
    ('pickup_change', 'a booking whose guest is notified of another pickup time'),
    ('tomorrow', 'a territory whose team is told of tomorrow'),
    ('territory_clock', 'a territory whose time zone nobody knows'),
    ('reconciler', 'a whole part of the reconciler'),
    ('stripe_op', 'an operation at Stripe'),
    ('outbox', 'an e-mail, a notification or a message to a group')
  ) v (kind, item)
$$;

-- Returns the wait after this many attempts: a minute after the first, then doubled each time, up to six hours.
create function private.trouble_wait(p_attempts int)
returns interval language sql immutable set search_path = '' as $$
  select least(interval '6 hours', interval '1 minute' * power(2, least(greatest(p_attempts, 1), 20) - 1))
$$;

-- Returns after how many attempts an item needs manual review, which is after most of a day with the waits between them.
create function private.trouble_limit()
returns int language sql immutable set search_path = '' as $$ select 12 $$;

-- Returns whether an item is due, because it hasn't failed or its pause has passed.
create function private.is_due(p_kind text, p_item text)
returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (
    select 1 from private.troubles t where t.kind = p_kind and t.item = p_item and (t.parked_at is not null or t.next_attempt_at > now()))
$$;

-- Records an item's failure, counting attempts.
create function service.record_trouble(p_kind text, p_item text, p_error text)
returns void language sql security definer set search_path = '' as $$
  insert into private.troubles as t (kind, item, error, next_attempt_at)
  values (p_kind, p_item, left(coalesce(p_error, ''), 500), now() + private.trouble_wait(1))
  on conflict (kind, item) do update set
    error = excluded.error, attempts = t.attempts + 1, last_at = now(), next_attempt_at = now() + private.trouble_wait(t.attempts + 1),
    parked_at = case when t.attempts + 1 >= private.trouble_limit() then coalesce(t.parked_at, now()) end
$$;

-- Deletes the record of an item that succeeded after a failure.
create function service.clear_trouble(p_kind text, p_item text)
returns void language sql security definer set search_path = '' as $$
  delete from private.troubles t where t.kind = p_kind and t.item = p_item
$$;

-- Deletes records that were due for hours and that no loop processed, because a webhook or a person resolved the item, or it was deleted.
create function private.forget_settled_troubles()
returns void language sql security definer set search_path = '' as $$
  delete from private.troubles t where t.parked_at is null and t.next_attempt_at < now() - interval '3 hours'
$$;

-- Returns a kind's items that have failed before. A worker deletes those that succeed.
create function service.troubled_items(p_kind text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(t.item), '[]') from private.troubles t where t.kind = p_kind
$$;

-- Returns the local time in a time zone, or null for an unknown one. It is for statements over many territories, so that a wrong zone doesn't fail
-- the others.
create function private.local_time(p_time_zone text)
returns timestamp language plpgsql stable set search_path = '' as $$
begin
  return now() at time zone p_time_zone;
exception when invalid_parameter_value then
  return null;
end $$;

-- Returns all unresolved failures, of all three kinds and of disputes.
create function private.found_troubles()
returns table (kind text, item text, subject text, error text, attempts int, first_at timestamptz, last_at timestamptz,
  next_attempt_at timestamptz, parked boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select t.kind, t.item, t.item as subject, t.error, t.attempts, t.first_at, t.last_at, t.next_attempt_at, t.parked_at is not null as parked
    from private.troubles t
  union all
  select 'stripe_op', o.id::text, o.payment_intent_id || ' ' || o.op, coalesce(o.last_error, ''), o.attempts, o.created_at,
         coalesce(o.parked_at, o.next_attempt_at), null, true
    from private.stripe_ops o
   where (o.state = 'queued' and o.parked_at is not null) or (o.state = 'failed' and o.op like 'refund:%')
  union all
  select 'outbox', o.id::text, concat_ws(', ', replace(o.template, '_', ' '), coalesce(p.email, o.recipient)), coalesce(o.last_error, ''),
         o.attempts, o.created_at, o.next_attempt_at, null, true
    from private.outbox o left join public.profiles p on o.kind <> 'email' and p.id::text = o.recipient
   where o.state = 'dead'
  union all
  select 'dispute', d.stripe_id, concat_ws(', ', b.title, b.booking_date, upper(p.currency) || ' ' || private.from_minor(d.amount_minor, p.currency)),
         concat_ws(', ', replace(d.reason, '_', ' '), replace(d.status, '_', ' '), 'answer by ' || to_char(d.answer_by at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), 1, d.opened_at,
         d.opened_at, null, true
    from private.disputes d join private.payments p on p.id = d.payment_id
    left join lateral (select * from private.disputed_bookings(d) limit 1) b on true
   where d.closed_at is null;
end $$;

-- Failing items, those that need manual review first, then the newest, for admins: a page after (p_after_parked, p_after_at, p_after_key). `key` identifies a
-- row; `parked`: it is no longer retried. For the outbox and Stripe operations only parked ones. An open dispute also needs manual review and isn't retried.
-- Raises 403 'forbidden'.
create function public.list_troubles(p_after_parked boolean default null, p_after_at timestamptz default null, p_after_key text default null,
  p_limit int default 50)
returns table (key text, kind text, item text, subject text, error text, attempts int, first_at timestamptz, last_at timestamptz,
  next_attempt_at timestamptz, parked boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select f.kind || ':' || f.item, f.* from private.found_troubles() f
   where p_after_key is null or (not f.parked, -extract(epoch from f.last_at), f.kind || ':' || f.item)
       > (not p_after_parked, -extract(epoch from p_after_at), p_after_key)
   order by not f.parked, -extract(epoch from f.last_at), f.kind || ':' || f.item
   limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;

-- Retries an item in the next run, with all attempts. For admins, and audited. Raises 403 'forbidden', 404 'trouble_not_found' if it has succeeded in the
-- meantime. Locks the payment of an operation at Stripe, then the operation.
create function public.retry_trouble(p_kind text, p_item text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_error text;
begin
  perform private.require_admin();
  if p_kind = 'outbox' and p_item ~ '^[0-9]{1,18}$' then
    perform public.retry_outbox(p_item::bigint);
    return;
  elsif p_kind = 'stripe_op' and p_item ~ '^[0-9]{1,18}$' then
    v_error := private.retry_stripe_op(p_item::bigint);
  else
    update private.troubles t set attempts = 0, next_attempt_at = now(), parked_at = null
     where t.kind = p_kind and t.item = p_item returning t.error into v_error;
  end if;
  if v_error is null then
    perform private.fail(404, 'trouble_not_found', 'Someone has already done this');
  end if;
  perform private.audit('trouble_retried', null, 'troubles', p_kind || ':' || p_item, jsonb_build_object('kind', p_kind, 'last_error', v_error));
end $$;

-- Whether the reconciler runs and keeps up, for external monitoring.
--   { "last_run_at": timestamptz | null (never), "late": boolean (it should have run by now),
--     "waiting": int (emails, notices and Stripe operations that are late),
--     "parked": int (items that need manual review) }
create function service.reconciler_health()
returns jsonb language sql stable security definer set search_path = '' as $$
  with last as (select max(r.at) as at from private.reconciler_runs r)
  select jsonb_build_object('last_run_at', last.at, 'late', coalesce(last.at < now() - interval '5 minutes', true),
    'waiting', (select count(*) from private.outbox o where o.state in ('queued', 'sending') and o.next_attempt_at <= now())
      + (select count(*) from private.stripe_ops o where o.state = 'queued' and o.parked_at is null and o.next_attempt_at <= now()),
    'parked', (select count(*) from private.found_troubles() t where t.parked))
    from last
$$;
