import type { LargeSizes } from '../../../supabase/seed/large.ts';
import { numberOf, TERRITORY_ID, userIdOf } from './people.ts';

/** A busy day has this many departures, with ten people each. */
export const DEPARTURES = 40;
const SEATS = 10;

const TODAY = `(now() at time zone 'America/Guatemala')::date`;

/**
 * Fills today twice: a guide's day, and the territory's shuttles with one driver. Each booking is for one person
 * who pays in cash.
 */
export function dayStatements(sizes: LargeSizes): string[] {
  const guide = userIdOf(sizes, 'guide');
  const driver = userIdOf(sizes, 'driver');
  const departures = `generate_series(0, ${DEPARTURES - 1}) d`;
  const seats = `generate_series(0, ${SEATS - 1}) p`;
  const guest = `('a0000000-0000-4000-8000-' || lpad(to_hex((${numberOf(sizes, 'manager')} + 100 + d * ${SEATS} + p)::bigint), 12, '0'))::uuid`;
  // The departures are between now and midnight, because those that have left are no longer on a driver's list.
  const starts = `time '23:50' - (${DEPARTURES - 1} - d) * interval '1 minute'`;
  const led = `(select array_agg(id order by id) as ids from public.experiences where guide_id = '${guide}') e`;
  const experience = `e.ids[1 + d % cardinality(e.ids)]`;
  const service = `md5('service' || d)::uuid`;
  const paid = `'shared', 100, 100, 'GTQ', 'cash', 'ordered', '+12025550100', 'DE', 'Hotel ' || p, '2026-01', now()`;
  const COLUMNS = `territory_id, tourist_id, booking_date, start_time, num_people, seats, booking_type, unit_price, total_price, currency_code,
    payment_method, status, whatsapp_number, country, hotel_name, waiver_version, waiver_accepted_at`;
  return [
    `insert into public.slots (kind, id, service_id, start_time, end_time, max_spots, available_spots)
     select 'experience', md5('slot' || d)::uuid, ${experience}, ${starts}, time '23:59', 20, 20 from ${departures}, ${led}`,
    `insert into public.departures (kind, id, slot_id, service_id, territory_id, service_date, capacity, sold, start_time)
     select 'experience', md5('tour' || d)::uuid, md5('slot' || d)::uuid, ${experience}, '${TERRITORY_ID}', ${TODAY}, 20, ${SEATS}, ${starts} from ${departures}, ${led}`,
    `insert into public.bookings (kind, departure_id, service_id, slot_id, guide_id, ${COLUMNS})
     select 'experience', md5('tour' || d)::uuid, ${experience}, md5('slot' || d)::uuid, '${guide}', '${TERRITORY_ID}', ${guest}, ${TODAY}, ${starts}, 1, 1, ${paid}
     from ${departures}, ${seats}, ${led}`,
    `insert into public.departures (kind, id, slot_id, service_id, territory_id, service_date, capacity, sold, start_time)
     select 'transport', md5('ride' || d)::uuid, ${service}, ${service}, '${TERRITORY_ID}', ${TODAY}, 20, ${SEATS}, ${starts} from ${departures}`,
    `insert into public.bookings (kind, departure_id, service_id, slot_id, ${COLUMNS})
     select 'transport', md5('ride' || d)::uuid, ${service}, ${service}, '${TERRITORY_ID}', ${guest}, ${TODAY}, ${starts}, 1, 1, ${paid} from ${departures}, ${seats}`,
    `insert into public.driver_schedules (driver_id, slot_id, day_of_week)
     select '${driver}', ${service}, private.weekday(${TODAY}) from ${departures}`,
  ];
}
