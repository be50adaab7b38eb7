import { msg } from '@lingui/core/macro';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import type { DepartureName } from '@/features/departures/departure-name';
import { argumentsOf, CHANGE_FAILED } from '@/features/departures/queries';
import { run } from '@/lib/api/run';
import { lastDayOfMonth } from '@/lib/format/dates';
import { catalogueKeys } from '../catalogue/queries';

export const departureKeys = {
  /** The calendars of services and the week of a territory: whoever changes a departure reads them all again. */
  all: [...catalogueKeys.all, 'departures'] as const,
  month: (kind: ServiceKind, serviceId: string, month: string) =>
    [...departureKeys.all, kind, serviceId, month] as const,
};

async function getMonth(kind: ServiceKind, serviceId: string, month: string, signal: AbortSignal) {
  const args = { p_kind: kind, p_service_id: serviceId, p_from: `${month}-01`, p_to: lastDayOfMonth(month) };
  return run(
    (db) => db.rpc('service_departures', args).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
}

export type Departure = Awaited<ReturnType<typeof getMonth>>[number];

/** Every departure of a month, '2026-11', with what is held and sold. */
export const departuresQuery = (kind: ServiceKind, serviceId: string, month: string) =>
  queryOptions({
    queryKey: departureKeys.month(kind, serviceId, month),
    queryFn: ({ signal }) => getMonth(kind, serviceId, month, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

/** The dates to come on which seats of a service are sold or being paid for, and when each leaves. */
export const soldTimesQuery = (kind: ServiceKind, serviceId: string) =>
  queryOptions({
    queryKey: [...departureKeys.all, 'sold', kind, serviceId],
    queryFn: ({ signal }) =>
      run(
        (db) => db.rpc('sold_times', { p_kind: kind, p_service_id: serviceId }).abortSignal(signal),
        msg`Failed to load data. Please try again later.`,
      ),
    staleTime: 0,
  });

export async function setCapacity(departure: DepartureName & { capacity: number }) {
  const call = { ...argumentsOf(departure), p_capacity: departure.capacity };
  await run((db) => db.rpc('set_departure_capacity', call), CHANGE_FAILED);
}

/** All hours of a date at once. */
export async function closeDate(kind: ServiceKind, serviceId: string, date: string, closed: boolean) {
  await run(
    (db) => db.rpc('close_service_date', { p_kind: kind, p_service_id: serviceId, p_date: date, p_closed: closed }),
    CHANGE_FAILED,
  );
}

/** `minimum`: null where it runs with any number. `decideAt`: '18:00', on the day before. */
export interface RunMinimum {
  minimum: number | null;
  decideAt: string;
}

/** How many guests a departure of a service needs. */
export const runMinimumQuery = (kind: ServiceKind, serviceId: string) =>
  queryOptions({
    queryKey: [...departureKeys.all, 'minimum', kind, serviceId],
    queryFn: async ({ signal }): Promise<RunMinimum> => {
      const row = await run(
        (db) =>
          db
            .from('services')
            .select('min_to_run, decide_at')
            .match({ id: serviceId, kind })
            .abortSignal(signal)
            .single(),
        msg`Failed to load data. Please try again later.`,
      );
      return { minimum: row.min_to_run, decideAt: row.decide_at.slice(0, 5) };
    },
  });

export async function setRunMinimum(kind: ServiceKind, serviceId: string, { minimum, decideAt }: RunMinimum) {
  await run(
    (db) =>
      db.rpc('set_run_minimum', {
        p_kind: kind,
        p_service_id: serviceId,
        // The generated type knows no null: without a minimum it runs with any number.
        p_min_to_run: minimum as number,
        p_decide_at: decideAt,
      }),
    CHANGE_FAILED,
  );
}
