import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { confirm } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { brokenInvariants } from '../booking/support/fixture.ts';
import { call, dayAfter, type Json } from '../departures/support.ts';
import { additionsIn } from './addition-support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql, paid, stripe, openPayment, pay, letGo } = additionsIn(context);

const change = (booking: string, step: Json, extra_amount: number, desk: boolean) =>
  call(context.fixture, desk ? context.fixture.staff : context.user, 'change_booking', {
    p_booking_id: booking,
    p_steps: [step],
    p_key: randomUUID(),
    p_shown: { refund_amount: 0, extra_amount },
    p_desk: desk ? { reason: 'Asked on the phone', waived: false } : null,
  }) as Promise<Json & { hold: Parameters<typeof openPayment>[0] }>;
const more = { step: 'party', people: 3 };
const move = (service_date = dayAfter()) => ({ step: 'date', slot_id: context.fixture.slot, service_date });
const heldFor = async (booking: string) =>
  (
    await sql()`select count(*)::int as n from private.holds where adds_to = ${booking} and state = 'held' and expires_at > now()`
  )[0]?.n;

test.each([
  ['another date by the desk', (booking: string) => change(booking, move(), 0, true)],
  [
    'fewer people by the desk',
    (booking: string) =>
      context.call(context.fixture.staff, 'change_booking', booking, {
        p_steps: [{ step: 'party', people: 1 }],
        p_key: randomUUID(),
        p_shown: { refund_amount: 0, extra_amount: 0 },
        p_desk: { reason: 'One is ill', waived: true },
      }),
  ],
  [
    'another change of its guest that is to be paid',
    (booking: string) => change(booking, { step: 'party', people: 4 }, 351, false),
  ],
])('ends the payment page after %s, and releases a card that was accepted meanwhile', async (_, other) => {
  const { booking } = await paid({ num_people: 2 });
  const begun = await openPayment((await change(booking, more, 175.5, true)).hold);
  expect(await await confirm(context.checkout, begun)).toMatchObject({ state: 'requires_payment' });
  await other(booking);
  expect(await await confirm(context.checkout, begun)).toMatchObject({ state: 'void' });
  expect(await heldFor(booking)).toBeLessThanOrEqual(1);
  expect((await pay(begun)).confirmed).toMatchObject({ state: 'void' });
  await stripe();
  const [row] = await sql()`select num_people as people from public.bookings where id = ${booking}`;
  expect(row?.people).not.toBe(3);
  expect(context.checkout.stripe.intents.get(begun.intent)?.status).toBe('canceled');
  // The email gives the reason, which isn't that the payment came too late.
  const [mail] = await sql()`select private.failed_payment_data(${begun.hold.hold_id}) as data`;
  expect(mail?.data).toMatchObject({ of_change: true, replaced: true });
  expect(await brokenInvariants(context.fixture)).toEqual([]);
});

test('reports a payment after its deadline as too late', async () => {
  const { booking } = await paid({ num_people: 2 });
  const begun = await openPayment((await change(booking, more, 175.5, false)).hold);
  await letGo(begun.intent);
  await sql()`update private.holds set state = 'void', expires_at = now() where id = ${begun.hold.hold_id}`;
  const [mail] = await sql()`select private.failed_payment_data(${begun.hold.hold_id}) as data`;
  expect(mail?.data).toMatchObject({ of_change: true, replaced: false });
});
