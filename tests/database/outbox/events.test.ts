import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPayment } from '../booking/support/checkout.ts';
import { brokenInvariants, createHold, createUsers, holdRequest } from '../booking/support/fixture.ts';
import { refundBooking } from '../booking/support/refund.ts';
import { statusCall } from '../booking/support/status.ts';
import { createPost, type Post } from './support.ts';

let post: Post;
beforeEach(async () => {
  post = await createPost();
});
afterEach(() => post.drop());

describe('a queued email', () => {
  test('reports a cash booking, its cancellation, its reinstatement and its second cancellation: one each', async () => {
    const hold = await createHold(post.fixture, post.user, holdRequest(post.fixture, { payment_method: 'cash' }));
    const { booking_id } = await post.call<{ booking_id: string }>(post.user, `public.book_cash('${hold.hold_id}')`);
    const set = (status: string) => post.call(post.fixture.staff, statusCall(booking_id, status));
    for (const status of ['cancelled', 'confirmed', 'cancelled']) await set(status);
    expect((await post.outbox('booking_confirmation')).map((row) => row.payload.part)).toEqual([undefined, '2']);
    expect((await post.outbox('booking_cancelled')).map((row) => row.payload.part)).toEqual([undefined, '2']);
    // Outdated emails aren't sent: the confirmation of an ended booking, and the first of two endings.
    const claimed = await post.claim();
    expect(claimed.map((row) => row.template)).toEqual(['booking_cancelled']);
    expect((await post.outbox('booking_cancelled')).map((row) => row.last_error)).toEqual([
      'Replaced by a newer email',
      null,
    ]);
    expect(claimed[0]?.data).toMatchObject({ ended_by: 'staff', paid: 0, released: false, status: 'cancelled' });
    expect(claimed[0]?.data.calendar).toMatchObject({ status: 'CANCELLED' });
    expect((await post.outbox('booking_confirmation')).map((row) => row.last_error)).toEqual(
      Array(2).fill('The booking is no longer active'),
    );
  });

  test('is one, not one per cause, for a booking cancelled again after a refund and reinstatement', async () => {
    const hold = await createHold(post.fixture, post.user, holdRequest(post.fixture, { payment_method: 'cash' }));
    const { booking_id } = await post.call<{ booking_id: string }>(post.user, `public.book_cash('${hold.hold_id}')`);
    const set = (status: string) => post.call(post.fixture.staff, statusCall(booking_id, status));
    for (const status of ['paid', 'refunded', 'paid', 'cancelled']) await set(status);
    expect(await post.outbox('booking_cancelled')).toHaveLength(1);
    for (const status of ['ordered', 'cancelled']) await set(status);
    expect(await post.outbox('booking_cancelled')).toHaveLength(2);
    expect(await brokenInvariants(post.fixture)).toEqual([]);
  });

  test('reports refunded cash, but not a status that staff undo', async () => {
    const hold = await createHold(post.fixture, post.user, holdRequest(post.fixture, { payment_method: 'cash' }));
    const { booking_id } = await post.call<{ booking_id: string }>(post.user, `public.book_cash('${hold.hold_id}')`);
    const set = (status: string) => post.call(post.fixture.staff, statusCall(booking_id, status));
    await set('paid');
    await set('ordered');
    expect(await post.outbox('booking_refunded')).toEqual([]);
    await set('paid');
    await refundBooking(post.fixture.db, post.fixture.staff, booking_id, 25.5);
    expect(await post.outbox('booking_refunded')).toHaveLength(1);
    const refund = (await post.claim()).find((row) => row.template === 'booking_refunded');
    expect(refund?.data).toMatchObject({ refunded: 25.5, payment_method: 'cash' });
  });

  test('reports each refund of a card, with its own amount', async () => {
    const booking = await post.pay();
    for (const amount of [100, 75.5]) {
      await refundBooking(post.fixture.db, post.fixture.staff, booking, amount);
      const [op] = await post.fixture.db
        .sql`select id from private.stripe_ops where op like 'refund:%' and state = 'queued'`;
      await post.service('finish_stripe_op', { p_id: op?.id, p_outcome: 'done' });
    }
    const refunds = (await post.claim()).filter((row) => row.template === 'booking_refunded');
    // They are due at the same time, so either may be claimed first.
    expect(new Set(refunds.map((row) => row.data.refunded))).toEqual(new Set([100, 75.5]));
    expect(refunds).toHaveLength(2);
  });

  describe('reports a cancellation in one email', () => {
    const refundMade = async () => {
      const [op] = await post.fixture.db
        .sql`select id from private.stripe_ops where op like 'refund:%' and state = 'queued'`;
      await post.service('finish_stripe_op', { p_id: op?.id, p_outcome: 'done' });
    };
    const told = async () =>
      (await post.claim())
        .filter((row) => row.template !== 'booking_confirmation')
        .map((row) => [row.template, row.data.refund_due]);

    test('is the only one when a guest cancels a card booking and Stripe has refunded the money', async () => {
      const booking = await post.pay();
      const quote = await post.call<{ refund_amount: number }>(post.user, `public.quote_cancellation('${booking}')`);
      expect(quote.refund_amount).toBeGreaterThan(0);
      await post.call(post.user, `public.cancel_booking('${booking}', ${quote.refund_amount})`);
      await refundMade();
      expect(await told()).toEqual([['booking_cancelled', quote.refund_amount]]);
      expect(await brokenInvariants(post.fixture)).toEqual([]);
    });

    test('covers the part that staff refund of a card booking, and another one what they refund later', async () => {
      const booking = await post.pay();
      await post.call(post.fixture.staff, `public.staff_cancel_booking('${booking}', 100)`);
      await refundMade();
      expect(await told()).toEqual([['booking_cancelled', 100]]);
      await refundBooking(post.fixture.db, post.fixture.staff, booking, 51);
      await refundMade();
      expect((await post.outbox('booking_refunded')).map((row) => row.payload.part)).toEqual(['2']);
    });

    test('is added to the email of a refund that was already in progress', async () => {
      const booking = await post.pay();
      await refundBooking(post.fixture.db, post.fixture.staff, booking, 51);
      await post.call(post.fixture.staff, `public.staff_cancel_booking('${booking}', 0)`);
      await refundMade();
      expect(await post.outbox('booking_refunded')).toHaveLength(1);
      expect(await post.outbox('booking_cancelled')).toHaveLength(1);
    });

    test('covers cash that staff refund by cancelling, and another one cash refunded later', async () => {
      const hold = await createHold(post.fixture, post.user, holdRequest(post.fixture, { payment_method: 'cash' }));
      const { booking_id } = await post.call<{ booking_id: string }>(post.user, `public.book_cash('${hold.hold_id}')`);
      await post.call(post.fixture.staff, statusCall(booking_id, 'paid'));
      await post.call(post.fixture.staff, `public.staff_cancel_booking('${booking_id}', 100)`);
      expect(await told()).toEqual([['booking_cancelled', 100]]);
      await refundBooking(post.fixture.db, post.fixture.staff, booking_id, 51);
      expect(await post.outbox('booking_refunded')).toHaveLength(1);
    });
  });

  test('reports a declined card, after a while and unless it was paid after all', async () => {
    const paying = await startPayment(post.fixture, post.checkout, post.user);
    const decline = () =>
      post.fixture.db
        .sql`update private.payments set status = 'requires_payment_method', last_error = 'card_declined' where payment_intent_id = ${paying.intent}`;
    await decline();
    await decline();
    const [row, ...more] = await post.fixture.db.sql<{ wait: number }[]>`
      select extract(epoch from next_attempt_at - now())::int as wait from private.outbox where template = 'payment_failed'`;
    expect(more).toEqual([]);
    expect(row?.wait).toBeGreaterThan(60);
    const [mail] = await post.claim();
    expect(mail?.data).toMatchObject({
      reason: 'declined',
      service_id: post.fixture.experience,
      held_until: expect.any(String),
    });

    const [other = ''] = await createUsers(post.fixture.db.sql, 1);
    const again = await startPayment(post.fixture, post.checkout, other);
    await post.fixture.db
      .sql`update private.payments set status = 'requires_payment_method', last_error = 'card_declined' where payment_intent_id = ${again.intent}`;
    await post.fixture.db.sql`update private.holds set state = 'consumed' where id = ${again.hold.hold_id}`;
    await post.claim();
    expect((await post.outbox('payment_failed')).at(-1)).toMatchObject({
      state: 'discarded',
      last_error: 'The booking was made after all',
    });
  });

  test('reports a payment that came too late for its seats', async () => {
    const { hold } = await startPayment(post.fixture, post.checkout, post.user);
    await post.fixture.db.sql`update private.holds set state = 'void' where id = ${hold.hold_id}`;
    expect((await post.outbox('payment_failed')).map((row) => row.payload.reason)).toEqual(['returned']);
  });

  test("carries an invitation's code until it is sent, and is not sent when it was withdrawn", async () => {
    const invite = async (email: string) => {
      const { invite_id } = await post.call<{ invite_id: string }>(
        post.fixture.staff,
        `public.create_invite('${email}', '{tour_guide}', 'rio', 'Mateo')`,
      );
      const [mail] = await post.fixture.db.sql<{ code: string }[]>`
        select payload ->> 'code' as code from private.outbox where dedupe_key = ${`email:invite:${invite_id}`}`;
      return { invite_id, code: mail?.code ?? 'none' };
    };
    const { code } = await invite('mateo@example.test');
    const withdrawn = await invite('ana@example.test');
    await post.call(post.fixture.staff, `public.withdraw_invite('${withdrawn.invite_id}')`);
    const [mail, ...more] = await post.claim();
    expect(more).toEqual([]);
    expect(mail?.data).toMatchObject({ code, roles: ['tour_guide'], territory_name: 'Río Dulce' });
    await post.service('finish_outbox', { p_id: mail?.id, p_outcome: 'sent' });
    const kept = await post.fixture.db
      .sql`select state, payload, frozen from private.outbox where template = 'invite' order by id`;
    expect(kept.map((row) => row.state)).toEqual(['sent', 'discarded']);
    expect(JSON.stringify(kept)).not.toContain(code);
    expect(JSON.stringify(kept)).not.toContain(withdrawn.code);
  });

  test('is not sent to a blocked account, at the event or later', async () => {
    const booking = await post.pay();
    await post.fixture.db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${post.user}`;
    await post.call(post.fixture.staff, statusCall(booking, 'cancelled'));
    expect(await post.outbox('booking_cancelled')).toEqual([]);
    expect(await post.claim()).toEqual([]);
    expect(await post.outbox('booking_confirmation')).toMatchObject([
      { state: 'discarded', last_error: 'The account no longer exists or is blocked' },
    ]);
  });
});
