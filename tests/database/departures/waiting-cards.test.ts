import { describe, expect, test } from 'vitest';
import { withoutTriggers } from '../../support/without-triggers.ts';
import { confirm } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow } from '../booking/support/fixture.ts';
import { answer, call, cancel, offersOf, passExpiry, passUndo } from './support.ts';
import { waitingCardsIn } from './waiting-support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql, waits, paid, setMinimum, decide, minute, noGo, state, notes, cardOf, sixDaysPass, opsOf, broken, tell } =
  waitingCardsIn(context);
const WAITING = { status: 'ordered', read: 'pending', card: 'requires_capture', captured: 0, ledger: 0 };
const CHARGED = { status: 'paid', read: 'completed', card: 'succeeded', captured: 35_100, ledger: 351 };
const askedNow = async () =>
  ((await context.checkout.deps.admin('release_expired')) as { payment_intents: string[] }).payment_intents;
const older = (age: string) =>
  withoutTriggers(sql(), (tx) => tx`update private.payments set updated_at = now() - ${age}::interval`);

describe('a card below the minimum', () => {
  test('is authorised and not charged, however often Stripe is asked, and everyone is notified of the booking once', async () => {
    const { booking, intent, ...started } = await waits();
    expect(await confirm(context.checkout, { intent, ...started })).toMatchObject({ state: 'booked' });
    expect(await minute()).toMatchObject({ charged: 0 });
    expect(await state(booking)).toMatchObject(WAITING);
    expect(cardOf(intent)).toBe('requires_capture');
    expect(await opsOf(intent)).toEqual([]);
    expect(await notes(booking)).toEqual(['Card authorised, not charged yet']);
    const told = await sql()`select template, count(*)::int as n from private.outbox
      where template in ('booking_confirmation', 'booking', 'new_booking', 'payment_failed') group by 1 order by 1`;
    expect(told).toEqual([
      { template: 'booking', n: 1 },
      { template: 'booking_confirmation', n: 1 },
      { template: 'new_booking', n: 1 },
    ]);
  });

  test('is checked at Stripe a few times a day', async () => {
    const { intent } = await waits();
    await older('1 hour');
    expect(await askedNow()).toEqual([]);
    await older('7 hours');
    expect(await askedNow()).toEqual([intent]);
  });

  test('is charged at once if it completes the minimum, and the others within the minute', async () => {
    const first = await waits();
    const [other = ''] = await createUsers(sql(), 1);
    const second = await waits({}, { user: other });
    expect(await state(second.booking)).toMatchObject(CHARGED);
    expect(await state(first.booking)).toMatchObject(WAITING);
    expect(await minute()).toMatchObject({ go_no_go: 1, charged: 1 });
    expect(await state(first.booking)).toMatchObject(CHARGED);
    expect(
      await sql()`select 1 from private.outbox where template = 'booking_confirmation' and payload ->> 'booking_id' = ${first.booking}`,
    ).toHaveLength(1);
  });

  test('has a confirmation email that reports the charge, before and after it', async () => {
    const { booking } = await waits();
    const cash = await context.bookCash();
    await decide('run');
    const charged = async (one: string) => {
      const [row] =
        await sql()`select (private.mail_contents(o) ->> 'charged_now')::float as charged from private.outbox o
        where kind = 'email' and template = 'departure_confirmed' and payload ->> 'booking_id' = ${one}`;
      return row?.charged;
    };
    expect([await charged(booking), await charged(cash)]).toEqual([351, null]);
    await minute();
    expect(await state(booking)).toMatchObject(CHARGED);
    expect(await charged(booking)).toBe(351);
    // An old charge whose authorisation would have expired isn't repeated.
    await sql()`update private.stripe_ops set created_at = now() - interval '1 day'`;
    expect(await charged(booking)).toBeNull();
  });

  test('is charged when those who run the departure confirm it', async () => {
    const { booking } = await waits();
    await decide('wait').catch(() => undefined);
    expect(await minute()).toMatchObject({ charged: 0 });
    await decide('run');
    expect(await minute()).toMatchObject({ charged: 1 });
    expect(await minute()).toMatchObject({ charged: 0 });
    expect(await state(booking)).toMatchObject(CHARGED);
  });

  test('is charged when the minimum is removed', async () => {
    const { booking } = await waits();
    await setMinimum(null);
    await minute();
    expect(await state(booking)).toMatchObject(CHARGED);
  });

  test('is charged a day before Stripe would release it, and a later decision refunds it', async () => {
    const { booking, intent } = await waits();
    await sixDaysPass();
    await minute();
    expect(await state(booking)).toMatchObject(CHARGED);
    await noGo();
    await passExpiry(context.fixture);
    await minute();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(35_100);
    const entries = await sql()`select kind, sum(amount)::float as amount from private.ledger group by 1 order by 1`;
    expect(entries).toEqual([
      { kind: 'refund:1', amount: -351 },
      { kind: 'sale', amount: 351 },
    ]);
  });

  test('is held as long as Stripe reports', async () => {
    const { booking, intent } = await waits();
    await sql()`update private.payments set capture_by = null`;
    await context.checkout.deps.admin('apply_payment_intent', {
      p_payment_intent_id: intent,
      p_status: 'requires_capture',
      p_amount: 35_100,
      p_amount_received: 0,
      p_currency: 'gtq',
      p_capture_before: new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString(),
    });
    await minute();
    expect(await state(booking)).toMatchObject(CHARGED);
  });
});

