import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ROUNDS } from '../../support/rounds.ts';
import { lookThenWrite, onWorkers } from '../booking/support/concurrency.ts';
import {
  brokenInvariants,
  createFixture,
  createHold,
  createUsers,
  departureOf,
  grantRole,
  holdRequest,
} from '../booking/support/fixture.ts';
import { checkoutForEachTest, fixture, user as tourist } from '../booking/support/for-each-test.ts';
import {
  call,
  cashOf,
  keepSeats,
  leavesIn,
  offlineSale,
  PHONE,
  type Row,
  refused,
  sell,
  sendOffline,
} from './support.ts';

// Tests seats held on a phone for offline sales (docs/product.md, Selling at the dock).

checkoutForEachTest({ sound: true, seats: 8 });

let guide: string;
beforeEach(async () => {
  ({ guide } = fixture);
  await leavesIn(fixture, 60);
});

const keep = (changes: Row = {}, who = guide, of = fixture) => keepSeats(of, who, changes);
const send = (p: Row, who = guide, of = fixture) => sendOffline(of, who, p);
const cash = () => cashOf(fixture);
const later = (minutes: number) => fixture.db.sql`
  update private.holds set expires_at = expires_at - ${minutes} * interval '1 minute', created_at = created_at - ${minutes} * interval '1 minute'
   where at_dock and state = 'held'`;

test('holds seats for the phone, sells them from it, and adds them to the cash book once they are sent', async () => {
  const reserve = await keep();
  expect(reserve).toMatchObject({ seats: 4, unit_price: 175.5, phone: PHONE });
  expect(await departureOf(fixture)).toMatchObject({ held: 4, sold: 0 });
  const sold = await send(offlineSale(fixture, reserve));
  expect(sold).toMatchObject({
    result: 'sold',
    sale: { state: 'sold', num_people: 2, total_price: 351, guest_name: null },
  });
  expect(sold.sale.code).toEqual(expect.any(String));
  expect(await departureOf(fixture)).toMatchObject({ held: 2, sold: 2 });
  expect(await cash()).toEqual({ sum: 351, n: 1 });
  await send(offlineSale(fixture, reserve));
  expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 4 });
  expect((await call(fixture, guide, 'my_seat_reserves')) ?? null).toBeNull();
});

test('sells held seats to nobody else', async () => {
  await keep();
  await createHold(fixture, tourist, holdRequest(fixture, { num_people: 4 }));
  const [other = ''] = await createUsers(fixture.db.sql, 1);
  await expect(createHold(fixture, other, holdRequest(fixture, { num_people: 1 }))).rejects.toMatchObject({
    hint: 'sold_out',
  });
  expect(await refused(sell(fixture, fixture.staff))).toBe('sold_out');
});

test('makes one sale when repeated, and none with different details', async () => {
  const reserve = await keep();
  const sale = offlineSale(fixture, reserve);
  const all = await Promise.all(Array.from({ length: 6 }, () => send(sale)));
  expect(new Set(all.map((one) => one.sale.sale_id)).size).toBe(1);
  expect(new Set(all.map((one) => one.sale.token)).size).toBe(1);
  expect(all[0]?.sale.token).toMatch(/^[0-9a-f]{64}$/);
  expect(await departureOf(fixture)).toMatchObject({ held: 2, sold: 2 });
  expect(await cash()).toEqual({ sum: 351, n: 1 });
  expect(await refused(send({ ...sale, num_people: 1, amount: 175.5 }))).toBe('idempotency_key_reused');
});

