import { beforeEach, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, userId, type Who } from './access/identities.ts';

// The effects of a deletion are read from the bookings, before it happens.

fixtureForEachTest();

const answer = (kind: string, one: string, who: Who = 'manager', place = 'rio') =>
  fixture.ask<{ last_date: string | null }>(who, `select public.upcoming_bookings('${place}', '${kind}', '${one}')`);
const touched = async (...of: Parameters<typeof answer>) => {
  const { last_date: _, ...counts } = await answer(...of);
  return counts;
};
const NONE = { bookings: 0, guests: 0, departures: 0 };
const TRIP = { bookings: 1, guests: 3, departures: 1 };
const RIDE = { bookings: 1, guests: 2, departures: 1 };
/** Returns a future Monday. */
const MONDAY = `(current_date + 7 + (8 - extract(isodow from current_date)::int) % 7)`;
const change = (set: string) => fixture.sql.unsafe(`update public.bookings set ${set} where id = '${id.booking}'`);

beforeEach(async () => {
  await change(
    `booking_date = ${MONDAY}, num_people = 3, seats = 3, status = 'confirmed', check_in_status = 'pending'`,
  );
  await fixture.sql.unsafe(`
    update public.bookings set booking_date = ${MONDAY}, num_people = 2, seats = 2, status = 'paid', check_in_status = 'pending'
      where id = '${id.transportBooking}';
    update public.territory_transports set pickup_location_id = 'pu_home' where id = '${id.transport}';
    delete from public.driver_schedules;
    insert into public.driver_schedules (driver_id, slot_id, day_of_week) values ('${userId.driver}', '${id.transport}', 'monday')`);
});

it('returns the bookings of an experience, its guide and its partners', async () => {
  expect(await touched('experience', id.experience)).toEqual(TRIP);
  expect(await touched('guide', userId.guide)).toEqual(TRIP);
  expect(await touched('partner', userId.partner)).toEqual(TRIP);
  expect(await touched('guide', userId.guide2)).toEqual(NONE);
});

it('returns those of a service, of its departure place, and of the days of a driver', async () => {
  const [row] = await fixture.look<{ id: string }>(
    `select id from public.shuttle_drivers where driver_id = '${userId.driver}' and territory_id = 'rio'`,
  );
  expect(await touched('transport', id.transport)).toEqual(RIDE);
  expect(await touched('pickup', 'pu_home')).toEqual(RIDE);
  expect(await touched('driver', row?.id ?? '', 'shuttle')).toEqual(RIDE);
  const [day] = await fixture.look<{ id: string }>('select id from public.driver_schedules');
  for (const who of ['shuttle', 'manager'] as const)
    expect(await touched('schedule', day?.id ?? '', who)).toEqual(RIDE);
  await fixture.sql`update public.driver_schedules set day_of_week = 'tuesday'`;
  expect(await touched('driver', row?.id ?? '', 'shuttle')).toEqual(NONE);
  expect(await touched('schedule', day?.id ?? '', 'shuttle')).toEqual(NONE);
});

it('returns all of a territory, with the day of the last one', async () => {
  expect(await touched('territory', 'rio', 'admin')).toEqual({ bookings: 2, guests: 5, departures: 2 });
  await fixture.sql.unsafe(
    `update public.bookings set booking_date = ${MONDAY} + 7 where id = '${id.transportBooking}'`,
  );
  const [days] = await fixture.look<{ first: string; last: string }>(
    `select ${MONDAY}::text as first, (${MONDAY} + 7)::text as last`,
  );
  expect((await answer('territory', 'rio', 'admin')).last_date).toBe(days?.last);
  expect((await answer('experience', id.experience)).last_date).toBe(days?.first);
  expect((await answer('experience', id.experience2)).last_date).toBeNull();
});

it('excludes those that have ended or whose guests have arrived, and those of other services', async () => {
  for (const set of [`booking_date = current_date - 2`, `status = 'cancelled'`, `check_in_status = 'checked_in'`]) {
    await change(set);
    expect(await touched('experience', id.experience), set).toEqual(NONE);
    await change(`booking_date = ${MONDAY}, status = 'confirmed', check_in_status = 'pending'`);
  }
  expect(await touched('experience', id.experience2)).toEqual(NONE);
  expect(await touched('experience', 'no id at all')).toEqual(NONE);
});
