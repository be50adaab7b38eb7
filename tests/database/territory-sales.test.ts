import { expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, identityOf, type Who } from './access/identities.ts';
import { cancelDeparture, weekOf } from './week-support.ts';

fixtureForEachTest();

interface Sales {
  service_id: string;
  departures: number;
  seats: number;
  sold: number;
  held: number;
  full_days: number;
}
const EVERY = `array(select id from public.experiences union all select id from public.territory_transports)`;
const salesOf = async (who: Who = 'staff', services = EVERY) =>
  fixture.as(identityOf(who), (sql) => sql.unsafe<Sales[]>(`select * from public.territory_sales('rio', ${services})`));
const ofExperience = async () => (await salesOf()).find((row) => row.service_id === id.experience);
const run = (sql: string) => fixture.sql.unsafe(sql);
const EVERY_DAY = '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}';

/** Creates one departure a day with six seats. Today's is still ahead. */
async function daily(): Promise<void> {
  await run(`update public.territories set time_zone = 'Etc/GMT' || case when h = 0 then '' else to_char(h, 'FMSG99') end
      from (select extract(hour from now() at time zone 'UTC')::int - 11 as h) x where id = 'rio';
    update public.experience_timeslots set days_of_week = '${EVERY_DAY}', start_time = '20:00', end_time = '21:00', max_spots = 6, available_spots = 6
      where id = '${id.slot}'`);
}
/** Changes the departure this many days from today. */
const put = (n: number, columns: string) =>
  run(`insert into public.departures (slot_id, service_id, kind, territory_id, service_date, capacity, sold, held, closed)
    select '${id.slot}', '${id.experience}', 'experience', 'rio', (now() at time zone t.time_zone)::date + ${n}, ${columns}
      from public.territories t where t.id = 'rio'`);

it('counts sold and held seats of seven days from today, and the sold-out days', async () => {
  await daily();
  expect(await ofExperience()).toMatchObject({ departures: 7, seats: 42, sold: 0, held: 0, full_days: 0 });
  await put(0, '6, 6, 0, false');
  await put(1, '6, 4, 2, false');
  await put(2, '6, 3, 0, true');
  await put(3, '6, 0, 0, true');
  await put(7, '6, 5, 0, false');
  // A closed departure has only the seats sold on it, and without bookings it doesn't count as sold out.
  expect(await ofExperience()).toMatchObject({ departures: 7, seats: 33, sold: 13, held: 2, full_days: 3 });
  // Departures that left today don't count.
  await run(`update public.experience_timeslots set start_time = '05:00', end_time = '06:00' where id = '${id.slot}'`);
  expect(await ofExperience()).toMatchObject({ departures: 6, seats: 27, sold: 7, full_days: 2 });
});

it('excludes a cancelled departure, and so does the week', async () => {
  await daily();
  await put(1, '6, 4, 1, false');
  const [departure] = await fixture.look<{ id: string; day: string }>(
    `select id, service_date::text as day from public.departures where slot_id = '${id.slot}' and sold = 4`,
  );
  const ofDay = async () => {
    const days = await fixture.as(identityOf('staff'), (sql) =>
      sql.unsafe(`select departures, seats, taken from public.territory_week_days('rio', '${departure?.day}') limit 1`),
    );
    return days[0] as unknown as { departures: number; seats: number; taken: number };
  };
  const before = await ofDay();
  expect(await ofExperience()).toMatchObject({ departures: 7, seats: 42, sold: 4, held: 1 });
  await run(cancelDeparture(departure?.id ?? ''));
  expect(await ofExperience()).toMatchObject({ departures: 6, seats: 36, sold: 0, held: 0 });
  expect(await ofDay()).toEqual({
    departures: before.departures - 1,
    seats: before.seats - 6,
    taken: before.taken - 5,
  });
});

it("has the same seats as the week's calendar", async () => {
  await daily();
  await put(1, '6, 4, 1, false');
  const [row] = await fixture.look<{ today: string }>(
    `select (now() at time zone time_zone)::date::text as today from public.territories where id = 'rio'`,
  );
  const week = await weekOf(fixture, 'staff', row?.today ?? '', 'p_limit => 100');
  const expected = week.map(({ service_id, departures }) => {
    const ahead = (departures as ((typeof departures)[number] & { past: boolean })[]).filter((one) => !one.past);
    const sum = (of: 'sold' | 'held') => ahead.reduce((all, one) => all + one[of], 0);
    const seats = ahead.reduce((all, one) => all + (one.closed ? one.sold + one.held : one.capacity), 0);
    return { service_id, departures: ahead.length, seats, sold: sum('sold'), held: sum('held') };
  });
  const got = (await salesOf()).map(({ full_days: _, ...rest }) => rest);
  const byId = (a: { service_id: string }, b: { service_id: string }) => a.service_id.localeCompare(b.service_id);
  expect(got.toSorted(byId)).toEqual(expected.filter((one) => one.departures > 0).toSorted(byId));
  expect(got.length).toBeGreaterThan(1);
});

it("contains the requested services, and only the territory's", async () => {
  await daily();
  const ids = async (services: string) => (await salesOf('staff', services)).map((row) => row.service_id);
  expect(await ids(`array['${id.experience}'::uuid]`)).toEqual([id.experience]);
  expect(await ids(`array['${id.experience2}'::uuid]`)).toEqual([]);
  expect(await ids(`'{}'`)).toEqual([]);
  expect(await ids('null')).toEqual([]);
});

it("is refused to anyone outside the territory's team", async () => {
  await expect(salesOf('guide')).rejects.toMatchObject({ message: expect.stringMatching(/permission/) });
});
