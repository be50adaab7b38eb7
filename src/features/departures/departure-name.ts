import type { ServiceKind } from '@/features/catalogue/service-kind';

/** Identifies a departure, even without bookings. */
export interface DepartureName {
  kind: ServiceKind;
  serviceId: string;
  /** None for transport. */
  timeslotId: string | null;
  date: string;
}
