import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import type { DepartureName } from './departure-name';

export const CHANGE_FAILED = msg`Failed to save. Please try again.`;

export const argumentsOf = ({ serviceId, slotId, date }: DepartureName) => ({
  p_service_id: serviceId,
  p_slot_id: slotId,
  p_date: date,
});

/** Stops or allows new bookings of a departure. Existing ones stay. */
export async function closeDeparture(departure: DepartureName & { closed: boolean }) {
  const call = { ...argumentsOf(departure), p_closed: departure.closed };
  await run((db) => db.rpc('close_departure', call), CHANGE_FAILED);
}

/**
 * Writes to every booking of a departure and returns how many there are. The same idempotency key sends only once.
 */
export async function sendGroupMessage(departureId: string, text: string, idempotencyKey: string): Promise<number> {
  const answer = await run(
    (db) =>
      db.rpc('send_group_message', {
        p_departure_id: departureId,
        p_message: text,
        p_idempotency_key: idempotencyKey,
      }),
    msg`Failed to send message`,
  );
  return typeof answer === 'object' && answer !== null && 'sent' in answer ? Number(answer.sent) : 0;
}

const guests = z.array(
  z.object({
    booking_id: z.string(),
    full_name: z.nullable(z.string()),
    whatsapp_number: z.string(),
    num_people: z.number(),
    /** True until they have arrived. */
    waiting: z.boolean(),
    /** True if emails about the departure reach them. */
    emailed: z.boolean(),
  }),
);
export type GuestWithoutAccount = z.infer<typeof guests>[number];

/** Returns the guests of a departure who have no account, so that no message in the app reaches them. */
export const guestsWithoutAccountQuery = (departureId: string) =>
  queryOptions({
    queryKey: ['guests-without-account', departureId],
    queryFn: async ({ signal }) =>
      readAnswer(
        guests,
        await run(
          (db) => db.rpc('guests_without_account', { p_departure_id: departureId }).abortSignal(signal),
          msg`We couldn't load the guests without an account.`,
        ),
      ),
    staleTime: 0,
    // Names and numbers of guests aren't kept longer than they are shown.
    gcTime: 0,
  });

async function getTerritoryDay(territoryId: string, signal: AbortSignal) {
  const [day] = await run(
    (db) => db.rpc('territory_day', { p_territory_id: territoryId }).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
  return day ?? null;
}

/** Returns the number of a territory's travellers today, and the first departure. */
export const territoryDayQuery = (territoryId: string) =>
  queryOptions({
    queryKey: ['territory-day', territoryId],
    queryFn: ({ signal }) => getTerritoryDay(territoryId, signal),
  });
