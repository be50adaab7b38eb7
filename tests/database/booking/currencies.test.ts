import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byNight } from '../../support/rounds.ts';
import { all, createPayouts } from '../payouts/support.ts';
import { drain } from './support/concurrency.ts';
import { brokenInvariants, startsIn } from './support/fixture.ts';
import { type Booking, createManagementContext, type Kind, type ManagementContext } from './support/management.ts';
import { refundBooking } from './support/refund.ts';

/**
 * For more runs, or to repeat a failure: `CURRENCY_RUNS=50 CURRENCY_SEED=1 npx vitest run --project db
 * tests/database/booking/currencies`.
 */
const numRuns = Number(process.env.CURRENCY_RUNS ?? byNight(1, 5));
const seed = Number(process.env.CURRENCY_SEED ?? 2026);

const step = fc.record({
  what: fc.constantFrom(
    ...([
      'change',
      'byHand',
      'price',
      'cash',
      'cash',
      'card',
      'card',
      'status',
      'status',
      'refund',
      'mark',
      'pay',
      'reverse',
    ] as const),
  ),
  which: fc.nat(),
  currency: fc.constantFrom('GTQ', 'JPY', 'USD', 'CLP'),
  price: fc.integer({ min: 1, max: 99_999 }),
  kind: fc.constantFrom<Kind>('experience', 'transport'),
  status: fc.constantFrom('paid', 'confirmed', 'cancelled', 'refunded'),
  party: fc.constantFrom('operator', 'territory', 'partner'),
  people: fc.integer({ min: 1, max: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100);

/** A region whose currency changes while it sells. */
class Region {
  readonly bookings: Booking[] = [];
  /** The currency in which each amount was recorded. */
  readonly written = new Map<string, string>();
  private guests = 0;
  constructor(readonly management: ManagementContext) {}

  private get sql() {
    return this.management.fixture.db.sql;
  }

  private get payouts() {
    return createPayouts(this.management);
  }

  private guest(): string {
    this.guests += 1;
    return this.management.tourists[this.guests % this.management.tourists.length] ?? '';
  }

  /** Returns 'done', or the code of the rule that refused the step. */
  async take(one: Step): Promise<string> {
    try {
      await this[one.what](one);
      if (['card', 'status', 'refund'].includes(one.what))
        await drain(this.management.fixture, this.management.checkout);
      return 'done';
    } catch (error) {
      const { code, status } = error as { code?: string; status?: number };
      const refused = code && (code.startsWith('PT4') || (status !== undefined && status < 500)) ? code : null;
      if (!refused) throw error;
      return refused;
    }
  }

  async change({ currency }: Step): Promise<unknown> {
    const { ask, fixture } = this.management;
    const [sold] = await this
      .sql`select private.has_sold('rio') as yes, currency_code as own from public.territories where id = 'rio'`;
    const set = ask(fixture.manager, `update public.territories set currency_code = '${currency}' where id = 'rio'`);
    if (sold?.yes && sold.own !== currency) await expect(set).rejects.toMatchObject({ hint: 'currency_locked' });
    return set;
  }
  /** Makes a change that the product refuses after the first sale. Prices are whole numbers by then. */
  async byHand({ currency }: Step) {
    await this
      .sql`update public.experiences set shared_price = greatest(round(shared_price), 1), private_price = greatest(round(private_price), 1)`;
    await this.sql`update public.territories set currency_code = ${currency} where id = 'rio'`;
  }
  async price({ price }: Step) {
    await this
      .sql`update public.experiences set shared_price = ${price / 100} where id = ${this.management.fixture.experience}`;
  }
  async cash({ people }: Step) {
    this.bookings.push(await this.management.bookCash(this.guest(), people));
  }
  async card({ kind, people }: Step) {
    this.bookings.push(await this.management.payByCard(this.guest(), kind, people));
  }
  async status({ which, status }: Step) {
    const booking = this.bookings[which % this.bookings.length];
    if (booking) await this.management.setStatus(this.management.fixture.staff, booking, status);
  }
  async refund({ which }: Step) {
    const left = await this.sql<{ id: string }[]>`
      select p.booking_id as id from private.charges p where p.booking_id is not null and private.refundable_minor(p) >= 100 order by 1`;
    const booking = left[which % left.length];
    if (booking) await refundBooking(this.management.fixture.db, this.management.fixture.staff, booking.id, 1);
  }
  async mark({ which, party }: Step) {
    const booking = this.bookings[which % this.bookings.length];
    if (!booking) return;
    await startsIn(this.management.fixture, booking.id, -24);
    await this.management.payOut(this.management.fixture.manager, booking, party, which % 3 ? 'paid' : 'pending');
  }
  async pay({ which }: Step) {
    const booking = this.bookings[which % this.bookings.length];
    if (booking) await startsIn(this.management.fixture, booking.id, -24);
    const due = (await this.payouts.toPay()).filter((one) => Number(one.due) > 0);
    const payee = due[which % due.length];
    if (payee) await this.payouts.pay(this.management.fixture.manager, { choices: [all(payee)] });
  }
  async reverse({ which }: Step) {
    const rows = await this.sql<
      { id: string }[]
    >`select id from public.payouts where reverses is null order by created_at, id`;
    const payout = rows[which % rows.length];
    if (payout) await this.payouts.reverse(this.management.fixture.manager, payout.id);
  }

  /** Returns amounts whose currency changed, or differs from their booking's. */
  async strayed(): Promise<string[]> {
    const rows = await this.sql<{ what: string; currency: string; booking: string | null }[]>`
      with amounts (what, id, currency, booking) as (
        select 'booking', f.id::text, f.currency_code, f.id from private.booking_facts f union all
        select 'hold', h.id::text, h.currency_code, null from private.holds h union all
        select 'payment', p.id::text, upper(p.currency), p.booking_id from private.charges p union all
        select 'ledger', l.id::text, l.currency_code, l.booking_id from private.ledger l union all
        select 'share', s.id::text, s.currency_code, s.booking_id from private.shares s union all
        select 'payout', l.id::text, p.currency_code, l.booking_id
          from public.payout_lines l join public.payouts p on p.id = l.payout_id union all
        select 'earning', e.id::text, e.currency_code, e.booking_id from public.commission_earnings e union all
        select 'commission', c.id::text, c.currency_code, r.booking_id
          from public.commissions c join public.referrals r on r.id = c.referral_id)
      select a.what || ' ' || a.id as what, a.currency, f.currency_code as booking from amounts a left join private.booking_facts f on f.id = a.booking`;
    const found = rows.filter(({ what, currency, booking }) => {
      const first = this.written.get(what) ?? currency;
      this.written.set(what, first);
      return first !== currency || (booking !== null && booking !== currency);
    });
    return found.map(({ what, currency }) => `${what} is in ${currency}`);
  }

  /** Returns the sums by currency and party, in cents, without zero amounts. */
  private sums(
    rows: readonly Record<string, unknown>[],
    parties: readonly string[],
    suffix = '',
  ): Record<string, number> {
    const found: Record<string, number> = {};
    for (const row of rows)
      for (const party of parties) {
        const key = `${row.currency_code} ${party}`;
        found[key] = (found[key] ?? 0) + cents(row[`${party}${suffix}`]);
      }
    return Object.fromEntries(
      Object.entries(found)
        .filter(([, amount]) => amount !== 0)
        .sort(),
    );
  }

  /** Expects every view to show the same money in each currency. */
  async expectOneMoney(): Promise<void> {
    const { ask, fixture, partner } = this.management;
    const read = (who: string, from: string) => ask<Record<string, unknown>>(who, `select * from ${from}`);
    const parties = ['operator', 'territory', 'app', 'partner'];
    const rows = await this.sql<Record<string, unknown>[]>`
      select currency_code, ${this.sql.unsafe(parties.map((one) => `sum(amount) filter (where party = '${one}') as ${one}`).join(', '))}
        from private.ledger where territory_id = 'rio' group by 1`;
    const ledger = this.sums(rows, parties);
    const cards = await read(fixture.manager, `public.territory_booking_totals('rio')`);
    const file = await read(fixture.manager, `public.territory_bookings('rio', p_limit => 100)`);
    expect(this.sums(cards, parties), 'cards').toEqual(ledger);
    expect(this.sums(await read(fixture.manager, `public.territory_revenue('rio')`), parties), 'chart').toEqual(ledger);
    expect(this.sums(file, parties, '_amount'), 'rows of the file').toEqual(ledger);
    expect(this.sums(cards, ['booked']), 'booked').toEqual(
      this.sums(
        file.map((row) => ({ ...row, booked: row.total_price })),
        ['booked'],
      ),
    );
    expect(this.sums(cards, ['refunded']), 'refunded').toEqual(
      this.sums(
        file.map((row) => ({ ...row, refunded: row.refunded_amount })),
        ['refunded'],
      ),
    );
    // The amounts owed to payees, plus those paid, equal their earnings.
    const open = await read(fixture.manager, `public.payees_to_pay('rio')`);
    const paid = await this.sql<Record<string, unknown>[]>`select currency_code, amount from public.payouts`;
    const whole = (list: readonly Record<string, unknown>[], ...names: string[]) =>
      this.sums(
        list.flatMap((row) => names.map((name) => ({ currency_code: row.currency_code, money: row[name] }))),
        ['money'],
      );
    expect(whole([...open, ...paid], 'due', 'ahead', 'held', 'amount'), 'payouts').toEqual(
      whole(rows, 'operator', 'territory', 'partner'),
    );
    expect(
      whole(await read(partner, 'public.my_payout_totals()'), 'due', 'ahead', 'held', 'paid'),
      "the partner's payouts",
    ).toEqual(whole(rows, 'partner'));
    expect(
      whole(await read(partner, 'public.partner_totals()'), 'paid', 'due', 'ahead'),
      "the partner's dashboard",
    ).toEqual(whole(rows, 'partner'));
  }
}

const createRegion = async () => new Region(await createManagementContext());

const plain: Step = {
  what: 'card',
  which: 0,
  currency: 'GTQ',
  price: 12_300,
  kind: 'experience',
  status: 'paid',
  party: 'partner',
  people: 2,
};
/** A region with sales and payouts in two currencies, followed by random actions. */
const begin: Step[] = [
  { ...plain, what: 'price' },
  { ...plain, what: 'change', currency: 'JPY' },
  plain,
  { ...plain, what: 'cash' },
  { ...plain, what: 'byHand' },
  { ...plain, what: 'change', currency: 'USD' },
  { ...plain, kind: 'transport' },
  plain,
  { ...plain, what: 'status', which: 1 },
  { ...plain, what: 'mark', which: 1 },
  { ...plain, what: 'refund', which: 1 },
  { ...plain, what: 'refund' },
  { ...plain, what: 'pay' },
  { ...plain, what: 'reverse' },
];

test('never changes the currency of an amount, and totals of each currency are the sums of the ledger', async () => {
  const tally = new Map<string, number>();
  const used = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25, size: 'max' }), async (steps) => {
      const region = await createRegion();
      try {
        for (const one of [...begin, ...steps]) {
          const key = `${one.what} ${await region.take(one)}`;
          tally.set(key, (tally.get(key) ?? 0) + 1);
          expect(await region.strayed(), key).toEqual([]);
        }
        await region.expectOneMoney();
        expect(await brokenInvariants(region.management.fixture)).toEqual([]);
        for (const currency of region.written.values()) used.add(currency);
      } finally {
        await region.management.fixture.db.drop();
      }
    }),
    { numRuns, seed, endOnFailure: true },
  );
  // The runs must have contained every kind of action to prove anything.
  const summary = [...tally].sort().join(' ');
  expect(used.size, summary).toBeGreaterThan(1);
  for (const what of ['change', 'byHand', 'price', 'cash', 'card', 'status', 'refund', 'mark', 'pay', 'reverse'])
    expect(tally.has(`${what} done`), `${what}: ${summary}`).toBe(true);
}, 120_000);

test('control: detects a share that changed its currency, and a total that mixes two', async () => {
  const region = await createRegion();
  const { sql } = region.management.fixture.db;
  for (const what of ['card', 'byHand', 'card'] as const)
    expect(await region.take({ ...plain, what, currency: 'USD' })).toBe('done');
  expect(await region.strayed()).toEqual([]);
  await region.expectOneMoney();
  await sql`update private.shares set currency_code = 'USD' where currency_code = 'GTQ' and party = 'operator'`;
  expect(await region.strayed()).toHaveLength(1);
  await expect(region.expectOneMoney()).rejects.toThrow(/payouts/);
  await region.management.fixture.db.drop();
});