describe('the time of a sale', () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
  const soldAt = async (reserve: Row, sold_at: string) =>
    (await send(offlineSale(fixture, reserve, { sold_at, num_people: 1, amount: 175.5 }))).sale.sold_at as string;
  const kept = async () => {
    const reserve = await keep();
    await fixture.db.sql`update private.seat_reserves set created_at = now() - interval '1 hour'`;
    return reserve;
  };

  test("is the phone's, in the list and in the cash book", async () => {
    const at = minutes(-20);
    const shown = await soldAt(await kept(), at);
    expect(Date.parse(shown)).toBe(Date.parse(at));
    const listed = await call(fixture, guide, 'my_dock_sales');
    const book = (await call(fixture, guide, 'my_cash_book', { p_days: 7 })) as { entries: Row[] };
    expect([listed.sold_at, book.entries[0]?.at]).toEqual([shown, shown]);
  });

  test('is after the seats were held, while they could be sold, and not in the future', async () => {
    const reserve = await kept();
    const [of] = await fixture.db.sql`select created_at from private.seat_reserves`;
    expect(Date.parse(await soldAt(reserve, '2020-01-01T00:00:00Z'))).toBe(of?.created_at.getTime());
    const [now] = await fixture.db.sql`select now()`;
    expect(Date.parse(await soldAt(reserve, '2127-01-01T00:00:00Z'))).toBeLessThan(now?.now.getTime() + 60_000);
    await fixture.db.sql`update private.seat_reserves set sell_until = now() - interval '5 minutes'`;
    const [until] = await fixture.db.sql`select sell_until from private.seat_reserves`;
    expect(Date.parse(await soldAt(reserve, minutes(-1)))).toBe(until?.sell_until.getTime());
  });

  test.each(['infinity', '-infinity'])("can't be %s", async (sold_at) => {
    expect(await refused(send(offlineSale(fixture, await kept(), { sold_at })))).toBe('invalid_input');
    expect(await fixture.db.sql`select 1 from private.requests where answer ? 'refused'`).toHaveLength(0);
    expect(await cash()).toEqual({ sum: 0, n: 0 });
  });
});

describe('a reserve', () => {
  test('is refused if the departure is sold as a whole', async () => {
    await fixture.db
      .sql`update public.experiences set booking_type = 'private', private_price = 900 where id = ${fixture.experience}`;
    expect(await refused(keep())).toBe('reserve_private');
  });

  test('is refused for more than a few departures at the same time', async () => {
    await fixture.db.sql`update private.limits set value = 0 where name = 'reserve.live'`;
    expect(await refused(keep())).toBe('too_many_reserves');
  });
});

describe('a reserve that is no longer needed', () => {
  test("is released on request, and all of a phone's on sign-out", async () => {
    const reserve = await keep();
    expect(await refused(keep())).toBe('reserve_open');
    await call(fixture, guide, 'give_seats_back', { p_reserve_id: reserve.reserve_id });
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
    await keep();
    await call(fixture, guide, 'give_seats_back', { p_phone: randomUUID() });
    expect(await departureOf(fixture)).toMatchObject({ held: 4 });
    await call(fixture, guide, 'give_seats_back', { p_phone: PHONE });
    expect(await departureOf(fixture)).toMatchObject({ held: 0 });
  });

  test('is released automatically, a while after sales from it end', async () => {
    const reserve = await keep();
    await fixture.db.sql`update private.seat_reserves set sell_until = now() - interval '1 minute'`;
    await fixture.db.sql`update private.holds set expires_at = now() + interval '59 minutes' where at_dock`;
    expect((await call(fixture, guide, 'my_seat_reserves')) ?? null).toBeNull();
    // Sales made before that are still booked.
    expect(await send(offlineSale(fixture, reserve, { num_people: 1, amount: 175.5 }))).toMatchObject({
      result: 'sold',
    });
    await later(60);
    await fixture.db.sql`select private.release_expired_holds()`;
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 1 });
  });

  test('counts against no tourist in that time', async () => {
    await keep({ seats: 8 });
    await later(400);
    await fixture.db.sql`select private.release_expired_holds()`;
    expect(await createHold(fixture, tourist, holdRequest(fixture))).toMatchObject({ keeps_seats: true });
  });
});

