/**
 * `npm run bench:chaos`: tourists book, pay, cancel and leave on the real stack while Stripe's webhooks are late,
 * repeated, out of order or lost, captures and refunds are refused, and the edge functions are killed at every
 * step. At the end, after two runs of the reconciler, nothing may be lost or duplicated. The exit code is 1 if
 * something is, or if there is a step without a kill.
 */
import { Stops } from '../stops.ts';
import { audit } from './assertions.ts';
import { runBackgroundJobs } from './background-jobs.ts';
import { installBrokenRows } from './broken-rows.ts';
import { type ChaosStack, startChaosStack } from './chaos-stack.ts';
import { type Going, letTimePass, runClock, runReconciler, runTimerAndStaff } from './clock.ts';
import { type Break, type ChaosOptions, readChaosOptions } from './options.ts';
import { callTimed } from './people.ts';
import { runRelease } from './release/run.ts';
import { printFigures, printFindings, printGaps, printRelease } from './report.ts';
import { Rng, wait } from './rng.ts';
import { createSeedData } from './seed-data.ts';
import { travel } from './tourist.ts';
import type { TouristLog } from './trip.ts';

const KNOBS = {
  delayMs: 150,
  apiDelayMs: 15,
  duplicate: 0.3,
  shuffle: 0.5,
  drop: 0.25,
  refuseCapture: 0.1,
  refuseRefund: 0.15,
};
const CALM = { delayMs: 0, apiDelayMs: 0, duplicate: 0, shuffle: 0, drop: 0, refuseCapture: 0, refuseRefund: 0 };
const HOUR = 3600;
const RELEASE_PHASES = 3;
/** Rare steps, which the functions don't reach among many requests, are killed when the tourists are done. */
const MAX_ENCORE_MS = 480_000;
/** Time runs slower in this phase, so that nothing is checked twice and the reconciler finishes. */
const SLOW_CLOCK_MS = 10_000;
const step = (text: string) => console.error(`· ${text}`);

async function main(options: ChaosOptions, stops: Stops): Promise<void> {
  step('Starting the stack');
  const stack = await startChaosStack(
    { seed: options.seed, sparing: options.break === 'step', slow: options.slow, spareFunctions: true },
    stops,
  );
  const seedData = await createSeedData(stack, options.tourists);
  await installBrokenRows(stack);
  const log: TouristLog = { counts: new Map(), told: [], toldOfPlaces: [] };
  step(`${options.tourists} tourists for ${options.seconds} s, seed ${options.seed}`);
  await stack.emulator('knobs', { ...KNOBS, seed: options.seed });
  stack.faults.active = true;
  const until = Date.now() + options.seconds * 1000;
  const afterBooking = breaking(options.break, stack);
  const reconciler = options.break !== 'reconciler';
  const [clock, staff] = [new Rng(options.seed + 2), new Rng(options.seed + 1)];
  const aroundThem = (going: Going, pauseMs: number) => [
    runClock(stack, clock, going, pauseMs),
    runTimerAndStaff(stack, seedData, staff, log, going),
    ...(reconciler ? [runReconciler(stack, log, going)] : []),
    runBackgroundJobs(stack, seedData, log, going),
  ];
  await Promise.all([
    ...aroundThem(() => Date.now() < until, 1000),
    ...seedData.tourists.map((who, n) =>
      travel({ stack, seedData, who, rng: new Rng(options.seed + 100 + n), log, afterBooking }, until),
    ),
  ]);
  const left = stack.faults.gaps().length;
  if (left > 0) step(`The tourists have gone home; ${left} steps have not had their turn`);
  const last = Date.now() + options.slow * MAX_ENCORE_MS;
  const encore = () => Date.now() < last && stack.faults.gaps().length > 0;
  await Promise.all(aroundThem(encore, SLOW_CLOCK_MS));
  stack.faults.active = false;
  await stack.emulator('knobs', CALM);
  await settle(stack, reconciler);
  if (options.break === 'mail') await sendAgain(stack);
  if (options.break === 'push') ringAgain(stack);
  const { findings, money, intents } = await audit(stack, log);
  await printFigures(stack, log, intents, money);
  const gaps = stack.faults.gaps();
  printGaps(gaps);
  printFindings(findings);
  const noticed = options.break === 'step' ? gaps.length > 0 : findings.length > 0;
  if (options.break) console.info(`\nBroken on purpose (${options.break}): ${noticed ? 'noticed' : 'NOT NOTICED'}.`);
  process.exitCode = findings.length + gaps.length > 0 ? 1 : 0;
}

