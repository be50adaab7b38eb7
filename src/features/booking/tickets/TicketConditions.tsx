import { useQuery } from '@tanstack/react-query';
import { ConditionList } from '@/features/catalogue/conditions/Conditions';
import { conditionsQuery, touches } from '@/features/catalogue/conditions/queries';
import { useNow } from '@/lib/hooks/use-now';
import { persisted } from '@/lib/offline/persisted';
import { isSoon, lastsUntil } from './next-trips';
import type { TicketRow } from './pages';

/** The conditions of a region, as they are kept for a trip there. */
export const tripConditionsQuery = (territoryId: string) => ({ ...conditionsQuery([territoryId]), ...persisted() });

/** What is closed or delayed on the way of a trip of the next two days. */
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
  // What was read some time ago may be over by now; what begins after the trip does not touch it.
  const current = data.filter(
    (one) => touches(one, id) && Date.parse(one.ends_at) > now.getTime() && lastsUntil(row, one.starts_at),
  );
  return <ConditionList conditions={current} className={className} />;
}
