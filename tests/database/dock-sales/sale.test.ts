import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createHold, createUsers, departureOf, grantRole, holdRequest } from '../booking/support/fixture.ts';
import { checkoutForEachTest, fixture, user as stranger } from '../booking/support/for-each-test.ts';
import { serviceRpc } from '../booking/support/rpc.ts';
import { addDriver, call, keepSeats, leavesIn, type Row, rideSale, saleOf, sell } from './support.ts';

// Tests seats sold at the dock to a guest without an account (docs/rules/dock.md, Selling at the dock).

checkoutForEachTest({ sound: true });

let guide: string;
let driver: string;
beforeEach(async () => {
  ({ guide } = fixture);
  [driver = ''] = await createUsers(fixture.db.sql, 1);
  await addDriver(fixture, driver);
  await leavesIn(fixture, 60);
});

const one = async (query: Promise<readonly Row[]>) => (await query)[0];
const bookingOf = (sale: Row) =>
  one(fixture.db.sql`select f.* from private.booking_facts f where f.id = ${sale.booking_id as string}`);
const ledger = async (sale: Row) =>
  (
    await one(fixture.db.sql`select coalesce(sum(amount), 0)::float as sum from private.ledger
      where booking_id = ${sale.booking_id as string}`)
  )?.sum;
const refused = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    return (error as { code: string }).code;
  }
  throw new Error('Expected a refusal');
};
const asAnyone = (name: string, args: Row) =>
  fixture.db.as({ role: 'anon' }, async (sql) => {
    const names = Object.keys(args);
    const [row] = await sql.unsafe(
      `select to_jsonb(x) as x from public.${name}(${names.map((key, i) => `${key} => $${i + 1}`).join(', ')}) x`,
      names.map((key) => args[key]) as never[],
    );
    return row?.x as Row;
  });

const toSign = async (token: unknown) =>
  ((await serviceRpc(fixture.db)('dock_sale_to_sign', { p_token: token as string })) as Row[])[0];

describe('a trip of the seller', () => {
  const whoSells = [
    ['its guide', () => guide, () => saleOf(fixture)],
    ['its driver', () => driver, () => rideSale(fixture)],
    ['a manager', () => fixture.manager, () => saleOf(fixture)],
  ] as const;

  test.each(whoSells)('is sold by %s, which unlocks nothing for them', async (_, seller, sale) => {
    const who = seller();
    const own = await one(fixture.db.sql`select full_name from public.profiles where id = ${who}`);
    const sold = await sell(fixture, who, {
      ...sale(),
      arrived: true,
      guest_name: own?.full_name ?? 'Ana',
      whatsapp_number: '+50255512345',
    });
    expect(await bookingOf(sold)).toMatchObject({
      tourist_id: null,
      status: 'checked_in',
      payment_status: 'completed',
    });
    await expect(
      call(fixture, who, 'create_review', { p_booking_id: sold.booking_id, p_rating: 5 }),
    ).rejects.toMatchObject({ code: 'booking_not_found' });
    const known = await fixture.db.sql`select private.is_known_guest(${who}) as known`;
    expect(known).toEqual([{ known: false }]);
    expect(await fixture.db.sql`select 1 from public.commissions`).toEqual([]);
    const [cash] = await fixture.db
      .sql`select person_id, sum(amount)::float as sum from public.cash_entries group by person_id`;
    expect(cash).toEqual({ person_id: who, sum: sold.total_price });
  });
});

