import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { minimumShape } from '@/features/booking/minimum/minimum';
import { TICKET_REFRESH_MS } from '@/features/booking/tickets/kept-links';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { currentLanguage } from '@/lib/i18n/i18n';

const LOAD_FAILED = msg`Failed to load the ticket`;

/** A person of a booking, with their number and the code if their ticket was shared. */
const passenger = z.object({
  passenger: z.number(),
  name: z.nullable(z.string()),
  here: z.boolean(),
  code: z.nullable(z.string()),
});
export type PassengerTicket = z.infer<typeof passenger>;

export const passengersQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.passengers(id),
    queryFn: async ({ signal }) =>
      readAnswer(
        z.array(passenger),
        await run((db) => db.rpc('passenger_tickets', { p_booking_id: id }).abortSignal(signal), LOAD_FAILED),
      ),
    staleTime: 0,
  });

/**
 * Creates a passenger's ticket and returns its code. Repeated calls return the same code until the booking changes.
 */
export const shareTicket = async (id: string, number: number): Promise<string> =>
  readAnswer(
    z.string(),
    await run(
      (db) => db.rpc('share_passenger_ticket', { p_booking_id: id, p_passenger: number }),
      msg`Failed to create the ticket`,
    ),
  );

/** Withdraws a passenger's ticket. Its link and any pictures of it become invalid. */
export const revokeTicket = async (id: string, code: string): Promise<void> =>
  run((db) => db.rpc('revoke_passenger_ticket', { p_booking_id: id, p_code: code }), msg`Failed to undo the change`);

/** A passenger's ticket as its link shows it, without the other passengers, the booker and amounts. */
const linked = z.object({
  booking_id: z.string(),
  passenger: z.number(),
  num_people: z.number(),
  here: z.boolean(),
  title: z.string(),
  booking_date: z.string(),
  start_time: z.nullish(z.string()),
  expected_time: z.nullish(z.string()),
  time_zone: z.string(),
  territory_name: z.nullish(z.string()),
  meeting_point: z.nullish(z.string()),
  meeting_point_link: z.nullish(z.string()),
  what_to_bring: z.nullish(z.string()),
  pickup_location: z.nullish(z.string()),
  pickup_map: z.nullish(z.string()),
  pickup_directions: z.nullish(z.string()),
  /** The guests of a shared departure that has a minimum. */
  minimum: z.nullish(minimumShape),
});
export type LinkedPassenger = z.infer<typeof linked>;

const signed = z.object({ tickets: z.array(z.object({ statement: z.string() })) });

/** Returns the signed statement, which stays the same while its code is valid. Null if tickets aren't signed. */
export const passengerStatementQuery = (code: string) =>
  queryOptions({
    queryKey: ['passenger-statement', code],
    queryFn: async ({ signal }) =>
      readAnswer(signed, await invokeFunction('sign-tickets', { passenger_code: code }, { signal })).tickets[0]
        ?.statement ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Returns the passenger's ticket. Fails with passenger_ticket_not_found, including after a change of the booking. It is
 * polled, because visitors get no live events.
 */
export const linkedPassengerQuery = (code: string) =>
  queryOptions({
    queryKey: ['passenger-ticket', code],
    queryFn: async ({ signal }) =>
      readAnswer(
        linked,
        await run(
          (db) => db.rpc('passenger_ticket', { p_code: code, p_language: currentLanguage().code }).abortSignal(signal),
          LOAD_FAILED,
        ),
      ),
    staleTime: 0,
    refetchInterval: TICKET_REFRESH_MS,
  });
