import type { ChaosStack } from './chaos-stack.ts';
import type { Finding } from './finding.ts';

/**
 * Checks that each due trip with a minimum was decided: confirmed with enough bookings and one notice per guest, or
 * cancelled with an offer for every guest.
 */
export async function compareMinimums({ sql }: ChaosStack): Promise<Finding[]> {
  const rows = await sql<{ subject: string; expected: string; actual: string }[]>`
    with d as (
      select d.id, d.status, e.min_to_run, (select coalesce(sum(b.num_people), 0) from public.bookings b where b.departure_id = d.id) as booked
        from public.departures d join public.experiences e on e.id = d.service_id
       where e.min_to_run is not null and exists (select 1 from public.bookings b where b.departure_id = d.id)),
    heard as (
      select b.id, count(o.id) as times from d join public.bookings b on b.departure_id = d.id and private.is_live(b.status)
        left join private.outbox o on o.dedupe_key = format('notification:departure:confirmed:%s:%s', d.id, b.id)
       where d.status = 'confirmed' group by 1)
    select 'departure ' || d.id as subject, 'confirmed or cancelled' as expected, d.status as actual from d where d.status = 'scheduled' and exists (
      select 1 from public.bookings b where b.departure_id = d.id and private.is_live(b.status))
    union all
    select 'departure ' || d.id, 'cancelled with ' || d.booked || ' of ' || d.min_to_run, d.status from d where d.status = 'confirmed' and d.booked < d.min_to_run
    union all
    select 'booking ' || b.id, 'an offer', 'none' from d join public.bookings b on b.departure_id = d.id and private.is_live(b.status)
     where d.status = 'cancelled' and not exists (select 1 from private.departure_offers o where o.booking_id = b.id)
    union all
    select 'booking ' || h.id, 'heard once', h.times || ' times' from heard h where h.times <> 1`;
  return rows.map((row) => ({ check: 'each minimum decided', ...row }));
}
