import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUsers, daysFromNow, departureOf, grantRole, signedIn } from '../booking/support/fixture.ts';
import { checkoutForEachTest, fixture, user as stranger } from '../booking/support/for-each-test.ts';
import { addDriver, call, cashOf, leavesIn, type Row, refused, rideSale, saleOf, sell } from './support.ts';

// Tests bookings that the team makes for a guest who isn't there, for any date (docs/rules/dock.md, Selling to a guest who isn't there).

checkoutForEachTest({ sound: true });

const HOUR = 60;
const DAY = 24 * HOUR;

let guide: string;
let driver: string;
beforeEach(async () => {
  ({ guide } = fixture);
  [driver = ''] = await createUsers(fixture.db.sql, 1);
  await addDriver(fixture, driver);
  await leavesIn(fixture, 3 * DAY + HOUR);
});

const sql = () => fixture.db.sql;
const ana = (changes: Row = {}) =>
  saleOf(fixture, { guest_name: 'Ana', whatsapp_number: '+50255512345', payment_method: 'due', ...changes });
const bookingOf = async (sale: Row) =>
  (await sql()`select f.* from private.booking_facts f where f.id = ${sale.booking_id as string}`)[0];
/** Returns the caller's list of a date, or of now. */
const listed = (who: string, date: string | null) =>
  fixture.db.as(signedIn(who), async (tx) =>
    (await tx`select public.dock_departures(${date}) as x`).map(({ x }) => x as Row),
  );
/** Returns the hours for which the seats of a sale are still held. */
const hoursHeld = (sale: Row) => Math.round(Number(sale.seconds_left) / 3600);

describe('a departure of a later day', () => {
  test('is listed by its date only, for those who may sell it', async () => {
    const days = (rows: Row[]) => rows.map(({ service_date }) => service_date);
    expect(days(await listed(fixture.staff, null))).not.toContain(fixture.date);
    for (const [who, kinds] of [
      [fixture.staff, ['experience', 'transport']],
      [guide, ['experience']],
      [driver, ['transport']],
      [fixture.shuttle, ['transport']],
      [stranger, []],
    ] as const) {
      const rows = await listed(who, fixture.date);
      expect(rows.map(({ kind }) => kind).sort()).toEqual(kinds);
      for (const day of days(rows)) expect(day).toBe(fixture.date);
    }
  });

  test('is sold for cash that is received now', async () => {
    const sale = await sell(fixture, fixture.staff, ana({ payment_method: 'cash' }));
    expect(sale).toMatchObject({ state: 'sold', amount_due: null, code: expect.any(String) });
    expect(await bookingOf(sale)).toMatchObject({ status: 'paid', payment_status: 'completed' });
    expect(await cashOf(fixture)).toEqual({ sum: 351, n: 1 });
  });

  test('counts toward its minimum when it is paid on the day, but not while a link is unpaid', async () => {
    await call(fixture, fixture.staff, 'set_run_minimum', {
      p_service_id: fixture.experience,
      p_min_to_run: 4,
      p_decide_at: '18:00',
    });
    const sold = async () =>
      (
        await call(fixture, stranger, 'departure_minimum', {
          p_service_id: fixture.experience,
          p_slot_id: fixture.slot,
          p_date: fixture.date,
        })
      ).sold;
    await sell(fixture, fixture.staff, ana({ payment_method: 'link' }));
    expect(await sold()).toBe(0);
    await sell(fixture, fixture.staff, ana());
    expect(await sold()).toBe(2);
  });

  test("can't be checked in with the sale", async () => {
    expect(await refused(sell(fixture, guide, ana({ payment_method: 'cash', arrived: true })))).toBe(
      'check_in_too_early',
    );
    expect(await departureOf(fixture)).toBeUndefined();
  });

  test.each([
    ['in three years', 3 * 365, 'date_too_far'],
    ['in the past', -1, 'departure_left'],
  ])('is refused %s', async (_, days, code) => {
    expect(await refused(sell(fixture, fixture.staff, ana({ service_date: daysFromNow(days) })))).toBe(code);
  });

  test('has no list for a date that is too far away', async () => {
    const call = listed(fixture.staff, '2199-01-01');
    await expect(call).rejects.toMatchObject({ hint: 'date_too_far' });
  });

  test('is refused to those who may not sell it', async () => {
    const [otherGuide = '', awayStaff = ''] = await createUsers(sql(), 2);
    await grantRole(sql(), otherGuide, 'tour_guide', 'rio');
    await grantRole(sql(), awayStaff, 'territory_staff', 'lago');
    for (const who of [stranger, otherGuide, awayStaff, driver, fixture.shuttle])
      expect(await refused(sell(fixture, who, ana()))).toBe('forbidden');
    for (const who of [stranger, guide, awayStaff])
      expect(await refused(sell(fixture, who, rideSale(fixture, { guest_name: 'Ana', payment_method: 'due' })))).toBe(
        'forbidden',
      );
  });
});

