import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createHold, createUsers, grantRole, holdRequest, signedIn } from '../booking/support/fixture.ts';
import { checkoutForEachTest, fixture, user as tourist } from '../booking/support/for-each-test.ts';
import { addDriver, call, leavesIn, type Row, rideSale, saleOf, sell } from './support.ts';

// Tests the cash that people hold, and their handovers to the desk (docs/rules/dock.md, The cash book).

checkoutForEachTest({ sound: true });

let guide: string;
let staff: string;
let driver: string;
beforeEach(async () => {
  ({ guide, staff } = fixture);
  [driver = ''] = await createUsers(fixture.db.sql, 1);
  await addDriver(fixture, driver);
  await leavesIn(fixture, 60);
});

const refused = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    return (error as { code: string }).code;
  }
  throw new Error('Expected a refusal');
};
const book = async (who: string) =>
  (await call(fixture, who, 'my_cash_book', { p_days: 7 })) as { sums: Row[]; entries: Row[] };
const openOf = async (who: string) => (await book(who)).sums[0]?.open;
const bring = (who: string, amount: number, key: string = randomUUID()) =>
  call(fixture, who, 'hand_over_cash', {
    p_territory_id: 'rio',
    p_currency_code: 'GTQ',
    p_amount: amount,
    p_idempotency_key: key,
  });
const count = (who: string, handover: Row, counted: number, reason: string | null = null) =>
  call(fixture, who, 'confirm_handover', { p_handover_id: handover.handover_id, p_counted: counted, p_reason: reason });

test('contains what was sold and received at check-in, and not what was undone', async () => {
  const sale = await sell(fixture, guide, saleOf(fixture, { guest_name: 'Ana' }));
  const hold = await createHold(fixture, tourist, holdRequest(fixture, { payment_method: 'cash' }));
  const made = (await call(fixture, tourist, 'book_cash', { p_hold_id: hold.hold_id })) as { booking_id: string };
  await call(fixture, guide, 'check_in_listed', {
    p_booking_id: made.booking_id,
    p_action: 'checked_in',
    p_cash: 175.5,
  });
  const before = await book(guide);
  expect(before.sums).toMatchObject([
    { currency_code: 'GTQ', open: 526.5, taken_today: 526.5, handed_today: 0, handover: null },
  ]);
  expect(before.entries).toMatchObject([
    { kind: 'taken', amount: 175.5, walk_in: false },
    { kind: 'taken', amount: 351, walk_in: true, guest: 'Ana', people: 2 },
  ]);
  await call(fixture, guide, 'undo_dock_sale', { p_sale_id: sale.sale_id });
  expect(await openOf(guide)).toBe(175.5);
});

test('shows when cash was received, which is later than the sale if it is paid on the day', async () => {
  const due = await sell(
    fixture,
    guide,
    saleOf(fixture, { payment_method: 'due', guest_name: 'Ana', whatsapp_number: '+50255599999' }),
  );
  const now = await sell(fixture, guide);
  await fixture.db
    .sql`update private.dock_sales set created_at = created_at - interval '2 days', sold_at = sold_at - interval '2 days'
    where id = ${String(due.sale_id)}`;
  await fixture.db
    .sql`update private.dock_sales set sold_at = sold_at - interval '1 hour' where id = ${String(now.sale_id)}`;
  await call(fixture, guide, 'check_in_listed', { p_booking_id: due.booking_id, p_action: 'checked_in', p_cash: 351 });
  const [received] = await fixture.db.sql<{ at: Date }[]>`
    select e.created_at as at from public.cash_entries e where e.booking_id = ${String(due.booking_id)}`;
  const [offline] = await fixture.db.sql<{ at: Date }[]>`
    select sold_at as at from private.dock_sales where id = ${String(now.sale_id)}`;
  const { entries } = await book(guide);
  const shownAt = (booking: unknown) =>
    entries.filter(({ guest }) => guest === booking).map(({ at }) => Date.parse(String(at)));
  expect(shownAt('Ana')).toEqual([received?.at.getTime()]);
  expect(shownAt(null)).toEqual([offline?.at.getTime()]);
});