describe('a late sale', () => {
  test('gets free seats, if there are any', async () => {
    const reserve = await keep();
    await call(fixture, guide, 'give_seats_back', { p_phone: PHONE });
    expect(await send(offlineSale(fixture, reserve))).toMatchObject({ result: 'sold' });
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 2 });
  });

  test('is limited to the number that the phone was given, even after they were released', async () => {
    const reserve = await keep();
    const of = (num_people: number) => offlineSale(fixture, reserve, { num_people, amount: num_people * 175.5 });
    expect(await send(of(5))).toEqual({ result: 'refused', code: 'reserve_sold' });
    await send(of(3));
    await call(fixture, guide, 'give_seats_back', { p_phone: PHONE });
    expect(await send(of(2))).toEqual({ result: 'refused', code: 'reserve_sold' });
    expect(await send(of(1))).toMatchObject({ result: 'sold' });
    expect(await send(of(1))).toEqual({ result: 'refused', code: 'reserve_sold' });
    expect(await departureOf(fixture)).toMatchObject({ held: 0, sold: 4 });
  });

  test('is refused permanently without seats, and is in the audit log', async () => {
    const reserve = await keep();
    await call(fixture, guide, 'give_seats_back', { p_phone: PHONE });
    await createHold(fixture, tourist, holdRequest(fixture, { num_people: 7 }));
    const sale = offlineSale(fixture, reserve);
    expect(await send(sale)).toEqual({ result: 'refused', code: 'sold_out' });
    expect(await cash()).toEqual({ sum: 0, n: 0 });
    await fixture.db.sql`update public.departures set capacity = 20`;
    expect(await send(sale)).toEqual({ result: 'refused', code: 'sold_out' });
    const trail = await fixture.db
      .sql`select actor_id, detail ->> 'reason' as reason from public.audit_log where action = 'refused_sale'`;
    expect(trail).toEqual([{ actor_id: guide, reason: 'sold_out' }]);
  });

  test('is refused if the departure was cancelled in the meantime', async () => {
    const reserve = await keep();
    const departures = [
      { kind: 'experience', service_id: fixture.experience, slot_id: fixture.slot, service_date: fixture.date },
    ];
    await call(fixture, fixture.staff, 'cancel_departures', {
      p_selection: { departures },
      p_reason: 'weather',
      p_message: null,
      p_key: randomUUID(),
    });
    expect(await send(offlineSale(fixture, reserve))).toEqual({ result: 'refused', code: 'departure_cancelled' });
  });

  test('is booked only at the fixed price', async () => {
    const reserve = await keep();
    await fixture.db.sql`update public.experiences set shared_price = 500 where id = ${fixture.experience}`;
    expect(await send(offlineSale(fixture, reserve))).toMatchObject({ result: 'sold', sale: { total_price: 351 } });
    expect(await send(offlineSale(fixture, reserve, { amount: 1 }))).toEqual({
      result: 'refused',
      code: 'amount_changed',
    });
  });

  test('is booked although the departure has left, until a day and a half later', async () => {
    const reserve = await keep();
    await leavesIn(fixture, -240);
    await fixture.db.sql`update public.departures set service_date = ${fixture.date}`;
    expect(await send(offlineSale(fixture, reserve, { arrived: true }))).toMatchObject({ result: 'sold' });
    await fixture.db.sql`update public.departures set service_date = service_date - 4`;
    await fixture.db.sql`update public.bookings set booking_date = booking_date - 4`;
    expect(await send(offlineSale(fixture, reserve, { service_date: null }))).toEqual({
      result: 'refused',
      code: 'sale_too_late',
    });
  });

  test.each([
    ['paid by card', { payment_method: 'card' }],
    ['for the whole boat', { booking_type: 'private' }],
    ['for another day', { service_date: '2030-01-01' }],
    ['for another time', { slot_id: randomUUID() }],
    ['for another experience', { service_id: randomUUID() }],
  ])('is refused if it claims to be %s', async (_, changes) => {
    const reserve = await keep();
    expect(await send(offlineSale(fixture, reserve, changes))).toEqual({ result: 'refused', code: 'invalid_input' });
    expect(await fixture.db.sql`select 1 from public.bookings where walk_in`).toHaveLength(0);
    expect(await cash()).toMatchObject({ n: 0 });
  });

  test('requires the waiver', async () => {
    const reserve = await keep();
    expect(await send(offlineSale(fixture, reserve, { waiver_version: null }))).toEqual({
      result: 'refused',
      code: 'waiver_required',
    });
  });
});

