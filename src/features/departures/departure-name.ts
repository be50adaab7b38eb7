import type { ServiceKind } from '@/features/catalogue/service-kind';

/** Identifies a departure, even without bookings. */
export interface DepartureName {
  kind: ServiceKind;
  serviceId: string;
  slotId: string;
  date: string;
}
