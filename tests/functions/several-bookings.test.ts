import { beforeEach, describe, expect, test } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { startTogether, type Together } from '../database/booking/support/together.ts';
import { call, context, paymentForEachTest } from './payment-context.ts';
import { eventually } from './support.ts';

/** Tests one PaymentIntent of two bookings, Q351 and Q175.50, with the official SDK and webhooks. */
paymentForEachTest({ withHold: false });
let started: Together;
beforeEach(async () => {
  started = await startTogether(context.fixture, context.deps, context.user);
  await context.pay(started.clientSecret, '4242424242424242');
});

const parts = () => context.fixture.db.sql`
  select b.status, l.captured_minor::int as captured, l.refunded_minor::int as refunded, l.disputed_minor::int as disputed
    from private.payment_lines l left join public.bookings b on b.id = l.booking_id order by l.amount_minor desc`;
const FIRST = { status: 'paid', captured: 35_100, refunded: 0, disputed: 0 };
const SECOND = { status: 'paid', captured: 17_550, refunded: 0, disputed: 0 };
/** Waits until the webhook has recorded this. */
const become = async (...expected: object[]) => {
  await eventually(async () => JSON.stringify(await parts()) === JSON.stringify(expected));
};

test('is charged once for both, and both are confirmed by email', async () => {
  await become(FIRST, SECOND);
  expect(await context.deps.stripe.paymentIntents.retrieve(started.intent)).toMatchObject({ amount_received: 52_650 });
  const confirmed = await call(confirmPayment, { hold_id: started.hold.hold_id }, context.user);
  expect(confirmed.body).toMatchObject({ state: 'booked', booking_id: expect.any(String) });
  await eventually(async () => context.mails.length === 2);
});

describe("Stripe's dashboard", () => {
  beforeEach(() => become(FIRST, SECOND));

  test('refunds the booking that a person names there', async () => {
    const [row] = await context.fixture.db.sql`
      select booking_id from private.payment_lines where hold_id = ${started.secondHold}`;
    await context.deps.stripe.refunds.create({
      payment_intent: started.intent,
      amount: 5000,
      metadata: { booking_id: row?.booking_id },
    });
    await become(FIRST, { ...SECOND, refunded: 5000 });
  });

  test('has a dispute that takes of both bookings, and returns it when it is won', async () => {
    const dispute = (await context.control('dispute', { payment_intent: started.intent, amount: 3000 })) as {
      id: string;
    };
    await become({ ...FIRST, disputed: 2000 }, { ...SECOND, disputed: 1000 });
    await context.control('move_dispute', { dispute: dispute.id, status: 'won' });
    await become(FIRST, SECOND);
  });

  test('refunds both in proportion if none is named, and all of both', async () => {
    const { refunds } = context.deps.stripe;
    await refunds.create({ payment_intent: started.intent, amount: 3000 });
    await become({ ...FIRST, refunded: 2000 }, { ...SECOND, refunded: 1000 });
    await refunds.create({ payment_intent: started.intent });
    await become(
      { ...FIRST, status: 'refunded', refunded: 35_100 },
      { ...SECOND, status: 'refunded', refunded: 17_550 },
    );
  });
});
