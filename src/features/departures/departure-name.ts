/** Identifies a departure, even without bookings. */
export interface DepartureName {
  serviceId: string;
  slotId: string;
  date: string;
}
