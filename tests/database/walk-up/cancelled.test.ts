import { beforeEach, expect, test } from 'vitest';
import { checkoutForEachTest, fixture } from '../booking/support/for-each-test.ts';
import { cancel, passExpiry, passUndo, tokenOf, call as visitorCall } from '../departures/support.ts';
import { call, leavesIn, saleOf, sell } from './support.ts';

// Who bought at the dock and said where to write to hears, too, that the departure does not take place (docs/product.md, A departure that does not take place).

checkoutForEachTest({ sound: true, seats: 8 });

beforeEach(() => leavesIn(fixture, 60));

/** Two people. → their booking */
async function sold(email?: string): Promise<string> {
  const sale = await sell(fixture, fixture.guide, saleOf(fixture, { guest_name: 'Ana' }));
  if (email) {
    const args = { p_sale_id: sale.sale_id, p_email: email, p_language: 'es' };
    await call(fixture, fixture.guide, 'send_walk_up_ticket', args);
  }
  return sale.booking_id as string;
}
const letters = () => fixture.db.sql`select template, recipient, state, last_error from private.outbox
  where kind = 'email' and template in ('departure_offer', 'booking_cancelled') order by id`;
const due = async (template: string) => {
  await fixture.db.sql`update private.outbox set next_attempt_at = now() where kind = 'email'`;
  const rows = await fixture.db.sql`select data from private.claim_outbox(50) where template = ${template}`;
  return rows.map(({ data }) => data as Record<string, unknown>);
};

test('their choice goes where their ticket went, in their language, and answers without an account', async () => {
  const booking = await sold('ana@example.org');
  await cancel(fixture, fixture.guide);
  const token = await tokenOf(fixture, booking);
  await passUndo(fixture);
  expect(await due('departure_offer')).toMatchObject([
    { booking_id: booking, full_name: 'Ana', walk_up: true, language: 'es', code: token },
  ]);
  expect(await letters()).toMatchObject([{ template: 'departure_offer', recipient: 'ana@example.org' }]);
  expect(
    await visitorCall(fixture, null, 'answer_offer_by_link', { p_token: token, p_answer: 'refund' }),
  ).toMatchObject({ state: 'refunded' });
});

test('without an answer they hear that it is cancelled', async () => {
  await sold('ana@example.org');
  await cancel(fixture, fixture.guide);
  await passExpiry(fixture);
  await fixture.db.sql`select private.run_departures()`;
  expect(await due('booking_cancelled')).toMatchObject([
    { walk_up: true, language: 'es', cancelled_departure: { reason: 'weather', message: 'The river is closed' } },
  ]);
  expect(await letters()).toMatchObject([
    { template: 'departure_offer', state: 'discarded', last_error: 'There is nothing to choose any more' },
    { template: 'booking_cancelled', recipient: 'ana@example.org', state: 'sending' },
  ]);
});

test('undone in time, nothing is sent', async () => {
  await sold('ana@example.org');
  const { cancellation_id } = await cancel(fixture, fixture.guide);
  await call(fixture, fixture.guide, 'undo_departure_cancellation', { p_cancellation_id: cancellation_id });
  expect(await due('departure_offer')).toEqual([]);
  expect(await letters()).toMatchObject([{ state: 'discarded', last_error: 'The cancellation was undone' }]);
});

test('without an address there is no letter, and the list says whom to tell', async () => {
  await sold();
  const { departures } = await cancel(fixture, fixture.guide);
  expect(await letters()).toEqual([]);
  const args = { p_departure_id: departures[0]?.departure_id };
  expect([await call(fixture, fixture.staff, 'departure_answers', args)].flat()).toMatchObject([
    { full_name: 'Ana', walk_up: true, told: false },
  ]);
});
