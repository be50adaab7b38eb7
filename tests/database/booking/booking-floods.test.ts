import { beforeEach, expect, test } from 'vitest';
import { startsIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

// Who sets a booking again and again does not flood the bell of its guest, and no bell about money that went back or about the end of a
// booking is lost (docs/product.md, Messages and notifications).

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
  guides.call(who, name, { p_kind: 'experience', p_booking_id: id, ...more });
const arrive = (p_action: string, more: object = {}) =>
  on(guides.fixture.guide, 'check_in_listed', { p_action, ...more });
const undo = (who = guides.fixture.guide) => on(who, 'undo_arrival');
const set = (...statuses: string[]) =>
  statuses.reduce(
    (before, p_status) => before.then(() => on(guides.fixture.staff, 'set_booking_status', { p_status })),
    Promise.resolve<unknown>(null),
  );
/** The guest's bell, once what waits is there. */
const bells = async () => {
  await deliver();
  return (await sql()`select title from public.notifications where user_id = ${tourist} order by title`).map(
    ({ title }) => title as string,
  );
};

test('an arrival that is set and taken back rings once while it is unread, delivered or not', async () => {
  await arrive('checked_in');
  expect(await bells()).toEqual(['Booking checked in']);
  await undo();
  expect(await bells()).toEqual(['Arrival taken back']);
  await arrive('no_show');
  await undo();
  await arrive('checked_in');
  expect(await bells()).toEqual(['Booking checked in']);
  await sql()`update public.notifications set read = true`;
  await undo();
  expect(await bells()).toEqual(['Arrival taken back', 'Booking checked in']);
});

test('a person takes the arrival of one booking back four times a day; somebody else, and of another booking, still', async () => {
  for (let n = 0; n < 4; n += 1) {
    await arrive('checked_in');
    await undo();
    // That it is open already is no change.
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

test('thirty guests, each of whom is taken back once, meet no limit', async () => {
  await sql()`insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id)
    select ${guides.fixture.guide}, 'undo_arrival', 'rio', 'bookings', gen_random_uuid()::text from generate_series(1, 29)`;
  await arrive('checked_in');
  await undo();
});

test('so many a minute and an hour are too many', async () => {
  await sql()`update private.limits set value = 1 where name = 'undo_arrival.minute'`;
  await arrive('checked_in');
  await undo();
  await arrive('checked_in');
  await expect(undo()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  await sql()`update private.limits set value = 1 where name = 'undo_arrival.hour'`;
  await expect(undo()).rejects.toMatchObject({ status: 429, code: 'rate_limited_hour' });
});

test('each taking back that took cash out of the books stays in the bell', async () => {
  await arrive('checked_in', { p_cash: DUE });
  await undo();
  await arrive('checked_in');
  expect(await bells()).toEqual(['Arrival taken back', 'Booking checked in', 'Cash received']);
});

test('a status that goes to and fro rings once while it is unread; that of another booking stays', async () => {
  const other = await guides.book(tourist);
  await deliver();
  await sql()`delete from public.notifications`;
  await on(guides.fixture.staff, 'set_booking_status', { p_status: 'paid' }, other);
  await set('paid', 'confirmed', 'paid', 'confirmed');
  expect(await bells()).toEqual(['Booking confirmed', 'Booking paid']);
  await set('paid', 'confirmed', 'paid');
  expect(await bells()).toEqual(['Booking paid', 'Booking paid']);
  await sql()`update public.notifications set read = true`;
  await set('confirmed');
  expect(await bells()).toEqual(['Booking confirmed', 'Booking paid', 'Booking paid']);
});

test('the end of a booking, and cash that is out of the books, stay in the bell whatever is set next', async () => {
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

test('the bell of the booking itself is not taken for its status', async () => {
  const other = await guides.book(tourist);
  await on(guides.fixture.staff, 'set_booking_status', { p_status: 'paid' }, other);
  expect(await bells()).toEqual(['Booking confirmed', 'Booking paid']);
});
