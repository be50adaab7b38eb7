import { msg } from '@lingui/core/macro';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { keepTrying } from '@/features/departures/keep-trying';
import { run } from '@/lib/api/errors';
import { db } from '@/lib/api/supabase';
import { persisted } from '@/lib/offline/persisted';

/** Everything of the shuttle pages lies under one key a person: a sign from the server makes all of it read again. */
export const shuttleKeys = {
  all: (userId: string) => ['shuttle', userId] as const,
  groups: (userId: string, territoryId: string) => [...shuttleKeys.all(userId), 'groups', territoryId] as const,
  one: (userId: string, territoryId: string, transportId: string, date: string) =>
    [...shuttleKeys.all(userId), 'run', territoryId, transportId, date] as const,
  passengers: (userId: string, transportId: string, date: string) =>
    [...shuttleKeys.all(userId), 'passengers', transportId, date] as const,
  mine: (userId: string) => [...shuttleKeys.all(userId), 'mine'] as const,
};

/** The passengers of one run, as the pages keep them. */
export interface RunRef {
  userId: string;
  transportId: string;
  date: string;
}

export const LOAD_FAILED = msg`Failed to load data. Please try again later.`;
const PAGE_SIZE = 20;

interface Cursor {
  p_after_date: string;
  p_after_time: string;
  p_after_id: string;
}

async function getGroups(territoryId: string, cursor: Cursor | null, signal: AbortSignal) {
  const rows = await run(
    db.rpc('shuttle_groups', { p_territory_id: territoryId, ...cursor, p_limit: PAGE_SIZE }).abortSignal(signal),
    LOAD_FAILED,
  );
  const last = rows.at(-1);
  const next: Cursor | null =
    rows.length === PAGE_SIZE && last
      ? { p_after_date: last.service_date, p_after_time: last.start_time, p_after_id: last.transport_id }
      : null;
  return { rows, next };
}

export type Run = Awaited<ReturnType<typeof getGroups>>['rows'][number];

/** The departures of a region from today on that have passengers, soonest first. */
export const groupsQuery = (userId: string, territoryId: string) =>
  infiniteQueryOptions({
    queryKey: shuttleKeys.groups(userId, territoryId),
    queryFn: ({ pageParam, signal }) => getGroups(territoryId, pageParam, signal),
    ...keepTrying,
    ...persisted('shuttle_manager'),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
  });

/** One departure; null where nobody is booked. */
export const runQuery = (userId: string, territoryId: string, transportId: string, date: string) =>
  queryOptions({
    queryKey: shuttleKeys.one(userId, territoryId, transportId, date),
    queryFn: async ({ signal }): Promise<Run | null> => {
      const only = { p_territory_id: territoryId, p_transport_id: transportId, p_from: date, p_to: date };
      const [first] = await run(db.rpc('shuttle_groups', only).abortSignal(signal), LOAD_FAILED);
      return first ?? null;
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

async function getPassengers(transportId: string, date: string, signal: AbortSignal) {
  const rows = await run(
    db.rpc('run_passengers', { p_transport_id: transportId, p_date: date }).abortSignal(signal),
    LOAD_FAILED,
  );
  return rows.map((row) => ({ ...row, passengers: passengers.safeParse(row.passengers).data ?? [] }));
}

export type RunBooking = Awaited<ReturnType<typeof getPassengers>>[number];

/** The bookings of a departure that still stand, with their passengers. A driver gets them without e-mail addresses. */
export const passengersQuery = (userId: string, transportId: string, date: string) =>
  queryOptions({
    queryKey: shuttleKeys.passengers(userId, transportId, date),
    queryFn: ({ signal }) => getPassengers(transportId, date, signal),
    ...keepTrying,
    ...persisted('shuttle_manager', 'shuttle_driver'),
  });

async function getMyRuns(signal: AbortSignal) {
  return run(db.rpc('driver_runs').abortSignal(signal), LOAD_FAILED);
}

export type MyRun = Awaited<ReturnType<typeof getMyRuns>>[number];

/** The driver's own runs of today and tomorrow. */
export const myRunsQuery = (userId: string) =>
  queryOptions({
    queryKey: shuttleKeys.mine(userId),
    queryFn: ({ signal }) => getMyRuns(signal),
    ...keepTrying,
    ...persisted('shuttle_driver'),
  });
