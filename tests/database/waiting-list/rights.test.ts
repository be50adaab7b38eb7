import { beforeEach, describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { allowAllCash, createUsers, daysFromNow, grantRole } from '../booking/support/fixture.ts';
import { call, type Json } from '../departures/support.ts';
import { bookSeats, cancelBooking, entriesOf, join, leave, stateOf } from './support.ts';

const context = contextForEachTest({ seats: 4 });
const sql = () => context.fixture.db.sql;
let ana: string;
let mallory: string;
let booking: string | undefined;

beforeEach(async () => {
  await allowAllCash(context.fixture);
  [ana = '', mallory = ''] = await createUsers(sql(), 2);
  [booking] = await bookSeats(context.fixture, [2, 2]);
});

describe('joining the waitlist', () => {
  test.each([
    ['nobody', 0],
    ['less than nobody', -1],
    ['half a person', 1.5],
    ['too many for a number', 1e9],
    ['a text', '2'],
    ['nothing', null],
    ['more than the service takes', 5],
  ])('is refused for %s', async (_what, num_people) => {
    await expect(join(context.fixture, ana, 1, { num_people })).rejects.toMatchObject({ status: 400 });
    expect(await sql()`select 1 from private.waiting_list`).toHaveLength(0);
  });

  test.each<[string, Json, number]>([
    ['a type that is not sold', { booking_type: 'whole' }, 400],
    ['a slot of nowhere', { slot_id: '00000000-0000-4000-8000-000000000000' }, 400],
    ['a service of nowhere', { service_id: '00000000-0000-4000-8000-000000000000' }, 404],
    ['yesterday', { service_date: daysFromNow(-1) }, 400],
    ['no day', { service_date: '2027-02-30' }, 400],
  ])('is refused for %s', async (_what, more, status) => {
    await expect(join(context.fixture, ana, 1, more)).rejects.toMatchObject({ status });
  });

  test('is for people with a confirmed address, and visible services', async () => {
    await expect(join(context.fixture, null)).rejects.toThrow('permission denied');
    await sql()`update auth.users set email_confirmed_at = null where id = ${mallory}`;
    await expect(join(context.fixture, mallory)).rejects.toMatchObject({ status: 403, code: 'email_unconfirmed' });
    await sql()`update public.experiences set visible = false`;
    await expect(join(context.fixture, ana)).rejects.toMatchObject({ status: 404 });
  });

  test('is limited in total and per minute', async () => {
    const days = [7, 8, 9].map(daysFromNow);
    for (const service_date of days.slice(1)) await bookSeats(context.fixture, [4], { service_date });
    await sql()`update private.limits set value = 2 where name = 'waiting.live'`;
    for (const service_date of days.slice(0, 2)) await join(context.fixture, ana, 1, { service_date });
    await expect(join(context.fixture, ana, 1, { service_date: days[2] })).rejects.toMatchObject({
      code: 'waiting_many',
    });
    await sql()`update private.limits set value = 2 where name = 'waiting.minute'`;
    await expect(join(context.fixture, ana, 1, { service_date: days[2] })).rejects.toMatchObject({
      code: 'rate_limited',
    });
    // A change isn't a new entry.
    await join(context.fixture, ana, 2, { service_date: days[0] });
  });
});

test('nobody can leave the list for another person', async () => {
  const { entry_id } = await join(context.fixture, ana);
  for (const who of [mallory, context.fixture.staff])
    await expect(leave(context.fixture, who, entry_id)).rejects.toMatchObject({
      status: 404,
      code: 'waiting_not_found',
    });
  await expect(leave(context.fixture, null, entry_id)).rejects.toThrow('permission denied');
  expect(await stateOf(context.fixture, ana)).toBe('waiting');
});

test("an offer can't be paid or changed as a hold, because it has no form", async () => {
  const { fixture, checkout } = context;
  await join(fixture, ana, 2);
  await cancelBooking(fixture, booking);
  const [row] = await sql()`select hold_id from private.waiting_list`;
  const p_hold_id = row?.hold_id as string;
  for (const name of ['get_hold', 'release_hold', 'book_cash'])
    await expect(call(fixture, ana, name, { p_hold_id })).rejects.toMatchObject({
      status: 404,
      code: 'hold_not_found',
    });
  for (const name of ['begin_payment', 'payment_of_hold'])
    await expect(checkout.deps.admin(name, { p_hold_id, p_user_id: ana })).rejects.toMatchObject({ status: 404 });
  expect(await entriesOf(fixture, mallory)).toEqual([]);
});

test('only those who run the departure see the waitlist', async () => {
  const { fixture } = context;
  await join(fixture, ana, 2);
  await join(fixture, mallory, 1);
  await cancelBooking(fixture, booking);
  const [departure] = await sql()`select departure_id as id from private.waiting_list limit 1`;
  const seen = (who: string | null) => call(fixture, who, 'departure_waiting', { p_departures: [departure?.id] });
  const [away = '', admin = ''] = await createUsers(sql(), 2);
  await grantRole(sql(), away, 'territory_manager', 'lago');
  await grantRole(sql(), admin, 'admin', null);
  for (const who of [fixture.guide, fixture.staff, fixture.manager, admin])
    expect(await seen(who)).toMatchObject([
      { num_people: 2, state: 'offered' },
      { num_people: 1, state: 'waiting', offered_until: null },
    ]);
  for (const who of [ana, away, fixture.shuttle]) expect(await seen(who)).toEqual([]);
  await expect(seen(null)).rejects.toThrow('permission denied');
});

test('staff raise the capacity to the length of the list, and all entries are offered their seats', async () => {
  const { fixture } = context;
  for (const [who, people] of [
    [ana, 2],
    [mallory, 3],
  ] as const)
    await join(fixture, who, people);
  const [departure] = await sql()`select id from public.departures`;
  const raise = (who: string) => call(fixture, who, 'raise_capacity_for_waiting', { p_departure_id: departure?.id });
  const [away = '', group = ''] = await createUsers(sql(), 2);
  // More capacity doesn't help people who want a private departure.
  await join(fixture, group, 4, { booking_type: 'private' });
  await grantRole(sql(), away, 'territory_manager', 'lago');
  for (const who of [ana, away, fixture.guide, fixture.shuttle])
    await expect(raise(who)).rejects.toMatchObject({ status: 403 });
  const [state] = (await call(fixture, fixture.guide, 'departure_states', {
    p_departures: [departure?.id],
  })) as unknown as Json[];
  expect(state).toMatchObject({ status: 'scheduled', waiting: 9, waiting_seats: 5 });
  expect(await raise(fixture.staff)).toBe(9);
  expect(await raise(fixture.staff)).toBe(9);
  expect(await Promise.all([ana, mallory, group].map((who) => stateOf(fixture, who)))).toEqual([
    'offered',
    'offered',
    'waiting',
  ]);
  expect(await sql()`select held, sold, capacity, capacity_fixed from public.departures`).toEqual([
    { held: 5, sold: 4, capacity: 9, capacity_fixed: true },
  ]);
});

test('no seats are added to those of a private group', async () => {
  const { fixture } = context;
  const service_date = daysFromNow(8);
  await bookSeats(fixture, [2], { service_date, booking_type: 'private' });
  await join(fixture, ana, 1, { service_date });
  const [departure] = await sql()`select id from public.departures where exclusive`;
  await expect(
    call(fixture, fixture.staff, 'raise_capacity_for_waiting', { p_departure_id: departure?.id }),
  ).rejects.toMatchObject({ status: 409, code: 'departure_taken_whole' });
});
