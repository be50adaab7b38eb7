-- Actions of a desk on several selected bookings: confirm, cancel and message. Bookings are confirmed and cancelled one by one, each in its own
-- transaction (docs/decisions/0010). This file has what that needs besides the functions for a single booking.

-- Confirms an ordered or paid booking. A confirmed one is returned unchanged. Unlike set_booking_status it never reinstates an ended booking or
-- undoes an arrival. Raises 409 'not_confirmable' and what set_booking_status raises, and locks as it does.
create function public.confirm_booking(p_booking_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_booking_id);
begin
  if b.status not in ('ordered', 'paid', 'confirmed') then
    perform private.fail(409, 'not_confirmable', 'You can only confirm bookings marked Ordered or Paid.');
  end if;
  -- No money moves, because ordered and paid bookings keep their payment.
  return public.set_booking_status(p_booking_id, 'confirmed', null, b.status, 0);
end $$;

-- Returns what cancelling these bookings of a territory refunds, one row per currency. Ended ones are skipped. to_card is refunded through Stripe,
-- in_cash in person, and blocked is released on cards that aren't charged yet. Takes at most 100 bookings. Raises 403 'forbidden' and 400
-- 'invalid_input'.
create function public.cancellation_totals(p_territory_id text, p_booking_ids uuid[])
returns table (currency_code text, bookings int, to_card numeric, in_cash numeric, blocked numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  perform private.check_ticked(p_booking_ids);
  return query
  select x.currency_code, count(*)::int,
    coalesce(sum(m.amount) filter (where m.taken and x.payment_method = 'card'), 0),
    coalesce(sum(m.amount) filter (where m.taken and x.payment_method = 'cash'), 0),
    coalesce(sum(m.amount) filter (where not m.taken), 0)
  from public.bookings x
  left join lateral private.payment_of(x.id) p on true
  cross join lateral (select p.payment_intent_id is null or p.status in ('succeeded', 'canceled') as taken) paid
  cross join lateral (select paid.taken, private.from_minor(case when p.id is null then 0 when paid.taken then greatest(private.refundable_of(p), 0)
    else p.amount_minor end, x.currency_code) as amount) m
  where x.id = any (p_booking_ids) and x.territory_id = p_territory_id and private.is_live(x.status)
  group by x.currency_code order by count(*) desc, x.currency_code;
end $$;

-- Returns the filter options of a territory's bookings, at most 300 of each by name: {services: [{id, title, titles}], guides: [{id, full_name}]}.
-- Raises 403 'forbidden'.
create function public.booking_choices(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object(
    'services', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'titles', s.titles) order by s.title, s.id), '[]') from (
      select x.id, x.title, x.names -> 'title' as titles from public.services x where x.territory_id = p_territory_id and x.archived_at is null
      order by x.title, x.id limit 300) s),
    'guides', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'full_name', g.full_name) order by g.full_name, g.id), '[]') from (
      select p.id, p.full_name from public.profiles p
       where p.id in (select r.user_id from private.live_grants r where r.territory_id = p_territory_id and r.role = 'tour_guide')
       order by p.full_name, p.id limit 300) g));
end $$;
