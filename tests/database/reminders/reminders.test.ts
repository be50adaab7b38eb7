import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutTriggers } from '../../support/without-triggers.ts';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { daysFromNow, transportRequest } from '../booking/support/fixture.ts';
import { post } from '../conditions/support.ts';
import { answer, cancel, dayAfter, offered, passUndo, toDayAfter } from '../departures/support.ts';
import { leavesIn, remind, reminders, waiting } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
/** Books the experience at nine in the morning. */
const book = async (more: Record<string, unknown> = {}) =>
  (await payFor(context.fixture, context.checkout, context.user, more)).booking as string;
/** Books the shuttle at eight in the morning. */
const bookRide = () => {
  const { hold_id: _, ...ride } = transportRequest(context.fixture) as Record<string, unknown>;
  return book(ride);
};
const startsAt = (booking: string, time: string | null) =>
  sql()`with moved as (update public.bookings set start_time = ${time} where id = ${booking} returning departure_id)
    update public.departures d set start_time = ${time}, end_time = null from moved where d.id = moved.departure_id`;

describe('the reminder on the evening before', () => {
  test('is sent once from six to midnight', async () => {
    const booking = await book();
    expect(await remind(context, '-1 day 17:59')).toBe(0);
    expect(await remind(context, '-1 day 18:00')).toBe(1);
    expect(await remind(context, '-1 day 18:01')).toBe(0);
    expect(await remind(context, '-1 day 23:59')).toBe(0);
    expect(await reminders(context.fixture)).toEqual([`evening ${booking}`]);
  });

  test('is sent late if the scheduler was down, but not after the evening', async () => {
    await book();
    expect(await remind(context, '00:01')).toBe(0);
    expect(await remind(context, '08:00')).toBe(0);
    expect(await remind(context, '-1 day 23:59')).toBe(1);
  });

  test('shows where, with whom, what is needed and current alerts', async () => {
    const { fixture } = context;
    await sql()`update public.experiences set meeting_point = 'The blue dock', meeting_point_link = 'https://maps.example/dock', what_to_bring = 'A towel'
      where id = ${fixture.experience}`;
    await sql()`insert into private.guide_numbers (user_id, whatsapp_number) values (${fixture.guide}, '+50255123480')`;
    await book();
    await sql()`update public.experiences set passport_required = true`;
    await post(fixture, fixture.staff, { state: 'delayed', text: 'Rain on the river.' });
    await post(fixture, fixture.staff, { state: 'open', text: 'It is open.' });
    await remind(context, '-1 day 18:00');
    const [letter] = await waiting(fixture);
    expect(letter?.data).toMatchObject({
      meeting_point: 'The blue dock',
      what_to_bring: 'A towel',
      meeting_point_link: 'https://maps.example/dock',
      guide_name: expect.any(String),
      whatsapp_number: '+50255123480',
      passport_required: true,
      territory_id: 'rio',
      conditions: [{ subject: 'river', state: 'delayed', text: 'Rain on the river.' }],
    });
  });

  test('excludes ended alerts, and the number of a former guide', async () => {
    const { fixture } = context;
    await book();
    await post(fixture, fixture.staff);
    await sql()`update public.conditions set ends_at = now() + interval '1 day'`;
    await sql()`insert into private.guide_numbers (user_id, whatsapp_number) values (${fixture.guide}, '+50255123480')`;
    await sql()`update private.role_grants set territory_id = 'lago' where user_id = ${fixture.guide}`;
    await sql()`update public.bookings set guide_id = ${fixture.guide}`;
    await remind(context, '-1 day 18:00');
    expect((await waiting(fixture))[0]?.data).toMatchObject({ conditions: [], whatsapp_number: null });
  });
});