describe('a cash sale', () => {
  test('takes the seats, records who received how much, and needs no account of the guest', async () => {
    const sale = await sell(fixture, guide, saleOf(fixture, { guest_name: 'Ana', whatsapp_number: '+50255512345' }));
    expect(sale).toMatchObject({
      state: 'sold',
      total_price: 351,
      guest_name: 'Ana',
      num_people: 2,
      code: expect.any(String),
    });
    expect(await bookingOf(sale)).toMatchObject({
      tourist_id: null,
      walk_in: true,
      guest_name: 'Ana',
      status: 'paid',
      payment_status: 'completed',
      guide_id: guide,
      whatsapp_number: '+50255512345',
    });
    expect(await departureOf(fixture)).toMatchObject({ sold: 2, held: 0 });
    expect(await ledger(sale)).toBe(351);
    const payment = await one(fixture.db.sql`select received_by, captured_minor::int as minor from private.charges`);
    expect(payment).toEqual({ received_by: guide, minor: 35100 });
    const trail = await fixture.db.sql`select actor_id, action from public.audit_log where action = 'dock_sale'`;
    expect(trail).toEqual([{ actor_id: guide, action: 'dock_sale' }]);
  });

  test('is the same sale under the same key, and refused with different details', async () => {
    const sale = saleOf(fixture);
    const first = await sell(fixture, guide, sale);
    expect(await sell(fixture, guide, sale)).toMatchObject({ sale_id: first.sale_id, booking_id: first.booking_id });
    expect(await refused(sell(fixture, guide, { ...sale, num_people: 1, amount: 175.5 }))).toBe(
      'idempotency_key_reused',
    );
    expect(await departureOf(fixture)).toMatchObject({ sold: 2 });
  });

  test('checks in guests who are already here with the same tap', async () => {
    const sale = await sell(fixture, guide, saleOf(fixture, { arrived: true }));
    expect(await bookingOf(sale)).toMatchObject({
      status: 'checked_in',
      check_in_status: 'checked_in',
      checked_in_by: guide,
    });
  });

  test('has a ticket that is checked in by its code, and from the list', async () => {
    const [byCode, listed] = [await sell(fixture, guide), await sell(fixture, guide)];
    expect(
      await call(fixture, guide, 'check_in', {
        p_booking_id: byCode.booking_id,
        p_code: byCode.code,
        p_action: 'checked_in',
      }),
    ).toMatchObject({ check_in_status: 'checked_in', walk_in: true });
    expect(
      await call(fixture, guide, 'check_in_listed', {
        p_booking_id: listed.booking_id,
        p_action: 'checked_in',
      }),
    ).toMatchObject({ check_in_status: 'checked_in' });
  });

  test('takes the whole departure for a private group', async () => {
    await sell(fixture, guide, saleOf(fixture, { booking_type: 'private', num_people: 3, amount: 900 }));
    expect(await departureOf(fixture)).toMatchObject({ sold: 8, exclusive: true });
    expect(await refused(sell(fixture, guide))).toBe('sold_out');
  });

  test("notifies the guide and the territory's team, but not the seller", async () => {
    await sell(fixture, fixture.staff);
    const told = await fixture.db.sql`select recipient from private.outbox where kind = 'notification'`;
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([guide, fixture.manager].sort());
    expect(await fixture.db.sql`select 1 from private.outbox where kind = 'email'`).toHaveLength(0);
  });
});

describe('a dock sale', () => {
  test('is refused for more seats than available', async () => {
    await createHold(fixture, stranger, holdRequest(fixture, { num_people: 7 }));
    expect(await refused(sell(fixture, guide))).toBe('sold_out');
    expect(await sell(fixture, guide, saleOf(fixture, { num_people: 1, amount: 175.5 }))).toMatchObject({
      state: 'sold',
    });
  });

  test.each([
    [
      'a closed departure',
      'departure_closed',
      (id: string) => fixture.db.sql`update public.departures set closed = true where id = ${id}`,
    ],
    ['one that left an hour ago', 'departure_left', () => leavesIn(fixture, -60)],
  ])('is refused for %s', async (_, code, change) => {
    const [row] = await fixture.db.sql`select private.ensure_departure(${fixture.slot}, ${fixture.date}) as id`;
    await change(row?.id as string);
    expect(await refused(sell(fixture, guide))).toBe(code);
  });

  test('is refused for a past departure, except one that left a few minutes ago', async () => {
    await leavesIn(fixture, -10);
    expect(await sell(fixture, guide)).toMatchObject({ state: 'sold' });
  });

  test('is refused for a cancelled departure', async () => {
    await call(fixture, fixture.staff, 'cancel_departures', {
      p_selection: {
        departures: [{ service_id: fixture.experience, slot_id: fixture.slot, service_date: fixture.date }],
      },
      p_reason: 'weather',
      p_message: null,
      p_key: randomUUID(),
    });
    expect(await refused(sell(fixture, guide))).toBe('departure_cancelled');
  });

  test.each([
    ['at a wrong price', { amount: 300 }, 'amount_changed'],
    ['without the waiver', { waiver_version: null }, 'waiver_required'],
    ['with an old waiver', { waiver_version: '1999' }, 'waiver_outdated'],
    ['to a web address', { guest_name: 'www.example.com' }, 'name_not_plain'],
    ['with an invalid number', { whatsapp_number: '12' }, 'invalid_input'],
    ['to nobody', { num_people: null }, 'invalid_input'],
    [
      "to more than a private group's maximum",
      { booking_type: 'private', num_people: 13, amount: 900 },
      'private_maximum',
    ],
    ['with an unknown payment method', { payment_method: 'kind' }, 'payment_method_not_accepted'],
  ])('is refused %s', async (_, changes, code) => {
    expect(await refused(sell(fixture, guide, saleOf(fixture, changes)))).toBe(code);
    expect(await fixture.db.sql`select 1 from private.dock_sales`).toHaveLength(0);
  });
});

