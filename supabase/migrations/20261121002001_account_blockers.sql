-- What stands between a person and the end of their account, told before they ask for it and checked again when they do.

-- Deletions under way, and how often somebody tried a password for one. No foreign key: the row is what finishes a deletion
-- that was interrupted after the data had gone. It goes with the end of the deletion.
create table private.account_deletions (
  user_id uuid primary key,
  attempts int not null default 0,
  first_attempt_at timestamptz not null default now(),
  erased_at timestamptz -- the data is gone; files and the auth service's user may still be there
);
create index account_deletions_erased_idx on private.account_deletions (erased_at) where erased_at is not null;
alter table private.account_deletions enable row level security;
revoke all on private.account_deletions from public, anon, authenticated;

-- Bookings that are still to come: live, nobody has arrived, and the day is not over where it takes place.
create function private.bookings_ahead()
returns table (kind text, id uuid, tourist_id uuid, guide_id uuid, title text, booking_date date)
language sql stable security definer set search_path = '' as $$
  select f.kind, f.id, f.tourist_id, f.guide_id, f.title, f.booking_date
  from private.booking_facts f join public.territories t on t.id = f.territory_id
  where private.is_live(f.status) and f.check_in_status = 'pending'
    and f.booking_date >= (now() at time zone t.time_zone)::date
$$;

-- Regions that have no other manager.
create function private.solely_managed(p_user_id uuid)
returns setof text language sql stable security definer set search_path = '' as $$
  select t.name from private.role_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = p_user_id and g.role = 'territory_manager' and g.revoked_at is null and g.dropped_at is null
    and t.archived_at is null and not exists (
      select 1 from private.role_grants o
      where o.territory_id = g.territory_id and o.role = 'territory_manager' and o.user_id <> p_user_id
        and o.revoked_at is null and o.dropped_at is null)
  order by t.name
$$;

-- Commissions that the partner has earned and not been paid: nobody can pay them once the account is gone.
create function private.unpaid_commissions(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('currency_code', x.currency_code, 'symbol', x.symbol, 'amount', x.amount) order by x.currency_code), '[]')
  from (select c.currency_code, k.symbol, sum(c.amount) as amount
        from public.commissions c join public.currencies k on k.code = c.currency_code
        where c.partner_id = p_user_id and c.status = 'pending' and c.amount > 0 group by c.currency_code, k.symbol) x
$$;

-- → [{code, total, items: [{title, date?, kind?, id?}]}]; items are the first 20.
--   open_bookings | guided_bookings | sole_manager | last_admin
create function private.deletion_blockers(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with found as (
    select 1 as place, 'open_bookings' as code, b.booking_date, b.title,
           jsonb_build_object('title', b.title, 'date', b.booking_date, 'kind', b.kind, 'id', b.id) as item
      from private.bookings_ahead() b where b.tourist_id = p_user_id
    union all
    select 2, 'guided_bookings', b.booking_date, b.title, jsonb_build_object('title', b.title, 'date', b.booking_date)
      from private.bookings_ahead() b where b.guide_id = p_user_id and b.tourist_id is distinct from p_user_id
    union all
    select 3, 'sole_manager', null, m, jsonb_build_object('title', m) from private.solely_managed(p_user_id) m
    union all
    select 4, 'last_admin', null, null, null where private.user_has_role(p_user_id, 'admin') and not exists (
      select 1 from private.role_grants g
      where g.role = 'admin' and g.user_id <> p_user_id and g.revoked_at is null and g.dropped_at is null)),
  counted as (
    select f.*, row_number() over (partition by f.code order by f.booking_date, f.title) as n from found f),
  grouped as (
    select place, code, count(*) as total,
      coalesce(jsonb_agg(item order by n) filter (where item is not null and n <= 20), '[]') as items
    from counted group by place, code)
  select coalesce(jsonb_agg(jsonb_build_object('code', code, 'total', total, 'items', items) order by place), '[]') from grouped
$$;

-- For the page of the account: what has to be settled first, and what would be lost.
create function private.account_deletion_terms()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return jsonb_build_object('blockers', private.deletion_blockers(caller), 'unpaid_commissions', private.unpaid_commissions(caller));
end $$;
revoke all on function private.bookings_ahead(), private.solely_managed(uuid), private.unpaid_commissions(uuid),
  private.deletion_blockers(uuid), private.account_deletion_terms() from public, anon, authenticated, service_role;
grant execute on function private.account_deletion_terms() to authenticated;

create function public.account_deletion_terms()
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.account_deletion_terms() $$;
revoke all on function public.account_deletion_terms() from public, anon, authenticated, service_role;
grant execute on function public.account_deletion_terms() to authenticated;

-- Gives a hold's seats back; one with a PaymentIntent waits until Stripe has let go of the money.
create function private.abandon_hold(p_hold_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_payment private.payments;
begin
  select * into v_payment from private.payments where hold_id = p_hold_id for update;
  select * into v_hold from private.holds where id = p_hold_id for update;
  if v_hold.state is distinct from 'held' then
    return;
  end if;
  if v_payment.payment_intent_id is not null and v_payment.status <> 'canceled' then
    update private.holds set expires_at = least(expires_at, now()) where id = p_hold_id;
    perform private.queue_stripe_op(v_payment.payment_intent_id, 'cancel', null, 'abandoned');
  else
    update private.holds set state = 'released' where id = p_hold_id;
    perform private.free_seats(v_hold.departure_id, v_hold.seats, 'held');
  end if;
end $$;
revoke all on function private.abandon_hold(uuid) from public, anon, authenticated, service_role;

create or replace function private.release_hold(p_hold_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.own_hold(p_hold_id);
  perform private.abandon_hold(p_hold_id);
  return private.get_hold(p_hold_id);
end $$;
