import { msg } from '@lingui/core/macro';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DepartureName } from '@/features/departures/departure-name';
import { argumentsOf, CHANGE_FAILED } from '@/features/departures/queries';
import { run } from '@/lib/api/run';
import { lastDayOfMonth } from '@/lib/format/dates';
import { catalogueKeys } from '../catalogue/queries';

export const departureKeys = {
  /** The key of a territory's calendars and week, which are refetched together after a change. */
  all: [...catalogueKeys.all, 'departures'] as const,
  month: (serviceId: string, month: string) => [...departureKeys.all, serviceId, month] as const,
};

async function getMonth(serviceId: string, month: string, signal: AbortSignal) {
  const args = { p_service_id: serviceId, p_from: `${month}-01`, p_to: lastDayOfMonth(month) };
  return run(
    (db) => db.rpc('service_departures', args).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
}

export type Departure = Awaited<ReturnType<typeof getMonth>>[number];

/** Returns every departure of a month ('2026-11') with its held and sold seats. */
export const departuresQuery = (serviceId: string, month: string) =>
  queryOptions({
    queryKey: departureKeys.month(serviceId, month),
    queryFn: ({ signal }) => getMonth(serviceId, month, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

/** Returns the future dates on which a service has sold or held seats, with their departure times. */
export const soldTimesQuery = (serviceId: string) =>
  queryOptions({
    queryKey: [...departureKeys.all, 'sold', serviceId],
    queryFn: ({ signal }) =>
      run(
        (db) => db.rpc('sold_times', { p_service_id: serviceId }).abortSignal(signal),
        msg`Failed to load data. Please try again later.`,
      ),
    staleTime: 0,
  });

/** The current number of seats of a departure; undefined if it is no longer there. */
export async function getCapacity({ serviceId, slotId, date }: DepartureName): Promise<number | undefined> {
  const rows = await run(
    (db) => db.rpc('service_departures', { p_service_id: serviceId, p_from: date, p_to: date }),
    msg`Failed to load data. Please try again later.`,
  );
  return rows.find((row) => row.slot_id === slotId)?.capacity;
}

/** `expected`: what the form was opened with; 'changed_meanwhile' where a colleague has set something else since. */
export async function setCapacity(departure: DepartureName & { capacity: number; expected: number }) {
  const call = { ...argumentsOf(departure), p_capacity: departure.capacity, p_expected: departure.expected };
  await run((db) => db.rpc('set_departure_capacity', call), CHANGE_FAILED);
}

/** Closes all departures of a date at once. */
export async function closeDate(serviceId: string, date: string, closed: boolean) {
  await run(
    (db) => db.rpc('close_service_date', { p_service_id: serviceId, p_date: date, p_closed: closed }),
    CHANGE_FAILED,
  );
}

/** `minimum` is null if there is none. `decideAt` is a time on the day before, such as '18:00'. */
export interface RunMinimum {
  minimum: number | null;
  decideAt: string;
}

/** Returns the minimum of guests of a service's departures. */
export const runMinimumQuery = (serviceId: string) =>
  queryOptions({
    queryKey: [...departureKeys.all, 'minimum', serviceId],
    queryFn: async ({ signal }): Promise<RunMinimum> => {
      const row = await run(
        (db) => db.from('services').select('min_to_run, decide_at').eq('id', serviceId).abortSignal(signal).single(),
        msg`Failed to load data. Please try again later.`,
      );
      return { minimum: row.min_to_run, decideAt: row.decide_at.slice(0, 5) };
    },
  });

/**
 * Saves the minimum. `seen` is what the form opened with. Fails with 'changed_meanwhile' if a colleague has changed
 * it since.
 */
export async function setRunMinimum(serviceId: string, { minimum, decideAt }: RunMinimum, seen: RunMinimum) {
  await run(
    (db) =>
      db.rpc('set_run_minimum', {
        p_service_id: serviceId,
        // The generated type doesn't allow null, which means no minimum.
        p_min_to_run: minimum as number,
        p_decide_at: decideAt,
        p_seen_min_to_run: seen.minimum as number,
        p_seen_decide_at: seen.decideAt,
      }),
    CHANGE_FAILED,
  );
}
