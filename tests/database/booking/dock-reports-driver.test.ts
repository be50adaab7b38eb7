import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startsIn } from './support/fixture.ts';
import { fixture } from './support/for-each-test.ts';
import {
  addSchedule,
  bookNow,
  call,
  dayOf,
  driver,
  otherShuttleManager,
  rows,
  shuttleForEachTest,
} from './support/shuttle.ts';

// Tests a driver without a signal (docs/rules/dock.md, Check-in without a signal). The assignment of the reported
// day and today's role both count.

shuttleForEachTest();

const report = (who: string, booking: string, hoursAgo: number, more: object = {}) =>
  rows(who, 'report_arrivals', {
    p_reports: [
      {
        key: randomUUID(),
        action: 'checked_in',
        booking_id: booking,
        at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
        ...more,
      },
    ],
  });

const everyDay = async () => {
  for (const day of ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'])
    await addSchedule(fixture.shuttle, dayOf(day));
};

test("accepts yesterday's arrivals today, although the list is closed", async () => {
  const booking = await bookNow();
  await everyDay();
  await startsIn(fixture, booking, -40);
  await expect(
    call(driver, 'check_in_listed', { p_booking_id: booking, p_action: 'checked_in' }),
  ).rejects.toMatchObject({ status: 403 });
  expect(await report(driver, booking, 39.9)).toMatchObject([{ result: 'done' }]);
});

test("refuses reports from people who don't drive it and shuttle managers of other territories", async () => {
  const booking = await bookNow();
  expect(await report(otherShuttleManager, booking, 0)).toMatchObject([{ result: 'refused' }]);
  // The driver works there but does not drive this departure, so the report goes to review.
  const [answer] = await report(driver, booking, 0);
  expect(answer).toMatchObject({ result: 'conflict', code: 'not_assigned' });
  expect(answer).not.toHaveProperty('booking');
  expect(await rows(driver, 'dock_conflicts')).toMatchObject([{ guest: null, title: null }]);
  expect(await rows(fixture.shuttle, 'dock_conflicts')).toMatchObject([{ title: 'Shuttle to Flores' }]);
});

test('takes the kind from the booking, whatever the phone sent', async () => {
  const booking = await bookNow();
  expect(await report(driver, booking, 0, { kind: 'experience' })).toMatchObject([
    { result: 'conflict', code: 'not_assigned' },
  ]);
});

test("refuses a claim for another driver's future departure without creating a conflict", async () => {
  const booking = await bookNow();
  await startsIn(fixture, booking, 30);
  expect(await report(driver, booking, 0)).toMatchObject([{ result: 'refused' }]);
  expect(await rows(fixture.shuttle, 'dock_conflicts')).toEqual([]);
});

test("records a conflict for another driver's departure once, without its price, and the reporter can't resolve it", async () => {
  const booking = await bookNow();
  for (let time = 0; time < 3; time += 1)
    expect(await report(driver, booking, 0)).toMatchObject([{ result: 'conflict', code: 'not_assigned' }]);
  const [conflict, ...more] = await rows(driver, 'dock_conflicts');
  expect(more).toEqual([]);
  expect(conflict).toMatchObject({ price: null, decisions: [] });
  const decide = (who: string) => call(who, 'decide_dock_conflict', { p_id: conflict?.id, p_decision: 'noted' });
  await expect(decide(driver)).rejects.toMatchObject({ code: 'forbidden' });
  await decide(fixture.shuttle);
});

test('loads the tickets of the day without emails and prices', async () => {
  const booking = await bookNow();
  await everyDay();
  const tickets = await rows(driver, 'dock_tickets');
  expect(tickets).toMatchObject([{ booking_id: booking, booking: { total_price: null } }]);
  expect(JSON.stringify(tickets)).not.toContain('@');
});