test.each([
  ['decided later than Stripe keeps a card', {}, 9],
  ['of a private group', { booking_type: 'private' }, 3],
])('charges the card for a departure %s at once', async (_, more, days) => {
  const { intent } = await waits(more, { days });
  expect(cardOf(intent)).toBe('succeeded');
});

test('charges a card without a minimum at once', async () => {
  const { booking } = await paid({ num_people: 2 });
  expect(await state(booking)).toMatchObject(CHARGED);
});

describe('a released card', () => {
  test('costs the guests of a cancelled departure nothing, and the ledger has no sale', async () => {
    const { booking, intent } = await waits();
    await noGo();
    expect(await state(booking)).toMatchObject(WAITING);
    const [offer] = await offersOf(context.fixture, context.user);
    expect(offer).toMatchObject({ refund_amount: 351 });
    await passExpiry(context.fixture);
    await minute();
    expect(cardOf(intent)).toBe('canceled');
    expect(await state(booking)).toMatchObject({ status: 'cancelled', captured: 0, ledger: 0 });
    expect(await sql()`select 1 from private.ledger`).toHaveLength(0);
    expect(await notes(booking)).toEqual(['Card authorised, not charged yet', 'Card hold released, not charged']);
    expect(await sql()`select 1 from private.outbox where template = 'payment_failed'`).toHaveLength(0);
  });

  test('waits for the answer when cancelled by the weather, and again after a move to a departure below its minimum', async () => {
    const { booking } = await waits();
    await cancel(context.fixture, context.fixture.guide);
    await passUndo(context.fixture);
    expect(await minute()).toMatchObject({ charged: 0 });
    const [offer] = await offersOf(context.fixture, context.user);
    await answer(context.fixture, context.user, offer?.offer_id as string, {
      p_answer: 'move',
      p_slot_id: context.fixture.slot,
      p_date: daysFromNow(4),
    });
    expect(await minute()).toMatchObject({ charged: 0 });
    expect(await state(booking)).toMatchObject(WAITING);
    await decide('run', daysFromNow(4));
    await minute();
    expect(await state(booking)).toMatchObject(CHARGED);
  });

  test('is free for guests who leave, whatever the policy, and for those whom staff cancel', async () => {
    const first = await waits();
    await context.startsIn(first.booking, 30); // half of it, by the cancellation policy
    expect(await context.call(context.user, 'quote_cancellation', first.booking)).toMatchObject({ refund_amount: 351 });
    await context.call(context.user, 'cancel_booking', first.booking, { p_refund_amount: 351 });
    const [other = ''] = await createUsers(sql(), 1);
    const second = await waits({}, { days: 4, user: other });
    await context.call(context.fixture.staff, 'staff_cancel_booking', second.booking);
    await minute();
    expect([cardOf(first.intent), cardOf(second.intent)]).toEqual(['canceled', 'canceled']);
    expect(await sql()`select 1 from private.ledger`).toHaveLength(0);
  });

  test('ends the booking if Stripe releases it automatically, with that reason', async () => {
    const { booking, intent } = await waits();
    await tell(intent, 'canceled', 35_100);
    expect(await state(booking)).toMatchObject({ status: 'cancelled', ledger: 0 });
    expect(
      await sql()`select 1 from private.outbox where template = 'booking_cancelled' and payload ->> 'booking_id' = ${booking}`,
    ).toHaveLength(1);
  });
});

describe('the doctor, which allows cards to wait,', () => {
  const aWhileAgo = () => sql()`update private.holds set expires_at = now() - interval '2 hours'`;

  test('finds a forgotten card of a decided departure', async () => {
    await waits();
    await aWhileAgo();
    expect(await broken()).toEqual([]);
    await decide('run');
    expect(await broken()).toEqual([]);
    await sql()`update private.outbox set created_at = now() - interval '2 hours'`;
    expect(await broken()).toEqual(['an authorised card is charged or let go']);
    await minute();
  });

  test('finds a card that Stripe is about to release while its guest is asked', async () => {
    await waits();
    await cancel(context.fixture, context.fixture.guide);
    await aWhileAgo();
    await sql()`update private.payments set capture_by = now() - interval '30 minutes'`;
    expect(await broken()).toEqual([]);
    await sql()`update private.payments set capture_by = now() - interval '61 minutes'`;
    expect(await broken()).toEqual(['an authorised card is charged or let go']);
    await minute();
  });
});

test('those who run the day do not see it as unpaid', async () => {
  await waits();
  const days = (await call(context.fixture, context.fixture.guide, 'day_departures', { p_role: 'tour_guide' })) as {
    unpaid: number;
  }[];
  expect(days.map(({ unpaid }) => unpaid)).toEqual([0]);
  const listed = await call(context.fixture, context.fixture.staff, 'territory_bookings', {
    p_territory_id: 'rio',
    p_payment: 'pending',
  });
  expect(listed).toEqual([]);
});
