import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toAppError } from '@/lib/api/errors';
import { keepAppFiles } from '@/lib/offline/service-worker';
import { keepPassenger, keptPassenger } from './kept-passenger';
import { linkedPassengerQuery, passengerStatementQuery } from './queries';

/** The ticket of a link, with what is signed of it: as it was seen last where there is no signal, until the server says that it has ended. */
export function usePassengerTicket(code: string) {
  const [kept] = useState(() => keptPassenger(code));
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
  useEffect(() => {
    if (gone) keepPassenger(code, null);
    else if (data) keepPassenger(code, { ticket: data, statement, readAt });
  }, [code, data, statement, readAt, gone]);
  const seen = data !== undefined;
  useEffect(() => {
    if (seen) void keepAppFiles().catch(() => undefined);
  }, [seen]);
  return { query, statement };
}
