import { describe, expect, test } from 'vitest';
import { processOutbox } from '../../../supabase/functions/_shared/email.ts';
import { said } from '../../support/notices.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest, type Json } from './support/context.ts';
import { createUsers, grantRole, holdRequest } from './support/fixture.ts';
import { setStatus } from './support/status.ts';

const context = contextForEachTest({ seats: 4 });

const preview = (booking: string, status: string, who = context.fixture.staff) =>
  context.call(who, 'preview_booking_status', booking, { p_status: status });

/** Does what staff do on the screen: reads the effects of a status and sets it. */
async function ask(booking: string, status: string): Promise<Json> {
  const shown = await preview(booking, status);
  const seen = { p_status: status, p_from: shown.from, p_amount: shown.amount };
  await context.call(context.fixture.staff, 'set_booking_status', booking, seen);
  return shown;
}

/** Returns the emails sent since, without the first confirmation, which is sent separately. */
async function mails(): Promise<{ subject: string; text: string }[]> {
  await context.fixture.db.sql`update private.outbox set next_attempt_at = now() where state = 'queued'`;
  await processOutbox(context.checkout.deps);
  const sent = context.checkout.mails.splice(0).filter(({ subject }) => !subject.startsWith('Your booking: '));
  return sent.map(({ subject, text }) => ({ subject, text }));
}

const notices = async () =>
  said(
    await context.fixture.db
      .sql`select wording, params from public.notifications where user_id = ${context.user} order by created_at, wording`,
  ).map((row) => row.title);

/** Creates a paid booking that its guest cancelled with a 50% refund. */
async function cancelledForHalf() {
  const paid = await payFor(context.fixture, context.checkout, context.user);
  await context.startsIn(paid.booking, 48);
  await context.call(context.user, 'cancel_booking', paid.booking, { p_refund_amount: 87.75 });
  await context.work();
  expect(context.checkout.stripe.refundedOf(paid.intent)).toBe(8775);
  return paid;
}

describe('a refund', () => {
  test('is made once after the statuses refunded, confirmed and cancelled, and the second email says where the money is', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    await mails();
    expect(await ask(booking, 'refunded')).toMatchObject({ money: 'refund', amount: 175.5, mail: 'refund' });
    await context.work();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Refund of Q175.50: Castle & hot waterfall']);

    expect(await ask(booking, 'confirmed')).toMatchObject({ money: 'unpaid', seats: 'take', mail: 'reinstated' });
    expect(await context.statusOf(booking)).toBe('confirmed/pending');
    const [back] = await mails();
    expect(back?.subject).toMatch(/^Your booking is active again/);
    expect(back?.text).toContain(
      "to your card, so this booking isn't paid yet. Please pay Q175.50 in cash when the trip starts.",
    );

    expect(await ask(booking, 'cancelled')).toMatchObject({ money: 'none', amount: 0, mail: 'cancelled' });
    await context.work();
    const letters = await mails();
    expect(letters.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Cancelled/)]);
    expect(letters[0]?.text).toContain("We've already refunded Q175.50. There's nothing more to refund.");
    expect(letters[0]?.text).not.toContain('to the card you paid with');
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
  });

  test('is stopped if it was not started, with a notification, and promised again with the next end', async () => {
    const { booking, intent } = await payFor(context.fixture, context.checkout, context.user);
    await ask(booking, 'cancelled');
    await mails();
    expect(await ask(booking, 'paid')).toMatchObject({ money: 'called_off', amount: 175.5 });
    const [back] = await mails();
    expect(back?.text).toContain("We've stopped the refund of Q175.50, so your booking is paid.");
    await ask(booking, 'cancelled');
    await context.work();
    const texts = (await mails()).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('refunding Q175.50 to the card'));
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
  });

  test('is not reported by an email that a newer one replaces', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await mails();
    for (const status of ['cancelled', 'confirmed', 'cancelled']) await ask(booking, status);
    expect((await mails()).filter(({ subject }) => subject.startsWith('Cancelled'))).toHaveLength(1);
  });

  test('never shows as Paid, from any status', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await ask(booking, 'refunded');
    await context.work();
    const gone = { status: 409, code: 'money_went_back' };
    expect(await preview(booking, 'paid')).toMatchObject({ refusal: { code: gone.code } });
    await expect(context.setStatus(booking, 'paid')).rejects.toMatchObject(gone);
    await ask(booking, 'confirmed');
    expect(await context.statusOf(booking)).toBe('confirmed/pending');
    // The booking is now paid in cash, so 'Paid' means received cash.
    expect(await preview(booking, 'paid')).toMatchObject({ refusal: null, money: 'collect', amount: 175.5 });
  });

  test('stays half if half was refunded, after being reinstated and cancelled again, by staff or the guest', async () => {
    const { booking, intent } = await cancelledForHalf();
    expect(await ask(booking, 'confirmed')).toMatchObject({ guest_cancelled: true, money: 'none' });
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 0 });
    expect(await ask(booking, 'cancelled')).toMatchObject({ money: 'none', amount: 0 });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(8775);
    // Staff can refund the full amount explicitly.
    expect(await ask(booking, 'refunded')).toMatchObject({ money: 'refund', amount: 87.75 });
    await context.work();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
  });
});

