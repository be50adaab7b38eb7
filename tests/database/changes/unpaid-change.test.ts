import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { brokenInvariants, daysFromNow } from '../booking/support/fixture.ts';
import { call, dayAfter, type Json, seatsOn } from '../departures/support.ts';
import { additionsIn } from './addition-support.ts';

const context = contextForEachTest({ seats: 8, experience: { shared_price: 200 } });
const { sql, paid, stripe, openPayment } = additionsIn(context);
type Hold = Parameters<typeof openPayment>[0];

const desk = (booking: string, steps: Json[], shown: Json = {}, waived = false) =>
  call(context.fixture, context.fixture.staff, 'change_booking', {
    p_booking_id: booking,
    p_steps: steps,
    p_key: randomUUID(),
    p_shown: { refund_amount: 0, extra_amount: 0, ...shown },
    p_desk: { reason: 'Asked on the phone', waived },
  }) as Promise<Json & { hold: Hold }>;
const party = (people: number): Json => ({ step: 'party', people });
const date = (service_date = dayAfter()): Json => ({ step: 'date', slot_id: context.fixture.slot, service_date });
const drawer = async (booking: string) =>
  (await context.call(context.fixture.staff, 'territory_booking', booking)) as Json & {
    history: Json[];
    unpaid_change: Json | null;
  };

describe('a change that waits for its payment', () => {
  test('is shown to the desk with its reason, to its guest without it, in the history and in the email', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 2 });
    await desk(booking, [party(3), date()], { extra_amount: 200 });
    const planned = { service_date: dayAfter(), people: 3, amount: 200, moves: true, by: 'desk', paying: false };
    const { unpaid_change, history } = await drawer(booking);
    expect(unpaid_change).toMatchObject({ ...planned, reason: 'Asked on the phone' });
    expect(history.at(-1)).toMatchObject({ by: 'staff', asked: 'to_pay', amount: 200, note: 'Asked on the phone' });
    const [row] = (await call(fixture, user, 'my_ticket_money', { p_booking_ids: [booking] })) as unknown as {
      unpaid_change: Json;
    }[];
    expect(row?.unpaid_change).toMatchObject(planned);
    expect(row?.unpaid_change).not.toHaveProperty('reason');
    const page = (await call(fixture, user, 'change_options', { p_booking_id: booking })) as { unpaid_change: Json };
    expect(page.unpaid_change).toMatchObject(planned);
    expect(page.unpaid_change).not.toHaveProperty('reason');
    const [mail] =
      await sql()`select payload -> 'changed' as changed from private.outbox where template = 'booking_changed'`;
    expect(mail?.changed).toMatchObject({ due: 200, planned: { service_date: dayAfter(), people: 3 } });
    expect(JSON.stringify(mail)).not.toContain('Asked on the phone');
  });

  test('is withdrawn by the desk, which frees its seats, unless it is being paid', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 2 });
    const { hold } = await desk(booking, [party(3)], { extra_amount: 200 });
    const withdraw = (who = fixture.staff, p_hold_id: unknown = hold.hold_id) =>
      call(fixture, who, 'withdraw_change', { p_booking_id: booking, p_hold_id });
    await expect(withdraw(user)).rejects.toMatchObject({ status: 403 });
    await expect(withdraw(fixture.staff, randomUUID())).rejects.toMatchObject({ code: 'changed_meanwhile' });
    await withdraw();
    await expect(withdraw()).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect(await drawer(booking)).toMatchObject({
      unpaid_change: null,
      history: expect.arrayContaining([expect.objectContaining({ asked: 'withdrawn' })]),
    });
    // The email that asks to pay had not left yet: none does.
    const changed = () =>
      sql()`select payload -> 'changed' as changed from private.outbox where template = 'booking_changed' order by id`;
    expect(await changed()).toHaveLength(0);
    await expect(openPayment(hold)).resolves.not.toHaveProperty('body.payment_intent_id');
    expect(await seatsOn(fixture, fixture.date)).toMatchObject({ held: 0, sold: 2 });
    const again = await desk(booking, [party(3)], { extra_amount: 200 });
    const begun = await openPayment(again.hold);
    await sql()`update private.payments set status = 'processing' where payment_intent_id = ${begun.intent}`;
    await expect(withdraw(fixture.staff, again.hold.hold_id)).rejects.toMatchObject({
      code: 'offer_payment_in_progress',
    });
  });

  test('that its guest was asked to pay is withdrawn with one email, which says what is withdrawn', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 2 });
    const { hold } = await desk(booking, [party(3)], { extra_amount: 200 });
    await sql()`update private.outbox set state = 'sent', sent_at = now() where template = 'booking_changed'`;
    await call(fixture, fixture.staff, 'withdraw_change', { p_booking_id: booking, p_hold_id: hold.hold_id });
    const mails =
      await sql()`select payload -> 'changed' as changed from private.outbox where template = 'booking_changed' order by id`;
    expect(mails.slice(1)).toEqual([{ changed: { withdrawn: true, planned: expect.objectContaining({ people: 3 }) } }]);
    expect(JSON.stringify(mails)).not.toContain('Asked on the phone');
  });
});

