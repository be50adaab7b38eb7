import { msg } from '@lingui/core/macro';
import type { Departure } from '@/features/departures/day/queries';
import { run } from '@/lib/api/run';

/**
 * Saves the order in which a day's hotels are visited. Hotels of other days keep their positions around them.
 * `shown` is the order before: if someone else has changed it since, it is refused as a version conflict.
 */
export async function setPickupOrder(transportId: string, places: string[], shown: string[]): Promise<void> {
  await run(
    (db) => db.rpc('set_pickup_order', { p_transport_id: transportId, p_places: places, p_expected: shown }),
    msg`Failed to save the order`,
  );
}

/**
 * Saves how many minutes before the departure a hotel is visited on all days, or null for no time. `shown` are the
 * minutes before: if someone else has changed them since, it is refused as a version conflict.
 */
export async function setPickupTime(
  transportId: string,
  place: string,
  minutes: number | null,
  shown: number | null,
): Promise<void> {
  await run(
    (db) =>
      db.rpc('set_pickup_time', {
        p_transport_id: transportId,
        p_place: place,
        // The generated types have no null for arguments.
        p_minutes: minutes as number,
        p_expected: shown as number,
      }),
    msg`Failed to save the pickup time`,
  );
}

/** Returns the saved minutes of a hotel, or undefined if no guest of the departure is picked up there. */
export async function getPickupMinutes(
  { slot_id, service_date }: Pick<Departure, 'slot_id' | 'service_date'>,
  place: string,
): Promise<number | null | undefined> {
  const rows: { hotel_name: string | null; pickup_minutes: number | null }[] = await run(
    (db) => db.rpc('departure_passengers', { p_slot_id: slot_id, p_date: service_date }),
    msg`Failed to save the pickup time`,
  );
  const key = place.trim().toLocaleLowerCase();
  return rows.find(({ hotel_name }) => hotel_name?.trim().toLocaleLowerCase() === key)?.pickup_minutes;
}
