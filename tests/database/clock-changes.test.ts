import { describe, expect, test } from 'vitest';
import { toInstant } from '../../supabase/functions/_shared/local-time.ts';
import { createHold, createUsers, holdRequest, refusal, transportRequest } from './booking/support/fixture.ts';
import { checkoutForEachTest, fixture, user } from './booking/support/for-each-test.ts';

checkoutForEachTest();
const sql = () => fixture.db.sql;

/**
 * Returns the next date on which the clocks of Madrid go forward (the last Sunday of March, at 2) or back (of
 * October, at 3).
 */
async function nextChange(month: 3 | 10): Promise<string> {
  const [row] =
    await sql()`select d::date::text as day from generate_series(current_date + 2, current_date + 380, interval '1 day') d
    where extract(month from d) = ${month} and extract(dow from d) = 0 and extract(day from d) > 24 order by d limit 1`;
  return row?.day as string;
}

async function inMadrid(start: string): Promise<void> {
  await sql()`update public.territories set time_zone = 'Europe/Madrid' where id = 'rio'`;
  await sql()`update public.experience_timeslots set start_time = ${start}`;
  await sql()`update public.territory_transports set departure_time = ${start}`;
}

async function offered(date: string) {
  const slots =
    await sql()`select start_time::text from public.get_departures(${fixture.experience}, ${date}::date, ${date}::date)`;
  const rides =
    await sql()`select start_time::text from public.get_departures(${fixture.transport}, ${date}::date, ${date}::date)`;
  const listed =
    await sql()`select kind from private.departures_of(array[${fixture.experience}, ${fixture.transport}]::uuid[], ${date}::date, ${date}::date) where offered`;
  return [slots.length, rides.length, listed.length];
}

const request = (date: string) => holdRequest(fixture, { service_date: date });
const ride = (date: string) => transportRequest(fixture, { service_date: date });

describe('when the clocks go forward', () => {
  test('a skipped hour is neither offered nor sold, on that date only', async () => {
    const spring = await nextChange(3);
    const [{ after } = {}] = await sql()`select (${spring}::date + 1)::text as after`;
    await inMadrid('02:30');
    expect(await offered(spring)).toEqual([0, 0, 0]);
    expect(await offered(after as string)).toEqual([1, 1, 2]);
    const [other = ''] = await createUsers(sql(), 1);
    for (const [who, form] of [
      [user, request(spring)],
      [other, ride(spring)],
    ] as const)
      expect(await refusal(createHold(fixture, who, form))).toMatchObject({ hint: 'departure_closed' });
    await createHold(fixture, user, request(after as string));

    await inMadrid('03:00');
    expect(await offered(spring)).toEqual([1, 1, 2]);
    await createHold(fixture, other, ride(spring));
  });

  test('a trip ends by its duration, whatever the local clock shows', async () => {
    const spring = await nextChange(3);
    await inMadrid('00:30');
    const hold = await createHold(fixture, user, request(spring));
    const [made] =
      await sql()`select private.insert_booking(h) as id from private.holds h where h.id = ${hold.hold_id}`;
    const [event] = await sql()`select private.calendar_event(${made?.id}) as entry`;
    // Four hours after 00:30 (+1) it is 05:30 (+2).
    expect(event?.entry).toMatchObject({
      startLocal: `${spring}T00:30:00`,
      endLocal: `${spring}T05:30:00`,
      endsAt: `${spring}T03:30:00Z`,
    });
  });
});

test('when the clocks go back, a repeated hour is sold until its second occurrence', async () => {
  const autumn = await nextChange(10);
  await inMadrid('02:30');
  expect(await offered(autumn)).toEqual([1, 1, 2]);
  const hold = await createHold(fixture, user, request(autumn));
  const [row] = await sql()`select private.departure_moment(${autumn}::date, '02:30', 'Europe/Madrid') as at`;
  expect(row?.at).toEqual(new Date(`${autumn}T01:30:00Z`));
  expect(hold.seats).toBe(1);
});

test('browser, emails and database use the same moment for a local time, in any zone', async () => {
  const zones = [
    'Europe/Madrid',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Guatemala',
    'Asia/Kathmandu',
    'America/Santiago',
  ];
  const rows = await sql()`
    select z as zone, to_char(l, 'YYYY-MM-DD"T"HH24:MI:SS') as local, l at time zone z as at
      from unnest(${zones}::text[]) z, generate_series(timestamp '2026-01-01', timestamp '2026-12-31', interval '30 minutes') l
     where extract(month from l) in (3, 4, 9, 10, 11)`;
  expect(rows.length).toBeGreaterThan(40_000);
  const wrong = rows.filter(({ zone, local, at }) => toInstant(local, zone).getTime() !== (at as Date).getTime());
  expect(wrong.slice(0, 5)).toEqual([]);
});