describe('another change in its place', () => {
  const guest = (booking: string, people: number, shown: Json) =>
    call(context.fixture, context.user, 'change_booking', {
      p_booking_id: booking,
      p_steps: [party(people)],
      p_key: randomUUID(),
      p_shown: { refund_amount: 0, extra_amount: 200 * Math.max(0, people - 2), ...shown },
    }) as Promise<Json & { hold: Hold }>;
  const minutesOf = async (hold: Hold) =>
    (
      await sql()`select extract(epoch from expires_at - created_at)::float / 60 as minutes from private.holds where id = ${hold.hold_id}`
    )[0]?.minutes as number;

  test('asks its guest if their page did not show what the desk has prepared, and is in the history', async () => {
    const { booking } = await paid({ num_people: 2 });
    const { hold } = await desk(booking, [date(), party(3)], { extra_amount: 200 });
    for (const people of [1, 3])
      await expect(guest(booking, people, { unpaid_change: null })).rejects.toMatchObject({
        code: 'changed_meanwhile',
      });
    expect(await drawer(booking)).toMatchObject({ unpaid_change: { hold_id: hold.hold_id } });
    const own = await guest(booking, 3, { unpaid_change: hold.hold_id });
    const { unpaid_change, history } = await drawer(booking);
    expect(unpaid_change).toMatchObject({ hold_id: own.hold.hold_id, by: 'guest' });
    expect(history.filter(({ asked }) => asked === 'replaced')).toMatchObject([{ by: 'tourist' }]);
    // Guests can replace their own change.
    await guest(booking, 4, { unpaid_change: null });
  });

  test('has its own time to be paid', async () => {
    const { booking } = await paid({ num_people: 2 });
    const own = await minutesOf((await guest(booking, 3, { unpaid_change: null })).hold);
    const prepared = await desk(booking, [party(4)], { extra_amount: 400 });
    expect(await minutesOf(prepared.hold)).toBeGreaterThan(60);
    const { hold } = await guest(booking, 3, { unpaid_change: prepared.hold.hold_id });
    const again = await minutesOf(hold);
    expect(again).toBeCloseTo(own);
    // A guest who asks again and again doesn't hold seats for longer.
    await sql()`update private.holds set expires_at = expires_at - interval '5 minutes' where id = ${hold.hold_id}`;
    expect(await minutesOf((await guest(booking, 4, { unpaid_change: null })).hold)).toBeLessThan(again - 4);
  });

  test('asks the desk if a colleague has prepared one since', async () => {
    const { booking } = await paid({ num_people: 2 });
    await desk(booking, [party(3)], { extra_amount: 200, unpaid_change: null });
    await expect(desk(booking, [party(4)], { extra_amount: 400, unpaid_change: null })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
  });
});

test("more people on the same departure wait with those who stay, until the desk's deadline has passed", async () => {
  const { fixture, user } = context;
  const { booking } = await paid({ num_people: 2 });
  const { hold } = await desk(booking, [party(3)], { extra_amount: 200 });
  expect((await drawer(booking)).unpaid_change).toMatchObject({ people: 3, moves: false });
  const [row] =
    await sql()`select expires_at > now() + interval '20 minutes' as long from private.holds where id = ${hold.hold_id as string}`;
  expect(row?.long).toBe(true);
  await sql()`update private.holds set expires_at = now() - interval '1 second' where id = ${hold.hold_id as string}`;
  expect((await drawer(booking)).unpaid_change).toBeNull();
  const [ticket] = (await call(fixture, user, 'my_ticket_money', { p_booking_ids: [booking] })) as unknown as Json[];
  expect(ticket?.unpaid_change).toBeNull();
});

test('a booking that someone else has moved since is not moved without asking, even at the same price', async () => {
  const { booking } = await paid({ num_people: 2 });
  const shown = { booking: { service_date: context.fixture.date, start_time: '09:00:00', people: 2 } };
  await desk(booking, [date()], shown);
  await expect(desk(booking, [date(daysFromNow(9))], shown)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  await desk(booking, [date(daysFromNow(9))], { booking: { ...shown.booking, service_date: dayAfter() } });
});

describe('after a refund by the desk', () => {
  test('the lists have the price, and cancelling shows what was refunded before', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 3 });
    await desk(booking, [party(2)], { refund_amount: 200 });
    await stripe();
    expect(await drawer(booking)).toMatchObject({ total_price: 400, paid_amount: 600, refunded_amount: 200 });
    expect(await call(fixture, fixture.manager, 'territory_bookings', { p_territory_id: 'rio' })).toMatchObject([
      { total_price: '400.00', refunded_amount: '200.00' },
    ]);
    expect(await call(fixture, fixture.manager, 'territory_booking_totals', { p_territory_id: 'rio' })).toMatchObject([
      { booked: '400.00', not_collected: '0.00', refunded: '200.00' },
    ]);
    expect(await context.call(user, 'quote_cancellation', booking)).toMatchObject({
      paid_amount: 600,
      refunded_amount: 200,
      fee_amount: 0,
      refund_amount: 400,
    });
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  test('its guest gets one email, and the audit log names the currency', async () => {
    const { booking } = await paid({ num_people: 3 });
    await desk(booking, [party(2)], { refund_amount: 200 });
    await stripe();
    const mails =
      await sql()`select template from private.outbox where template in ('booking_changed', 'booking_refunded')`;
    expect(mails).toEqual([{ template: 'booking_changed' }]);
    const [entry] = await sql()`select detail from public.audit_log where action = 'change_booking'`;
    expect(entry?.detail).toMatchObject({ refund_amount: 200, currency_code: 'GTQ' });
    // Money that the desk refunds without a change has its own email.
    await context.refund(booking, 100);
    await stripe();
    expect(await sql()`select 1 from private.outbox where template = 'booking_refunded'`).toHaveLength(1);
  });
});
