import { formatTime } from '@/lib/format/dates';
import type { TransportDeparture } from './queries';

/** A ride in the name of a button or card: some leave several times a day. */
export const rideName = (
  { title, service_date, has_time, start_time }: TransportDeparture,
  formatDate: (date: string) => string,
): string => [title, formatDate(service_date), ...(has_time ? [formatTime(start_time)] : [])].join(', ');
