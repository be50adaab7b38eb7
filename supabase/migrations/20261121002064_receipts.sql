-- The receipt of a booking, for the traveller who paid it: amounts from the ledger, never from what a price is today.

create function private.booking_receipt(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  m record;
  x record;
begin
  select * into m from private.money_of(b);
  select r.unit_price, r.created_at, r.payment_method into x
    from (select e.id, e.unit_price, e.created_at, e.payment_method from public.bookings e
          union all select s.id, s.unit_price, s.created_at, s.payment_method from public.transport_bookings s) r where r.id = b.id;
  return (
    select jsonb_build_object(
      'number', upper(left(b.kind, 1)) || to_char(x.created_at at time zone t.time_zone, '-YYYYMMDD-') || upper(left(replace(b.id::text, '-', ''), 8)),
      'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'territory_name', t.name, 'time_zone', t.time_zone,
      'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people, 'booking_type', b.booking_type,
      'status', b.status, 'payment_method', x.payment_method, 'booked_at', x.created_at,
      'currency_code', b.currency_code, 'currency_symbol', t.currency_symbol,
      'customer_name', (select c.full_name from public.profiles c where c.id = b.tourist_id),
      'customer_email', (select c.email from public.profiles c where c.id = b.tourist_id),
      'guide_name', (select c.full_name from public.profiles c where c.id = b.guide_id),
      'lines', private.price_lines(b.booking_type, x.unit_price, b.num_people),
      'total_price', b.total_price,
      -- Money that came, and money that went back: every party's share of the ledger together.
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('at', k.at, 'amount', k.amount) order by k.first), '[]')
                    from (select min(l.created_at) as at, sum(l.amount) as amount, min(l.id) as first from private.ledger l
                           where l.booking_id = b.booking_id or l.transport_booking_id = b.transport_booking_id
                           group by l.kind) k),
      'paid_amount', private.from_minor(m.paid, b.currency_code),
      'refunded_amount', private.from_minor(m.refunded, b.currency_code),
      'on_its_way_amount', private.from_minor(m.on_its_way, b.currency_code),
      -- What a cancelled booking still costs.
      'fee_amount', case when private.is_live(b.status) then 0
                         else private.from_minor(greatest(0, m.paid - m.refunded - m.on_its_way), b.currency_code) end)
      from public.territories t where t.id = b.territory_id);
end $$;
create function public.booking_receipt(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.booking_receipt(p_kind, p_booking_id)
$$;
revoke all on function private.booking_receipt(text, uuid), public.booking_receipt(text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.booking_receipt(text, uuid), public.booking_receipt(text, uuid) to authenticated;
