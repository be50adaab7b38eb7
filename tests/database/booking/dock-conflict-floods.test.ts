import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Answer, booking, dockForEachTest, guide, guides, setStatus, staff } from './support/dock.ts';
import { createUsers, grantRole } from './support/fixture.ts';

// Many conflicts reported by one person don't hide others' (docs/rules/dock.md, Check-in without a signal).

dockForEachTest();

const sql = () => guides.fixture.db.sql;
const page = async (more: Record<string, unknown> = {}) =>
  ((await guides.call(staff, 'dock_conflicts', more)) ?? []) as (Answer & {
    id: string;
    place: number;
    total: number;
  })[];
/** Creates conflicts of a reporter with an amount, the last of them a minute old. */
const flood = (reporter: string, count: number, minutesOld = 1) => sql()`
  insert into private.dock_conflicts (territory_id, booking_id, reporter_id, action, reason, reported_at, amount, price, currency_code, created_at)
  select 'rio', ${booking}, ${reporter}, 'cash', 'amount_changed', now(), 100, 175.5, 'GTQ', now() - ${minutesOld} * interval '1 minute' - n * interval '1 second'
    from generate_series(0, ${count - 1}) n`;

test("shows other people's first conflicts despite many conflicts with amounts from one person", async () => {
  const [other = ''] = await createUsers(sql(), 1);
  await grantRole(sql(), other, 'tour_guide', 'rio');
  await flood(other, 1, 600);
  await flood(guide, 400);
  const [theirs] = await sql()`select id from private.dock_conflicts where reporter_id = ${other}`;
  const first = await page({ p_limit: 10 });
  expect(first.slice(0, 2).map(({ id }) => id)).toContain(theirs?.id);
  expect(first[0]?.total).toBe(401);
  // Control: ordered only by time, as it was before, the older conflict is on no page of 200.
  const newest = await sql()`select id from private.dock_conflicts order by created_at desc, id limit 200`;
  expect(newest.map(({ id }) => id)).not.toContain(theirs?.id);
});

test('returns each conflict once over all pages', async () => {
  await flood(guide, 30);
  await flood(staff, 25);
  const all: string[] = [];
  let last: Answer | undefined;
  do {
    const rows: Answer[] = await page({
      p_limit: 20,
      ...(last && { p_after_place: last.place, p_after_at: last.created_at, p_after_id: last.id }),
    });
    all.push(...rows.map(({ id }) => id as string));
    last = rows.at(-1);
  } while (last);
  expect(all).toHaveLength(55);
  expect(new Set(all).size).toBe(55);
});

test('limits open conflicts per person to what someone can decide, and shows the rest later', async () => {
  await sql()`update private.limits set value = 1 where name = 'dock_conflict.open'`;
  await setStatus('cancelled');
  const report = (amount: number) => ({
    key: randomUUID(),
    action: 'checked_in',
    kind: 'experience',
    booking_id: booking,
    at: new Date().toISOString(),
    amount,
  });
  const waits = report(60);
  const send = (...reports: object[]) => guides.call(guide, 'report_arrivals', { p_reports: reports });
  expect(await send(report(50), waits)).toMatchObject([{ result: 'conflict' }, { result: 'again' }]);
  const [one] = await page();
  await guides.call(staff, 'decide_dock_conflict', { p_id: one?.id, p_decision: 'cash_returned' });
  expect(await send(waits)).toMatchObject([{ result: 'conflict' }]);
});
