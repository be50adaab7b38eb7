import { msg } from '@lingui/core/macro';
import { run } from '@/lib/api/run';

/** A day's hotels in pickup order; other days' hotels keep their positions around them. */
export async function setPickupOrder(transportId: string, places: string[]): Promise<void> {
  await run(
    (db) => db.rpc('set_pickup_order', { p_transport_id: transportId, p_places: places }),
    msg`Failed to save the order`,
  );
}
