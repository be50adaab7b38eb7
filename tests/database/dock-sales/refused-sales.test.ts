import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createHold, createUsers, grantRole, holdRequest } from '../booking/support/fixture.ts';
import { checkoutForEachTest, fixture, user as tourist } from '../booking/support/for-each-test.ts';
import { addDriver, call, keepSeats, leavesIn, offlineSale, type Row, refused, sell, sendOffline } from './support.ts';

// The desk decides about offline sales that can't be booked (docs/rules/dock.md, Check-in without a signal).

checkoutForEachTest({ sound: true, seats: 8 });

let guide: string;
beforeEach(async () => {
  ({ guide } = fixture);
  await leavesIn(fixture, 60);
});

const conflicts = async (who: string) => ((await call(fixture, who, 'dock_conflicts')) ?? []) as unknown as Row[];
const decide = (who: string, id: unknown, decision: string) =>
  call(fixture, who, 'decide_dock_conflict', { p_id: id, p_decision: decision });
const send = (p: Row, who = guide) => sendOffline(fixture, who, p);

/** Creates a reserve of four seats whose departure is sold out now, so that none of it can be booked. */
async function soldOutReserve(changes: Row = {}, who = guide): Promise<Row> {
  const reserve = await keepSeats(fixture, who, changes);
  await call(fixture, who, 'give_seats_back', { p_reserve_id: reserve.reserve_id });
  await createHold(fixture, tourist, holdRequest(fixture, { num_people: 8 }));
  return reserve;
}

test('shows the desk the seller, the number, the cash and the reason of the refusal', async () => {
  const sale = offlineSale(fixture, await soldOutReserve());
  expect(await send(sale)).toEqual({ result: 'refused', code: 'sold_out' });
  const [one, ...more] = await conflicts(fixture.staff);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    kind: 'experience',
    booking_id: null,
    action: 'sold',
    reason: 'not_booked',
    refusal: 'sold_out',
    reported_by: expect.stringMatching(/./),
    mine: false,
    num_people: 2,
    title: 'Castle & hot waterfall',
    service_date: new Date(`${fixture.date}T00:00:00Z`),
    decisions: ['cash_in_books', 'cash_returned', 'cash_handed_over'],
    guest: null,
    place: 1,
    total: 1,
  });
  expect([Number(one?.amount), Number(one?.price)]).toEqual([351, 351]);
});

test('makes one claim when repeated, whatever time the phone sends, while another sale is another one', async () => {
  const reserve = await soldOutReserve();
  const sale = offlineSale(fixture, reserve, { sold_at: 'noon' });
  await Promise.all(Array.from({ length: 6 }, () => send(sale)));
  await send(offlineSale(fixture, reserve, { sold_at: '2099-01-01T00:00:00Z', num_people: 1, amount: 175.5 }));
  const rows = await conflicts(fixture.staff);
  expect(rows.map(({ num_people }) => num_people).sort()).toEqual([1, 2]);
  for (const { reported_at, created_at } of rows) {
    expect(Date.parse(String(reported_at))).toBeLessThanOrEqual(Date.parse(String(created_at)));
  }
});

test('ignores a claim beyond what a phone can have sold, without recording it', async () => {
  const reserve = await soldOutReserve();
  const of = (changes: Row) => refused(send(offlineSale(fixture, reserve, changes)));
  for (const changes of [
    { num_people: 9 },
    { amount: 3510.01 },
    { amount: 1e12 },
    { amount: -1 },
    { num_people: 0 },
    { amount: null },
  ]) {
    expect(await of(changes)).toBe('invalid_input');
  }
  expect(await conflicts(fixture.staff)).toEqual([]);
  expect(await fixture.db.sql`select 1 from private.requests`).toHaveLength(1);
  await send(offlineSale(fixture, reserve, { amount: 3510 }));
  expect(await conflicts(fixture.staff)).toHaveLength(1);
});

test('leaves claims beyond what a person can decide on their phone', async () => {
  await fixture.db.sql`update private.limits set value = 2 where name = 'dock_conflict.open'`;
  const reserve = await soldOutReserve();
  const sale = () => send(offlineSale(fixture, reserve));
  await sale();
  await sale();
  expect(await refused(sale())).toBe('rate_limited_hour');
  const [one] = await conflicts(fixture.staff);
  await decide(fixture.staff, one?.id, 'cash_returned');
  expect(await sale()).toMatchObject({ result: 'refused' });
});

