import { queryOptions } from '@tanstack/react-query';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import type { Database } from '@/types/database';
import { adminKeys, LOAD_FAILED } from '../queries';

const SIZE = 50;

type Row = Database['public']['Functions']['list_audit']['Returns'][number];
/** The generated types do not know which columns of a function may be null. */
type MayBeNull = 'actor_id' | 'actor_name' | 'territory_id' | 'subject_name' | 'subject_names';
/** Without a name: by the system, by an account that is gone, about something that has none. */
export type AuditEntry = Omit<Row, MayBeNull> & { [K in MayBeNull]: Row[K] | null };

export interface AuditFilters {
  /** Beginnings of words of what an entry is about, and of what it says. */
  q: string;
  /** The same of the name or the e-mail of who did it. */
  who: string;
  action: string;
  region: string;
  /** Days of the reader's own clock, both included. */
  from: string;
  to: string;
}

/** When a day begins, or the one that comes so many days after it. */
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

/** What was done, the newest first. */
export const auditQuery = (filters: AuditFilters) =>
  pagedQuery(adminKeys.audit(filters), (cursor: Cursor | null, signal) => getPage(filters, cursor, signal));

/** Whether words fit more people, bookings or invitations than the log is looked through for: not all that they find is shown. */
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

/** Every kind of action that the log has. */
export const auditActionsQuery = () =>
  queryOptions({
    queryKey: adminKeys.auditActions(),
    queryFn: async ({ signal }): Promise<string[]> =>
      run((db) => db.rpc('audit_actions').abortSignal(signal), LOAD_FAILED),
    staleTime: 60_000,
  });
