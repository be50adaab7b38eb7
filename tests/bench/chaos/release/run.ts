import { readFileSync } from 'node:fs';
import type { Stops } from '../../stops.ts';
import { audit } from '../assertions.ts';
import { type ChaosStack, startChaosStack } from '../chaos-stack.ts';
import type { Finding } from '../finding.ts';
import type { ReleaseBreak } from '../options.ts';
import { callTimed, type Person } from '../people.ts';
import { wait } from '../rng.ts';
import { createSeedData, type SeedData } from '../seed-data.ts';
import { backfill, type Push, pushAgainstLock, startMigrations } from './migrations.ts';
import { type Release, startRelease } from './stacks.ts';
import { type Booker, book, type ReleaseLog, startBooking } from './tourists.ts';

/** A day with a departure that nobody else has booked. */
const LATE_DAY = 100;
const LAST = readFileSync(new URL('last.sql', import.meta.url), 'utf8');

export interface ReleaseOptions {
  tourists: number;
  /** How long people book in each phase. */
  phaseMs: number;
  seed: number;
  break: ReleaseBreak | null;
  /** A migrated database. Without one, a Postgres is started. */
  databaseUrl?: string;
  onStep(text: string): void;
}

export interface ReleaseResult {
  log: ReleaseLog;
  findings: Finding[];
  /** The migration tool's message when a transaction blocked it. */
  refusal: string;
  batches: number;
  /** The responses to bookings by a browser that still has the previous release after the contracting migration. */
  tooLate: string[];
}

/**
 * Runs a release while people book, as docs/operations.md describes. Half of the tourists have the last release and
 * half the new one, each with an API and edge functions of its own, on one database. The migrations are an example,
 * applied by the official CLI, because the product has only one baseline before its first release.
 */
export async function runRelease(options: ReleaseOptions, stops: Stops): Promise<ReleaseResult> {
  const { onStep, phaseMs } = options;
  onStep('Starting the stack of the last release');
  const stack = await startChaosStack({ seed: options.seed, databaseUrl: options.databaseUrl }, stops);
  const push = await startMigrations(stack.databaseUrl, stops);
  await stack.sql.unsafe(LAST);
  const seedData = await createBookers(stack, options.tourists);
  const log: ReleaseLog = { counts: new Map(), told: [], toldOfPlaces: [], failures: [], texts: new Map() };
  const booker = async (release: Release): Promise<Booker> => ({
    release,
    seedData,
    log,
    stack: await startRelease(stack, release, stops),
  });
  const half = (release: Release) => seedData.tourists.filter((_, n) => (n % 2 === 0) === (release === 'last'));

  const last = await booker('last');
  const endLast = startBooking(last, half('last'));
  await stops.keep(endLast);
  await wait(phaseMs);
  const refusal = options.break === 'rename' ? await rename(push, onStep) : await expand(stack, push, onStep);
  onStep('Both releases');
  const next = await booker('next');
  const endNext = startBooking(next, half('next'));
  await stops.keep(endNext);
  await wait(phaseMs);
  let batches = 0;
  if (options.break !== 'rename') {
    onStep('Migrate: the rows of the last release');
    batches = await backfill(stack.sql);
    if (options.break !== 'contract') await endLast();
    await contract(stack, push, onStep);
    await wait(phaseMs);
  }
  await Promise.all([endLast(), endNext()]);
  const late: ReleaseLog = { counts: new Map(), told: [], toldOfPlaces: [], failures: [], texts: new Map() };
  await book({ ...last, log: late, firstDay: LATE_DAY }, half('last')[0] as Person);
  onStep('Looking whether all of it is there');
  await sendMails(stack);
  const { findings } = await audit(stack, log);
  findings.push(...(await compareTexts(stack, log)));
  return { log, findings, refusal, batches, tooLate: late.failures };
}

/** Creates people who keep booking in cash. */
async function createBookers(stack: ChaosStack, tourists: number): Promise<SeedData> {
  const seedData = await createSeedData(stack, tourists);
  await stack.sql`update private.limits set value = 1000000 where name in ('cash.open', 'hold.live')`;
  await stack.sql`update private.limits set value = 100 where name = 'cash.new_guests_percent'`;
  return seedData;
}

async function rename(push: Push, onStep: (text: string) => void): Promise<string> {
  onStep('Renaming at once');
  await push('rename');
  return '';
}

async function expand({ sql }: ChaosStack, push: Push, onStep: (text: string) => void): Promise<string> {
  onStep('Expand: refused while a lock is in the way, and again');
  const refusal = await pushAgainstLock(sql, () => push('expand'));
  await push('expand');
  return refusal;
}

async function contract({ sql }: ChaosStack, push: Push, onStep: (text: string) => void): Promise<void> {
  onStep('Contract: an index by hand first');
  await sql`create index concurrently if not exists bookings_note_idx on public.bookings (note)`;
  await push('contract');
}

const MAX_ROUNDS = 100;

async function sendMails(stack: ChaosStack): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await callTimed(stack, 'process-outbox');
    const [row] = await stack.sql`
      select exists (select 1 from private.outbox
                      where kind = 'email' and state in ('queued', 'sending') and next_attempt_at <= now()) as waiting`;
    if (!row?.waiting) return;
  }
}

/** Checks that what either release wrote with a booking exists under the new name. */
async function compareTexts({ sql }: ChaosStack, { texts }: ReleaseLog): Promise<Finding[]> {
  const rows = await sql<{ id: string; note: string | null }[]>`select id, note from public.bookings`;
  const notes = new Map(rows.map(({ id, note }) => [id, note]));
  const lost = [...texts].filter(([id, text]) => notes.get(id) !== text);
  const check = 'what was written stays';
  return lost.map(([id, expected]) => ({ check, subject: id, expected, actual: String(notes.get(id)) }));
}
