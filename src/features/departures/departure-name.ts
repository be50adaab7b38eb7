import type { ServiceKind } from '@/features/catalogue/service-kind';

/** Which departure, also where nobody has booked it yet. */
export interface DepartureName {
  kind: ServiceKind;
  serviceId: string;
  slotId: string;
  date: string;
}
