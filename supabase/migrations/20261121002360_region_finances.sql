-- One booking of a region as its staff see it, giving back a part of its money, and a region's revenue over time.

-- Everything the drawer of a booking shows, for the region's managers and staff and for admins. Of the money it says what the
-- traveller paid and what has gone back; the shares of the parties are not in it. `authorised`: the card is only blocked so far.
-- history, oldest first: [{id, at, actor, from, to, by, amount}]; `to` is null for a refund that left the status as it was.
create function private.region_booking(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  p private.payments;
  m record;
  v_table text := case p_kind when 'experience' then 'bookings' else 'transport_bookings' end;
begin
  perform private.require_staff(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  p := private.payment_of(b.id);
  select * into m from private.money_of(b);
  return jsonb_build_object(
    'kind', b.kind, 'id', b.id, 'territory_id', b.territory_id, 'title', b.title, 'booking_date', b.booking_date, 'start_time', b.start_time,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'status', b.status, 'payment_status', b.payment_status,
    'check_in_status', b.check_in_status, 'total_price', b.total_price, 'currency_code', b.currency_code,
    'payment_method', b.payment_method, 'live', private.is_live(b.status),
    'paid_amount', private.from_minor(m.paid, b.currency_code), 'refunded_amount', private.from_minor(m.refunded, b.currency_code),
    'on_its_way_amount', private.from_minor(m.on_its_way, b.currency_code), 'refund_delayed', m.delayed,
    'refundable_amount', case when p.id is null then 0 else private.from_minor(greatest(private.refundable_minor(p), 0), b.currency_code) end,
    'authorised', coalesce(p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') and private.is_live(b.status), false),
    'tourist', (select jsonb_build_object('full_name', t.full_name, 'email', t.email) from public.profiles t where t.id = b.tourist_id),
    'whatsapp_number', b.whatsapp_number, 'country', b.country, 'speaks_spanish', b.speaks_spanish, 'hotel_name', b.hotel_name,
    'passengers', b.passenger_details, 'passport_required', b.passport_required, 'has_passport', b.passport_image is not null,
    'guide_name', (select c.full_name from public.profile_cards c where c.id = b.guide_id),
    'time_zone', (select t.time_zone from public.territories t where t.id = b.territory_id),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'at', h.at, 'actor', c.full_name, 'from', h.from_status, 'to', h.to_status,
        'by', h.by, 'amount', h.amount) order by h.at, h.id), '[]')
      from (
        select 'e' || e.id as id, e.created_at as at, e.actor_id, e.from_status, e.to_status, e.detail ->> 'by' as by,
               (e.detail ->> 'refund_amount')::numeric as amount
          from public.booking_events e where e.booking_id = b.booking_id
        union all
        select 'e' || e.id, e.created_at, e.actor_id, e.from_status, e.to_status, e.detail ->> 'by', (e.detail ->> 'refund_amount')::numeric
          from public.booking_events e where e.transport_booking_id = b.transport_booking_id
        union all
        select 'a' || a.id, a.at, a.actor_id, null, null, 'staff', (a.detail ->> 'amount')::numeric
          from public.audit_log a where a.subject_table = v_table and a.subject_id = b.id::text and a.action = 'refund_booking') h
      left join public.profile_cards c on c.id = h.actor_id));
end $$;
create function public.region_booking(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.region_booking(p_kind, p_booking_id) $$;

-- refund_booking, once: p_left is what the person was shown as left. An answer that was lost, a second press or a colleague who was
-- faster find another sum there, and nothing goes back twice.
create function private.refund_part(p_kind text, p_booking_id uuid, p_amount numeric, p_left numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  p private.payments;
  v_left numeric := 0;
begin
  perform private.require_staff(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  b := private.lock_booking(p_kind, p_booking_id);
  p := private.payment_of(p_booking_id);
  if p.id is not null then
    v_left := private.from_minor(private.refundable_minor(p), b.currency_code);
  end if;
  if p_left is distinct from v_left then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
  end if;
  return private.refund_booking(p_kind, p_booking_id, p_amount);
end $$;
create function public.refund_part(p_kind text, p_booking_id uuid, p_amount numeric, p_left numeric)
returns jsonb language sql security invoker set search_path = '' as $$ select private.refund_part(p_kind, p_booking_id, p_amount, p_left) $$;

-- The ledger of the same bookings as region_booking_totals, by the month of the booking's date: the months add up to the totals.
-- A month in which nothing was paid is left out. Managers and admins; staff see no shares.
create function private.region_revenue(p_territory_id text, p_from date, p_to date, p_search text, p_status text)
returns table (month date, currency_code text, operator numeric, territory numeric, app numeric, partner numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.sees_shares(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return query
  with rows as materialized (
    select k.id, k.booking_date from private.region_booking_keys(p_territory_id, p_from, p_to, p_search, p_status, null, null, null) k
  ), shared as materialized (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.currency_code,
      coalesce(sum(x.amount) filter (where x.party = 'operator'), 0) as operator,
      coalesce(sum(x.amount) filter (where x.party = 'territory'), 0) as territory,
      coalesce(sum(x.amount) filter (where x.party = 'app'), 0) as app,
      coalesce(sum(x.amount) filter (where x.party = 'partner'), 0) as partner
    from private.ledger x where x.territory_id = p_territory_id group by 1, 2
  )
  select date_trunc('month', r.booking_date)::date, s.currency_code, sum(s.operator), sum(s.territory), sum(s.app), sum(s.partner)
  from rows r join shared s on s.id = r.id group by 1, 2 order by 1, 2;
end $$;
create function public.region_revenue(p_territory_id text, p_from date default null, p_to date default null, p_search text default null,
  p_status text default null)
returns table (month date, currency_code text, operator numeric, territory numeric, app numeric, partner numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.region_revenue(p_territory_id, p_from, p_to, p_search, p_status)
$$;

revoke all on function private.region_booking(text, uuid), public.region_booking(text, uuid),
  private.refund_part(text, uuid, numeric, numeric), public.refund_part(text, uuid, numeric, numeric),
  private.region_revenue(text, date, date, text, text), public.region_revenue(text, date, date, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.region_booking(text, uuid), public.region_booking(text, uuid),
  private.refund_part(text, uuid, numeric, numeric), public.refund_part(text, uuid, numeric, numeric),
  private.region_revenue(text, date, date, text, text), public.region_revenue(text, date, date, text, text) to authenticated;
