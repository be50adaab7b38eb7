import { useQuery } from '@tanstack/react-query';
import { tripConditionsQuery } from '@/features/booking/tickets/TicketConditions';
import { type Condition, touches } from '@/features/catalogue/conditions/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { addDays, wallClock } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';

interface Departure {
  kind: ServiceKind;
  serviceId: string;
  date: string;
  /** Null if the departure has no time. */
  start: string | null;
  timeZone: string;
}

/**
 * Returns whether something is closed or delayed while the departure's guests may be on the way, which is from its
 * time to the end of its day.
 */
export function touchesDeparture(condition: Condition, { serviceId, date, start, timeZone }: Departure): boolean {
  const at = (moment: string) => wallClock(timeZone, new Date(moment));
  return (
    touches(condition, serviceId) &&
    at(condition.ends_at) > Date.parse(`${date}T${start ?? '00:00:00'}Z`) &&
    at(condition.starts_at) < Date.parse(`${addDays(date, 1)}T00:00:00Z`)
  );
}

/** Returns a departure's travel alerts, offline as last read. Without a territory it requests none. */
export function useDepartureConditions(territoryId: string | null | undefined, departure: Departure): Condition[] {
  const now = useNow();
  const { data = [] } = useQuery({ ...tripConditionsQuery(territoryId ?? ''), enabled: Boolean(territoryId) });
  return data.filter((one) => touchesDeparture(one, departure) && Date.parse(one.ends_at) > now.getTime());
}
