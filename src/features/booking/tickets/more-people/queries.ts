import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { type Hold, readHold } from '@/features/booking/checkout/dto';
import { bookingKeys } from '@/features/booking/tickets/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { toAppError } from '@/lib/api/to-app-error';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

/** What more people would mean, as public.more_people has it. */
const shape = z.object({
  title: z.string(),
  titles: namesShape,
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  num_people: z.number(),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** What one more costs now. */
  unit_amount: z.coerce.number(),
  /** So many at once: a card cannot be charged for less. */
  fewest: z.number(),
  most: z.number(),
  /** There is nothing to pay now: a private group, or cash on the day. */
  at_once: z.boolean(),
  /** Of the booking: a card of it that is only authorised is charged before. */
  payment_status: z.string(),
  booking_type: z.string(),
  /** Their names are asked for. */
  named: z.boolean(),
  /** A photo of a passport is asked for: of each, and of one at least. */
  passport_required: z.boolean(),
  currency_symbol: z.string(),
  /** Seats that are kept for more people and wait for their payment. */
  hold: z.nullable(z.unknown()),
});

const readMore = (value: unknown) => {
  const { hold, ...row } = readAnswer(shape, value);
  return { ...localizeTitle(row), hold: hold ? readHold(hold) : null };
};
export type MorePeople = ReturnType<typeof readMore>;

/** Why it is not possible, in words; null where it is. */
export const refusalText = ({ refusal }: MorePeople): string | null =>
  refusal && toAppError({ hint: refusal.code, message: refusal.message }).message;

/** Always asked afresh: seats and prices change. */
export const morePeopleQuery = (kind: ServiceKind, id: string) =>
  queryOptions({
    queryKey: bookingKeys.more(kind, id),
    queryFn: async ({ signal }) =>
      readMore(
        await run(
          (db) => db.rpc('more_people', { p_kind: kind, p_booking_id: id }).abortSignal(signal),
          msg`Failed to load the price`,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const added = z.object({ people: z.nullable(z.number()), hold: z.nullable(z.unknown()) });

interface More {
  people: number;
  /** What the page shows that they cost. */
  amount: number;
  names: string[];
  /** Where their photos lie in the bucket. */
  passports: string[];
  key: string;
}

/** What came of it: so many there are now, or the seats that are kept until they are paid for. */
export type Added = { people: number | null; hold: Hold | null };

/** More come, at the price that was shown. The same key again is answered alike: a lost answer is safe to ask for again. */
export async function addPeople(
  kind: ServiceKind,
  id: string,
  { people, amount, names, passports, key }: More,
): Promise<Added> {
  const answer = readAnswer(
    added,
    await run(
      (db) =>
        db.rpc('add_people', {
          p_kind: kind,
          p_booking_id: id,
          p_people: people,
          p_key: key,
          p_amount: amount,
          ...(names.length > 0 && { p_passengers: names.map((name) => ({ name })) }),
          ...(passports.length > 0 && { p_passport_images: passports }),
        }),
      msg`Failed to change the booking`,
    ),
  );
  return { people: answer.people, hold: answer.hold ? readHold(answer.hold) : null };
}
