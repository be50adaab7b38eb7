import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byNight } from '../support/rounds.ts';
import { drain } from './booking/support/concurrency.ts';
import { brokenInvariants, startsIn } from './booking/support/fixture.ts';
import {
  type Booking,
  createManagementContext,
  type Kind,
  type ManagementContext,
} from './booking/support/management.ts';

const ACTS = byNight(120, 200);

let management: ManagementContext;
beforeAll(async () => {
  management = await createManagementContext();
  await management.fixture.db.sql`update private.limits set value = 1000 where name like '%.same_day'`;
});
afterAll(() => management.fixture.db.drop());

const PARTIES = ['operator', 'territory', 'app', 'partner'] as const;
type Sums = Record<(typeof PARTIES)[number], number>;
const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);
const add = (rows: readonly object[], suffix = ''): Sums =>
  Object.fromEntries(
    PARTIES.map((party) => [
      party,
      rows.reduce((sum, row) => sum + cents((row as Record<string, unknown>)[`${party}${suffix}`]), 0),
    ]),
  ) as Sums;

/** Reads the same money in five ways, in cents: ledger, cards, chart, table page by page, and earnings. */
async function ways() {
  const ledger = await management.fixture.db
    .sql`select party, sum(amount) as amount from private.ledger where territory_id = 'rio' group by 1`;
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const last = rows.at(-1);
    const hour = last?.start_time ? `, p_after_time => '${last.start_time}'` : '';
    const after = last ? `, p_after_date => '${last.day}', p_after_id => '${last.id}'${hour}` : '';
    const page = await management.ask<Record<string, unknown>>(
      management.fixture.manager,
      `select *, booking_date::text as day from public.territory_bookings('rio', p_limit => 17${after})`,
    );
    rows.push(...page);
    if (page.length < 17) break;
  }
  const totals = await management.ask<Record<string, unknown>>(
    management.fixture.manager,
    `select * from public.territory_booking_totals('rio')`,
  );
  const [earned] = await management.fixture.db
    .sql`select sum(amount) as amount from public.commission_earnings where territory_id = 'rio'`;
  return {
    rows,
    totals,
    ledger: Object.fromEntries(PARTIES.map((p) => [p, cents(ledger.find((row) => row.party === p)?.amount)])) as Sums,
    cards: add(totals),
    chart: add(
      await management.ask<object>(management.fixture.manager, `select * from public.territory_revenue('rio')`),
    ),
    table: add(rows, '_amount'),
    earned: cents(earned?.amount),
  };
}

async function expectOneMoney() {
  const { rows, totals, ledger, cards, chart, table, earned } = await ways();
  expect(cards).toEqual(ledger);
  expect(chart).toEqual(ledger);
  expect(table).toEqual(ledger);
  expect(earned).toBe(ledger.territory);
  const sum = (values: Sums) => Object.values(values).reduce((all, one) => all + one, 0);
  expect(totals.reduce((all, row) => all + cents(row.revenue), 0)).toBe(sum(ledger));
  expect(totals.reduce((all, row) => all + Number(row.bookings), 0)).toBe(rows.length);
  expect(totals.reduce((all, row) => all + cents(row.booked), 0)).toBe(
    rows.reduce((all, row) => all + cents(row.total_price), 0),
  );
  // Booked − not collected − refunded − disputed = revenue, on the screen and by the columns of the file.
  const all = (name: string, list = totals) => list.reduce((whole, row) => whole + cents(row[name]), 0);
  expect(all('booked') - all('not_collected') - all('refunded') - all('disputed')).toBe(all('revenue'));
  expect(all('refunded')).toBe(all('refunded_amount', rows));
  expect(all('not_collected')).toBe(all('total_price', rows) - all('refunded_amount', rows) - sum(table));
  const open = rows.reduce(
    (all, row) =>
      all +
      (['operator', 'territory', 'partner'] as const).reduce(
        (one, party) => one + (row[`${party}_status`] === 'pending' ? cents(row[`${party}_amount`]) : 0),
        0,
      ),
    0,
  );
  expect(totals.reduce((all, row) => all + cents(row.pending), 0)).toBe(open);
}