describe('the right to sell', () => {
  test('belongs to a guide for the departures that they lead, a driver for their rides, and the desk for its territory', async () => {
    const { staff, manager, shuttle } = fixture;
    for (const who of [guide, staff, manager]) expect(await sell(fixture, who)).toMatchObject({ state: 'sold' });
    for (const who of [driver, staff, manager, shuttle]) {
      expect(await sell(fixture, who, rideSale(fixture))).toMatchObject({ state: 'sold' });
    }
  });

  test('belongs to nobody else', async () => {
    const [otherGuide = '', awayStaff = '', otherDriver = ''] = await createUsers(fixture.db.sql, 3);
    await grantRole(fixture.db.sql, otherGuide, 'tour_guide', 'rio');
    await grantRole(fixture.db.sql, awayStaff, 'territory_staff', 'lago');
    await grantRole(fixture.db.sql, otherDriver, 'shuttle_driver', 'rio');
    for (const who of [stranger, otherGuide, awayStaff, driver, fixture.shuttle]) {
      expect(await refused(sell(fixture, who))).toBe('forbidden');
    }
    for (const who of [stranger, guide, awayStaff, otherDriver]) {
      expect(await refused(sell(fixture, who, rideSale(fixture)))).toBe('forbidden');
    }
    expect(await departureOf(fixture)).toBeUndefined();
  });

  test('ends with the role, and former sellers can neither read nor undo their sales', async () => {
    const body = saleOf(fixture, { guest_name: 'Ana' });
    const sale = await sell(fixture, guide, body);
    expect(await call(fixture, guide, 'my_dock_sales')).toMatchObject({ guest_name: 'Ana' });
    await fixture.db.sql`update private.role_grants set revoked_at = now() where user_id = ${guide}`;
    const one = { p_sale_id: sale.sale_id };
    for (const name of ['dock_sale', 'undo_dock_sale', 'renew_dock_link'])
      expect(await refused(call(fixture, guide, name, one)), name).toBe('sale_not_found');
    expect(await refused(sell(fixture, guide, body))).toBe('sale_not_found');
    expect((await call(fixture, guide, 'my_dock_sales')) ?? null).toBeNull();
    expect(await call(fixture, fixture.staff, 'dock_sale', one)).toMatchObject({ state: 'sold' });
  });

  test('shows each person what they can sell, with its seats and prices', async () => {
    await createHold(fixture, stranger, holdRequest(fixture, { num_people: 5 }));
    const found = async (who: string) => {
      const rows = (await call(fixture, who, 'dock_departures')) as unknown as Row[] | Row;
      const list = Array.isArray(rows) ? rows.map((row) => row.dock_departures ?? row) : [rows];
      return (list as Row[]).filter((row) => row?.kind);
    };
    expect(await found(guide)).toMatchObject([{ kind: 'experience', available: 3, shared_price: 175.5, whole: false }]);
    expect(await found(driver)).toMatchObject([{ kind: 'transport', shared_price: 120, whole: true }]);
    expect(await found(stranger)).toEqual([]);
  });
});