test('refunded cash leaves the cash book of the person who refunded it', async () => {
  const sale = await sell(fixture, guide);
  await call(fixture, staff, 'set_booking_status', {
    p_booking_id: sale.booking_id,
    p_status: 'refunded',
    p_reason: 'Fell ill',
    p_from: 'paid',
    p_amount: 351,
  });
  expect(await openOf(guide)).toBe(351);
  expect(await openOf(staff)).toBe(-351);
  // The desk owes it to them, so another person pays it out.
  const handover = await bring(staff, -351);
  expect(await refused(count(staff, handover, -351))).toBe('own_handover');
  await count(fixture.manager, handover, -351);
  expect(await openOf(staff)).toBe(0);
});

describe('a cash handover', () => {
  test('is at most what the person holds, and no debt', async () => {
    await sell(fixture, guide);
    const handover = await bring(guide, 100);
    expect(await refused(count(staff, handover, 351.01, 'More than they said'))).toBe('invalid_input');
    expect(await count(staff, handover, 351, 'All of it')).toMatchObject({ state: 'confirmed' });
    expect(await openOf(guide)).toBe(0);
  });

  test('pays out no more than the desk owes', async () => {
    const sale = await sell(fixture, guide);
    const back = { p_booking_id: sale.booking_id, p_status: 'refunded', p_reason: 'Fell ill' };
    await call(fixture, staff, 'set_booking_status', { ...back, p_from: 'paid', p_amount: 351 });
    const handover = await bring(staff, -100);
    expect(await refused(count(fixture.manager, handover, -99_999, 'x'))).toBe('invalid_input');
    expect(await openOf(staff)).toBe(-351);
  });

  test("is counted and signed by the desk, which settles the book, and can't be edited", async () => {
    await sell(fixture, guide);
    const key = randomUUID();
    const handover = await bring(guide, 351, key);
    expect(await bring(guide, 351, key)).toMatchObject({ handover_id: handover.handover_id });
    expect(await refused(bring(guide, 351))).toBe('handover_open');
    expect(await count(staff, handover, 351)).toMatchObject({
      state: 'confirmed',
      difference: 0,
      confirmed_by: expect.any(String),
    });
    // Repeats a request after its response was lost.
    expect(await count(staff, handover, 351)).toMatchObject({ state: 'confirmed' });
    expect(await refused(count(fixture.manager, handover, 300, 'Counted again'))).toBe('handover_ended');
    expect((await book(guide)).sums).toMatchObject([{ open: 0, handed_today: 351 }]);
    const { sql } = fixture.db;
    await expect(sql`update public.cash_handovers set counted = 1, reason = 'x'`).rejects.toThrow('not edited');
    await expect(sql`update public.cash_entries set amount = 1`).rejects.toThrow('append-only');
    await expect(sql`delete from public.cash_entries`).rejects.toThrow('append-only');
  });

  test('needs a reason for missing cash, which stays open', async () => {
    await sell(fixture, guide);
    const handover = await bring(guide, 351);
    expect(await refused(count(staff, handover, 350))).toBe('reason_required');
    expect(await count(staff, handover, 350, 'A torn note')).toMatchObject({ difference: -1, reason: 'A torn note' });
    expect(await openOf(guide)).toBe(1);
  });

  test('can be declared in part, withdrawn, and declared again', async () => {
    await sell(fixture, guide);
    const first = await bring(guide, 200);
    expect(await call(fixture, guide, 'withdraw_handover', { p_handover_id: first.handover_id })).toMatchObject({
      state: 'withdrawn',
    });
    expect(await refused(count(staff, first, 200))).toBe('handover_ended');
    await count(staff, await bring(guide, 200), 200);
    expect(await openOf(guide)).toBe(151);
  });

  test('refuses a reason that is too long instead of cutting it', async () => {
    await sell(fixture, guide);
    const handover = await bring(guide, 351);
    const longest = 'x'.repeat(300);
    expect(await refused(count(staff, handover, 350, `${longest}y`))).toBe('invalid_input');
    expect(await count(staff, handover, 350, longest)).toMatchObject({ reason: longest });
    const reverse = (reason: string) =>
      call(fixture, staff, 'reverse_handover', { p_handover_id: handover.handover_id, p_reason: reason });
    expect(await refused(reverse(`${longest}y`))).toBe('invalid_input');
    expect(await reverse(longest)).toMatchObject({ state: 'reversed' });
  });

  test('counted by mistake is reversed by a separate row, with a reason', async () => {
    await sell(fixture, guide);
    const handover = await bring(guide, 351);
    await count(staff, handover, 351);
    const reverse = (who: string, reason: string | null) =>
      call(fixture, who, 'reverse_handover', { p_handover_id: handover.handover_id, p_reason: reason });
    expect(await refused(reverse(staff, ' '))).toBe('reason_required');
    expect(await refused(reverse(fixture.shuttle, 'Wrong person'))).toBe('handover_not_found');
    expect(await reverse(staff, 'Wrong person')).toMatchObject({ state: 'reversed', counted: 351 });
    expect(await reverse(staff, 'Wrong person')).toMatchObject({ state: 'reversed' });
    expect(await openOf(guide)).toBe(351);
    expect((await book(guide)).entries.map(({ kind }) => kind)).toEqual(['reversed', 'handed_over', 'taken']);
  });

  test.each([[0], [351.01], [-351], [0.001], [Number.NaN]])(
    'refuses %s as an amount that they hold',
    async (amount) => {
      await sell(fixture, guide);
      expect(await refused(bring(guide, amount))).toBe('invalid_input');
    },
  );
});

