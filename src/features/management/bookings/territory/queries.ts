import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { compareText } from '@/lib/i18n/intl';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { persisted } from '@/lib/offline/persisted';

const choices = z.object({
  services: z.array(z.object({ id: z.string(), title: z.string(), titles: namesShape })),
  guides: z.array(z.object({ id: z.string(), full_name: z.string() })),
});
const inOwnLanguage = ({ services, guides }: z.infer<typeof choices>) => ({
  services: services.map(localizeTitle<(typeof services)[number]>).sort((a, b) => compareText(a.title, b.title)),
  guides,
});
export type BookingChoices = ReturnType<typeof inOwnLanguage>;

async function getChoices(territoryId: string, signal: AbortSignal): Promise<BookingChoices> {
  const answer = await run(
    (db) => db.rpc('booking_choices', { p_territory_id: territoryId }).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
  return inOwnLanguage(readAnswer(choices, answer));
}

/** Returns the options of the filters: a territory's services and guides, by name. */
export const bookingChoicesQuery = (territoryId: string) =>
  queryOptions({
    queryKey: ['booking-choices', territoryId] as const,
    queryFn: ({ signal }) => getChoices(territoryId, signal),
    ...persisted('territory_manager', 'territory_staff'),
  });

/** Confirms an ordered or paid booking. A confirmed one doesn't change. Fails with not_confirmable. */
export async function confirmBooking(id: string): Promise<void> {
  await run(
    (db) => db.rpc('confirm_booking', { p_booking_id: id }),
    msg`Failed to update booking status. Please try again.`,
  );
}

/** Returns what cancelling these bookings refunds, one row per currency. Ended bookings aren't counted. */
export const cancellationTotalsQuery = (territoryId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, territoryId, 'cancellation', ids] as const,
    queryFn: ({ signal }) =>
      run(
        (db) =>
          db.rpc('cancellation_totals', { p_territory_id: territoryId, p_booking_ids: [...ids] }).abortSignal(signal),
        msg`Failed to load the refund. Please try again.`,
      ),
    staleTime: 0,
  });

const sent = z.object({ sent: z.number(), missed: z.array(z.string()) });

/**
 * Writes a message into each booking's conversation. Returns how many were sent, and the ids of bookings that can't
 * be reached. The same key sends only once.
 */
export async function messageBookings(ids: readonly string[], text: string, idempotencyKey: string) {
  const call = { p_booking_ids: [...ids], p_message: text, p_idempotency_key: idempotencyKey };
  return readAnswer(sent, await run((db) => db.rpc('message_bookings', call), msg`Failed to send message`));
}
