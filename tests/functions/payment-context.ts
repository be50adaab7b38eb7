import { afterEach, beforeEach, expect, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as releaseHold } from '../../supabase/functions/release-hold/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { brokenInvariants, createHold, type HoldJson, holdRequest } from '../database/booking/support/fixture.ts';
import { createFunctionsContext, type FunctionsContext } from './support.ts';

/** The functions with the official SDK, and a hold of two seats. New for each test. */
export let context: FunctionsContext;
export let hold: HoldJson;

/** Creates an unpaid hold for each test of the file, unless it holds its own. At the end, no invariant may be broken. */
export function paymentForEachTest({ withHold = true } = {}): void {
  beforeEach(async () => {
    context = await createFunctionsContext();
    if (withHold)
      hold = await createHold(context.fixture, context.user, holdRequest(context.fixture, { num_people: 2 }));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    expect(await brokenInvariants(context.fixture)).toEqual([]);
    await context.stop();
  });
}

export interface Body {
  client_secret: string;
  payment_intent_id: string;
  state: string;
  booking_id: string;
  code: string;
  message: string;
}

export async function call(
  handle: typeof createPaymentIntent,
  body: unknown,
  token?: string,
  headers: Record<string, string> = {},
) {
  const response = await handle(post(body, token, headers), context.deps);
  return { status: response.status, body: (await response.json()) as Body };
}
export const start = () => call(createPaymentIntent, { hold_id: hold.hold_id }, context.user);
export const confirm = () => call(confirmPayment, { hold_id: hold.hold_id }, context.user);
export const release = (who = context.user) => call(releaseHold, { hold_id: hold.hold_id }, who);
export const secret = { 'x-reconcile-secret': 'reconcile-test' };

export async function statusOfBooking(): Promise<string | undefined> {
  const [row] = await context.fixture.db.sql`select status from public.bookings`;
  return row?.status;
}
