import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import type { Database } from '@/types/database';
import { adminKeys, LOAD_FAILED } from '../queries';

const shape = z.nullable(
  z.object({
    checked_at: z.string(),
    duration_ms: z.number(),
    broken: z.number(),
    rules: z.array(z.object({ rule: z.string(), broken: z.number() })),
    rows: z.array(
      z.object({
        rule: z.string(),
        subject: z.nullish(z.string()),
        expected: z.nullish(z.number()),
        actual: z.nullish(z.number()),
      }),
    ),
  }),
);
export type Report = z.infer<typeof shape>;

/** Returns the newest report on the invariants, or null before the first one. */
export const reportQuery = () =>
  queryOptions({
    queryKey: adminKeys.checks(),
    queryFn: async ({ signal }): Promise<Report> =>
      readAnswer(shape, await run((db) => db.rpc('latest_invariant_report').abortSignal(signal), LOAD_FAILED)),
  });

/** Checks everything now. This is possible at most once a minute. */
export async function checkNow(): Promise<Report> {
  return readAnswer(shape, await run((db) => db.rpc('check_invariants_now'), LOAD_FAILED));
}

const runsShape = z.object({
  /** Null if it has never run. */
  last_run_at: z.nullable(z.string()),
  late: z.boolean(),
  /** The number of due emails, notifications and Stripe operations that aren't done. */
  waiting: z.number(),
  /** The number of items that need attention. */
  parked: z.number(),
  runs: z.number(),
  unreachable: z.number(),
  done: z.record(z.string(), z.number()),
});
export type ReconcilerReport = z.infer<typeof runsShape>;

/** Returns when the reconciler last ran, and what it did in the last 24 hours. */
export const reconcilerQuery = () =>
  queryOptions({
    queryKey: adminKeys.reconciler(),
    queryFn: async ({ signal }): Promise<ReconcilerReport> =>
      readAnswer(runsShape, await run((db) => db.rpc('reconciler_report').abortSignal(signal), LOAD_FAILED)),
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });

type Row = Database['public']['Functions']['list_troubles']['Returns'][number];
/** The generated types don't know which columns can be null. */
export type Trouble = Omit<Row, 'next_attempt_at'> & { next_attempt_at: string | null };

const SIZE = 50;

async function getPage(after: Trouble | null, signal: AbortSignal) {
  const args = {
    p_limit: SIZE,
    ...(after && { p_after_parked: after.parked, p_after_at: after.last_at, p_after_key: after.key }),
  };
  const rows: Trouble[] = await run((db) => db.rpc('list_troubles', args).abortSignal(signal), LOAD_FAILED);
  return pageOf(rows, SIZE, (last) => last);
}

/** Returns failing background work, with the items that need attention first. */
export const troublesQuery = () => ({
  ...pagedQuery(adminKeys.troubles(), (cursor: Trouble | null, signal) => getPage(cursor, signal)),
  refetchOnWindowFocus: 'always' as const,
});

export async function retryTrouble({ kind, item }: Pick<Trouble, 'kind' | 'item'>): Promise<void> {
  await run(
    (db) => db.rpc('retry_trouble', { p_kind: kind, p_item: item }),
    msg`We couldn't retry it. Please try again.`,
  );
}
