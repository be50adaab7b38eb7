import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import { databaseUrl, TEMPLATE } from '../support/template.ts';
import { ACCOUNTS } from './sql/accounts.ts';
import { ADDITIONS } from './sql/additions.ts';
import { AUTHORISED_CARDS } from './sql/authorised-cards.ts';
import { CASH } from './sql/cash.ts';
import { DEPARTURES } from './sql/departures.ts';
import { DESK } from './sql/desk.ts';
import { DOCK_SALES } from './sql/dock-sales.ts';
import { LIMITS } from './sql/limits.ts';
import { LINKS } from './sql/links.ts';
import { MONEY } from './sql/money.ts';
import type { Mutant } from './sql/mutant.ts';
import { ORDERS } from './sql/orders.ts';
import { PAYOUTS } from './sql/payouts.ts';
import { PEOPLE } from './sql/people.ts';
import { POLICIES } from './sql/policies.ts';
import { PROMISES } from './sql/promises.ts';
import { REQUESTS } from './sql/requests.ts';
import { SEATS } from './sql/seats.ts';
import { SERVICES } from './sql/services.ts';
import { TRANSFERS } from './sql/transfers.ts';
import { WORK_DAY } from './sql/work-day.ts';

export const MUTANTS: Mutant[] = [
  ...SEATS,
  ...SERVICES,
  ...MONEY,
  ...DEPARTURES,
  ...AUTHORISED_CARDS,
  ...ADDITIONS,
  ...TRANSFERS,
  ...DOCK_SALES,
  ...PEOPLE,
  ...ACCOUNTS,
  ...CASH,
  ...PAYOUTS,
  ...PROMISES,
  ...POLICIES,
  ...LIMITS,
  ...LINKS,
  ...REQUESTS,
  ...ORDERS,
  ...WORK_DAY,
  ...DESK,
];

/** `by` is the first test that failed. Without it, the mutant has survived. */
type Outcome = { mutant: Mutant; by: string | undefined };

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** The suites must first pass without a mutant, or every mutant would seem to be detected. */
const UNHARMED: Mutant = { name: 'unharmed', suites: [...new Set(MUTANTS.flatMap(({ suites }) => suites))] };

const AT_ONCE = 2;

/** Breaks one rule of the database at a time and runs the suites that should detect it. */
export async function runSqlMutants(server: string, only: string[]): Promise<Outcome[]> {
  const mutants = MUTANTS.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  await checkFit(server, mutants);
  const unfit = only.length > 0 ? undefined : await noticedBy(server, UNHARMED, 'unharmed');
  if (unfit) throw new Error(`A test fails although nothing is broken: ${unfit}`);
  const outcomes: Outcome[] = [];
  const waiting = [...mutants.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [n, mutant] = next;
      const started = Date.now();
      const by = await noticedBy(server, mutant, `mutant_${n}`);
      const seconds = Math.round((Date.now() - started) / 1000);
      console.info(`${by ? 'killed  ' : 'SURVIVED'} ${mutant.name} (${seconds} s)${by ? `: ${by}` : ''}`);
      outcomes.push({ mutant, by });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function noticedBy(server: string, mutant: Mutant, database: string): Promise<string | undefined> {
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  try {
    await admin`drop database if exists ${admin(database)} with (force)`;
    await admin`create database ${admin(database)} template ${admin(TEMPLATE)}`;
    await mutate(databaseUrl(server, database), mutant);
    return await firstFailure(mutant, { TEST_POSTGRES_URL: server, TEST_TEMPLATE: database });
  } finally {
    await admin`drop database if exists ${admin(database)} with (force)`;
    await admin.end({ timeout: 5 });
  }
}

async function mutate(url: string, mutant: Mutant): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    if (mutant.sql) await sql.unsafe(mutant.sql);
    const broken = mutant.in && (await mutatedFunction(sql, mutant));
    if (broken) await sql.unsafe(broken);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function checkFit(server: string, mutants: Mutant[]): Promise<void> {
  const sql = postgres(databaseUrl(server, TEMPLATE), { max: 1, onnotice: () => undefined });
  const found = await misfits(sql, mutants);
  await sql.end({ timeout: 5 });
  if (found.length > 0) throw new Error(`What they change does not stand once in its function: ${found.join('; ')}`);
}

/** The list must match the code, because a mutant that no longer applies would look like a survivor. */
export async function misfits(sql: postgres.Sql, mutants: Mutant[]): Promise<string[]> {
  const found: string[] = [];
  for (const mutant of mutants) if (mutant.in && !(await mutatedFunction(sql, mutant))) found.push(mutant.name);
  return found;
}

async function mutatedFunction(sql: postgres.Sql, mutant: Mutant): Promise<string | undefined> {
  const [from, to] = mutant.change ?? ['', ''];
  const overloads = await sql<{ body: string }[]>`
    select pg_get_functiondef(p.oid) as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname || '.' || p.proname = ${mutant.in ?? ''}`;
  const [body, ...others] = overloads.map((row) => row.body).filter((text) => text.includes(from));
  return body && others.length === 0 && body.split(from).length === 2 ? body.replace(from, () => to) : undefined;
}

/** Returns the first failure. A run that ends before any test could fail has no result. */
async function firstFailure({ name, suites, tests }: Mutant, env: Record<string, string>): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'territorio-mutant-'));
  const file = join(folder, 'report.json');
  const pattern = tests ? ['--testNamePattern', tests] : [];
  const config = ['--config', 'tests/mutation/vitest.sql.ts', '--tags-filter=!nightly'];
  const options = [...config, '--reporter=json', `--outputFile=${file}`];
  try {
    const all = { ...env, MUTANT_SUITES: suites.join(',') };
    const code = await execute(['vitest', 'run', ...options, ...pattern, ...suites], all);
    if (code === 0) return undefined;
    const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
    const failed = testResults.find(({ status }) => status === 'failed');
    if (!failed) throw new Error(`The run of "${name}" ended with ${code}, and no test failed.`);
    const test = failed.assertionResults.find(({ status }) => status === 'failed');
    return `${basename(failed.name, '.test.ts')} › ${test?.fullName ?? 'does not load'}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function execute(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    const child = spawn('npx', args, { stdio: 'ignore', env: { ...process.env, ...env } });
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}
