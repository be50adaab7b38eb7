import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { untilBlocked } from '../booking/support/concurrency.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { signedIn } from '../booking/support/fixture.ts';
import { additionsIn } from '../changes/addition-support.ts';
import { dateChange, optionsOf } from '../changes/requests.ts';
import { call, type Json } from '../departures/support.ts';
import { accept, addressOf, aFriend, FORM, holderOf, invite, linked } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql } = additionsIn(context);
const paid = (more: Json = {}) => payFor(context.fixture, context.checkout, context.user, more);

/** Creates a ticket of the tourist that a friend has accepted. */
async function given(more: Json = {}) {
  const { fixture, user } = context;
  const booked = await paid(more);
  const friend = await aFriend(fixture);
  await accept(fixture, friend, await invite(fixture, user, booked.booking, friend));
  return { ...booked, friend };
}

const lettersToPayer = () =>
  sql()`select payload ->> 'amount' as amount from private.outbox where template = 'transfer_refund' order by id`;

test('a payer who gets the ticket back has a share of what they paid', async () => {
  const { fixture, user } = context;
  const { booking, friend } = await given();
  await accept(fixture, user, await invite(fixture, friend, booking, user));
  expect(await sql()`select tourist_id, paid_by_other, payer_id from public.bookings`).toEqual([
    { tourist_id: user, paid_by_other: false, payer_id: null },
  ]);
  expect(await optionsOf(fixture, user, booking, 'more')).toMatchObject({ refusal: null });
  // Once the tourist has it again, it isn't among their transferred tickets.
  expect(await call(fixture, user, 'my_ticket_transfers')).toBeUndefined();
  expect(await call(fixture, friend, 'my_ticket_transfers')).toMatchObject({ state: 'accepted', receipt: false });
  await context.call(user, 'cancel_booking', booking);
  expect(await lettersToPayer()).toHaveLength(0);
});

describe('the payer of a transferred ticket', () => {
  test('is notified once when staff refund everything', async () => {
    const { booking } = await given();
    await context.refund(booking, null);
    await context.work();
    expect(await context.statusOf(booking)).toBe('refunded/completed');
    expect(await lettersToPayer()).toEqual([{ amount: '175.50' }]);
  });

  test('is notified once when it was refunded at Stripe', async () => {
    const { intent } = await given();
    await context.checkout.deps.admin('apply_payment_intent', {
      p_payment_intent_id: intent,
      p_status: 'succeeded',
      p_amount: 17_550,
      p_amount_received: 17_550,
      p_currency: 'gtq',
      p_refunds: [{ id: 're_dashboard', operation: null, amount: 5000, status: 'succeeded', reason: null }],
    });
    expect(await lettersToPayer()).toEqual([{ amount: '50.00' }]);
  });
});

test('a payment recorded by mistake has no payer', async () => {
  const { fixture, user } = context;
  const booking = await context.bookCash();
  await context.setStatus(booking, 'paid');
  const friend = await aFriend(fixture);
  await accept(fixture, friend, await invite(fixture, user, booking, friend));
  await context.setStatus(booking, 'ordered');
  expect(await sql()`select payment_status, paid_by_other, payer_id from public.bookings`).toEqual([
    { payment_status: 'pending', paid_by_other: false, payer_id: null },
  ]);
  await context.setStatus(booking, 'paid');
  expect(await context.call(friend, 'booking_receipt', booking)).toMatchObject({ customer_email: addressOf(friend) });
});

test('no queued email reaches the sender at a former address', async () => {
  const { fixture, user } = context;
  const { booking } = await paid();
  const friend = await aFriend(fixture);
  const token = await invite(fixture, user, booking, friend);
  await sql()`update private.outbox set state = 'queued', frozen = null, next_attempt_at = now() where template = 'booking_confirmation'`;
  await accept(fixture, friend, token);
  await sql()`update public.profiles set email = 'new@example.org' where id = ${user}`;
  const claimed = await fixture.db.as(
    { role: 'service_role' },
    (db) => db`select template from service.claim_outbox(20)`,
  );
  expect(claimed.map(({ template }) => template)).not.toContain('booking_confirmation');
});

test("the invitation email has no phone number in the sender's name", async () => {
  const { fixture, user } = context;
  await sql()`update public.profiles set full_name = 'You won, call 5555 1234' where id = ${user}`;
  const { booking } = await paid();
  const friend = await aFriend(fixture);
  const token = await invite(fixture, user, booking, friend);
  expect(await linked(fixture, null, token)).toMatchObject({ ticket: { giver_name: null } });
});

test('a ticket whose date is being changed is not transferred, even by a simultaneous acceptance', async () => {
  const { fixture, user } = context;
  const { booking } = await paid();
  await sql()`update public.experiences set shared_price = 200`;
  const friend = await aFriend(fixture);
  const token = await invite(fixture, user, booking, friend);
  const { ticket } = await linked(fixture, friend, token);
  let press: Promise<string> | undefined;
  await fixture.db.as(signedIn(user), async (first) => {
    const { p_steps, p_key, p_shown } = dateChange(fixture, booking, { extra_amount: 24.5 });
    await first`select public.change_booking(${booking}, ${first.json(p_steps as never)}, ${p_key}, ${first.json(p_shown as never)})`;
    press = call(fixture, friend, 'accept_ticket_transfer', {
      p_token: token,
      p: { ...FORM, version: ticket?.version },
    }).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
    await untilBlocked(sql(), press);
  });
  expect(await press).toBe('addition_open');
  expect(await holderOf(fixture, booking)).toBe(user);
});

test('visitors with the link read the first letter and the host of the invited address', async () => {
  const { fixture, user } = context;
  const { booking } = await paid();
  const friend = await aFriend(fixture);
  const token = await invite(fixture, user, booking, friend);
  expect(await linked(fixture, null, token)).toMatchObject({ ticket: { email: `${friend[0]}…@example.test` } });
  expect(JSON.stringify(await linked(fixture, null, token))).not.toContain(addressOf(friend));
  const other = await aFriend(fixture);
  for (const who of [user, friend, other])
    expect(await linked(fixture, who, token)).toMatchObject({ ticket: { email: null } });
  await accept(fixture, friend, token);
  expect(JSON.stringify(await linked(fixture, null, token))).not.toContain(addressOf(friend));
});

test('staff read who paid, if that is not the holder', async () => {
  const { fixture, user } = context;
  const { booking, friend } = await given();
  const shown = () => context.call(fixture.staff, 'territory_booking', booking);
  expect(await shown()).toMatchObject({ tourist: { email: addressOf(friend) }, payer: { email: addressOf(user) } });
  await sql()`select private.erase_person(${user})`;
  expect(await shown()).toMatchObject({ payer: {} });
  const other = await aFriend(fixture);
  const { booking: unshared } = await payFor(fixture, context.checkout, other);
  expect(await context.call(fixture.staff, 'territory_booking', unshared)).toMatchObject({ payer: null });
});
