import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { signedIn } from '../booking/support/fixture.ts';
import { leavesIn, remind, reminders, waiting } from './support.ts';

const context = contextForEachTest();
const sql = () => context.fixture.db.sql;
const book = async () => (await payFor(context.fixture, context.checkout, context.user)).booking as string;
const leaveOut = (letter: string, who = context.user) =>
  context.fixture.db.as(signedIn(who), (tx) =>
    tx.unsafe(
      `insert into public.notice_choices (${letter}) values (false) on conflict (user_id) do update set ${letter} = false`,
    ),
  );

test('still reminds a guest who turned off the evening email two hours before', async () => {
  const booking = await book();
  await sql()`update public.departures set start_time = '08:00'`;
  await sql()`update public.bookings set start_time = '08:00' where id = ${booking}`;
  await leaveOut('reminder_evening');
  expect(await remind(context, '-1 day 18:00')).toBe(0);
  expect(await remind(context, '06:00')).toBe(1);
  expect(await reminders(context.fixture)).toEqual([`soon ${booking}`]);
});

test("ignores another person's settings", async () => {
  await book();
  await leaveOut('reminder_evening', context.fixture.guide);
  expect(await remind(context, '-1 day 18:00')).toBe(1);
});

test('discards a queued email when its reader turns it off', async () => {
  const booking = await book();
  await leavesIn(context, booking, 5, 100);
  await sql()`select service.queue_reminders()`;
  await leaveOut('reminder_soon');
  expect((await waiting(context.fixture)).map(({ obsolete }) => obsolete)).toEqual([
    'They turned these notifications off',
  ]);
});

test('does not ask for a review if the guest turned off the email after the trip', async () => {
  const booking = await book();
  await sql()`update public.bookings set check_in_status = 'checked_in' where id = ${booking}`;
  const asked = async () => {
    await leavesIn(context, booking, 12, -24 * 60);
    return (await sql()`select service.queue_review_requests() as n`)[0]?.n;
  };
  await leaveOut('review_request');
  expect(await asked()).toBe(0);
  await sql()`update public.notice_choices set review_request = true`;
  expect(await asked()).toBe(1);
  await leaveOut('review_request');
  expect(
    await sql()`select private.mail_is_obsolete(o) as why from private.outbox o where template = 'review_request'`,
  ).toEqual([{ why: 'They turned these notifications off' }]);
  await sql()`update public.bookings set check_in_status = 'pending' where id = ${booking}`;
});
