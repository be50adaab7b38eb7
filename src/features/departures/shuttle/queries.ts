import { msg } from '@lingui/core/macro';
import { run } from '@/lib/api/run';

/** Saves the order in which a day's hotels are visited. Hotels of other days keep their positions around them. */
export async function setPickupOrder(transportId: string, places: string[]): Promise<void> {
  await run(
    (db) => db.rpc('set_pickup_order', { p_transport_id: transportId, p_places: places }),
    msg`Failed to save the order`,
  );
}
