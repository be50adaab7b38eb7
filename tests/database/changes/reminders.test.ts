import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { rideOf } from '../booking/support/fixture.ts';
import { dayAfter, type Json } from '../departures/support.ts';
import { at, remind, reminders, waiting } from '../reminders/support.ts';
import { change } from './support.ts';

// After a change of date, the guest only gets a reminder for the new day.

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = async (more: Json = {}) => (await payFor(context.fixture, context.checkout, context.user, more)).booking;
/**
 * The evenings before the old day and before the new one, which is a day later. Both are counted from the old day.
 */
const EVENING = '-1 day 18:00';
const EVENING_OF_THE_NEW = '18:00';

test('reminds on the evening before the new day, and not before the old one', async () => {
  const booking = await paid();
  await change(context, booking);
  for (const minute of [EVENING, '-1 day 23:59', '06:30', '08:00']) expect(await remind(context, minute)).toBe(0);
  expect(await remind(context, EVENING_OF_THE_NEW)).toBe(1);
  expect(await remind(context, '18:01')).toBe(0);
  expect(await reminders(context.fixture)).toEqual([`evening ${booking}`]);
  const [letter] = await waiting(context.fixture);
  expect(letter?.data).toMatchObject({ booking_date: dayAfter() });
});

test('reminds of a ride at eight also two hours before', async () => {
  const ride = await paid({ ...rideOf(context.fixture, 2), num_people: 2 });
  await change(context, ride, { slot_id: null });
  for (const minute of [EVENING, '06:00', '07:29']) expect(await remind(context, minute)).toBe(0);
  expect(await remind(context, '1 day 06:00')).toBe(1);
  expect(await reminders(context.fixture)).toEqual([`soon ${ride}`]);
});

test('discards a queued email about the old day, and queues one for the new day', async () => {
  const booking = await paid();
  expect(await remind(context, EVENING)).toBe(1);
  await change(context, booking);
  expect((await waiting(context.fixture)).map(({ obsolete }) => obsolete)).toEqual(['The booking has moved']);
  expect(await remind(context, EVENING_OF_THE_NEW)).toBe(1);
});

test('reminds of the first day once, after changing back', async () => {
  const booking = await paid();
  await change(context, booking);
  await change(context, booking, { service_date: context.fixture.date });
  expect(await remind(context, EVENING)).toBe(1);
  expect(await remind(context, EVENING_OF_THE_NEW)).toBe(0);
  expect(await reminders(context.fixture)).toEqual([`evening ${booking}`]);
});

test('sends no reminder after a change that evening, whose email contains everything', async () => {
  const booking = await paid();
  await change(context, booking);
  const changedAt = (time: string) =>
    sql().unsafe(
      `update public.booking_events set created_at = ${at(context.fixture, time)} where detail ? 'moved_to'`,
    );
  await changedAt('18:30');
  expect(await remind(context, '19:00')).toBe(0);
  await changedAt('17:30');
  expect(await remind(context, '19:00')).toBe(1);
});
