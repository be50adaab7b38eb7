import { Conditions } from '@/features/catalogue/conditions/Conditions';
import { useNow } from '@/lib/hooks/use-now';
import { isSoon } from './next-trips';
import type { TicketRow } from './pages';

/** What is closed or delayed on the way of a trip of the next two days. */
export function TicketConditions({ row, className }: { row: TicketRow; className?: string | undefined }) {
  const now = useNow();
  if (!row.territory || !row.service || !isSoon(row, now)) return null;
  return (
    <Conditions territoryId={row.territory.id} service={{ kind: row.kind, id: row.service.id }} className={className} />
  );
}