describe('the right to hold seats for offline sales', () => {
  test('belongs to sellers of the departure, for a few seats and a limited time', async () => {
    const [otherGuide = ''] = await createUsers(fixture.db.sql, 1);
    await grantRole(fixture.db.sql, otherGuide, 'tour_guide', 'rio');
    for (const who of [tourist, otherGuide, fixture.shuttle]) expect(await refused(keep({}, who))).toBe('forbidden');
    for (const seats of [0, 9, -1, 1.5, '4', null]) expect(await refused(keep({ seats }))).toBe('invalid_input');
    for (const who of [guide, fixture.staff]) expect(await keep({}, who)).toMatchObject({ seats: 4 });
    expect(await refused(keep({}, fixture.manager))).toBe('sold_out');
    const [row] = await fixture.db
      .sql`select max(expires_at) <= now() + interval '7 hours' as short from private.holds`;
    expect(row).toEqual({ short: true });
  });

  test("does not include another person's reserve, and ends with the role", async () => {
    const reserve = await keep();
    expect(await refused(send(offlineSale(fixture, reserve), fixture.staff))).toBe('reserve_not_found');
    await call(fixture, fixture.staff, 'give_seats_back', { p_reserve_id: reserve.reserve_id });
    expect(await departureOf(fixture)).toMatchObject({ held: 4 });
    await fixture.db.sql`update private.role_grants set revoked_at = now() where user_id = ${guide}`;
    expect(await refused(send(offlineSale(fixture, reserve)))).toBe('reserve_not_found');
    expect((await call(fixture, guide, 'my_seat_reserves')) ?? null).toBeNull();
  });
});

test(`sells ten seats once from phones, at the dock and online, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
  for (let run = 0; run < ROUNDS; run++) {
    const world = await createFixture({ seats: 10 });
    await leavesIn(world, 90);
    const sellers = [world.guide, world.staff, world.manager];
    const reserves = await Promise.all(sellers.map((who) => keep({ seats: 3 }, who, world)));
    const people = await createUsers(world.db.sql, 8);
    let given = 0;
    const once = (n: number) => offlineSale(world, reserves[n % 3] ?? {}, { num_people: 1, amount: 175.5 });
    const sales = Array.from({ length: 15 }, (_, n) => once(n));
    const work = [
      // Each sale is sent twice, as after a lost response, and counts once.
      ...sales.map((sale, n) => async () => {
        const answers = await Promise.all([1, 2].map(() => send(sale, sellers[n % 3] ?? '', world)));
        if (answers[0]?.result === 'sold') given++;
      }),
      ...people.map((person) => async () => {
        await createHold(world, person, holdRequest(world, { num_people: 1 }));
        given++;
      }),
      () => call(world, world.guide, 'give_seats_back', { p_phone: PHONE }),
    ];
    await onWorkers(20, work, async (ask) => {
      try {
        await ask();
      } catch (error) {
        const { hint, code } = error as { hint?: string; code?: string };
        if ((hint ?? code) !== 'sold_out') throw error;
      }
    });
    const { held, sold } = await departureOf(world);
    const [left] = await world.db.sql`select coalesce(sum(h.seats), 0)::int as n from private.seat_reserves r
      join private.holds h on h.id = r.hold_id where h.state = 'held'`;
    expect(held + sold).toBeLessThanOrEqual(10);
    expect(held + sold).toBe(given + Number(left?.n));
    expect(await brokenInvariants(world)).toEqual([]);
    await world.db.drop();
  }
});

// Negative control: looking at the rest of the reserve and taking it then sells it twice.
test('control: looking at a reserve before selling from it oversells', async () => {
  const world = await createFixture({ seats: 10 });
  await leavesIn(world, 90);
  await keep({ seats: 3 }, world.guide, world);
  const { sql } = world.db;
  await sql`create table public.naive_sales (n int)`;
  await lookThenWrite(
    20,
    () => sql`select (select seats from private.seat_reserves) - (select count(*) from public.naive_sales)::int as n`,
    async ([row]) => {
      if (Number(row?.n) > 0) await sql`insert into public.naive_sales values (1)`;
    },
  );
  const [row] = await sql`select count(*)::int as n from public.naive_sales`;
  expect(row?.n).toBeGreaterThan(3);
  await world.db.drop();
});
