import { msg } from '@lingui/core/macro';
import { deleteRow } from '@/lib/api/delete-row';
import { run } from '@/lib/api/run';
import { editedServiceQuery, type ServiceRecord, saveService } from '../catalogue/queries';
import { filledFrom } from '../catalogue/service-schema';
import { newSlot, savedSlots, slotsOf } from '../catalogue/slots/slots';
import { translatedColumns, translatedValues } from '../catalogue/translations';
import type { PickupName } from './pickup/queries';
import { NEW_TRANSPORT, TRANSPORT_COLUMNS, TRANSPORT_TEXTS, type TransportValues } from './schema';

const LOAD_FAILED = msg`Failed to load data`;

/** Deletes a service. If it was ever booked, it is archived instead. */
export async function deleteTransport(id: string): Promise<void> {
  await deleteRow('services', id, msg`Failed to delete transport service. Please try again.`);
}

const EDITED = `id, updated_at, pickup_location, ${TRANSPORT_COLUMNS},
  slots(id, start_time, end_time, days_of_week, available_spots, archived_at)` as const;

async function getTransport(id: string, territoryId: string, signal: AbortSignal) {
  return run((db) => {
    const query = db.from('services').select(EDITED).match({ kind: 'transport', id, territory_id: territoryId });
    return query.is('archived_at', null).abortSignal(signal).maybeSingle();
  }, LOAD_FAILED);
}

export type EditedTransport = NonNullable<Awaited<ReturnType<typeof getTransport>>>;

export const editedTransportQuery = (id: string, territoryId: string) =>
  editedServiceQuery('transport', id, (signal) => getTransport(id, territoryId, signal));

/** Returns the values of a service's form. A service that stores only a location's name is matched by that name. */
export function valuesOf(transport: EditedTransport | null, places: readonly PickupName[]): TransportValues {
  const translated = translatedValues(TRANSPORT_TEXTS, transport);
  if (!transport) return { ...NEW_TRANSPORT, ...translated, slots: [newSlot(null)] };
  const { pickup_location: name, pickup_location_id: id } = transport;
  return filledFrom(NEW_TRANSPORT, {
    ...transport,
    ...translated,
    pickup_location_id: id ?? places.find((place) => place.original === name)?.id ?? null,
    slots: slotsOf(transport.slots.filter((slot) => slot.archived_at === null)),
  });
}

const SAVE_FAILED = msg`Failed to save transport service. Please try again.`;

/** Returns the form as the database reads it. */
export function rowOf({ slots, ...values }: TransportValues) {
  const group = values.booking_type !== 'shared';
  const spots = values.available_spots ?? 0;
  return {
    ...translatedColumns(values),
    timeslots: savedSlots('transport', slots, spots),
    title: values.title.trim(),
    description: values.description.trim(),
    shared_price: values.booking_type === 'private' ? null : values.shared_price,
    private_price: group ? values.private_price : null,
    min_spots: values.min_spots ?? 1,
    max_spots: values.max_spots ?? 10,
    available_spots: spots,
    min_private_guests: group ? (values.min_private_guests ?? 1) : 1,
    max_private_guests: group ? (values.max_private_guests ?? 1) : 1,
    // The database replaces it with the location's own name.
    pickup_location: values.pickup_location_id,
    destination: values.destination.trim() || null,
  };
}

export const saveTransport = (territoryId: string, record: ServiceRecord, values: TransportValues): Promise<void> =>
  saveService('transport', territoryId, record, rowOf(values), SAVE_FAILED);
