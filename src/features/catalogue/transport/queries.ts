import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { MAX_ROWS, readAll } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { isUuid } from '@/lib/format/uuid';
import { compareText } from '@/lib/i18n/intl';
import { innerTextColumns, localize, localizeInner, localizeNames, textColumns } from '@/lib/i18n/listing-texts';

export const transportKeys = {
  all: ['transports'] as const,
  list: (territoryId: string | null) => [...transportKeys.all, 'list', territoryId] as const,
  one: (id: string) => [...transportKeys.all, 'detail', id] as const,
  types: () => [...transportKeys.all, 'types'] as const,
};

const listColumns = () =>
  `id, territory_id, title, ${textColumns()}, image_urls, booking_type, shared_price, private_price, max_spots,
  max_private_guests, available_spots, pickup_location, destination, slots(start_time, archived_at),
  duration_hours, rating_average, rating_count,
  type:transport_types(id, name),
  territory:territories!services_territory_id_fkey(id, name, names, currency_symbol),
  destination_region:territories!services_destination_territory_id_fkey(id, name, names)` as const;

/** Adds the departure place and times to a row. A car has no times. */
const withPlaceAndTimes = <Row extends { pickup_location: string | null; slots: Slot[] }>({ slots, ...row }: Row) => ({
  ...row,
  pickup_location: row.pickup_location ?? '',
  times: [
    ...new Set(slots.flatMap((slot) => (slot.archived_at === null && slot.start_time ? slot.start_time : []))),
  ].sort(),
});
type Slot = { start_time: string | null; archived_at: string | null };

const LIST_FAILED = msg`Failed to load transport services`;

async function getPage(territoryId: string | null, after: string | null, signal: AbortSignal) {
  const rows = await run((db) => {
    let query = db
      .from('services')
      .select(listColumns())
      .match({ kind: 'transport', visible: true })
      .is('archived_at', null);
    if (territoryId !== null) query = query.eq('territory_id', territoryId);
    if (after !== null) query = query.gt('id', after);
    return query.order('id').limit(MAX_ROWS).abortSignal(signal);
  }, LIST_FAILED);
  return rows.map((row) => ({
    ...withPlaceAndTimes(localize(row, ['title', 'pickup_location', 'destination'])),
    // The destination's name in URLs, which is the same in every language.
    destination_key: row.destination,
    territory: row.territory && localizeNames(row.territory, ['name']),
    destination_region: row.destination_region && localizeNames(row.destination_region, ['name']),
  }));
}

type Row = Awaited<ReturnType<typeof getPage>>[number];

/** Sorts by territory, then by time. Services without a fixed time come last. */
const inOrder = (a: Row, b: Row): number =>
  compareText(a.territory?.name ?? '', b.territory?.name ?? '') ||
  (a.times[0] ?? '99').localeCompare(b.times[0] ?? '99') ||
  compareText(a.title, b.title);

async function getTransports(territoryId: string | null, signal: AbortSignal) {
  const all = await readAll((after) => getPage(territoryId, after, signal));
  return all.sort(inOrder);
}

export type TransportListItem = Row;

/** Returns every bookable service of one territory or of all. The filters need all of them for the highest price. */
export const transportsQuery = (territoryId: string | null) =>
  queryOptions({
    queryKey: transportKeys.list(territoryId),
    queryFn: ({ signal }) => getTransports(territoryId, signal),
    staleTime: 60_000,
  });

export const transportTypesQuery = () =>
  queryOptions({
    queryKey: transportKeys.types(),
    queryFn: ({ signal }) =>
      run((db) => db.from('transport_types').select('id, name').order('name').abortSignal(signal), LIST_FAILED),
    staleTime: Number.POSITIVE_INFINITY,
  });

const detailColumns = () =>
  `id, title, description, ${textColumns()}, territory_id, image_urls, booking_type, shared_price, private_price, min_spots, max_spots,
  available_spots, min_private_guests, max_private_guests, pickup_location, destination, destination_territory_id,
  duration_hours, passport_required, slots(start_time, archived_at), cancellation_policy, rating_average, rating_count,
  type:transport_types(id, name),
  territory:territories!services_territory_id_fkey(id, name, names, currency_code, currency_symbol, time_zone),
  pickup:pickup_locations(name, directions, map_link, ${innerTextColumns})` as const;

const FAILED = msg`Failed to load transport details. Please try again later.`;

/** A service that is older than its pickup location stores only the name, so the location is found by that. */
function getPickup(territoryId: string, name: string, signal: AbortSignal) {
  return run(
    (db) =>
      db
        .from('pickup_locations')
        .select(`name, directions, map_link, ${innerTextColumns}`)
        .eq('territory_id', territoryId)
        .eq('name', name)
        .abortSignal(signal)
        .maybeSingle(),
    FAILED,
  );
}

async function getTransport(id: string, signal: AbortSignal) {
  if (!isUuid(id)) return null;
  const found = await run(
    (db) =>
      db.from('services').select(detailColumns()).match({ kind: 'transport', id }).abortSignal(signal).maybeSingle(),
    FAILED,
  );
  if (!found) return null;
  const pickup = found.pickup ?? (await getPickup(found.territory_id, found.pickup_location ?? '', signal));
  return {
    ...withPlaceAndTimes(localize(found, ['title', 'description', 'pickup_location', 'destination'])),
    territory: found.territory && localizeNames(found.territory, ['name']),
    pickup: pickup && localizeInner(pickup, ['name', 'directions']),
  };
}

export type Transport = NonNullable<Awaited<ReturnType<typeof getTransport>>>;

/** Returns a service with its type, territory and pickup location, or null if it isn't visible. */
export const transportQuery = (id: string) =>
  queryOptions({ queryKey: transportKeys.one(id), queryFn: ({ signal }) => getTransport(id, signal) });