describe('the preview of a status change', () => {
  test('reports cash that is recorded, removed or returned', async () => {
    const booking = await context.bookCash();
    expect(await ask(booking, 'paid')).toMatchObject({ money: 'collect', amount: 175.5, mail: null });
    expect(await ask(booking, 'ordered')).toMatchObject({ money: 'undo', amount: 175.5 });
    expect(await ask(booking, 'confirmed')).toMatchObject({ money: 'none' });
    await ask(booking, 'paid');
    expect(await ask(booking, 'cancelled')).toMatchObject({ money: 'hand_back', amount: 175.5, seats: 'free' });
    expect(await ask(booking, 'paid')).toMatchObject({ money: 'collect', seats: 'take', mail: 'reinstated' });
  });

  test('reports an authorised card that is released', async () => {
    const { booking } = await context.bookUncaptured();
    expect(await ask(booking, 'cancelled')).toMatchObject({ money: 'release', amount: 175.5 });
  });

  test("needs the status that was shown, so that a colleague's change stays", async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    const set = (p_from: string | null) =>
      context.call(context.fixture.staff, 'set_booking_status', booking, { p_status: 'no_show', p_from, p_amount: 0 });
    const missing = { status: 400, code: 'booking_required' };
    await expect(set(null)).rejects.toMatchObject(missing);
    await ask(booking, 'confirmed');
    await expect(set(null)).rejects.toMatchObject(missing);
    await expect(set('paid')).rejects.toMatchObject({ status: 409, code: 'status_changed' });
    expect(await context.statusOf(booking)).toMatch(/^confirmed/);
  });

  test('prevents the change if the effects have changed', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    const shown = await preview(booking, 'cancelled');
    await context.refund(booking, 10);
    const seen = { p_status: 'cancelled', p_from: shown.from, p_amount: shown.amount };
    await expect(context.call(context.fixture.staff, 'set_booking_status', booking, seen)).rejects.toMatchObject({
      status: 409,
      code: 'quote_changed',
    });
    expect(await context.statusOf(booking)).toBe('paid/completed');
  });

  test('reports an arrival that is too early, and one that needs a reason', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    expect(await preview(booking, 'checked_in')).toMatchObject({
      upcoming: true,
      refusal: { code: 'check_in_too_early' },
    });
    await context.startsIn(booking, 1);
    expect(await preview(booking, 'checked_in')).toMatchObject({ upcoming: true, refusal: null });
    expect(await preview(booking, 'no_show')).toMatchObject({ refusal: { code: 'no_show_too_early' } });
    await context.startsIn(booking, -48);
    expect(await preview(booking, 'no_show')).toMatchObject({ upcoming: false, needs_reason: true, refusal: null });
  });

  test("is only shown to the territory's team", async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    for (const who of [context.user, context.fixture.guide, context.fixture.shuttle])
      await expect(preview(booking, 'cancelled', who)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  });
});

