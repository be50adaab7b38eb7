import { afterEach, describe, expect, test } from 'vitest';
import { lookThenWrite } from './support/concurrency.ts';
import {
  allowAllCash,
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  departureOf,
  type Fixture,
  holdRequest,
} from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';
import { setStatus } from './support/status.ts';

let fixture: Fixture;
afterEach(() => fixture.db.drop());

/** Returns each booking attempt's result: 'ok' or the code of the refusal. */
async function bookAll(users: string[], request: () => Record<string, unknown>): Promise<Map<string, number>> {
  const outcomes = await Promise.all(
    users.map((user) =>
      createHold(fixture, user, request()).then(
        () => 'ok',
        (error: { hint?: string }) => error.hint ?? String(error),
      ),
    ),
  );
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

describe('200 simultaneous bookings', () => {
  test.each([1, 7, 50])('sell exactly %i seats', async (seats) => {
    fixture = await createFixture({ seats });
    const users = await createUsers(fixture.db.sql, 200);
    const counts = await bookAll(users, () => holdRequest(fixture));
    expect(Object.fromEntries(counts)).toEqual({ ok: seats, sold_out: 200 - seats });
    expect(await departureOf(fixture)).toMatchObject({ capacity: seats, held: seats, sold: 0 });
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  test('sell 7 seats to three groups of two, and one seat stays free', async () => {
    fixture = await createFixture({ seats: 7 });
    const counts = await bookAll(await createUsers(fixture.db.sql, 60), () => holdRequest(fixture, { num_people: 2 }));
    expect(Object.fromEntries(counts)).toEqual({ ok: 3, sold_out: 57 });
    expect(await departureOf(fixture)).toMatchObject({ held: 6 });
  });

  // Negative control: the same load against a counter written by the browser must oversell, or this test proves
  // nothing.
  test('control: oversell with a number that the browser decreases', async () => {
    fixture = await createFixture({ seats: 7 });
    const { sql } = fixture.db;
    let sold = 0;
    await lookThenWrite(
      20,
      () => sql`select available_spots from public.experience_timeslots where id = ${fixture.slot}`,
      async ([row]) => {
        if (row?.available_spots < 1) return;
        await sql`update public.experience_timeslots set available_spots = ${row?.available_spots - 1} where id = ${fixture.slot}`;
        sold += 1;
      },
    );
    expect(sold).toBeGreaterThan(7);
  });
});

describe('a private group', () => {
  const privately = () => holdRequest(fixture, { booking_type: 'private', num_people: 4 });

  test('takes the whole departure, and nobody else gets a seat', async () => {
    fixture = await createFixture();
    const users = await createUsers(fixture.db.sql, 40);
    const counts = await bookAll(users, privately);
    expect(Object.fromEntries(counts)).toEqual({ ok: 1, sold_out: 39 });
    expect(await departureOf(fixture)).toMatchObject({ capacity: 8, held: 8, exclusive: true });
    const [late = ''] = await createUsers(fixture.db.sql, 1);
    await expect(createHold(fixture, late)).rejects.toMatchObject({ code: 'PT409', hint: 'sold_out' });
  });

  test('is refused on a departure that has a guest', async () => {
    fixture = await createFixture();
    const [first = '', second = ''] = await createUsers(fixture.db.sql, 2);
    await createHold(fixture, first);
    await expect(createHold(fixture, second, privately())).rejects.toMatchObject({ hint: 'sold_out' });
  });

  test('is refused on a departure with a sold seat, even when reinstated', async () => {
    fixture = await createFixture();
    await allowAllCash(fixture);
    const [first = '', group = '', late = ''] = await createUsers(fixture.db.sql, 3);
    const call = (sub: string, name: string, args: Record<string, unknown>) =>
      rpcFor(fixture.db, { role: 'authenticated', sub })(name, args);
    const bookCash = async (user: string, more = {}) => {
      const { hold_id } = await createHold(fixture, user, holdRequest(fixture, { payment_method: 'cash', ...more }));
      return ((await call(user, 'book_cash', { p_hold_id: hold_id })) as { booking_id: string }).booking_id;
    };
    const booking = await bookCash(group, { booking_type: 'private', num_people: 4 });
    const set = (status: string) => setStatus(fixture.db, fixture.staff, booking, status);
    await set('cancelled');
    await bookCash(first);
    await expect(createHold(fixture, late, privately())).rejects.toMatchObject({ hint: 'sold_out' });
    await expect(set('confirmed')).rejects.toMatchObject({ code: 'sold_out' });
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 1, exclusive: false });
  });

  test('keeps its sold seats with a smaller time slot', async () => {
    fixture = await createFixture({ seats: 8 });
    const [guest = ''] = await createUsers(fixture.db.sql, 1);
    const { hold_id } = await createHold(
      fixture,
      guest,
      holdRequest(fixture, { num_people: 3, payment_method: 'cash' }),
    );
    await rpcFor(fixture.db, { role: 'authenticated', sub: guest })('book_cash', { p_hold_id: hold_id });
    await fixture.db.sql`update public.experience_timeslots set available_spots = 2 where id = ${fixture.slot}`;
    expect(await departureOf(fixture)).toMatchObject({ capacity: 3, sold: 3 });
  });

  test('can have the exact size of the departure, but no more', async () => {
    fixture = await createFixture({ seats: 4 });
    const [tooMany = '', group = ''] = await createUsers(fixture.db.sql, 2);
    const of = (num_people: number) => holdRequest(fixture, { booking_type: 'private', num_people });
    await expect(createHold(fixture, tooMany, of(5))).rejects.toMatchObject({
      code: 'PT409',
      hint: 'private_maximum',
      message: 'Private bookings allow at most 4 guests on this departure',
    });
    expect(await createHold(fixture, group, of(4))).toMatchObject({ seats: 4 });
    // The limit holds later as well: neither staff who lower the seats of the day nor a change of the time slot can
    // break it.
    const lower = fixture.db.as(
      { role: 'authenticated', sub: fixture.staff },
      (sql) => sql`select public.set_departure_capacity(${fixture.experience}, ${fixture.slot}, ${fixture.date}, 3)`,
    );
    await expect(lower).rejects.toMatchObject({ hint: 'capacity_below_sold' });
    await fixture.db.sql`update public.experience_timeslots set available_spots = 3 where id = ${fixture.slot}`;
    expect(await departureOf(fixture)).toMatchObject({ capacity: 4, held: 4 });
  });

  test("can't be reinstated on a departure that has become too small for it", async () => {
    fixture = await createFixture({ seats: 8 });
    await allowAllCash(fixture);
    const [group = ''] = await createUsers(fixture.db.sql, 1);
    const { hold_id } = await createHold(
      fixture,
      group,
      holdRequest(fixture, { booking_type: 'private', num_people: 6, payment_method: 'cash' }),
    );
    const call = (sub: string, name: string, args: Record<string, unknown>) =>
      rpcFor(fixture.db, { role: 'authenticated', sub })(name, args);
    const { booking_id } = (await call(group, 'book_cash', { p_hold_id: hold_id })) as { booking_id: string };
    const set = (status: string) => setStatus(fixture.db, fixture.staff, booking_id, status);
    await set('cancelled');
    await fixture.db.sql`update public.experience_timeslots set available_spots = 5 where id = ${fixture.slot}`;
    await expect(set('confirmed')).rejects.toMatchObject({ status: 409, code: 'sold_out' });
    await fixture.db.sql`update public.experience_timeslots set available_spots = 6 where id = ${fixture.slot}`;
    expect(await set('confirmed')).toMatchObject({ status: 'confirmed' });
    expect(await departureOf(fixture)).toMatchObject({ capacity: 6, sold: 6, exclusive: true });
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  test('keeps the departure when staff add seats, and releases all of them', async () => {
    fixture = await createFixture();
    const [group = '', other = ''] = await createUsers(fixture.db.sql, 2);
    const hold = await createHold(fixture, group, privately());
    await fixture.db
      .sql`update public.experience_timeslots set max_spots = 20, available_spots = 20 where id = ${fixture.slot}`;
    expect(await departureOf(fixture)).toMatchObject({ capacity: 20, held: 8 });
    await expect(createHold(fixture, other)).rejects.toMatchObject({ hint: 'sold_out' });
    await fixture.db.as(
      { role: 'authenticated', sub: group },
      (sql) => sql`select public.release_hold(${hold.hold_id})`,
    );
    expect(await departureOf(fixture)).toMatchObject({ capacity: 20, held: 0, exclusive: false });
    await createHold(fixture, other);
    expect(await brokenInvariants(fixture)).toEqual([]);
  });
});
