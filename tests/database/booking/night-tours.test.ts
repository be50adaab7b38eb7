import { describe, expect, test } from 'vitest';
import { guidesForEachTest } from './support/guides.ts';

const guides = guidesForEachTest();
const sql = () => guides.fixture.db.sql;

const write = (start: string, end: string) =>
  sql()`update public.slots set start_time = ${start}, end_time = ${end} where id = ${guides.fixture.slot}`;

/** Creates a booking of a tour from 23:30 to 01:30. */
async function bookNight(): Promise<string> {
  await write('23:30', '01:30');
  await sql()`update public.experiences set duration = 2 where id = ${guides.fixture.experience}`;
  return guides.book(guides.tourists[0] ?? '');
}

/** Sets the time zone in which it is this hour now, so that yesterday's tour started half an hour before midnight. */
async function isHour(hour: number, booking: string): Promise<void> {
  const offset = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  await sql()`update public.territories set time_zone = ${zone} where id = 'rio'`;
  await sql()`update public.bookings set booking_date = (now() at time zone ${zone})::date - 1 where id = ${booking}`;
}

const listed = async () =>
  ((await guides.call(guides.fixture.guide, 'day_departures', { p_role: 'tour_guide' })) as unknown[]).length;

describe('a time slot over midnight', () => {
  test.each([
    ['22:00', '00:00'],
    ['23:30', '01:30'],
  ])('is saved from %s to %s, and sold on the day on which it starts', async (start, end) => {
    await write(start, end);
    const { experience, date } = guides.fixture;
    const days =
      await sql()`select service_date::text, start_time::text, end_time::text, available from public.get_departures(
      ${experience}, ${date}::date, ${date}::date)`;
    expect([...days]).toEqual([
      { service_date: date, start_time: `${start}:00`, end_time: `${end}:00`, available: 40 },
    ]);
    const booking = await guides.book(guides.tourists[0] ?? '');
    const [row] = await sql()`select booking_date::text, start_time::text from public.bookings where id = ${booking}`;
    expect(row).toEqual({ booking_date: date, start_time: `${start}:00` });
  });

  test('is in the week and in the email about tomorrow once, on the day on which it starts', async () => {
    await bookNight();
    const { date } = guides.fixture;
    const departures = async (days: number) => {
      const [row] =
        await sql()`select private.tomorrow_of('rio', ${date}::date + ${days}::int, true) -> 'departures' as of`;
      const of: { start_time: string }[] = row?.of ?? [];
      return of.map(({ start_time }) => start_time);
    };
    expect([await departures(0), await departures(1)]).toEqual([['23:30:00'], []]);
    const week =
      await sql()`select service_date::text as day from private.week_departures('rio', ${date}::date, null) where sold > 0`;
    expect(week.map(({ day }) => day)).toEqual([date]);
  });

  test('has a calendar entry that ends on the next day', async () => {
    const booking = await bookNight();
    const { date } = guides.fixture;
    const [row] = await sql()`select private.calendar_event(${booking}) as entry, (${date}::date + 1)::text as next`;
    expect(row?.entry).toMatchObject({ startLocal: `${date}T23:30:00`, endLocal: `${row?.next}T01:30:00` });
  });

  test("accepts arrivals after midnight, and stays in its guide's list until it ends", async () => {
    const booking = await bookNight();
    await isHour(0, booking);
    expect(await listed()).toBe(1);
    await guides.call(guides.fixture.guide, 'check_in_listed', {
      p_booking_id: booking,
      p_action: 'checked_in',
    });
    const [row] = await sql()`select check_in_status from public.bookings where id = ${booking}`;
    expect(row).toEqual({ check_in_status: 'checked_in' });
    // All guests are here, and the tour is under way.
    expect(await listed()).toBe(1);
    await isHour(3, booking);
    expect(await listed()).toBe(0);
  });
});
