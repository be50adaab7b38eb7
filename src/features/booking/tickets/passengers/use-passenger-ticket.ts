import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keptLinks, useKeptLink } from '@/features/booking/tickets/kept-links';
import { toAppError } from '@/lib/api/to-app-error';
import { type LinkedPassenger, linkedPassengerQuery, passengerStatementQuery } from './queries';

const links = keptLinks<LinkedPassenger>('territorio-passenger-tickets', ({ booking_date }) => booking_date);

/**
 * Returns a linked ticket with its signature. Offline it is as last seen, until the server reports that it has
 * ended.
 */
export function usePassengerTicket(code: string) {
  const [kept] = useState(() => links.find(code));
  const query = useQuery({
    ...linkedPassengerQuery(code),
    ...(kept && { initialData: kept.ticket, initialDataUpdatedAt: kept.readAt }),
  });
  const { data: statement = null } = useQuery({
    ...passengerStatementQuery(code),
    ...(kept?.statement && { initialData: kept.statement }),
  });
  const { data, dataUpdatedAt: readAt, error } = query;
  const gone = error ? toAppError(error).code === 'passenger_ticket_not_found' : false;
  useKeptLink(links, code, { ticket: data, statement, readAt, ended: gone });
  return { query, statement, gone };
}
