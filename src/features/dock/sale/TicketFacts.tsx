import { dayName, formatDay, formatTime } from '@/lib/format/dates';
import type { LinkedTicket } from './queries';

type Departs = Pick<LinkedTicket, 'service_date' | 'start_time' | 'time_zone'>;

/** Returns the day and time of a ticket's departure. */
export function whenOf({ service_date, start_time, time_zone }: Departs): string {
  const day = dayName(service_date, time_zone) || formatDay(service_date);
  return start_time ? `${day}, ${formatTime(start_time)}` : day;
}

/** Shows the departure time and the number of people. */
export function TicketFacts({ ticket, people }: { ticket: Departs; people: string }) {
  return (
    <p className="nums">
      <b>{whenOf(ticket)}</b>, {people}
    </p>
  );
}
