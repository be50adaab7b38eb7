import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keptLinks } from '@/features/booking/tickets/kept-links';
import { toAppError } from '@/lib/api/errors';
import { keepAppFiles } from '@/lib/offline/service-worker';
import { type LinkedTicket, linkedTicketQuery, statementQuery } from './queries';

const { find, keep } = keptLinks<LinkedTicket>('territorio-dock-tickets', ({ service_date }) => service_date);

/** The ticket of a link, with what is signed of it: as it was seen last where there is no signal, until the server says that it has ended. */
export function useDockTicket(token: string) {
  const [kept] = useState(() => find(token));
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
  useEffect(() => {
    if (gone || (data && (data.state !== 'sold' || data.stopped))) keep(token, null);
    else if (data) keep(token, { ticket: data, statement, readAt });
  }, [token, data, statement, readAt, gone]);
  const seen = data !== undefined;
  useEffect(() => {
    if (seen) void keepAppFiles().catch(() => undefined);
  }, [seen]);
  return { query, statement, gone };
}
