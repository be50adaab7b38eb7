import { expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createHold, holdRequest, refusal, rideOf, signedIn } from '../booking/support/fixture.ts';

const context = contextForEachTest({ seats: 4 });

/** The service runs only on the weekday of the date in this many days. */
async function runsOnlyOnDay(days: number) {
  const { sql } = context.fixture.db;
  const [row] = await sql`update public.territory_transports
    set days_of_week = array[private.weekday(current_date + ${days}::int)] returning id`;
  return row?.id as string;
}
const offered = async (service: string) => {
  const rows = await context.fixture.db.sql`
    select (d.service_date - current_date)::int as ahead from public.get_departures(${service}, current_date + 1, current_date + 14) d`;
  return rows.map((row) => row.ahead);
};

test('a service is neither offered, found nor booked on days of the week on which it does not run', async () => {
  const ride = holdRequest(context.fixture, rideOf(context.fixture));
  const [date] = await context.fixture.db.sql<{ ahead: number }[]>`
    select (${String(ride.service_date)}::date - current_date)::int as ahead`;
  const ahead = date?.ahead ?? 0;
  const service = await runsOnlyOnDay(ahead + 1);
  expect(await offered(service)).not.toContain(ahead);
  expect(await refusal(createHold(context.fixture, context.user, ride))).toMatchObject({ hint: 'departure_closed' });
  const found = await context.fixture.db.sql`
    select private.weekday(o.service_date) as day from private.transport_offers(null, null, current_date + 1, current_date + 14, 1) o`;
  expect(new Set(found.map((row) => row.day)).size).toBe(1);

  await runsOnlyOnDay(ahead);
  expect(await offered(service)).toContain(ahead);
  await createHold(context.fixture, context.user, ride);
  // Guests with seats on a removed day keep them, and staff see the departure.
  await runsOnlyOnDay(ahead + 1);
  const days = await context.fixture.db.as(
    signedIn(context.fixture.staff),
    (sql) =>
      sql`select (service_date - current_date)::int as ahead, offered from public.service_departures(${service}, current_date + 1, current_date + 14)`,
  );
  expect(days.find((row) => row.ahead === ahead)).toMatchObject({ offered: false });
  await expect(
    context.fixture.db.sql`update public.territory_transports set days_of_week = '{}' where id = ${service}`,
  ).rejects.toThrow();
});
