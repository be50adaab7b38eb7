import { expect, test } from 'vitest';
import { payFor } from './booking/support/checkout.ts';
import { contextForEachTest } from './booking/support/context.ts';
import { createUsers, grantRole, refusal } from './booking/support/fixture.ts';
import { call } from './departures/support.ts';

// Tests the figures of all regions, day by day, which only admins see.

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;

type Region = { id: string; currency_symbol: string; chargebacks: number; conflicts: number; days: object[] };
const regions = async (who: string, p_from: string, p_to = p_from) =>
  (await call(context.fixture, who, 'all_regions', { p_from, p_to })) as unknown as Region[];

async function admin(): Promise<string> {
  const [who = ''] = await createUsers(sql(), 1);
  await sql()`insert into private.role_grants (user_id, role) values (${who}, 'admin')`;
  return who;
}

test('sales and refunds are of their day by the clock of the region, and guests of the day they travel', async () => {
  const { fixture } = context;
  const who = await admin();
  const { booking } = await payFor(fixture, context.checkout, context.user, { num_people: 2 });
  await context.refund(booking, 51);
  await context.work();
  // 11 PM of January 31 in Guatemala is February in UTC.
  await sql()`update private.ledger set created_at = '2026-02-01T05:00:00Z' where kind = 'sale'`;
  await sql()`update private.ledger set created_at = '2026-02-01T06:00:00Z' where kind like 'refund%'`;
  const rio = async (from: string, to?: string) => (await regions(who, from, to)).find(({ id }) => id === 'rio');
  expect(await rio('2026-01-31', '2026-02-01')).toMatchObject({
    currency_symbol: 'Q',
    chargebacks: 0,
    conflicts: 0,
    days: [
      { day: '2026-02-01', sales: 0, refunds: 51, guests: 0 },
      { day: '2026-01-31', sales: 351, refunds: 0, guests: 0 },
    ],
  });
  expect(await rio('2026-01-30')).toMatchObject({ days: [] });
  const trip = { day: fixture.date, sales: 0, refunds: 0, guests: 2 };
  expect(await rio(fixture.date)).toMatchObject({ days: [trip] });
  await context.call(fixture.staff, 'staff_cancel_booking', booking, { p_refund_amount: 0 });
  expect(await rio(fixture.date)).toMatchObject({ days: [] });
});

test('only admins see them, for at most 31 days, and without archived regions', async () => {
  const { fixture } = context;
  const who = await admin();
  const [away = ''] = await createUsers(sql(), 1);
  await grantRole(sql(), away, 'territory_manager', 'lago');
  for (const other of [fixture.manager, fixture.staff, fixture.guide, context.user, away])
    expect((await refusal(regions(other, '2026-01-01'))).code).toBe('forbidden');
  expect((await refusal(regions(who, '2026-01-01', '2026-02-01'))).code).toBe('days_maximum');
  expect((await refusal(regions(who, '2026-01-02', '2026-01-01'))).code).toBe('invalid_input');
  expect(await regions(who, '2026-01-01', '2026-01-31')).not.toEqual([]);
  await sql()`update public.territories set archived_at = now(), visible = false`;
  expect(await regions(who, '2026-01-01')).toEqual([]);
});
