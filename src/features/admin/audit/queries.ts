import { queryOptions } from '@tanstack/react-query';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import type { Database } from '@/types/database';
import { adminKeys, LOAD_FAILED } from '../queries';

const SIZE = 50;

type Row = Database['public']['Functions']['list_audit']['Returns'][number];
/** The generated types don't know which columns can be null. */
type MayBeNull = 'actor_id' | 'actor_name' | 'territory_id' | 'subject_name' | 'subject_names';
/** An actor is null for the system or a deleted account, and other fields are null if the subject has no name. */
export type AuditEntry = Omit<Row, MayBeNull> & { [K in MayBeNull]: Row[K] | null };

export interface AuditFilters {
  /** Matches the beginnings of words in an entry's subject and text. */
  q: string;
  /** Matches the beginnings of words in the actor's name or email address. */
  who: string;
  action: string;
  region: string;
  /** The dates are in the reader's time zone and inclusive. */
  from: string;
  to: string;
}

/** Returns the start of a day, or of a day some days later. */
function dayStart(day: string, later = 0): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date.toISOString();
}

const searchArgs = ({ q, who }: Pick<AuditFilters, 'q' | 'who'>) => ({
  ...(q.trim() ? { p_search: q.trim() } : {}),
  ...(who.trim() ? { p_actor: who.trim() } : {}),
});

export function argsOf({ action, region, from, to, ...search }: AuditFilters) {
  return {
    ...searchArgs(search),
    ...(action ? { p_action: action } : {}),
    ...(region ? { p_territory_id: region } : {}),
    ...(from ? { p_from: dayStart(from) } : {}),
    ...(to ? { p_to: dayStart(to, 1) } : {}),
  };
}

type Cursor = Pick<Row, 'at' | 'id'>;

async function getPage(filters: AuditFilters, cursor: Cursor | null, signal: AbortSignal) {
  const before = cursor && { p_before_at: cursor.at, p_before_id: cursor.id };
  const args = { ...argsOf(filters), ...before, p_limit: SIZE };
  const rows: AuditEntry[] = await run((db) => db.rpc('list_audit', args).abortSignal(signal), LOAD_FAILED);
  return pageOf(rows, SIZE, ({ at, id }): Cursor => ({ at, id }));
}

/** Returns the entries, newest first. */
export const auditQuery = (filters: AuditFilters) =>
  pagedQuery(adminKeys.audit(filters), (cursor: Cursor | null, signal) => getPage(filters, cursor, signal));

/** Returns whether a search matches more people, bookings or invitations than the log can list. */
export const auditCutQuery = (search: Pick<AuditFilters, 'q' | 'who'>) => {
  const args = searchArgs(search);
  return queryOptions({
    queryKey: adminKeys.auditCut(args),
    queryFn: async ({ signal }): Promise<boolean> =>
      run((db) => db.rpc('audit_search_cut', args).abortSignal(signal), LOAD_FAILED),
    enabled: Object.keys(args).length > 0,
    staleTime: 60_000,
  });
};

/** Returns all kinds of action in the log. */
export const auditActionsQuery = () =>
  queryOptions({
    queryKey: adminKeys.auditActions(),
    queryFn: async ({ signal }): Promise<string[]> =>
      run((db) => db.rpc('audit_actions').abortSignal(signal), LOAD_FAILED),
    staleTime: 60_000,
  });
