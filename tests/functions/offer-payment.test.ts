import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { brokenInvariants, createHold, holdRequest } from '../database/booking/support/fixture.ts';
import { createWalk } from '../database/departures/dearer-support.ts';
import { call, cancel, dayAfter, passUndo, tokenOf } from '../database/departures/support.ts';
import { createFunctionsContext, eventually, type FunctionsContext } from './support.ts';

// A guest of a cancelled departure pays another service's extra price by the emailed link
// (docs/rules/departures.md, A cancelled departure).

let context: FunctionsContext;
let link: string;
let hold: string;
beforeEach(async () => {
  context = await createFunctionsContext();
  const { fixture } = context;
  const walk = await createWalk(context, 250);
  const [slot] = await fixture.db.sql`select id from public.experience_timeslots where experience_id = ${walk}`;
  const { user } = context;
  const booked = await createHold(fixture, user, holdRequest(fixture, { num_people: 2 }));
  const opened = await ask(createPaymentIntent, { hold_id: booked.hold_id }, user);
  await context.pay(opened.body.client_secret ?? '', '4242424242424242');
  const { booking_id: booking = '' } = (await ask(confirmPayment, { hold_id: booked.hold_id }, user)).body;
  // While the card is being charged, nothing more expensive is offered.
  await eventually(
    async () => (await fixture.db.sql`select 1 from private.charges where status = 'succeeded'`).length === 1,
  );
  await cancel(fixture, fixture.guide, { p_proposed_service_id: walk });
  await passUndo(fixture);
  link = await tokenOf(fixture, booking);
  const chosen = (await call(fixture, null, 'answer_offer_by_link', {
    p_token: link,
    p_answer: 'move',
    p_service_id: walk,
    p_slot_id: slot?.id,
    p_date: dayAfter(),
    p_extra_amount: 149,
  })) as { hold: { hold_id: string } };
  hold = chosen.hold.hold_id;
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await brokenInvariants(context.fixture)).toEqual([]);
  await context.stop();
});

async function ask(handle: typeof createPaymentIntent, body: unknown, token?: string) {
  const response = await handle(post(body, token), context.deps);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
const start = (offer = link) => ask(createPaymentIntent, { hold_id: hold, offer });
const confirm = (offer = link) => ask(confirmPayment, { hold_id: hold, offer });

test('pays without an account, once, which answers the offer', async () => {
  const begun = await start();
  expect(begun).toMatchObject({ status: 200, body: { amount_minor: 14_900, currency: 'gtq' } });
  expect((await start()).body.payment_intent_id).toBe(begun.body.payment_intent_id);
  expect((await confirm()).body).toMatchObject({ state: 'requires_payment' });
  await context.pay(begun.body.client_secret ?? '', '4242424242424242');
  // The webhook reports it too.
  await eventually(async () => (await confirm()).body.state === 'booked');
  expect((await confirm()).body).toMatchObject({ state: 'booked' });
  expect(await call(context.fixture, null, 'departure_offer_by_link', { p_token: link })).toMatchObject({
    state: 'moved',
    answered_how: 'link',
    hold: null,
  });
});

test('moves nobody with a declined card, and keeps the seats for another one', async () => {
  const begun = await start();
  await context.pay(begun.body.client_secret ?? '', '4000000000000002').catch(() => undefined);
  expect((await confirm()).body).toMatchObject({ state: 'requires_payment' });
  expect(await call(context.fixture, null, 'departure_offer_by_link', { p_token: link })).toMatchObject({
    state: 'open',
    hold: { hold_id: hold },
  });
});

test.each(['0'.repeat(64), ''])('opens no payment with a link that is not its own (%j)', async (wrong) => {
  for (const answer of [await start(wrong), await confirm(wrong)]) expect(answer.status).toBeGreaterThanOrEqual(400);
});

test('refuses the hold without its person', async () => {
  expect((await ask(createPaymentIntent, { hold_id: hold })).status).toBe(401);
});
