import { msg } from '@lingui/core/macro';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';

export const conflictsKey = (userId: string) => ['dock-conflicts', userId] as const;

const PAGE_SIZE = 50;

/** The position after a page's last row. */
interface Cursor {
  p_after_place: number;
  p_after_at: string;
  p_after_id: string;
}

async function getConflicts(territoryId: string | null, open: boolean, cursor: Cursor | null, signal: AbortSignal) {
  const of = territoryId === null ? {} : { p_territory_id: territoryId };
  const rows = await run(
    (db) => db.rpc('dock_conflicts', { ...of, ...cursor, p_open: open, p_limit: PAGE_SIZE }).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
  return pageOf(
    // People who reported someone else's booking can't see whose it is.
    rows.map((row) => localizeTitle({ ...row, title: row.title ?? '' })),
    PAGE_SIZE,
    (last): Cursor => ({
      p_after_place: last.place,
      p_after_at: last.resolved_at ?? last.created_at,
      p_after_id: last.id,
    }),
  );
}

export type Conflict = Awaited<ReturnType<typeof getConflicts>>['rows'][number];

/** Returns the undecided conflicts from the dock, of a territory or all that the person may see. */
export const conflictsQuery = (userId: string, territoryId: string | null) =>
  pagedQuery([...conflictsKey(userId), territoryId], (cursor: Cursor | null, signal) =>
    getConflicts(territoryId, true, cursor, signal),
  );

/** Returns the conflicts decided in the last 30 days, newest decision first. */
export const settledConflictsQuery = (userId: string, territoryId: string | null) =>
  pagedQuery([...conflictsKey(userId), territoryId, 'settled'], (cursor: Cursor | null, signal) =>
    getConflicts(territoryId, false, cursor, signal),
  );

export const DECISIONS = {
  people: ['noted', 'came', 'did_not_come'],
  cash: ['cash_in_books', 'cash_returned', 'cash_handed_over'],
} as const;
export type ConflictDecision = (typeof DECISIONS)[keyof typeof DECISIONS][number];

/**
 * Decides a conflict. Fails with conflict_decided (by someone else), cash_not_booked, forbidden, no_show_too_early
 * and others of an arrival.
 */
export async function decideConflict(id: string, decision: ConflictDecision): Promise<void> {
  await run(
    (db) => db.rpc('decide_dock_conflict', { p_id: id, p_decision: decision }),
    msg`We couldn't save the decision`,
  );
}

/**
 * Undoes a decision, which reopens the conflict and restores the arrival. Fails with forbidden or rate_limited_day.
 */
export async function reopenConflict(id: string): Promise<void> {
  await run((db) => db.rpc('reopen_dock_conflict', { p_id: id }), msg`We couldn't undo the decision`);
}