describe('the notification of a handover', () => {
  const bells = () =>
    fixture.db.sql<{ user_id: string; read: boolean; params: object }[]>`
      select user_id, read, params from public.notifications where wording = 'cash_brought' order by user_id`;
  const desk = () => [staff, fixture.manager].sort();

  test('is sent once to each person of the desk who can count it', async () => {
    const key = randomUUID();
    await sell(fixture, guide);
    await bring(guide, 351, key);
    await bring(guide, 351, key);
    const rung = await bells();
    expect(rung.map((one) => one.user_id)).toEqual(desk());
    expect(rung[0]?.params).toMatchObject({ amount: 351, currency_symbol: 'Q' });
  });

  test('is sent to a shuttle manager if the cash is only from rides', async () => {
    await sell(fixture, driver, rideSale(fixture));
    await bring(driver, 1);
    expect((await bells()).map((one) => one.user_id)).toEqual([...desk(), fixture.shuttle].sort());
  });

  test('is not sent to the person who hands it over', async () => {
    await sell(fixture, staff);
    await bring(staff, 351);
    expect((await bells()).map((one) => one.user_id)).toEqual([fixture.manager]);
  });

  test('loses the name of a deleted account', async () => {
    await fixture.db.sql`update public.profiles set full_name = 'Pedro Caal' where id = ${guide}`;
    await sell(fixture, guide);
    await bring(guide, 351);
    expect(JSON.stringify(await bells())).toContain('Pedro Caal');
    await fixture.db.sql`select private.scrub_words(${guide}, private.person_patterns(${guide}))`;
    expect(await bells()).toHaveLength(2);
    expect(JSON.stringify(await bells())).not.toContain('Pedro');
  });

  test('ends when it is withdrawn or counted', async () => {
    await sell(fixture, guide);
    const first = await bring(guide, 351);
    await call(fixture, guide, 'withdraw_handover', { p_handover_id: first.handover_id });
    expect(await bells()).toEqual([]);
    await count(staff, await bring(guide, 351), 351);
    expect((await bells()).map((one) => one.read)).toEqual([true, true]);
  });
});

