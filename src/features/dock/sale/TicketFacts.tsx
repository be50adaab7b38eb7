import { dayName, formatDay, formatTime } from '@/lib/format/dates';
import type { LinkedTicket } from './queries';

/** Shows the departure time and the number of people. */
export function TicketFacts({
  ticket,
  people,
}: {
  ticket: Pick<LinkedTicket, 'service_date' | 'start_time' | 'time_zone'>;
  people: string;
}) {
  const day = dayName(ticket.service_date, ticket.time_zone);
  const when = [day || formatDay(ticket.service_date), ticket.start_time && formatTime(ticket.start_time)];
  return (
    <p className="nums">
      <b>{when.filter(Boolean).join(', ')}</b>, {people}
    </p>
  );
}