test('shows it only to those who work the departure, and nobody settles what they took themselves', async () => {
  await send(offlineSale(fixture, await soldOutReserve()));
  const [otherGuide = '', farStaff = ''] = await createUsers(fixture.db.sql, 2);
  await grantRole(fixture.db.sql, otherGuide, 'tour_guide', 'rio');
  await grantRole(fixture.db.sql, farStaff, 'territory_staff', 'lago');
  for (const who of [otherGuide, farStaff, fixture.shuttle, tourist]) expect(await conflicts(who)).toEqual([]);
  const [own] = await conflicts(guide);
  expect(own).toMatchObject({ mine: true, decisions: [], num_people: 2 });
  expect(await refused(decide(guide, own?.id, 'cash_returned'))).toBe('forbidden');
  for (const who of [otherGuide, farStaff, fixture.shuttle, tourist]) {
    expect(await refused(decide(who, own?.id, 'cash_returned'))).toBe('conflict_not_found');
  }
  await fixture.db.sql`update private.role_grants set revoked_at = now() where user_id = ${guide}`;
  expect(await conflicts(guide)).toEqual([]);
  await decide(fixture.manager, own?.id, 'cash_returned');
  expect(await conflicts(fixture.staff)).toEqual([]);
  const trail = await fixture.db.sql`select action, actor_id, subject_table from public.audit_log
    where action in ('refused_sale', 'dock_conflict_decided') order by id`;
  expect(trail).toEqual([
    { action: 'refused_sale', actor_id: guide, subject_table: 'departures' },
    { action: 'dock_conflict_decided', actor_id: fixture.manager, subject_table: 'departures' },
  ]);
});

test('shows a ride to its driver, and lets shuttle managers decide too', async () => {
  const [driver = '', idle = ''] = await createUsers(fixture.db.sql, 2);
  await addDriver(fixture, driver);
  await grantRole(fixture.db.sql, idle, 'shuttle_driver', 'rio');
  const ride = { service_id: fixture.transport, slot_id: null };
  const reserve = await keepSeats(fixture, driver, ride);
  await call(fixture, fixture.staff, 'cancel_departures', {
    p_selection: {
      departures: [{ service_id: fixture.transport, slot_id: null, service_date: fixture.date }],
    },
    p_reason: 'road',
    p_message: null,
    p_key: randomUUID(),
  });
  expect(await send(offlineSale(fixture, reserve, { ...ride, amount: 240 }), driver)).toEqual({
    result: 'refused',
    code: 'departure_cancelled',
  });
  for (const who of [guide, idle]) expect(await conflicts(who)).toEqual([]);
  const [own] = await conflicts(driver);
  expect(own).toMatchObject({ kind: 'transport', refusal: 'departure_cancelled', decisions: [] });
  expect(await conflicts(fixture.shuttle)).toMatchObject([
    { decisions: expect.arrayContaining(['cash_returned']), mine: false },
  ]);
  await decide(fixture.shuttle, own?.id, 'cash_handed_over');
});

test('accepts no report from a phone about a departure without held seats', async () => {
  const reserve = await soldOutReserve({}, fixture.staff);
  expect(await refused(send(offlineSale(fixture, reserve)))).toBe('reserve_not_found');
  expect(await refused(send(offlineSale(fixture, { reserve_id: randomUUID() })))).toBe('reserve_not_found');
  expect(await conflicts(fixture.staff)).toEqual([]);
});

test('records the cash only once as many seats were sold again', async () => {
  await send(offlineSale(fixture, await soldOutReserve()));
  const [one] = await conflicts(fixture.staff);
  expect(await refused(decide(fixture.staff, one?.id, 'cash_in_books'))).toBe('cash_not_booked');
  await fixture.db.sql`update public.departures set capacity = 20`;
  await sell(fixture, fixture.staff);
  await decide(fixture.staff, one?.id, 'cash_in_books');
  expect(await conflicts(fixture.staff)).toEqual([]);
});
