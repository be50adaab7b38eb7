import { describe, expect, test } from 'vitest';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';

// The refund promised when a booking ended stays promised, whatever status staff set later
// (docs/product.md, Life of a booking).

const context = contextForEachTest({ seats: 4 });

const cancelAsGuest = (booking: string, amount: number) =>
  context.call(context.user, 'cancel_booking', booking, { p_refund_amount: amount });
const quote = (booking: string) => context.call(context.user, 'quote_cancellation', booking);
const cancelAsStaff = (booking: string, amount?: number) =>
  context.call(
    context.fixture.staff,
    'staff_cancel_booking',
    booking,
    amount === undefined ? {} : { p_refund_amount: amount },
  );
const promised = { status: 409, code: 'refund_promised' };
const LIVE = ['ordered', 'paid', 'confirmed'];

/** Creates a paid booking that its guest cancelled with a refund of half its price. */
async function cancelledForHalf() {
  const paid = await payFor(context.fixture, context.checkout, context.user);
  await context.startsIn(paid.booking, 48);
  await cancelAsGuest(paid.booking, 87.75);
  return paid;
}

describe("a refund promised for a guest's cancellation", () => {
  test('is not stopped, and the booking can be reinstated once it was refunded', async () => {
    const { booking, intent } = await cancelledForHalf();
    for (const status of LIVE) {
      await expect(context.setStatus(booking, status)).rejects.toMatchObject(promised);
      expect(
        await context.call(context.fixture.staff, 'preview_booking_status', booking, { p_status: status }),
      ).toMatchObject({ refusal: { code: 'refund_promised' } });
    }
    // A status that isn't an end itself doesn't change the promise indirectly either.
    await context.setStatus(booking, 'refunded');
    await expect(context.setStatus(booking, 'confirmed')).rejects.toMatchObject(promised);
    expect(await context.statusOf(booking)).toMatch(/^refunded/);
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    await context.setStatus(booking, 'confirmed');
    expect(await context.statusOf(booking)).toBe('confirmed/pending');
  });

  test('is made even after Stripe has started or refused it', async () => {
    const { booking } = await cancelledForHalf();
    const { sql } = context.fixture.db;
    await sql`update private.stripe_ops set attempts = 1 where op = 'refund:1'`;
    await expect(context.setStatus(booking, 'confirmed')).rejects.toMatchObject(promised);
    await sql`update private.stripe_ops set state = 'failed', refusals = 60 where op = 'refund:1'`;
    await expect(context.setStatus(booking, 'confirmed')).rejects.toMatchObject(promised);
    await sql`update private.stripe_ops set state = 'queued' where op = 'refund:1'`;
  });

  test('is made in full first if it was in cash', async () => {
    const booking = await context.bookCash();
    await context.setStatus(booking, 'paid');
    await context.startsIn(booking, 48);
    await context.refund(booking, 60);
    await cancelAsGuest(booking, 87.75);
    await expect(context.setStatus(booking, 'paid')).rejects.toMatchObject(promised);
    await context.refund(booking, 50);
    await expect(context.setStatus(booking, 'confirmed')).rejects.toMatchObject(promised);
    await context.refund(booking, 37.75);
    await context.setStatus(booking, 'confirmed');
    expect(await context.statusOf(booking)).toBe('confirmed/completed');
  });

  test('releases an authorised card first', async () => {
    const { booking } = await context.bookUncaptured();
    await cancelAsGuest(booking, 175.5);
    await expect(context.setStatus(booking, 'confirmed')).rejects.toMatchObject(promised);
  });

  test('control: is not needed where nothing was paid or staff cancelled by mistake, and the booking is reinstated at once', async () => {
    const booking = await context.bookCash();
    await cancelAsGuest(booking, 0);
    await context.setStatus(booking, 'confirmed');
    const paid = await payFor(context.fixture, context.checkout, context.user);
    await context.setStatus(paid.booking, 'cancelled');
    await context.setStatus(paid.booking, 'paid');
    await context.work();
    expect(context.checkout.stripe.refundedOf(paid.intent)).toBe(0);
    expect(await context.statusOf(paid.booking)).toBe('paid/completed');
  });
});

describe('a booking that staff ended and reinstated', () => {
  async function broughtBack() {
    const paid = await payFor(context.fixture, context.checkout, context.user);
    await cancelAsStaff(paid.booking, 120);
    await context.setStatus(paid.booking, 'confirmed');
    // The deadline of every refund has passed.
    await context.startsIn(paid.booking, 2);
    return paid;
  }

  test('refunds what was promised when its guest cancels after the deadline', async () => {
    const { booking, intent } = await broughtBack();
    expect(await quote(booking)).toMatchObject({ refund_percent: 0, refund_amount: 120, promised: true });
    await cancelAsGuest(booking, 120);
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(12_000);
    // The refund is sent once.
    await context.setStatus(booking, 'confirmed');
    expect(await quote(booking)).toMatchObject({ refund_amount: 0, promised: false });
  });

  test("can't be cancelled by staff with a smaller refund", async () => {
    const { booking, intent } = await broughtBack();
    for (const amount of [0, 119.99])
      await expect(cancelAsStaff(booking, amount)).rejects.toMatchObject({ status: 409, code: 'refund_too_small' });
    await cancelAsStaff(booking, 120);
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(12_000);
  });

  test('control: refunds by the policy if it never ended, and staff can end it without a refund', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await context.startsIn(booking, 2);
    expect(await quote(booking)).toMatchObject({ refund_amount: 0, promised: false });
    await cancelAsStaff(booking, 0);
  });
});

describe('a refunded amount', () => {
  const set = (booking: string, more: object) =>
    context.call(context.fixture.staff, 'set_booking_status', booking, { p_from: 'paid', ...more });
  const required = { status: 400, code: 'amount_required' };

  test('is returned by the function that refunds it, and equals what was shown', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    for (const p_status of ['cancelled', 'refunded']) {
      await expect(set(booking, { p_status })).rejects.toMatchObject(required);
      await expect(set(booking, { p_status, p_amount: null })).rejects.toMatchObject(required);
      await expect(set(booking, { p_status, p_amount: 175 })).rejects.toMatchObject({ code: 'quote_changed' });
    }
    expect(await context.statusOf(booking)).toBe('paid/completed');
    // Nothing changes, so nothing is sent.
    await set(booking, { p_status: 'confirmed' });
  });

  test('is also returned for a partial refund', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    const refund = (p_amount: number | null) =>
      context.call(context.fixture.staff, 'refund_booking', booking, { p_amount, p_left: 175.5 });
    await expect(refund(null)).rejects.toMatchObject(required);
    expect(await context.statusOf(booking)).toBe('paid/completed');
    expect(await refund(175.5)).toMatchObject({ refund_amount: 175.5 });
  });
});
