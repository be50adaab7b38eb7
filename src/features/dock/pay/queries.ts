import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readHold, readIntent, readSettlement } from '@/features/booking/checkout/dto';
import { minimumShape } from '@/features/booking/minimum/minimum';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

const payment = z.object({
  state: z.enum(['waiting', 'sold', 'undone', 'cancelled', 'expired']),
  title: z.string(),
  titles: namesShape,
  territory_name: z.nullable(z.string()),
  time_zone: z.string(),
  total_price: z.coerce.number(),
  currency_symbol: z.string(),
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  num_people: z.number(),
  /** The guests of a shared departure that has a minimum. */
  minimum: z.nullish(minimumShape),
  /** The token of the ticket's link, once it is paid. */
  ticket: z.nullable(z.string()),
  hold: z.unknown(),
});

function readPayment(value: unknown) {
  const { hold, ...row } = readAnswer(payment, value);
  return { ...localizeTitle(row), hold: readHold(hold) };
}
export type LinkedPayment = ReturnType<typeof readPayment>;

/** Returns the payment of a dock sale, for anyone who has the link. */
export const linkedPaymentQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay', token],
    queryFn: async ({ signal }) =>
      readPayment(
        await run(
          (db) => db.rpc('dock_payment', { p_token: token }).abortSignal(signal),
          msg`We couldn't open the payment form. Please try again.`,
        ),
      ),
    staleTime: 0,
  });

const FAILED = msg`We couldn't open the payment form. Please try again.`;

export const beginPayment = async (token: string) =>
  readIntent(await invokeFunction('create-payment-intent', { link: token }, { fallback: FAILED }));

/** Asks the server for the payment's state, which the server gets from Stripe. It is safe to call repeatedly. */
export const confirmPayment = async (token: string) =>
  readSettlement(await invokeFunction('confirm-payment', { link: token }, { fallback: FAILED }));
