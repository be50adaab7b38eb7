import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readDeparture, type TicketDeparture } from '@/features/dock/check-in/departure';
import { type CheckInBooking, readBooking } from '@/features/dock/check-in/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { AT_THE_DOOR, persisted } from '@/lib/offline/persisted';

/**
 * The own tickets of passengers, by the SHA-256 of their codes. Invalid ones were withdrawn or are from before a
 * change.
 */
const ownTickets = z.nullish(z.array(z.object({ passenger: z.number(), hash: z.string(), good: z.boolean() })));

/** A ticket of today or tomorrow as the phone stores it, with only the SHA-256 of its code (docs/decisions/0061). */
export type KnownTicket = {
  bookingId: string;
  departureId: string;
  hash: string;
} /** `codeEnd` has the last four characters of the printed part of its code. */ & (
  | { state: 'valid'; version: number; codeEnd: string; booking: CheckInBooking; own?: z.infer<typeof ownTickets> }
  /** The code is an old one, so the holder belongs to another departure or is another person. */
  | { state: 'moved' | 'given'; departure: TicketDeparture }
);

export const ticketsKey = (userId: string) => ['dock-tickets', userId] as const;

async function getTickets(signal: AbortSignal): Promise<KnownTicket[]> {
  const rows = await run(
    (db) => db.rpc('dock_tickets').abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
  return rows.flatMap((row): KnownTicket[] => {
    const of = { bookingId: row.booking_id, departureId: row.departure_id, hash: row.code_hash };
    if (row.state === 'moved' || row.state === 'given') {
      const departure = readDeparture(row.booking);
      return departure ? [{ ...of, state: row.state, departure }] : [];
    }
    const own = readAnswer(ownTickets, row.own);
    return [
      { ...of, state: 'valid', version: row.version, codeEnd: row.code_end, booking: readBooking(row.booking), own },
    ];
  });
}

/** A ticket that is valid according to the list. */
export type ListedTicket = Extract<KnownTicket, { state: 'valid' }>;

/** The maximum age of the list while online. */
const FRESH_MS = 60_000;
const AGAIN_MS = 3 * 60_000;

/** Returns the tickets of the person's own departures, for decisions while offline. */
export const ticketsQuery = (userId: string) =>
  queryOptions({
    queryKey: ticketsKey(userId),
    queryFn: ({ signal }) => getTickets(signal),
    staleTime: FRESH_MS,
    refetchInterval: AGAIN_MS,
    ...persisted(...AT_THE_DOOR),
  });
