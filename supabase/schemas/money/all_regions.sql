-- The figures of all territories, day by day, for admins.

-- Returns the territories that aren't archived, by name, with [{id, name, names, currency_symbol, visible, chargebacks, conflicts, days}]. chargebacks
-- and conflicts (of check-ins and dock sales) are open now. days, newest first, has each day between p_from and p_to, in the territory's time zone,
-- on which something happened: {day, sales, refunds, guests}. sales and refunds are what was received and refunded that day, in the territory's
-- currency; guests travel that day. Raises 400 'invalid_input' and 'days_maximum', and 403 'forbidden'.
create function public.all_regions(p_from date, p_to date)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or not isfinite(p_from) or not isfinite(p_to) or p_to < p_from or abs(p_from - current_date) > 36600 then
    perform private.invalid('Please choose a period');
  elsif p_to - p_from > 30 then
    perform private.fail(400, 'days_maximum', 'At most 31 days at a time');
  end if;
  return (
    with places as (
      select t.* from public.territories t where t.archived_at is null
    ), money as (
      select t.id, (l.created_at at time zone t.time_zone)::date as day, coalesce(sum(l.amount) filter (where l.collected), 0) as sales,
             -coalesce(sum(l.amount) filter (where l.kind like 'refund%'), 0) as refunds
        from places t join private.ledger l on l.territory_id = t.id
         and l.created_at >= private.departure_moment(p_from, '00:00', t.time_zone)
         and l.created_at < private.departure_moment(p_to + 1, '00:00', t.time_zone)
       group by 1, 2
    ), travel as (
      select b.territory_id as id, b.booking_date as day, sum(b.num_people)::int as guests
        from public.bookings b
       where b.territory_id in (select t.id from places t) and b.booking_date between p_from and p_to
         and private.is_live(b.status) and not private.is_cancelled_departure(b.departure_id)
       group by 1, 2
    ), days as (
      select id, jsonb_agg(jsonb_build_object('day', day, 'sales', coalesce(m.sales, 0), 'refunds', coalesce(m.refunds, 0), 'guests', coalesce(g.guests, 0))
               order by day desc) as days
        from money m full join travel g using (id, day) group by id
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'names', t.names, 'currency_symbol', t.currency_symbol, 'visible', t.visible,
        'chargebacks', (select count(*) from private.disputes x
                         where x.closed_at is null and exists (select 1 from private.disputed_bookings(x) b where b.territory_id = t.id)),
        'conflicts', (select count(*) from private.dock_conflicts c where c.territory_id = t.id and c.resolved_at is null),
        'days', coalesce(d.days, '[]')) order by private.plain_words(t.name), t.id), '[]')
      from places t left join days d on d.id = t.id);
end $$;
