import { formatLongDate, formatTime } from '@/lib/format/dates';

/** Identifies a departure, even if it has no bookings. */
export interface DepartureName {
  serviceId: string;
  slotId: string;
  date: string;
}

interface Named {
  title: string;
  service_date: string;
  start_time: string;
  /** False for a private car that has no fixed time. */
  has_time?: boolean;
}

/** Names a departure in a button or card with its time, because a service may leave several times a day. */
export const departureTitle = (
  { title, service_date, start_time, has_time = true }: Named,
  formatDate: (date: string) => string = formatLongDate,
): string => [title, formatDate(service_date), ...(has_time ? [formatTime(start_time)] : [])].join(', ');
