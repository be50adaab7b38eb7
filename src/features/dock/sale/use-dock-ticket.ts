import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keptLinks, useKeptLink } from '@/features/booking/tickets/kept-links';
import { toAppError } from '@/lib/api/to-app-error';
import { type LinkedTicket, linkedTicketQuery, statementQuery } from './queries';

const links = keptLinks<LinkedTicket>('territorio-dock-tickets', ({ service_date }) => service_date);

/**
 * Returns a linked ticket with its signature. Offline it is as last seen, until the server reports that it has
 * ended.
 */
export function useDockTicket(token: string) {
  const [kept] = useState(() => links.find(token));
  const query = useQuery({
    ...linkedTicketQuery(token),
    ...(kept && { initialData: kept.ticket, initialDataUpdatedAt: kept.readAt }),
  });
  const { data, dataUpdatedAt: readAt, error } = query;
  const { data: statement = null } = useQuery({
    ...statementQuery(token, data?.code),
    ...(kept?.statement && kept.ticket.code === data?.code && { initialData: kept.statement }),
  });
  const gone = error ? toAppError(error).code === 'sale_not_found' : false;
  const ended = gone || (data !== undefined && (data.state !== 'sold' || data.stopped === true));
  useKeptLink(links, token, { ticket: data, statement, readAt, ended });
  return { query, statement, gone };
}