test('notifies the guest of a reinstated booking, in the app and by email, paid or not', async () => {
  const booking = await context.bookCash();
  await ask(booking, 'cancelled');
  await mails();
  await ask(booking, 'ordered');
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your booking is active again/),
  ]);
  expect(await notices()).toContain('Booking reinstated');
});

describe('two simultaneous changes', () => {
  test('report to the second person who was first, and the current state', async () => {
    const { booking } = await payFor(context.fixture, context.checkout, context.user);
    await context.startsIn(booking, -1);
    const [nery = ''] = await createUsers(context.fixture.db.sql, 1);
    await grantRole(context.fixture.db.sql, nery, 'territory_staff', 'rio');
    await context.fixture.db.sql`update public.profiles set full_name = 'Nery' where id = ${nery}`;
    const set = (who: string, status: string) =>
      setStatus(context.fixture.db, who, booking, status, { p_from: 'paid' });
    const both = await Promise.allSettled([set(nery, 'no_show'), set(context.fixture.staff, 'confirmed')]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);

    await context.setStatus(booking, 'no_show', nery);
    await expect(set(context.fixture.staff, 'checked_in')).rejects.toMatchObject({
      status: 409,
      code: 'status_changed',
      message: 'Nery set this to No Show',
    });
    // A repeated request changes nothing, after a lost answer or from both people.
    expect(await set(context.fixture.staff, 'no_show')).toMatchObject({ status: 'no_show' });
  });
});

describe('the passport of a booking that its guest cancelled', () => {
  async function bookWithPassport(): Promise<string> {
    const image = `${context.user}/passport.jpg`;
    const { sql } = context.fixture.db;
    await sql`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${image}, ${context.user})`;
    const request = holdRequest(context.fixture, { passport_images: [image] });
    const { booking } = await payFor(context.fixture, context.checkout, context.user, request as Json);
    return booking;
  }
  const open = (booking: string, who: string) => context.call(who, 'open_passport', booking, { p_position: 1 });
  const shown = async (booking: string) =>
    (await context.call(context.fixture.staff, 'territory_booking', booking)).passports;
  const own = (name: string, booking: string, who = context.user) => context.call(who, name, booking);

  test('stays closed when staff reinstate it, until the guest shows it again', async () => {
    const booking = await bookWithPassport();
    await own('cancel_booking', booking);
    await context.work();
    await ask(booking, 'confirmed');
    const closed = { status: 410, code: 'passport_closed_by_owner' };
    for (const who of [context.fixture.staff, context.fixture.guide])
      await expect(open(booking, who)).rejects.toMatchObject(closed);
    expect(await shown(booking)).toEqual([]);
    // They can still read the booking.
    expect(await open(booking, context.user)).toBeTruthy();
    await expect(own('show_passports', booking, context.fixture.staff)).rejects.toMatchObject({ status: 404 });
    await own('show_passports', booking);
    expect(await open(booking, context.fixture.guide)).toBeTruthy();
    expect(await shown(booking)).toEqual([1]);
  });

  test("can't be shown again while cancelled, but reopens with a booking that staff cancelled by mistake", async () => {
    const booking = await bookWithPassport();
    await own('cancel_booking', booking);
    await expect(own('show_passports', booking)).rejects.toMatchObject({ status: 409, code: 'booking_not_live' });
    await context.work();
    await ask(booking, 'confirmed');
    await own('show_passports', booking);
    await ask(booking, 'cancelled');
    await ask(booking, 'confirmed');
    expect(await open(booking, context.fixture.staff)).toBeTruthy();
  });
});
