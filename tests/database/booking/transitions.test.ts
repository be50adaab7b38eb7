import { afterAll, beforeAll, expect, test } from 'vitest';
import { transitions } from '../../../src/features/booking/tickets/transitions.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The actor of each transition in the database's table. */
const actors = {
  pay: 'system',
  refund: 'system',
  cancel: 'tourist',
  check_in: 'check_in',
  no_show: 'check_in',
} as const;

test.each(Object.entries(actors))('the screens and the database agree on "%s"', async (name, actor) => {
  const { from, to } = transitions[name as keyof typeof actors];
  const rows = await database.sql<{ from_status: string }[]>`
    select from_status from private.booking_transitions where actor = ${actor} and to_status = ${to} order by 1`;
  expect(rows.map((row) => row.from_status)).toEqual([...from].sort());
});

test('staff can do what the screens offer, and set any status from any other', async () => {
  const rows = await database.sql<{ step: string }[]>`
    select from_status || ' ' || to_status as step from private.booking_transitions where actor = 'staff'`;
  const steps = new Set(rows.map((row) => row.step));
  expect(steps.size).toBe(7 * 6);
  for (const { from, to } of Object.values(transitions)) {
    for (const status of from) expect(steps).toContain(`${status} ${to}`);
  }
});
