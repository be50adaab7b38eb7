import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeNames } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { adminKeys, LOAD_FAILED } from '../queries';

const regions = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    names: z.record(z.string(), namesShape),
    currency_symbol: z.string(),
    visible: z.boolean(),
    /** Open now, whatever the period. */
    chargebacks: z.number(),
    conflicts: z.number(),
    /** The days of the period on which something happened, newest first. Sales and refunds are of that day. */
    days: z.array(z.object({ day: z.string(), sales: z.number(), refunds: z.number(), guests: z.number() })),
  }),
);

async function getRegions(from: string, to: string, signal: AbortSignal) {
  const args = { p_from: from, p_to: to };
  const answer = await run((db) => db.rpc('all_regions', args).abortSignal(signal), LOAD_FAILED);
  return readAnswer(regions, answer).map((region) => localizeNames(region, ['name']));
}

export type RegionDays = Awaited<ReturnType<typeof getRegions>>[number];

/** Returns the figures of all regions on the days of a period, each in its own currency and time zone. */
export const regionsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: adminKeys.regions(from, to),
    queryFn: ({ signal }) => getRegions(from, to, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