/** `--release`: two releases on one database, and the migrations between them (docs/operations.md). */
async function mainRelease(options: ChaosOptions, stops: Stops): Promise<void> {
  const { tourists, seed, releaseBreak } = options;
  const phaseMs = (options.seconds * 1000) / RELEASE_PHASES;
  const result = await runRelease({ tourists, seed, phaseMs, break: releaseBreak, onStep: step }, stops);
  printRelease(result);
  const wrong = result.findings.length + result.log.failures.length > 0;
  if (releaseBreak) console.info(`\nBroken on purpose (${releaseBreak}): ${wrong ? 'noticed' : 'NOT NOTICED'}.`);
  process.exitCode = wrong ? 1 : 0;
}

/**
 * Late webhooks arrive, or are lost. Then the clock advances by an hour, twice, and the reconciler runs once each
 * time.
 */
async function settle(stack: ChaosStack, reconciler: boolean): Promise<void> {
  step('Calm again: two runs of the reconciler');
  // Finishes what is in progress.
  await wait(3000);
  for (let run = 1; run <= 2 && reconciler; run += 1) {
    await letTimePass(stack, 1.2 * HOUR, 'wait');
    const done = (await callTimed(stack, 'reconcile')) ?? (await again(stack));
    step(`Run ${run}: ${JSON.stringify(done)}`);
  }
  if (reconciler) await ringPhones(stack);
}

const MAX_ROUNDS = 20;

/** Calls the email timer, which also sends pushes. */
async function ringPhones(stack: ChaosStack): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await callTimed(stack, 'process-outbox');
    const [row] = await stack.sql`select exists (
      select 1 from private.outbox where kind in ('push', 'wallet') and state in ('queued', 'sending')) as waiting`;
    if (!row?.waiting) return;
    await letTimePass(stack, HOUR, 'wait');
  }
}

/** The last kill may have hit this call, and the timer would call again. */
async function again(stack: ChaosStack): Promise<Record<string, unknown>> {
  await wait(3000);
  const done = await callTimed(stack, 'reconcile');
  if (!done) throw new Error('The reconciler did not answer.');
  return done;
}

/**
 * Imitates a browser that counts the seats in addition to the database. The run must notice that the numbers no
 * longer match.
 */
function breaking(how: Break | null, { sql }: ChaosStack): (service: string, people: number) => Promise<void> {
  if (how !== 'decrement') return async () => undefined;
  return async (service, people) => {
    await sql`update public.departures set sold = least(capacity - held, sold + ${people}::int)
      where service_id = ${service} and held + sold < capacity`;
  };
}

/** Imitates a worker that sends emails without a key. */
async function sendAgain({ inbox, keys }: ChaosStack): Promise<void> {
  const [mail] = (await (await fetch(`${inbox}/email`)).json()) as { to: { address: string }[]; subject: string }[];
  if (!mail) return;
  await fetch(`${inbox}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.emailApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: 'a@territorio.test',
      to: [mail.to[0]?.address],
      subject: mail.subject,
      text: 'again',
    }),
  });
}

/** Imitates a worker that sends each push twice, unknown to the outbox. */
function ringAgain({ phones }: ChaosStack): void {
  phones.rung.push(...phones.rung);
}

const stops = new Stops();
const work = Promise.resolve()
  .then(() => readChaosOptions(process.argv.slice(2)))
  .then((options) => options && (options.release ? mainRelease(options, stops) : main(options, stops)))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  })
  .finally(() => stops.all());
stops.onSignals(work);
