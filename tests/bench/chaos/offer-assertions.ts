import type { ChaosStack } from './chaos-stack.ts';
import type { Finding } from './finding.ts';

/**
 * Checks each more expensive service chosen by a guest of a cancelled departure. It was paid once and moved the
 * booking, or its money was refunded. The offer has ended, and no seat is held for it. A booking's price and
 * payments equal the services that were paid.
 */
export async function compareOffers({ sql }: Pick<ChaosStack, 'sql'>, told: readonly string[]): Promise<Finding[]> {
  const rows = await sql<{ subject: string; expected: string; actual: string }[]>`
    with places as (
      select h.id, h.state, h.answers, h.adds_to, private.to_minor(h.total_price, h.currency_code) as price, o.state as offer,
             coalesce(o.moved_to = h.departure_id, false) as moved, coalesce(p.captured_minor, 0) as captured,
             coalesce(p.captured_minor - p.refunded_minor - p.disputed_minor, 0) as kept, (select count(*) from private.booking_changes c
               where c.hold_id = h.id and c.booking_id = h.adds_to
                 and c.moved_from = o.departure_id and c.moved_to = h.departure_id) as changes
        from private.holds h join private.departure_offers o on o.id = h.answers left join private.charges p on p.hold_id = h.id),
    bookings as (
      select f.id, private.to_minor(f.total_price, f.currency_code) as price, (select sum(private.to_minor(h.total_price, h.currency_code))
               from private.holds h where h.state = 'consumed' and (h.id = f.hold_id or h.adds_to = f.id)) as paid_for,
             (select sum(p.captured_minor) from private.charges p where p.booking_id = f.id) as captured
        from private.booking_facts f
       where exists (select 1 from places x where x.adds_to = f.id and x.state = 'consumed')
         and (private.payment_of(f.id)).method = 'card'
         and not exists (select 1 from private.booking_changes c where c.booking_id = f.id and c.hold_id is null and c.people is not null))
    select 'hold ' || x.id as subject, 'paid ' || x.price || ', the offer moved there, 1 change' as expected,
           format('paid %s, the offer %s%s, %s change(s)', x.captured, x.offer, case when x.moved then ' there' else '' end, x.changes) as actual
      from places x where x.state = 'consumed' and (x.captured <> x.price or x.offer <> 'moved' or not x.moved or x.changes <> 1)
    union all
    select 'hold ' || x.id, 'given up: nothing kept of its money, no change, no seats', format('%s: kept %s, %s change(s)', x.state, x.kept, x.changes)
      from places x where x.state <> 'consumed' and (x.state = 'held' or x.kept <> 0 or x.changes <> 0)
    union all
    select 'offer ' || x.answers, 'ended, one place at most', format('%s, %s places', min(x.offer), count(*) filter (where x.state = 'consumed'))
      from places x group by x.answers having min(x.offer) = 'open' or count(*) filter (where x.state = 'consumed') > 1
    union all
    select 'booking ' || b.id, 'costs and took ' || b.paid_for, format('costs %s, took %s', b.price, b.captured)
      from bookings b where b.price <> b.paid_for or b.captured <> b.paid_for
    union all
    select 'hold ' || t.id, 'paid for, as its guest was told', coalesce(h.state, 'none')
      from unnest(${told}::uuid[]) t (id) left join private.holds h on h.id = t.id where h.state is distinct from 'consumed'`;
  return rows.map((row) => ({ check: 'each dearer place paid once', ...row }));
}