describe('the reminder two hours before', () => {
  test('is sent for a departure before nine in the morning, until it would be too late', async () => {
    const ride = await bookRide();
    expect(await remind(context, '05:59')).toBe(0);
    expect(await remind(context, '06:00')).toBe(1);
    expect(await remind(context, '07:00')).toBe(0);
    expect(await reminders(context.fixture)).toEqual([`soon ${ride}`]);
    await sql()`delete from private.outbox where template like 'reminder%'`;
    expect(await remind(context, '07:30')).toBe(0);
    expect(await remind(context, '12:00')).toBe(0);
    expect(await remind(context, '07:29')).toBe(1);
  });

  test('is not sent for a later one', async () => {
    await book();
    for (const minute of ['06:59', '07:00', '08:00', '08:59', '09:01']) expect(await remind(context, minute)).toBe(0);
  });

  test('is the only one sent if both are due, even across midnight', async () => {
    const booking = await book();
    await startsAt(booking, '00:45');
    expect(await remind(context, '-1 day 18:00')).toBe(1);
    expect(await remind(context, '-1 day 22:44')).toBe(0);
    expect(await remind(context, '-1 day 22:45')).toBe(1);
    expect(await reminders(context.fixture)).toEqual([`evening ${booking}`, `soon ${booking}`]);
    // The scheduler has been down since the afternoon.
    await sql()`delete from private.outbox where template like 'reminder%'`;
    expect(await remind(context, '-1 day 23:00')).toBe(1);
    expect(await reminders(context.fixture)).toEqual([`soon ${booking}`]);
    await sql()`delete from private.outbox where template like 'reminder%'`;
    expect(await remind(context, '00:16')).toBe(0);
  });
});

describe('an unnecessary reminder', () => {
  test('is not sent without a departure time on its day, or after the start', async () => {
    const booking = await book();
    await startsAt(booking, null);
    expect(await remind(context, '06:00')).toBe(0);
    expect(await remind(context, '-1 day 18:00')).toBe(1);
  });

  test('is not sent after a cancellation, or after the arrival', async () => {
    const { fixture } = context;
    const [gone, there] = [await book(), await book()];
    await context.call(context.user, 'cancel_booking', gone);
    await sql()`update public.bookings set check_in_status = 'checked_in' where id = ${there}`;
    expect(await remind(context, '-1 day 18:00')).toBe(0);
    await sql()`update public.bookings set check_in_status = 'pending' where id = ${there}`;
    await cancel(fixture, fixture.guide);
    expect(await remind(context, '-1 day 18:00')).toBe(0);
    await passUndo(fixture);
    expect(await remind(context, '-1 day 18:00')).toBe(0);
  });

  test('is not sent if the booking was made that evening, whose confirmation contains everything', async () => {
    const booking = await book();
    await sql()`update public.booking_events set created_at = ((booking_date - 1) + time '18:30') at time zone 'America/Guatemala'
      from public.bookings b where b.id = ${booking}`;
    expect(await remind(context, '-1 day 19:00')).toBe(0);
    await sql()`update public.booking_events set created_at = ((booking_date - 1) + time '17:30') at time zone 'America/Guatemala'
      from public.bookings b where b.id = ${booking}`;
    expect(await remind(context, '-1 day 19:00')).toBe(1);
  });

  test('is not sent if the account is blocked', async () => {
    await book();
    await sql()`update auth.users set banned_until = 'infinity' where id = ${context.user}`;
    expect(await remind(context, '-1 day 18:00')).toBe(0);
    expect(await reminders(context.fixture)).toEqual([]);
  });

  test('is not sent in a territory with an unknown time zone, while others are', async () => {
    await book();
    await withoutTriggers(
      sql(),
      (tx) => tx`update public.territories set time_zone = 'Atlantis/Capital' where id = 'lago'`,
    );
    await sql()`update public.bookings set territory_id = 'lago' where kind = 'transport'`;
    expect(await remind(context, '-1 day 18:00')).toBe(1);
  });
});

