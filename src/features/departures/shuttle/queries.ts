import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { keepTrying } from '@/lib/api/keep-trying';
import type { Nullable } from '@/lib/api/nullable';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { localizeNames, nameIn } from '@/lib/i18n/listing-texts';
import { persisted } from '@/lib/offline/persisted';
import type { Database, Json } from '@/types/database';

/** Everything of the shuttle pages lies under one key a person: news from the server makes all of it read again. */
export const shuttleKeys = {
  all: (userId: string) => ['shuttle', userId] as const,
  departures: (userId: string, territoryId: string) => [...shuttleKeys.all(userId), 'departures', territoryId] as const,
  departure: (userId: string, territoryId: string, slotId: string, date: string) =>
    [...shuttleKeys.all(userId), 'departure', territoryId, slotId, date] as const,
  passengers: (userId: string, slotId: string, date: string) =>
    [...shuttleKeys.all(userId), 'passengers', slotId, date] as const,
  mine: (userId: string) => [...shuttleKeys.all(userId), 'mine'] as const,
};

/** One departure of a person's list. */
export interface DepartureRef {
  userId: string;
  slotId: string;
  date: string;
}

export const LOAD_FAILED = msg`Failed to load data. Please try again later.`;
const PAGE_SIZE = 20;

interface Cursor {
  p_after_date: string;
  p_after_time: string;
  p_after_id: string;
}

const named = <Row extends { title: string; pickup_location: string; pickup_directions: string; names: Json }>(
  row: Row,
) => localizeNames(row, ['title', 'pickup_location', 'pickup_directions']);

async function getDepartures(territoryId: string, cursor: Cursor | null, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db.rpc('shuttle_departures', { p_territory_id: territoryId, ...cursor, p_limit: PAGE_SIZE }).abortSignal(signal),
    LOAD_FAILED,
  );
  return pageOf(rows.map(named<(typeof rows)[number]>), PAGE_SIZE, (last) => ({
    p_after_date: last.service_date,
    p_after_time: last.start_time,
    p_after_id: last.slot_id,
  }));
}

export type TransportDeparture = Awaited<ReturnType<typeof getDepartures>>['rows'][number];

/** The departures of a territory from today on that have passengers, soonest first. */
export const departuresQuery = (userId: string, territoryId: string) => ({
  ...pagedQuery(shuttleKeys.departures(userId, territoryId), (cursor: Cursor | null, signal) =>
    getDepartures(territoryId, cursor, signal),
  ),
  ...keepTrying,
  ...persisted('shuttle_manager'),
});

/** One departure; null where nobody is booked. */
export const departureQuery = (userId: string, territoryId: string, slotId: string, date: string) =>
  queryOptions({
    queryKey: shuttleKeys.departure(userId, territoryId, slotId, date),
    queryFn: async ({ signal }): Promise<TransportDeparture | null> => {
      const only = { p_territory_id: territoryId, p_slot_id: slotId, p_from: date, p_to: date };
      const [first] = await run((db) => db.rpc('shuttle_departures', only).abortSignal(signal), LOAD_FAILED);
      return first ? named(first) : null;
    },
    ...persisted('shuttle_manager'),
  });

const passengers = z.array(
  z.object({
    name: z.nullish(z.string()),
    email: z.nullish(z.string()),
    whatsapp: z.nullish(z.string()),
    country: z.nullish(z.string()),
    speaks_spanish: z.nullish(z.boolean()),
  }),
);
export type Passenger = z.infer<typeof passengers>[number];

type Row = Database['public']['Functions']['departure_passengers']['Returns'][number];
/** A walk-up has neither a name nor a hotel, and a driver reads no addresses. */
type MayBeNull =
  | 'full_name'
  | 'avatar_url'
  | 'email'
  | 'hotel_name'
  | 'to_pay'
  | 'checked_in_at'
  | 'undo_until'
  | 'stop'
  | 'arrived';

async function getPassengers(slotId: string, date: string, signal: AbortSignal) {
  const rows: Nullable<Row, MayBeNull>[] = await run(
    (db) => db.rpc('departure_passengers', { p_slot_id: slotId, p_date: date }).abortSignal(signal),
    LOAD_FAILED,
  );
  return rows.map((row) => ({ ...row, passengers: passengers.safeParse(row.passengers).data ?? [] }));
}

export type TransportBooking = Awaited<ReturnType<typeof getPassengers>>[number];

/** The bookings of a departure that still stand, with their passengers. A driver gets them without e-mail addresses. */
export const passengersQuery = (userId: string, slotId: string, date: string) =>
  queryOptions({
    queryKey: shuttleKeys.passengers(userId, slotId, date),
    queryFn: ({ signal }) => getPassengers(slotId, date, signal),
    ...keepTrying,
    ...persisted('shuttle_manager', 'shuttle_driver'),
  });

async function getMyDepartures(signal: AbortSignal) {
  const rows = await run((db) => db.rpc('driver_departures').abortSignal(signal), LOAD_FAILED);
  return rows.map(({ territory_names, ...row }) => ({
    ...named(row),
    territory_name: nameIn(row.territory_name, territory_names),
  }));
}

export type MyDeparture = Awaited<ReturnType<typeof getMyDepartures>>[number];

/** The driver's own departures of today and tomorrow. */
export const myDeparturesQuery = (userId: string) =>
  queryOptions({
    queryKey: shuttleKeys.mine(userId),
    queryFn: ({ signal }) => getMyDepartures(signal),
    ...keepTrying,
    ...persisted('shuttle_driver'),
  });

/** The hotels of one day as they follow each other on the way; those of other days keep their places around them. */
export async function setPickupOrder(transportId: string, places: string[]): Promise<void> {
  await run(
    (db) => db.rpc('set_pickup_order', { p_transport_id: transportId, p_places: places }),
    msg`Failed to save the order`,
  );
}
