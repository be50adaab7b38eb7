import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let db: TestDatabase;
let currencies: { code: string; exponent: number }[];
beforeAll(async () => {
  db = await createTestDatabase();
  currencies = (await db.sql`select code, exponent from public.currencies order by code`).map((row) => ({
    code: row.code,
    exponent: row.exponent,
  }));
});
afterAll(() => db.drop());

interface Case {
  minor: number;
  rate: number;
}
const amounts = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10 ** 11 }));
// commission_level has one decimal.
const cases = fc.array(fc.record({ minor: amounts, rate: fc.integer({ min: 0, max: 1000 }).map((n) => n / 10) }), {
  minLength: 200,
  maxLength: 200,
});

/** Splits all cases of a currency at once, in whole minor units. */
async function split(currency: { code: string; exponent: number }, list: Case[]): Promise<bigint[][]> {
  const rows = await db.sql`
    select (s.operator * f)::text as operator, (s.territory * f)::text as territory, (s.app * f)::text as app, (s.partner * f)::text as partner
      from unnest(${list.map((c) => c.minor)}::bigint[], ${list.map((c) => c.rate)}::numeric[]) with ordinality x (minor, rate, n),
           power(10::numeric, ${currency.exponent}::int) f,
           private.split_amount(x.minor / f, ${currency.code}, x.rate) s order by n`;
  return rows.map((row) =>
    [row.operator, row.territory, row.app, row.partner].map((value: string) => BigInt(value.replace(/\.0+$/, ''))),
  );
}

test('the shares of a sale add up, in whole minor units, for every currency', async () => {
  expect(currencies).toHaveLength(15);
  for (const currency of currencies) {
    await fc.assert(
      fc.asyncProperty(cases, async (list) => {
        for (const [i, shares] of (await split(currency, list)).entries()) {
          const { minor, rate } = list[i] as Case;
          const [operator = 0n, territory = 0n, app = 0n, partner = 0n] = shares;
          expect(operator + territory + app + partner).toBe(BigInt(minor));
          expect([operator, territory, app, partner].every((share) => share >= 0n)).toBe(true);
          expect(Math.abs(Number(territory) - minor / 10)).toBeLessThanOrEqual(0.5);
          expect(app).toBe(territory);
          if (rate === 0) expect(partner).toBe(0n);
          if (rate <= 70) expect(Math.abs(Number(partner) - (minor * rate) / 100)).toBeLessThanOrEqual(0.5001);
        }
      }),
      { numRuns: 5, seed: 4 },
    );
  }
});

test('splits a referred booking 70/10/10/10, and 80/10/10/0 without a referral', async () => {
  const gtq = { code: 'GTQ', exponent: 2 };
  expect(
    await split(gtq, [
      { minor: 100_000, rate: 10 },
      { minor: 100_000, rate: 0 },
    ]),
  ).toEqual([
    [70_000n, 10_000n, 10_000n, 10_000n],
    [80_000n, 10_000n, 10_000n, 0n],
  ]);
});

test("deducts exactly each party's amount with refunds in any number of parts", async () => {
  const refunds = fc.record({
    balances: fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 10 ** 9 })), {
      minLength: 4,
      maxLength: 4,
    }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(refunds, async ({ balances, cuts }) => {
      const total = balances.reduce((sum, x) => sum + x, 0);
      if (total === 0) return;
      const marks = [...new Set([...cuts.map((cut) => Math.floor(cut * total)), total])].sort((a, b) => a - b);
      let left = balances;
      let paidBack = 0;
      for (const mark of marks) {
        const amount = mark - paidBack;
        if (amount === 0) continue;
        const [row] = await db.sql`select private.share_refund(${left}::bigint[], ${amount}::bigint)::text[] as shares`;
        const shares = ((row?.shares ?? []) as string[]).map(Number);
        expect(shares.reduce((sum, x) => sum + x, 0)).toBe(amount);
        expect(shares.every((share, i) => share >= 0 && share <= (left[i] as number))).toBe(true);
        left = left.map((balance, i) => balance - (shares[i] as number));
        paidBack = mark;
      }
      expect(left).toEqual([0, 0, 0, 0]);
    }),
    { numRuns: 150, seed: 5 },
  );
});

// Negative control: separately rounded shares don't add up, so the property above can fail.
test('control: shares that are rounded one by one do not add up', async () => {
  const naive = ({ minor, rate }: Case) =>
    [70, 10, 10, rate].reduce((sum, percent) => sum + Math.round((minor * percent) / 100), 0);
  await expect(
    fc.assert(
      fc.asyncProperty(cases, async (list) => {
        for (const one of list) expect(naive({ ...one, rate: 10 })).toBe(one.minor);
      }),
      { seed: 4 },
    ),
  ).rejects.toThrow();
});

test('uses the minor units of the currency', async () => {
  const [row] =
    await db.sql`select private.to_minor(1234, 'JPY') as jpy, private.to_minor(1234, 'CLP') as clp, private.to_minor(12.34, 'GTQ') as gtq`;
  expect(row).toEqual({ jpy: '1234', clp: '1234', gtq: '1234' });
});