describe('the rights to cash books', () => {
  test('let people read their own book, and the desk those of its territory', async () => {
    const [awayStaff = ''] = await createUsers(fixture.db.sql, 1);
    await grantRole(fixture.db.sql, awayStaff, 'territory_staff', 'lago');
    await sell(fixture, guide);
    await sell(fixture, driver, rideSale(fixture));
    const seen = (who: string) =>
      fixture.db.as(signedIn(who), async (sql) =>
        (await sql`select person_id from public.cash_entries order by id`).map((row) => row.person_id),
      );
    expect(await seen(guide)).toEqual([guide]);
    expect(await seen(driver)).toEqual([driver]);
    for (const who of [staff, fixture.manager]) expect(await seen(who)).toEqual([guide, driver]);
    expect(await seen(fixture.shuttle)).toEqual([]);
    for (const who of [awayStaff, tourist]) expect(await seen(who)).toEqual([]);
    const books = (await call(fixture, staff, 'cash_books', { p_territory_id: 'rio' })) as { books: Row[] };
    expect(books.books).toHaveLength(2);
    const rides = (await call(fixture, fixture.shuttle, 'cash_books', { p_territory_id: 'rio' })) as { books: Row[] };
    expect(rides.books.map((book) => book.person_id)).toEqual([driver]);
    const bookOf = (who: string) =>
      call(fixture, fixture.shuttle, 'cash_book_of', { p_territory_id: 'rio', p_user_id: who, p_days: 7 });
    expect(await bookOf(driver)).toMatchObject({ entries: [{ kind: 'taken' }] });
    expect(await refused(bookOf(guide))).toBe('forbidden');
    for (const who of [awayStaff, guide, driver, tourist]) {
      expect(await refused(call(fixture, who, 'cash_books', { p_territory_id: 'rio' }))).toBe('forbidden');
      expect(
        await refused(call(fixture, who, 'cash_book_of', { p_territory_id: 'rio', p_user_id: guide, p_days: 7 })),
      ).toBe('forbidden');
    }
  });

  test('let nobody write a book directly', async () => {
    await sell(fixture, guide);
    for (const who of [guide, staff]) {
      for (const statement of [
        `insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code) values ('${guide}', 'rio', 'taken', 1, 'GTQ')`,
        `update public.cash_entries set amount = 0`,
        `delete from public.cash_entries`,
        `update public.cash_handovers set state = 'confirmed'`,
      ]) {
        await expect(fixture.db.as(signedIn(who), (sql) => sql.unsafe(statement))).rejects.toMatchObject({
          code: '42501',
        });
      }
    }
  });

  test('let neither the person who brings the cash sign for it, nor anyone outside the desk', async () => {
    await sell(fixture, fixture.manager);
    const handover = await bring(fixture.manager, 351);
    expect(await refused(count(fixture.manager, handover, 351))).toBe('own_handover');
    for (const who of [guide, driver, tourist])
      expect(await refused(count(who, handover, 351))).toBe('handover_not_found');
    expect(await count(staff, handover, 351)).toMatchObject({ state: 'confirmed' });
  });

  test('let a shuttle manager count cash from rides, unless the person also holds cash from an experience', async () => {
    await sell(fixture, driver, rideSale(fixture));
    const [{ amount = 0 } = {}] = await fixture.db.sql<{ amount: number }[]>`
      select sum(amount)::float8 as amount from public.cash_entries where person_id = ${driver}`;
    const ofRides = await bring(driver, amount);
    expect(await count(fixture.shuttle, ofRides, amount)).toMatchObject({ state: 'confirmed' });
    const reversal = { p_handover_id: ofRides.handover_id, p_reason: 'Wrong person' };
    expect(await refused(call(fixture, fixture.shuttle, 'reverse_handover', reversal))).toBe('forbidden');
    await sell(fixture, guide);
    const ofExperience = await bring(guide, 351);
    const desk = (await call(fixture, fixture.shuttle, 'cash_books', { p_territory_id: 'rio' })) as { counted: Row[] };
    expect(desk.counted.map((one) => one.person_id)).toEqual([driver]);
    expect(await refused(count(fixture.shuttle, ofExperience, 351))).toBe('handover_not_found');
    expect(await count(staff, ofExperience, 351)).toMatchObject({ state: 'confirmed' });
  });
});

test('the doctor detects a cash book that lacks received cash', async () => {
  await sell(fixture, guide);
  const { sql } = fixture.db;
  await sql`alter table public.cash_entries disable trigger cash_entries_guard`;
  await sql`delete from public.cash_entries`;
  const rules = async () => (await sql`select rule from service.check_invariants()`).map(({ rule }) => rule);
  expect(await rules()).toEqual(['the cash books have the cash that was received']);
  const [payment] = await sql`select booking_id from private.charges`;
  await sql`insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code, booking_id)
    values (${guide}, 'rio', 'taken', 351, 'GTQ', ${payment?.booking_id})`;
  await sql`insert into public.cash_handovers (person_id, territory_id, currency_code, declared, state, counted, confirmed_by, ended_at)
    values (${guide}, 'rio', 'GTQ', 351, 'confirmed', 351, ${staff}, now())`;
  expect(await rules()).toEqual(['a signed handover is in its book']);
  await sql`insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code, handover_id)
    select ${guide}, 'rio', 'handed_over', -351, 'GTQ', id from public.cash_handovers`;
  await sql`alter table public.cash_entries enable trigger cash_entries_guard`;
});
