import { spawn } from 'node:child_process';
import postgres from 'postgres';
import { databaseUrl, TEMPLATE } from '../support/template.ts';
import { LIMITS } from './sql/limits.ts';
import { MONEY } from './sql/money.ts';
import type { Mutant } from './sql/mutant.ts';
import { PEOPLE } from './sql/people.ts';
import { POLICIES } from './sql/policies.ts';
import { SEATS } from './sql/seats.ts';

const MUTANTS: Mutant[] = [...SEATS, ...MONEY, ...PEOPLE, ...POLICIES, ...LIMITS];

type Outcome = { mutant: Mutant; killed: boolean };

/** The suites must pass unharmed, or every mutant would seem to be noticed. */
const UNHARMED: Mutant = { name: 'unharmed', suites: [...new Set(MUTANTS.flatMap(({ suites }) => suites))] };

const AT_ONCE = 2;

/** Breaks one rule of the database at a time and runs the suites that should notice. */
export async function runSqlMutants(server: string, only: string | undefined): Promise<Outcome[]> {
  const mutants = MUTANTS.filter(({ name }) => !only || name.includes(only));
  await checkFit(server, mutants);
  if (!only && (await isKilled(server, UNHARMED, 'unharmed')))
    throw new Error('A suite fails although nothing is broken.');
  const outcomes: Outcome[] = [];
  const waiting = [...mutants.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [n, mutant] = next;
      const killed = await isKilled(server, mutant, `mutant_${n}`);
      console.info(`${killed ? 'killed  ' : 'SURVIVED'} ${mutant.name}`);
      outcomes.push({ mutant, killed });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function isKilled(server: string, mutant: Mutant, database: string): Promise<boolean> {
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  try {
    await admin`drop database if exists ${admin(database)} with (force)`;
    await admin`create database ${admin(database)} template ${admin(TEMPLATE)}`;
    await mutate(databaseUrl(server, database), mutant);
    return (await runSuites(mutant, { TEST_POSTGRES_URL: server, TEST_TEMPLATE: database })) !== 0;
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

/** The list must follow the code: a mutant whose text is gone would be a survivor that nobody can explain. */
async function checkFit(server: string, mutants: Mutant[]): Promise<void> {
  const sql = postgres(databaseUrl(server, TEMPLATE), { max: 1, onnotice: () => undefined });
  const misfits: string[] = [];
  for (const mutant of mutants) if (mutant.in && !(await mutatedFunction(sql, mutant))) misfits.push(mutant.name);
  await sql.end({ timeout: 5 });
  if (misfits.length > 0)
    throw new Error(`What they change does not stand once in its function: ${misfits.join('; ')}`);
}

async function mutatedFunction(sql: postgres.Sql, mutant: Mutant): Promise<string | undefined> {
  const [from, to] = mutant.change ?? ['', ''];
  const overloads = await sql<{ body: string }[]>`
    select pg_get_functiondef(p.oid) as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname || '.' || p.proname = ${mutant.in ?? ''}`;
  const [body, ...others] = overloads.map((row) => row.body).filter((text) => text.includes(from));
  return body && others.length === 0 && body.split(from).length === 2 ? body.replace(from, () => to) : undefined;
}

function runSuites({ suites, tests }: Mutant, env: Record<string, string>): Promise<number> {
  const args = [
    'vitest',
    'run',
    '--project',
    'db',
    '--bail=1',
    '--maxWorkers=1',
    '--reporter=dot',
    ...(tests ? ['--testNamePattern', tests] : []),
    ...suites,
  ];
  return new Promise((done) => {
    const child = spawn('npx', args, { stdio: 'ignore', env: { ...process.env, ...env } });
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}