describe('a guest who pays on the day', () => {
  test('has a ticket, and owes the cash until check-in', async () => {
    const sale = await sell(fixture, fixture.staff, ana());
    expect(sale).toMatchObject({ state: 'sold', amount_due: 351, code: expect.any(String) });
    expect(await bookingOf(sale)).toMatchObject({
      status: 'ordered',
      payment_status: 'pending',
      payment_method: 'cash',
      guest_name: 'Ana',
      guide_id: guide,
    });
    expect(await departureOf(fixture)).toMatchObject({ sold: 2, held: 0 });
    expect(await cashOf(fixture)).toEqual({ sum: 0, n: 0 });
  });

  test('pays the cash when they are checked in', async () => {
    await leavesIn(fixture, HOUR);
    const sale = await sell(fixture, fixture.staff, ana());
    await call(fixture, guide, 'check_in', {
      p_booking_id: sale.booking_id,
      p_code: sale.code,
      p_action: 'checked_in',
      p_cash: 351,
    });
    expect(await cashOf(fixture)).toEqual({ sum: 351, n: 1 });
  });

  test('is one sale under one key, and another one with other terms', async () => {
    const body = ana();
    const first = await sell(fixture, fixture.staff, body);
    expect(await sell(fixture, fixture.staff, body)).toMatchObject({ booking_id: first.booking_id });
    expect(await refused(sell(fixture, fixture.staff, { ...body, payment_method: 'cash' }))).toBe(
      'idempotency_key_reused',
    );
    expect(await departureOf(fixture)).toMatchObject({ sold: 2 });
  });

  test('is undone by the seller within minutes, and nobody else', async () => {
    const sale = await sell(fixture, guide, ana());
    expect(await refused(call(fixture, fixture.staff, 'undo_dock_sale', { p_sale_id: sale.sale_id }))).toBe(
      'undo_over',
    );
    expect(await call(fixture, guide, 'undo_dock_sale', { p_sale_id: sale.sale_id })).toMatchObject({
      state: 'undone',
      amount_due: null,
    });
    expect(await departureOf(fixture)).toMatchObject({ sold: 0, held: 0 });
    expect(await cashOf(fixture)).toEqual({ sum: 0, n: 0 });
  });

  test("can't be undone once a colleague has received the cash", async () => {
    await leavesIn(fixture, HOUR);
    const sale = await sell(fixture, fixture.staff, ana());
    await call(fixture, guide, 'receive_cash', { p_booking_id: sale.booking_id, p_amount: 351 });
    expect(await refused(call(fixture, fixture.staff, 'undo_dock_sale', { p_sale_id: sale.sale_id }))).toBe(
      'undo_over',
    );
    expect(await cashOf(fixture)).toEqual({ sum: 351, n: 1 });
    expect(await departureOf(fixture)).toMatchObject({ sold: 2 });
  });

  test('has no conversation, because nobody would read it', async () => {
    const sale = await sell(fixture, fixture.staff, ana());
    const send = call(fixture, fixture.staff, 'send_message', { p_booking_id: sale.booking_id, p_message: 'Hello' });
    expect(await refused(send)).toBe('guest_without_account');
    expect(await sql()`select 1 from public.messages`).toHaveLength(0);
  });

  test.each(['due', 'link'])('has a name: %s', async (payment_method) => {
    expect(await refused(sell(fixture, fixture.staff, ana({ payment_method, guest_name: null })))).toBe(
      'name_required',
    );
  });
});

