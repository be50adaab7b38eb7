import { usePages } from '@/lib/api/use-pages';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { useFocusRecovery } from '@/ui/focus/use-focus-recovery';
import { lazyPart } from '@/ui/loading/lazy-part';
import { conflictsKey, conflictsQuery, settledConflictsQuery } from './queries';
import { ReportsFailed } from './ReportsFailed';

// They are chunks of their own, because most days have no reports.
const OpenConflicts = lazyPart(() => import('./OpenConflicts'));
const SettledConflicts = lazyPart(() => import('./SettledConflicts'));

interface Props {
  userId: string;
  /** The territory, or null for all that the person may see. */
  territoryId: string | null;
}

/** Lists reports from the dock that need a decision, and the settled ones below. Shows nothing if there are none. */
export function Conflicts({ userId, territoryId }: Props) {
  const pages = usePages(conflictsQuery(userId, territoryId));
  const settled = usePages(settledConflictsQuery(userId, territoryId));
  useLiveQuery(territoryId ? { [`territory:${territoryId}`]: ['booking'] } : {}, conflictsKey(userId));
  const { rows } = pages;
  // A decided report leaves its list, and the focus was on its row.
  const box = useFocusRecovery<HTMLDivElement>();
  return (
    <div ref={box}>
      {!rows && <ReportsFailed pages={pages} />}
      {rows && rows.length > 0 && <OpenConflicts userId={userId} pages={{ ...pages, rows }} />}
      {rows && !settled.rows && <ReportsFailed pages={settled} />}
      {rows && settled.rows && settled.rows.length > 0 && (
        <SettledConflicts userId={userId} pages={{ ...settled, rows: settled.rows }} />
      )}
    </div>
  );
}
