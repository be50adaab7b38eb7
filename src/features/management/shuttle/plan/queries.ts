import { msg } from '@lingui/core/macro';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { LOAD_FAILED, workKeys } from '@/features/departures/day/queries';
import type { Nullable } from '@/lib/api/nullable';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';

const assigned = z.array(
  z.object({
    driver_id: z.string(),
    full_name: z.string(),
    answer: z.nullable(z.enum(['confirmed', 'declined'])),
  }),
);
export type AssignedDriver = z.output<typeof assigned>[number];

const planKeys = {
  week: (userId: string, territoryId: string, monday: string) =>
    [...workKeys.all(userId), 'plan', territoryId, monday] as const,
  gaps: (userId: string, territoryId: string) => [...workKeys.all(userId), 'gaps', territoryId] as const,
};

type Row = Nullable<Database['public']['Functions']['driver_plan']['Returns'][number], 'start_time'>;

async function getPlan(territoryId: string, monday: string, signal: AbortSignal) {
  const week = { p_territory_id: territoryId, p_from: monday };
  const rows: Row[] = await run((db) => db.rpc('driver_plan', week).abortSignal(signal), LOAD_FAILED);
  return rows.map(({ drivers, ...row }) => ({ ...localizeTitle(row), drivers: readAnswer(assigned, drivers) }));
}

export type PlannedRun = Awaited<ReturnType<typeof getPlan>>[number];

/** Returns the departures of a week with their drivers. */
export const planQuery = (userId: string, territoryId: string, monday: string) =>
  queryOptions({
    queryKey: planKeys.week(userId, territoryId, monday),
    queryFn: ({ signal }) => getPlan(territoryId, monday, signal),
    placeholderData: keepPreviousData,
  });

/** Returns the days of the next two weeks on which departures have no driver. */
export const gapsQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: planKeys.gaps(userId, territoryId),
    queryFn: ({ signal }) =>
      run((db) => db.rpc('driver_gaps', { p_territory_id: territoryId }).abortSignal(signal), LOAD_FAILED),
  });

/** Sets the drivers of one date, or with null those of the weekly schedule. `expected` are those that were shown. */
export async function setDepartureDrivers(
  { slot_id, service_date }: Pick<PlannedRun, 'slot_id' | 'service_date'>,
  expected: string[],
  drivers: string[] | null,
): Promise<void> {
  const args = {
    p_slot_id: slot_id,
    p_date: service_date,
    p_expected: expected,
    ...(drivers && { p_drivers: drivers }),
  };
  await run((db) => db.rpc('set_departure_drivers', args), msg`Failed to change the drivers`);
}

const copied = z.object({ copied: z.number(), kept: z.number(), missing: z.number() });

/** Copies the drivers that were set for the dates of a week to the next one. */
export async function copyDriverWeek(territoryId: string, monday: string) {
  const week = { p_territory_id: territoryId, p_from: monday };
  return readAnswer(copied, await run((db) => db.rpc('copy_driver_week', week), msg`Failed to copy the week`));
}
