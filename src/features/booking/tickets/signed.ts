import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { useFirstData } from '@/lib/api/first-data';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { persistedTrips } from '@/lib/offline/persisted';
import { isTicketUsed } from './arrived';
import { checkInAddress } from './code';
import { keptStatements } from './kept-tickets';
import type { TicketRow } from './pages';
import { bookingKeys } from './queries';

/** The largest number of tickets that the function accepts. */
const MAX_TICKETS = 100;

const answer = z.object({
  tickets: z.array(z.object({ booking_id: z.string(), version: z.number(), statement: z.string() })),
});
const nameOf = (id: string, version: number) => `${id}:${version}`;

/**
 * Requests the signed statements of these tickets together (docs/decisions/0060). A new version of a ticket is
 * requested again.
 */
const statementsQuery = (rows: readonly TicketRow[]) =>
  queryOptions({
    queryKey: bookingKeys.statements(rows.map((row) => nameOf(row.id, row.ticketVersion))),
    queryFn: async ({ signal }) => {
      const booking_ids = rows.map(({ id }) => id);
      const { tickets } = readAnswer(answer, await invokeFunction('sign-tickets', { booking_ids }, { signal }));
      return Object.fromEntries(tickets.map((one) => [nameOf(one.booking_id, one.version), one.statement]));
    },
    placeholderData: keepPreviousData,
    ...persistedTrips(keptStatements(rows)),
  });

/**
 * Returns the tickets with their statements. Until a statement has loaded, the QR code contains only the address.
 * Offline we also use statements from other requests, because a statement never changes for one version of a
 * ticket.
 */
export function useSignedTickets(rows: readonly TicketRow[]): TicketRow[] {
  const open = rows.filter((row) => row.code && !isTicketUsed(row)).slice(0, MAX_TICKETS);
  const client = useQueryClient();
  // The client of functions is large, and a ticket with its address can already be checked in.
  const hasFirstData = useFirstData();
  const { data } = useQuery({ ...statementsQuery(open), enabled: open.length > 0 && hasFirstData });
  const known = client.getQueriesData<Record<string, string>>({ queryKey: bookingKeys.allStatements });
  const all: Record<string, string> = Object.assign({}, ...known.map(([, one]) => one), data);
  return rows.map((row) => ({ ...row, statement: all[nameOf(row.id, row.ticketVersion)] ?? null }));
}

/**
 * Returns the segments of the QR code's text. The digits are a separate segment, because QR codes store digits in a
 * third of the space. They come after the #, so that no server receives them.
 */
export function ticketQr(
  { id, statement }: Pick<TicketRow, 'id' | 'statement'>,
  code: string,
  origin = location.origin,
) {
  const address = checkInAddress(id, code, origin);
  return statement ? [`${address}#`, statement] : address;
}
