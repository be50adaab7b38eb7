import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { minimumShape } from '@/features/booking/minimum/minimum';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import type { QueuedSale } from '@/features/dock/offline/sale';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { AT_THE_DOOR, persisted } from '@/lib/offline/persisted';
import { phoneId } from '@/lib/offline/phone';
import { type DockDeparture, saleKeys } from './queries';

const reserve = z.object({
  reserve_id: z.string(),
  phone: z.string(),
  kind: z.enum(SERVICE_KINDS),
  service_id: z.string(),
  slot_id: z.string(),
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  title: z.string(),
  titles: namesShape,
  territory_id: z.string(),
  time_zone: z.string(),
  /** The seats left, as far as the server knows. */
  seats: z.number(),
  /** The fixed price of sales from this reserve. */
  unit_price: z.coerce.number(),
  currency_code: z.string(),
  currency_symbol: z.string(),
  sell_until: z.string(),
  check_in_from: z.string(),
  passport_required: z.boolean(),
  minimum: z.nullish(minimumShape),
});
export type Reserve = ReturnType<typeof localizeTitle<z.infer<typeof reserve>>>;

/** Returns the seats reserved on the person's phones. They are stored on the phone for offline use. */
export const reservesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...saleKeys.all(userId), 'reserves'],
    queryFn: async ({ signal }) =>
      readAnswer(
        z.array(reserve),
        await run(
          (db) => db.rpc('my_seat_reserves').abortSignal(signal),
          msg`Failed to load data. Please try again later.`,
        ),
      ).map((row) => localizeTitle(row)),
    staleTime: 0,
    ...persisted(...AT_THE_DOOR),
  });

/** Reserves a departure's seats on this phone. The same key returns the same reserve. */
export async function keepSeats(of: DockDeparture, seats: number, idempotencyKey: string): Promise<void> {
  const p = {
    idempotency_key: idempotencyKey,
    phone: phoneId(),
    service_id: of.service_id,
    slot_id: of.slot_id,
    service_date: of.service_date,
    seats,
  };
  await run((db) => db.rpc('keep_seats', { p }), msg`We couldn't keep the seats on this phone`);
}

/** Releases a reserve, or all reserves of this phone if none is given. */
export async function giveBack(reserveId?: string): Promise<void> {
  const args = reserveId ? { p_reserve_id: reserveId } : { p_phone: phoneId() };
  await run((db) => db.rpc('give_seats_back', args), msg`We couldn't release the seats`);
}

export type ReservedDeparture = DockDeparture & { reserve_id: string };

/**
 * Returns what this phone can sell offline, as departures. The seats sold here since `readAt`, when the server last
 * responded, are subtracted, and so are unsent sales.
 */
export function sellableOf(
  reserves: readonly Reserve[],
  sales: readonly QueuedSale[],
  { readAt, now }: { readAt: number; now: number },
): ReservedDeparture[] {
  return reserves
    .filter((one) => one.phone === phoneId() && Date.parse(one.sell_until) > now)
    .map(({ reserve_id, seats, unit_price, ...facts }) => {
      const sold = sales.filter(
        ({ sale, state, settledAt = 0 }) =>
          sale.reserve_id === reserve_id && (state === 'waiting' || (state === 'done' && settledAt > readAt)),
      );
      const left = Math.max(0, seats - sold.reduce((sum, { sale }) => sum + sale.num_people, 0));
      return {
        ...facts,
        reserve_id,
        closed: false,
        available: left,
        whole: false,
        booking_type: 'shared' as const,
        shared_price: unit_price,
        private_price: null,
        min_spots: 1,
        max_spots: left,
        min_private_guests: 1,
        max_private_guests: 1,
      };
    });
}