const STATUSES = ['ordered', 'paid', 'confirmed', 'checked_in', 'no_show', 'cancelled', 'refunded'];
const act = fc.record({
  what: fc.constantFrom(
    'cash',
    'cash',
    'card',
    'status',
    'status',
    'status',
    'refund',
    'refund',
    'cancel',
    'payout',
    'payout',
  ),
  which: fc.nat(),
  status: fc.constantFrom(...STATUSES),
  part: fc.double({ min: 0.01, max: 1, noNaN: true }),
  party: fc.constantFrom('operator', 'territory', 'partner'),
  payout: fc.constantFrom('pending', 'paid', 'paid', 'cancelled'),
  kind: fc.constantFrom<Kind>('experience', 'transport'),
  people: fc.integer({ min: 1, max: 3 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Returns the result of an action: 'done', or the code of the rule that refused it. Anything else fails the test. */
async function perform(one: Act, bookings: Booking[], next: () => string): Promise<string> {
  const booking = bookings[one.which % bookings.length] as Booking;
  const { id } = booking;
  const left = async () => {
    const [row] = await management.ask<{ b: { refundable_amount: number; authorised: boolean } }>(
      management.fixture.staff,
      `select public.territory_booking('${id}') as b`,
    );
    return row?.b.refundable_amount ?? 0;
  };
  const whole = one.part > 0.6;
  try {
    if (one.what === 'cash') bookings.push(await management.bookCash(next(), one.people));
    else if (one.what === 'card') bookings.push(await management.payByCard(next(), one.kind, one.people));
    else if (one.what === 'status') {
      // Arrivals can only be set on the day.
      if (['checked_in', 'no_show'].includes(one.status)) await startsIn(management.fixture, id, 0);
      await management.setStatus(management.fixture.staff, booking, one.status);
    } else if (one.what === 'payout') {
      await startsIn(management.fixture, id, -1);
      await management.payOut(management.fixture.manager, booking, one.party, one.payout);
    } else {
      const rest = await left();
      const amount = whole
        ? one.what === 'cancel'
          ? 'null'
          : `${rest}`
        : (Math.floor(rest * one.part * 100) / 100).toFixed(2);
      if (one.what === 'cancel')
        await management.ask(management.fixture.staff, `select public.staff_cancel_booking('${id}', ${amount})`);
      else await management.ask(management.fixture.staff, `select public.refund_booking('${id}', ${amount}, ${rest})`);
    }
    return 'done';
  } catch (error) {
    const { code, hint } = error as { code?: string; hint?: string };
    if (!/^PT4\d\d$/.test(code ?? '')) throw error;
    return hint ?? '';
  }
}

describe('the finances of a territory', () => {
  it(`have one total after ${ACTS} actions of staff, managers and tourists`, async () => {
    const acts = fc.sample(act, { numRuns: ACTS, seed: 2026 });
    const bookings = [await management.bookCash(management.tourists[0] as string, 2)];
    await expectOneMoney();
    let n = 0;
    const next = () => management.tourists[++n % management.tourists.length] as string;
    const ends = new Map<string, number>();
    for (const [i, one] of acts.entries()) {
      const end = `${one.what} ${await perform(one, bookings, next)}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (i % 40 === 39) {
        await drain(management.fixture, management.checkout);
        await expectOneMoney();
      }
    }
    expect(await brokenInvariants(management.fixture)).toEqual([]);
    // The actions must have had an effect.
    for (const what of ['cash', 'card', 'status', 'refund', 'cancel', 'payout'])
      expect(ends.get(`${what} done`) ?? 0, JSON.stringify([...ends])).toBeGreaterThan(2);
    const { ledger, rows } = await ways();
    expect(ledger.partner).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(30);
  }, 180_000);

  it('control: detect a share that is not in the books', async () => {
    await expectOneMoney();
    // A changed price has other shares than the ledger. A screen that multiplies would show these.
    const { rows, ledger } = await ways();
    const multiplied = rows.reduce((all, row) => all + Math.round(cents(row.total_price) * 0.1), 0);
    expect(multiplied).not.toBe(ledger.territory);
    await management.fixture.db.sql`alter table private.ledger disable trigger ledger_credit_earning`;
    await management.fixture.db
      .sql`insert into private.ledger (booking_id, territory_id, party, kind, amount, currency_code)
      select id, 'rio', 'territory', 'sale:99', 0.01, 'GTQ' from public.bookings limit 1`;
    await management.fixture.db.sql`alter table private.ledger enable trigger ledger_credit_earning`;
    await expect(expectOneMoney()).rejects.toThrow();
    await management.fixture.db.sql`delete from private.ledger where kind = 'sale:99'`;
    await expectOneMoney();
  });
});
