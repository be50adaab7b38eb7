import { useQuery } from '@tanstack/react-query';
import { conditionsQuery, touches } from '@/features/catalogue/conditions/queries';
import { useNow } from '@/lib/hooks/use-now';
import { persisted } from '@/lib/offline/persisted';
import { lazyPart } from '@/ui/loading/lazy-part';
import { isSoon, lastsUntil } from './next-trips';
import type { TicketRow } from './pages';

const ConditionList = lazyPart(() => import('@/features/catalogue/conditions/ConditionList'));

/** Returns a region's travel alerts, and stores them for offline use with a trip. */
export const tripConditionsQuery = (territoryId: string) => ({ ...conditionsQuery([territoryId]), ...persisted() });

/** Shows travel alerts for trips in the next two days. */
export function TicketConditions({ row, className }: { row: TicketRow; className?: string | undefined }) {
  const now = useNow();
  if (!row.territory || !row.service || !isSoon(row, now)) return null;
  return <OfService row={row} territoryId={row.territory.id} id={row.service.id} now={now} className={className} />;
}

interface Props {
  row: TicketRow;
  territoryId: string;
  id: string;
  now: Date;
  className?: string | undefined;
}

function OfService({ row, territoryId, id, now, className }: Props) {
  const { data = [] } = useQuery(tripConditionsQuery(territoryId));
  // Stored data may be outdated, and alerts that start after the trip don't matter.
  const current = data.filter(
    (one) => touches(one, id) && Date.parse(one.ends_at) > now.getTime() && lastsUntil(row, one.starts_at),
  );
  return current.length > 0 && <ConditionList conditions={current} className={className} />;
}
