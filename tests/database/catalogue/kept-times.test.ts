import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import {
  createHold,
  createUsers,
  daysFromNow,
  holdRequest,
  refusal,
  signedIn,
  transportRequest,
} from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';

// A new time of a slot or service only applies to dates without bookings. Dates that are sold or being paid for
// keep their time.

const context = contextForEachTest({ seats: 4 });
const sql = () => context.fixture.db.sql;

interface Kind {
  kind: 'experience' | 'transport';
  request: (changes?: Record<string, unknown>) => Record<string, unknown>;
  service: () => string;
  setTime: (time: string) => Promise<unknown>;
}
const kinds: Kind[] = [
  {
    kind: 'experience',
    request: (changes) => holdRequest(context.fixture, changes),
    service: () => context.fixture.experience,
    setTime: (time) =>
      sql()`update public.experience_timeslots set start_time = ${time}::time, end_time = ${time}::time + interval '2 hours'
        where id = ${context.fixture.slot}`,
  },
  {
    kind: 'transport',
    request: (changes) => transportRequest(context.fixture, changes),
    service: () => context.fixture.transport,
    setTime: (time) =>
      sql()`update public.territory_transports set departure_time = ${time} where id = ${context.fixture.transport}`,
  },
];

describe.each(kinds)('a new time of an $kind', ({ request, service, setTime }) => {
  const rowsOf = (who: string, query: string) =>
    context.fixture.db.as(signedIn(who), (as) => as.unsafe<Record<string, string>[]>(query));
  const calendar = async () => {
    const days = await rowsOf(
      context.fixture.staff,
      `select service_date::text as day, start_time from public.service_departures('${service()}', current_date + 1, current_date + 14)`,
    );
    return new Map(days.map(({ day, start_time }) => [day, start_time]));
  };
  const start = async (hold: { hold_id: string }) =>
    (await sql()`select start_time from private.holds where id = ${hold.hold_id}`)[0]?.start_time;

  test('does not change a date that is being paid for, even for guests who join it', async () => {
    await setTime('08:00');
    const date = context.fixture.date;
    await createHold(context.fixture, context.user, request());
    await setTime('16:30');
    const [second = '', third = ''] = await createUsers(sql(), 2);
    expect(await start(await createHold(context.fixture, second, request()))).toBe('08:00:00');
    expect((await calendar()).get(date)).toBe('08:00:00');
    expect((await calendar()).get(daysFromNow(9))).toBe('16:30:00');
    const sold = await rowsOf(
      context.fixture.staff,
      `select service_date::text as day, start_time from public.sold_times('${service()}')`,
    );
    expect(sold).toEqual([{ day: date, start_time: '08:00:00' }]);
    expect(await refusal(rowsOf(third, `select * from public.sold_times('${service()}')`))).toMatchObject({
      hint: 'forbidden',
    });
  });
});

test('does not apply a new length of a time slot to dates that are sold or being paid for', async () => {
  const ends = async () => {
    const days = await sql()`select service_date::text as day, end_time
      from public.get_departures(${context.fixture.experience}, ${context.fixture.date}, ${daysFromNow(8)})`;
    return days.map((row) => row.end_time);
  };
  const setEnd = (end: string) => context.set('public.slots', context.fixture.slot, 'end_time', end);
  const held = await createHold(context.fixture, context.user, holdRequest(context.fixture, { num_people: 2 }));
  await setEnd('14:00');
  expect(await ends()).toEqual(['13:00:00', '14:00:00']);
  const [other = ''] = await createUsers(sql(), 1);
  const { hold_id } = await createHold(
    context.fixture,
    other,
    holdRequest(context.fixture, { payment_method: 'cash' }),
  );
  await rpcFor(context.fixture.db, signedIn(other))('book_cash', { p_hold_id: hold_id });
  await rpcFor(context.fixture.db, signedIn(context.user))('release_hold', { p_hold_id: held.hold_id });
  await setEnd('15:00');
  expect(await ends()).toEqual(['13:00:00', '15:00:00']);
  // Without bookings, the date is like the others.
  const [booking] = await sql()`select id from public.bookings`;
  await context.setStatus(booking?.id, 'cancelled');
  expect(await ends()).toEqual(['15:00:00', '15:00:00']);
});

test('does not apply a new time of a time slot to sold dates, as guests see them too', async () => {
  await context.bookCash();
  await sql()`update public.experience_timeslots set start_time = '16:30', end_time = '19:00' where id = ${context.fixture.slot}`;
  const days = await sql()`select service_date::text as day, start_time, end_time
    from public.get_departures(${context.fixture.experience}, ${context.fixture.date}, ${daysFromNow(8)})`;
  expect(days.map((row) => [row.day, row.start_time, row.end_time])).toEqual([
    [context.fixture.date, '09:00:00', '13:00:00'],
    [daysFromNow(8), '16:30:00', '19:00:00'],
  ]);
  const [departure] = await sql()`select private.start_of(d) as leaves from public.departures d`;
  expect(departure?.leaves).toBe('09:00:00');
  // After the booking is cancelled, the date gets the new time.
  const [booking] = await sql()`select id from public.bookings`;
  await context.setStatus(booking?.id, 'cancelled');
  const [free] = await sql()`select start_time
    from public.get_departures(${context.fixture.experience}, ${context.fixture.date}, ${context.fixture.date})`;
  expect(free?.start_time).toBe('16:30:00');
});
