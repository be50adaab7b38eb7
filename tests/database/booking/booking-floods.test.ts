import { beforeEach, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { startsIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

// Changing a booking's status repeatedly doesn't flood its guest's notifications, and no notification about a refund or
// the booking's end is lost (docs/rules/messages.md, Notifications).

const guides = guidesForEachTest();
const sql = () => guides.fixture.db.sql;
const DUE = 175.5;
let tourist: string;
let booking: string;
beforeEach(async () => {
  [tourist = ''] = guides.tourists;
  booking = await guides.book(tourist);
  await startsIn(guides.fixture, booking, -0.1);
  await deliver();
  await sql()`delete from public.notifications`;
});

const deliver = () => sql()`select private.deliver_notifications()`;
const on = (who: string, name: string, more: object = {}, id = booking) =>
  guides.call(who, name, { p_booking_id: id, ...more });
const arrive = (p_action: string, more: object = {}) =>
  on(guides.fixture.guide, 'check_in_listed', { p_action, ...more });
const undo = (who = guides.fixture.guide) => on(who, 'undo_arrival');
const set = (...statuses: string[]) =>
  statuses.reduce(
    (before, p_status) => before.then(() => guides.setStatus(booking, p_status)),
    Promise.resolve<unknown>(null),
  );
/** The guest's notifications, after queued ones are delivered. */
const bells = async () => {
  await deliver();
  return said(await sql()`select wording, params from public.notifications where user_id = ${tourist}`)
    .map(({ title }) => title)
    .sort();
};

test('sends one notification for an arrival that is set and undone while unread, delivered or not', async () => {
  await arrive('checked_in');
  expect(await bells()).toEqual(['Booking checked in']);
  await undo();
  expect(await bells()).toEqual(['Check-in undone']);
  await arrive('no_show');
  await undo();
  await arrive('checked_in');
  expect(await bells()).toEqual(['Booking checked in']);
  await sql()`update public.notifications set read = true`;
  await undo();
  expect(await bells()).toEqual(['Booking checked in', 'Check-in undone']);
});

test('lets a person undo the arrival of one booking four times a day, without limiting other people and bookings', async () => {
  for (let n = 0; n < 4; n += 1) {
    await arrive('checked_in');
    await undo();
    await undo();
  }
  await arrive('checked_in');
  await expect(undo()).rejects.toMatchObject({ status: 429, code: 'rate_limited_day' });
  const [row] = await sql()`select check_in_status as arrival from public.bookings where id = ${booking}`;
  expect(row?.arrival).toBe('checked_in');
  expect(await bells()).toEqual(['Booking checked in']);
  await set('confirmed');
  await on(guides.fixture.staff, 'check_in_listed', { p_action: 'checked_in' });
  await undo(guides.fixture.staff);
  const other = await guides.book(guides.tourists[1] ?? '');
  await startsIn(guides.fixture, other, -0.1);
  await on(guides.fixture.guide, 'check_in_listed', { p_action: 'checked_in' }, other);
  await on(guides.fixture.guide, 'undo_arrival', {}, other);
});

test('reaches no limit by undoing thirty guests once each', async () => {
  await sql()`insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id)
    select ${guides.fixture.guide}, 'undo_arrival', 'rio', 'bookings', gen_random_uuid()::text from generate_series(1, 29)`;
  await arrive('checked_in');
  await undo();
});

test('limits undos per minute and per hour', async () => {
  await sql()`update private.limits set value = 1 where name = 'undo_arrival.minute'`;
  await arrive('checked_in');
  await undo();
  await arrive('checked_in');
  await expect(undo()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  await sql()`update private.limits set value = 1 where name = 'undo_arrival.hour'`;
  await expect(undo()).rejects.toMatchObject({ status: 429, code: 'rate_limited_hour' });
});

test('keeps the notification of each undo that removed cash from the cash book', async () => {
  await arrive('checked_in', { p_cash: DUE });
  await undo();
  await arrive('checked_in');
  expect(await bells()).toEqual(['Booking checked in', 'Cash received', 'Check-in undone']);
});

test('notifies once of a repeatedly changed status while unread, but separately of another booking', async () => {
  const other = await guides.book(tourist);
  await deliver();
  await sql()`delete from public.notifications`;
  await guides.setStatus(other, 'paid');
  await set('paid', 'confirmed', 'paid', 'confirmed');
  expect(await bells()).toEqual(['Booking confirmed', 'Booking paid']);
  await set('paid', 'confirmed', 'paid');
  expect(await bells()).toEqual(['Booking paid', 'Booking paid']);
  await sql()`update public.notifications set read = true`;
  await set('confirmed');
  expect(await bells()).toEqual(['Booking confirmed', 'Booking paid', 'Booking paid']);
});

test('keeps notifications about the end of a booking and removed cash, whatever is set next', async () => {
  await set('paid', 'ordered', 'confirmed', 'paid', 'refunded', 'confirmed', 'cancelled', 'confirmed');
  expect(await bells()).toEqual([
    'Booking cancelled',
    'Booking ordered',
    'Booking paid',
    'Booking refunded',
    'Booking reinstated',
  ]);
  const mails =
    await sql()`select template from private.outbox where kind = 'email' and template = 'booking_cancelled'`;
  expect(mails).toHaveLength(1);
});

test('does not replace the notification of the booking itself by its status', async () => {
  const other = await guides.book(tourist);
  await guides.setStatus(other, 'paid');
  expect(await bells()).toEqual(['Booking confirmed', 'Booking paid']);
});

test('lets a staff member change one booking eight times a day with its refunds, while colleagues and other bookings have their own limit', async () => {
  const colleague = await guides.person(['territory_staff', 'rio']);
  const other = await guides.book(guides.tourists[1] ?? '');
  await set('paid', 'confirmed', 'paid', 'confirmed', 'paid');
  for (const [p_amount, p_left] of [
    [1, DUE],
    [1, DUE - 1],
  ])
    await on(guides.fixture.staff, 'refund_booking', { p_amount, p_left });
  await set('confirmed');
  await set('confirmed');
  const before = await sql()`select count(*)::int as n from private.outbox where kind = 'email'`;
  const tooMany = { status: 429, code: 'rate_limited_day' };
  await expect(set('paid')).rejects.toMatchObject(tooMany);
  await expect(on(guides.fixture.staff, 'staff_cancel_booking')).rejects.toMatchObject(tooMany);
  await expect(on(guides.fixture.staff, 'refund_booking', { p_amount: 1, p_left: DUE - 2 })).rejects.toMatchObject(
    tooMany,
  );
  expect(await sql()`select count(*)::int as n from private.outbox where kind = 'email'`).toEqual([...before]);
  await guides.setStatus(booking, 'paid', {}, colleague);
  await guides.setStatus(other, 'paid');
});

test('applies the eighth change once when two arrive at the same time', async () => {
  await set('paid', 'confirmed', 'paid', 'confirmed', 'paid', 'confirmed', 'paid');
  const both = await Promise.allSettled([set('confirmed'), set('ordered')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('applies no limit to a hundred selected bookings', async () => {
  await sql()`insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id)
    select ${guides.fixture.staff}, 'set_booking_status', 'rio', 'bookings', gen_random_uuid()::text from generate_series(1, 199)`;
  await on(guides.fixture.staff, 'confirm_booking');
  await sql()`update private.limits set value = 200 where name = 'booking_change.minute'`;
  await expect(on(guides.fixture.staff, 'staff_cancel_booking')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('sends one email in five minutes about endings and reinstatements of a booking, with the current state', async () => {
  const leave = async () => {
    const claimed = (await sql()`select * from service.claim_outbox(50)`).map((row) => row.dedupe_key as string);
    await sql()`update private.outbox set state = 'sent', sent_at = now() where state = 'sending'`;
    return claimed.map((key) => key.replace(/:experience:[0-9a-f-]{36}/, ''));
  };
  await sql()`delete from private.outbox`;
  await set('cancelled');
  expect(await leave()).toEqual(['email:booking_cancelled']);
  await set('confirmed', 'cancelled', 'confirmed');
  expect(await leave()).toEqual([]);
  await sql()`update private.outbox set sent_at = sent_at - interval '6 minutes', next_attempt_at = next_attempt_at - interval '6 minutes'`;
  expect(await leave()).toEqual(['email:booking_confirmation:3']);
  // Long after the last notification, the next is sent immediately.
  await sql()`update private.outbox set sent_at = now() - interval '6 minutes' where state = 'sent'`;
  await set('cancelled');
  expect(await leave()).toEqual(['email:booking_cancelled:3']);
});