describe('a mistaken sale', () => {
  test('is undone by its seller, which restores seats and money, and the ticket no longer allows boarding', async () => {
    const sale = await sell(fixture, guide, saleOf(fixture, { arrived: true }));
    const undone = await call(fixture, guide, 'undo_dock_sale', { p_sale_id: sale.sale_id });
    expect(undone).toMatchObject({ state: 'undone' });
    expect(await bookingOf(sale)).toMatchObject({
      status: 'cancelled',
      payment_status: 'pending',
      check_in_status: 'pending',
    });
    expect(await departureOf(fixture)).toMatchObject({ sold: 0, held: 0 });
    expect(await ledger(sale)).toBe(0);
    expect((await fixture.db.sql`select kind from private.ledger where kind = 'undone'`).length).toBeGreaterThan(0);
    expect(await asAnyone('dock_ticket', { p_token: sale.token })).toMatchObject({ state: 'undone' });
    expect(await asAnyone('dock_ticket', { p_token: sale.token })).not.toHaveProperty('code');
    // A repeat changes nothing.
    expect(await call(fixture, guide, 'undo_dock_sale', { p_sale_id: sale.sale_id })).toMatchObject({
      state: 'undone',
    });
    expect(await ledger(sale)).toBe(0);
  });

  test('is undone a limited number of times a day, and after that by the desk', async () => {
    await fixture.db.sql`update private.limits set value = 1 where name = 'dock_sale.undo_day'`;
    const undo = async () =>
      call(fixture, guide, 'undo_dock_sale', { p_sale_id: (await sell(fixture, guide, saleOf(fixture))).sale_id });
    await undo();
    expect(await refused(undo())).toBe('rate_limited_day');
    expect(await departureOf(fixture)).toMatchObject({ sold: 2 });
  });

  test("can't be undone by someone else, or later, except by the desk, which returns the cash", async () => {
    const sale = await sell(fixture, guide);
    expect(await refused(call(fixture, driver, 'undo_dock_sale', { p_sale_id: sale.sale_id }))).toBe('sale_not_found');
    expect(await refused(call(fixture, fixture.staff, 'undo_dock_sale', { p_sale_id: sale.sale_id }))).toBe(
      'undo_over',
    );
    await fixture.db.sql`update private.dock_sales set created_at = now() - interval '6 minutes'`;
    expect(await refused(call(fixture, guide, 'undo_dock_sale', { p_sale_id: sale.sale_id }))).toBe('undo_over');
    await call(fixture, fixture.staff, 'set_booking_status', {
      p_booking_id: sale.booking_id,
      p_status: 'refunded',
      p_reason: 'Fell ill',
      p_from: 'paid',
      p_amount: 351,
    });
    expect(await departureOf(fixture)).toMatchObject({ sold: 0 });
    expect(await ledger(sale)).toBe(0);
    expect(await asAnyone('dock_ticket', { p_token: sale.token })).toMatchObject({ state: 'cancelled' });
  });
});

