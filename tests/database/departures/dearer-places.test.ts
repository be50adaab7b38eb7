import type postgres from 'postgres';
import { expect, test } from 'vitest';
import type { Finding } from '../../bench/chaos/finding.ts';
import { compareOffers } from '../../bench/chaos/offer-assertions.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { dearerOffersIn } from './dearer-support.ts';
import { answer } from './support.ts';

// Tests that the chaos run's final check of more expensive offers detects a wrong one.

const context = contextForEachTest({ seats: 8 });
const { sql, proposed, begin, pay, stripe, tell, runReconciler } = dearerOffersIn(context);
/** Returns the findings after the statement, which is rolled back. */
async function found({ told = [], broken = '' }: { told?: string[]; broken?: string } = {}): Promise<string[]> {
  const undo = new Error('undo');
  let findings: Finding[] = [];
  await sql()
    .begin(async (transaction) => {
      await transaction.unsafe(broken);
      findings = await compareOffers({ sql: transaction as unknown as postgres.Sql }, told);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return findings.map(({ subject, actual }) => `${subject.split(' ')[0]}: ${actual}`);
}

/** Creates an offer that is paid for. */
async function paidFor() {
  const { booking, walk, offer } = await proposed();
  const begun = await pay(await begin(offer, walk));
  return { booking, offer: offer.offer_id, hold: begun.hold.hold_id, intent: begun.intent };
}

/** Creates an offer that was not paid before its guest was refunded. */
async function givenUp() {
  const { walk, offer } = await proposed();
  const begun = await begin(offer, walk);
  await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' });
  context.checkout.stripe.authorise(begun.intent);
  await tell(begun.intent, 'requires_capture', 7450);
  await stripe();
  await runReconciler();
  return { hold: begun.hold.hold_id, intent: begun.intent };
}

test('finds no fault in an offer that was paid', async () => {
  const { hold } = await paidFor();
  expect(await found({ told: [hold] })).toEqual([]);
});

test('finds no fault in an abandoned offer, unless its guest was told that it is paid', async () => {
  const { hold } = await givenUp();
  expect(await found()).toEqual([]);
  expect(await found({ told: [hold] })).toEqual(['hold: void']);
});

test('finds held seats and an open offer', async () => {
  const { offer, walk } = await proposed();
  await begin(offer, walk);
  expect(await found()).toEqual(['hold: held: kept 0, 0 change(s)', 'offer: open, 0 places']);
});

test('finds money of an abandoned offer', async () => {
  const { intent } = await givenUp();
  const broken = `with paid as (update private.payments set status = 'succeeded' where payment_intent_id = '${intent}' returning id)
    update private.payment_lines l set captured_minor = 7450 from paid where l.payment_id = paid.id`;
  expect(await found({ broken })).toEqual(['hold: void: kept 7450, 0 change(s)']);
});

test('finds a paid offer without its charge, without its move or with another price', async () => {
  const { booking, hold } = await paidFor();
  expect(
    await found({ broken: `update private.payment_lines set captured_minor = 0 where hold_id = '${hold}'` }),
  ).toEqual(['hold: paid 0, the offer moved there, 1 change(s)', 'booking: costs 25000, took 17550']);
  expect(await found({ broken: `delete from private.booking_changes where hold_id = '${hold}'` })).toEqual([
    'hold: paid 7450, the offer moved there, 0 change(s)',
  ]);
  expect(await found({ broken: `update public.bookings set total_price = 240 where id = '${booking}'` })).toEqual([
    'booking: costs 24000, took 25000',
  ]);
});