test('reminds of the new day of a moved booking, and keeps queued emails for the old one in place', async () => {
  const { fixture, user } = context;
  const booking = await book();
  await remind(context, '-1 day 18:00');
  const { offer_id } = await offered(context);
  await answer(fixture, user, offer_id, toDayAfter(fixture));
  expect((await waiting(fixture)).map(({ obsolete }) => obsolete)).toEqual(['The booking has moved']);
  expect(await remind(context, '-1 day 19:00')).toBe(0);
  expect(dayAfter()).toBe(daysFromNow(8));
  expect(await remind(context, '18:00')).toBe(1);
  expect(await remind(context, '18:01')).toBe(0);
  expect(await reminders(fixture)).toEqual([`evening ${booking}`, `evening ${booking}`]);
});

describe('a queued reminder', () => {
  test('is sent while it is useful', async () => {
    const booking = await book();
    await leavesIn(context, booking, 5, 100);
    expect(await sql()`select service.queue_reminders() as n`).toEqual([{ n: 1 }]);
    expect((await waiting(context.fixture)).map(({ obsolete }) => obsolete)).toEqual([null]);
  });

  test.each([
    ['its time has passed', 'Its time has passed', async (booking: string) => leavesIn(context, booking, 5, 20)],
    [
      'they have arrived',
      'They have arrived',
      async (booking: string) => sql()`update public.bookings set check_in_status = 'checked_in' where id = ${booking}`,
    ],
    [
      'the departure was cancelled',
      'The departure was cancelled',
      async () => cancel(context.fixture, context.fixture.guide),
    ],
    [
      'the booking was cancelled',
      'The booking is no longer active',
      async (booking: string) => context.call(context.user, 'cancel_booking', booking),
    ],
  ])('is discarded when %s', async (_why, reason, change) => {
    const booking = await book();
    await leavesIn(context, booking, 5, 100);
    await sql()`select service.queue_reminders()`;
    await change(booking);
    expect((await waiting(context.fixture)).map(({ obsolete }) => obsolete)).toEqual([reason]);
  });
});

test('the reminders are at the right time in every zone, on every day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'America/Guatemala',
        'America/New_York',
        'Europe/Berlin',
        'Australia/Lord_Howe',
        'Africa/Cairo',
        'Asia/Beirut',
        'America/Santiago',
        'Pacific/Kiritimati',
      ),
      fc.integer({ min: 0, max: 364 }),
      fc.constantFrom('00:15', '02:30', '05:00', '08:59', '09:00', '23:30'),
      async (zone, day, start) => {
        const rows = await sql()<{ template: string; local: string; date: string; before: number }[]>`
          select r.template, to_char(at at time zone ${zone}, 'YYYY-MM-DD HH24:MI') as local, d::text as date,
                 extract(epoch from private.departure_moment(d, ${start}::time, ${zone}) - at)::int / 60 as before
            from (select date '2027-01-01' + ${day}::int as d) x,
                 generate_series((d::timestamp at time zone ${zone}) - interval '2 days', (d::timestamp at time zone ${zone}) + interval '2 days', interval '10 minutes') at,
                 private.reminder_at(d, ${start}::time, ${zone}, at) r
           where r.template is not null order by at`;
        const evening = rows.filter(({ template }) => template === 'reminder_evening');
        const soon = rows.filter(({ template }) => template === 'reminder_soon');
        expect(evening.length).toBeGreaterThan(0);
        for (const { local, date, before } of evening) {
          expect(Date.parse(date) - Date.parse(local.slice(0, 10))).toBe(86_400_000);
          expect(local.slice(11) >= '18:00').toBe(true);
          expect(before).toBeGreaterThan(30);
        }
        expect(soon.length > 0).toBe(start < '09:00');
        for (const { before } of soon) {
          expect(before).toBeLessThanOrEqual(120);
          expect(before).toBeGreaterThan(30);
        }
      },
    ),
    { numRuns: 40 },
  );
});