describe('the ticket of a link', () => {
  test('is shown to anyone with the link, with its code and no name', async () => {
    const sale = await sell(fixture, guide, saleOf(fixture, { guest_name: 'Ana', whatsapp_number: '+50255512345' }));
    const ticket = await asAnyone('dock_ticket', { p_token: sale.token });
    expect(ticket).toMatchObject({ state: 'sold', code: sale.code, num_people: 2, title: 'Castle & hot waterfall' });
    expect(JSON.stringify(ticket)).not.toMatch(/Ana|55512345/);
    expect(await toSign(sale.token)).toMatchObject({
      booking_id: sale.booking_id,
      version: 1,
    });
  });

  test('is not shown for a forged link, a replaced one and one of a trip that has ended', async () => {
    const sale = await sell(fixture, guide);
    await expect(asAnyone('dock_ticket', { p_token: 'f'.repeat(64) })).rejects.toMatchObject({
      hint: 'sale_not_found',
    });
    const renewed = await call(fixture, guide, 'renew_dock_link', { p_sale_id: sale.sale_id });
    await expect(asAnyone('dock_ticket', { p_token: sale.token })).rejects.toMatchObject({ hint: 'sale_not_found' });
    expect(await asAnyone('dock_ticket', { p_token: renewed.token })).toMatchObject({ state: 'sold' });
    await fixture.db.sql`update public.bookings set booking_date = booking_date - 3`;
    await expect(asAnyone('dock_ticket', { p_token: renewed.token })).rejects.toMatchObject({
      hint: 'sale_not_found',
    });
    await expect(toSign(renewed.token)).rejects.toMatchObject({ code: 'sale_not_found' });
  });

  test("is emailed to an address without an account, a few times, in the guest's language", async () => {
    const sale = await sell(fixture, guide);
    const send = (email: string) =>
      call(fixture, guide, 'send_dock_ticket', { p_sale_id: sale.sale_id, p_email: email, p_language: null });
    expect(await refused(send('nobody'))).toBe('invalid_input');
    for (let n = 0; n < 3; n++) await send('Ana@Example.org');
    expect(await refused(send('ana@example.org'))).toBe('rate_limited_day');
    const letters = (await serviceRpc(fixture.db)('claim_outbox', { p_limit: 20 })) as Row[];
    const mine = letters.filter(({ template }) => template === 'dock_ticket');
    expect(mine).toHaveLength(3);
    expect(mine[0]).toMatchObject({
      recipient: 'ana@example.org',
      data: { language: 'es', code: sale.token, check_in_code: sale.code, full_name: null },
    });
  });

  test('is limited per address, whatever is sold and by whom', async () => {
    await fixture.db.sql`update private.limits set value = 2 where name = 'dock_sale.letters_address'`;
    const send = async (email: string) => {
      const sale = await sell(fixture, guide);
      return call(fixture, guide, 'send_dock_ticket', { p_sale_id: sale.sale_id, p_email: email, p_language: null });
    };
    await send('ana@example.org');
    await send('Ana@example.org');
    expect(await refused(send('ana@example.org'))).toBe('rate_limited_day');
    await send('luis@example.org');
  });

  test('is sent to nobody once the sale was undone', async () => {
    const sale = await sell(fixture, guide);
    await call(fixture, guide, 'undo_dock_sale', { p_sale_id: sale.sale_id });
    const send = call(fixture, guide, 'send_dock_ticket', {
      p_sale_id: sale.sale_id,
      p_email: 'ana@example.org',
      p_language: null,
    });
    expect(await refused(send)).toBe('sale_not_sold');
  });
});

test('deletes name and number of a guest a month after the trip', async () => {
  const sale = await sell(fixture, guide, saleOf(fixture, { guest_name: 'Ana', whatsapp_number: '+50255512345' }));
  const { sql } = fixture.db;
  const forget = () => sql`select private.forget_dock_sales()`;
  await forget();
  expect(await bookingOf(sale)).toMatchObject({ guest_name: 'Ana' });
  await sql`update public.bookings set booking_date = booking_date - 32`;
  await sql`update private.holds set created_at = created_at - interval '32 days'`;
  await forget();
  expect(await bookingOf(sale)).toMatchObject({ guest_name: null, whatsapp_number: '', walk_in: true });
  expect(await one(sql`select form from private.holds`)).toEqual({ form: {} });
  await sql`update public.bookings set booking_date = booking_date + 32`;
});

describe('an undecided departure', () => {
  const undecided = { status: 'scheduled', min_to_run: 4, decides_at: expect.any(String) };
  beforeEach(async () => {
    await leavesIn(fixture, 120);
    await fixture.db.sql`update public.experiences set min_to_run = 4`;
  });

  test('shows seller and guest how many there are, and when it is decided', async () => {
    const offered = (await call(fixture, guide, 'dock_departures')) as Row;
    expect(offered).toMatchObject({ minimum: { ...undecided, sold: 0 } });
    const sold = await sell(fixture, guide);
    expect(sold).toMatchObject({ minimum: { ...undecided, sold: 2 } });
    expect(await asAnyone('dock_ticket', { p_token: sold.token })).toMatchObject({
      minimum: { ...undecided, sold: 2 },
    });
    const waiting = await sell(
      fixture,
      guide,
      saleOf(fixture, { payment_method: 'card', num_people: 1, amount: 175.5 }),
    );
    const { token } = (await call(fixture, guide, 'new_pay_link', { p_sale_id: waiting.sale_id })) as Row;
    expect(await asAnyone('dock_payment', { p_token: token })).toMatchObject({ minimum: { ...undecided, sold: 2 } });
    expect(await keepSeats(fixture, guide)).toMatchObject({ minimum: { ...undecided, sold: 2 } });
  });

  test('shows a private group nothing about it', async () => {
    const sold = await sell(fixture, guide, saleOf(fixture, { booking_type: 'private', num_people: 3, amount: 900 }));
    expect(sold.minimum).toBeNull();
  });
});
