import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { persistedTrips } from '@/lib/offline/persisted';
import { isTicketUsed } from './arrived';
import { checkInAddress } from './code';
import { keptStatements } from './kept-tickets';
import type { TicketRow } from './pages';
import { bookingKeys } from './queries';

/** As many as the function signs at once. */
const MAX_TICKETS = 100;

const answer = z.object({
  tickets: z.array(z.object({ booking_id: z.string(), version: z.number(), statement: z.string() })),
});
const nameOf = (id: string, version: number) => `${id}:${version}`;

/** The signed statements of these tickets, in one request (docs/decisions/0060). A newer version of one is asked for anew. */
const statementsQuery = (rows: readonly TicketRow[]) =>
  queryOptions({
    queryKey: bookingKeys.statements(rows.map((row) => nameOf(row.id, row.ticketVersion))),
    queryFn: async ({ signal }) => {
      const booking_ids = rows.map(({ id }) => id);
      const { tickets } = readAnswer(answer, await invokeFunction('sign-tickets', { booking_ids }, { signal }));
      return Object.fromEntries(tickets.map((one) => [nameOf(one.booking_id, one.version), one.statement]));
    },
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
    ...persistedTrips(keptStatements(rows)),
  });

/**
 * The same tickets with their statements, as far as they are there: one without shows its address alone, as always. Without a signal those
 * count too that were asked for together with other tickets: a statement is of one version of one ticket for ever.
 */
export function useSignedTickets(rows: readonly TicketRow[]): TicketRow[] {
  const open = rows.filter((row) => row.code && !isTicketUsed(row)).slice(0, MAX_TICKETS);
  const client = useQueryClient();
  const { data } = useQuery(statementsQuery(open));
  const known = client.getQueriesData<Record<string, string>>({ queryKey: bookingKeys.allStatements });
  const all: Record<string, string> = Object.assign({}, ...known.map(([, one]) => one), data);
  return rows.map((row) => ({ ...row, statement: all[nameOf(row.id, row.ticketVersion)] ?? null }));
}

/**
 * What the QR code of a ticket says. The digits are a part of their own: QR codes write them in little more than a third of the room of
 * letters. After the # they are the browser's: no server is told.
 */
export function ticketQr(
  { id, statement }: Pick<TicketRow, 'id' | 'statement'>,
  code: string,
  origin = location.origin,
) {
  const address = checkInAddress(id, code, origin);
  return statement ? [`${address}#`, statement] : address;
}
