import { afterAll, expect, test } from 'vitest';
import { runRelease } from '../bench/chaos/release/run.ts';
import { Stops } from '../bench/stops.ts';
import { createTestDatabase } from '../support/database.ts';

// Runs a short `npm run bench:chaos -- --release` (docs/operations.md, A release while people book).

const stops = new Stops();
afterAll(() => stops.all());

test('two releases book on one database while it is expanded, migrated and contracted', {
  tags: ['nightly'],
}, async () => {
  const { url: databaseUrl, drop } = await createTestDatabase();
  await stops.keep(drop);
  const options = { tourists: 4, phaseMs: 300, seed: 1, break: null, databaseUrl, onStep: () => undefined };
  const { log, findings, refusal, batches, tooLate } = await runRelease(options, stops);
  expect(log.failures).toEqual([]);
  expect(findings).toEqual([]);
  expect(log.counts.get('booked by the last release')).toBeGreaterThan(0);
  expect(log.counts.get('booked by the next release')).toBeGreaterThan(0);
  expect(batches).toBeGreaterThan(0);
  // A migration doesn't wait long for a lock, and leaves nothing half done.
  expect(refusal).toMatch(/lock timeout/);
  // Control: people with the previous release can't book after the contracting migration.
  expect(tooLate).toEqual([expect.stringMatching(/^last release: 4.*remark/)]);
});
