import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { bookingKeys } from '@/features/booking/tickets/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { toAppError } from '@/lib/api/to-app-error';

const choice = z.object({
  people: z.number(),
  /** What it costs less, what of that goes back, and what is kept by the policy; 0 where somebody else paid: their sums are not told. */
  reduced_amount: z.coerce.number(),
  refund_amount: z.coerce.number(),
  fee_amount: z.coerce.number(),
  /** The guests that the departure then has. */
  sold: z.number(),
});
export type FewerChoice = z.infer<typeof choice>;

/** What fewer people would mean, as public.fewer_people has it. */
const fewerPeople = z.object({
  num_people: z.number(),
  passengers: z.array(z.nullable(z.string())),
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  paid: z.boolean(),
  paid_by_other: z.boolean(),
  booking_type: z.string(),
  currency_symbol: z.string(),
  passports: z.number(),
  /** The guests that the departure needs to take place, while nobody has decided. */
  min_to_run: z.nullable(z.number()),
  choices: z.array(choice),
});
export type FewerPeople = z.infer<typeof fewerPeople>;

const reduced = z.object({ people: z.number(), refund_amount: z.coerce.number() });
export type Reduced = z.infer<typeof reduced>;

/** Why it is not possible, in words; null where it is. */
export const refusalText = ({ refusal }: FewerPeople): string | null =>
  refusal && toAppError({ hint: refusal.code, message: refusal.message }).message;

/** Always asked afresh: what goes back changes with the hour. */
export const fewerPeopleQuery = (kind: ServiceKind, id: string) =>
  queryOptions({
    queryKey: bookingKeys.fewer(kind, id),
    queryFn: async ({ signal }) =>
      readAnswer(
        fewerPeople,
        await run(
          (db) => db.rpc('fewer_people', { p_kind: kind, p_booking_id: id }).abortSignal(signal),
          msg`Failed to load the refund`,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

interface Fewer {
  people: number;
  /** The places of those who are named and drop out, from 1. */
  leaving: number[];
  refundAmount: number;
  key: string;
}

/** Fewer come, for the refund that was shown. The same key again is answered alike: a lost answer is safe to ask for again. */
export const reducePeople = async (kind: ServiceKind, id: string, { people, leaving, refundAmount, key }: Fewer) =>
  readAnswer(
    reduced,
    await run(
      (db) =>
        db.rpc('reduce_people', {
          p_kind: kind,
          p_booking_id: id,
          p_people: people,
          p_key: key,
          p_refund_amount: refundAmount,
          ...(leaving.length > 0 && { p_leaving: leaving }),
        }),
      msg`Failed to change the booking`,
    ),
  );
