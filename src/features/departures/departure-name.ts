import { formatLongDate, formatTime } from '@/lib/format/dates';

/** Identifies a departure, even without bookings. */
export interface DepartureName {
  serviceId: string;
  slotId: string;
  date: string;
}

interface Named {
  title: string;
  service_date: string;
  start_time: string;
  /** A private car may have no fixed time. */
  has_time?: boolean;
}

/** A departure in the name of a button or card: a service may leave several times a day. */
export const departureTitle = (
  { title, service_date, start_time, has_time = true }: Named,
  formatDate: (date: string) => string = formatLongDate,
): string => [title, formatDate(service_date), ...(has_time ? [formatTime(start_time)] : [])].join(', ');