describe('a guest who gets a payment link', () => {
  test('has until the next day, and the seats are held', async () => {
    const sale = await sell(fixture, fixture.staff, ana({ payment_method: 'link' }));
    expect(sale).toMatchObject({ state: 'waiting', pays: 'link' });
    expect(hoursHeld(sale)).toBe(24);
    expect(await departureOf(fixture)).toMatchObject({ sold: 0, held: 2 });
    expect(await call(fixture, fixture.staff, 'new_pay_link', { p_sale_id: sale.sale_id })).toMatchObject({
      token: expect.any(String),
    });
  });

  test.each([
    ['only until check-in opens', 5 * HOUR, 2 * HOUR],
    ['never less than a guest at the dock', HOUR, 15],
  ])('has %s', async (_, leaves, minutes) => {
    await leavesIn(fixture, leaves);
    const sale = await sell(fixture, fixture.staff, ana({ payment_method: 'link' }));
    expect(Math.round(Number(sale.seconds_left) / 60)).toBe(minutes);
  });

  test('loses the seats when the deadline has passed', async () => {
    const sale = await sell(fixture, fixture.staff, ana({ payment_method: 'link' }));
    await sql()`update private.holds set expires_at = now() - interval '3 minutes'`;
    await sql()`select private.release_expired_holds()`;
    expect(await departureOf(fixture)).toMatchObject({ sold: 0, held: 0 });
    expect(await call(fixture, fixture.staff, 'dock_sale', { p_sale_id: sale.sale_id })).toMatchObject({
      state: 'expired',
    });
  });

  test('is counted apart from guests at the dock', async () => {
    await sql()`update private.limits set value = 1 where name in ('dock_sale.unpaid', 'dock_sale.unpaid_links')`;
    const one = (payment_method: string) =>
      sell(fixture, fixture.staff, ana({ payment_method, num_people: 1, amount: 175.5 }));
    for (const how of ['link', 'card']) {
      expect(await one(how)).toMatchObject({ state: 'waiting' });
      expect(await refused(one(how))).toBe('too_many_unpaid_sales');
    }
  });
});

describe('an earlier guest', () => {
  const found = async (who: string, text: string, territory = 'rio') => {
    const rows = await call(fixture, who, 'find_guests', { p_territory_id: territory, p_search: text });
    return [rows ?? []].flat() as Row[];
  };

  test('is found by name or number, with the latest booking, once', async () => {
    await sell(fixture, guide, ana());
    await sell(fixture, guide, ana({ idempotency_key: randomUUID() }));
    const [day] = [fixture.date];
    for (const text of ['ana', '5551 2345', '+502 55512345'])
      expect(await found(fixture.staff, text), text).toMatchObject([
        { guest_name: 'Ana', whatsapp_number: '+50255512345', language: 'es', bookings: '2' },
      ]);
    expect(String((await found(fixture.staff, 'ana'))[0]?.last_date)).toContain(day.slice(0, 4));
  });

  test("isn't everyone on a service of that name, and nobody for an empty text", async () => {
    await sell(fixture, guide, ana());
    for (const text of ['castle', '', 'zzz']) expect(await found(fixture.staff, text), text).toEqual([]);
  });

  test('is shown only to those who run the region', async () => {
    await sell(fixture, guide, ana());
    const [awayStaff = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), awayStaff, 'territory_staff', 'lago');
    for (const who of [guide, driver, fixture.shuttle, stranger, awayStaff])
      expect(await refused(found(who, 'ana')), who).toBe('forbidden');
    expect(await found(awayStaff, 'ana', 'lago')).toEqual([]);
  });
});
