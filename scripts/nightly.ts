import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePorts } from '@territorio/local-server/ports';
import { withScratchDatabase } from '@territorio/local-supabase/scratch';
import { PORT_VARIABLES } from '../supabase/local/config.ts';
import { COMMANDS, type Command, type Place } from './nightly/commands.ts';
import { execute, type Outcome } from './nightly/execute.ts';
import { type Figure, isMissed, isWorse, lastFigures, readFigures } from './nightly/figures.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'territorio');
const LOGS = join(CACHE, 'nightly');
const TOLD_LINES = 25;
const USAGE = `npm run nightly -- [--figures=FILE] [NAME …]

Runs each command of the README in its smallest size, says how each ended, and keeps what the benchmarks have measured: one line of JSON
a run in FILE (node_modules/.cache/territorio/figures.jsonl). With names: the commands whose names start so. Exit code 1 when one fails;
an aim that is missed, or a figure that got worse by more than a fifth, is told.

${COMMANDS.map(({ name }) => `  ${name}`).join('\n')}`;

/** Returns the requested commands, or undefined after printing help. */
function readOptions(): { commands: readonly Command[]; file: string } | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { figures: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return void console.info(USAGE);
  const unknown = positionals.find((name) => !COMMANDS.some((command) => command.name.startsWith(name)));
  if (unknown !== undefined) throw new Error(`No command starts with "${unknown}".\n${USAGE}`);
  const isAsked = ({ name }: Command) => positionals.length === 0 || positionals.some((one) => name.startsWith(one));
  return { commands: COMMANDS.filter(isAsked), file: resolve(values.figures ?? join(CACHE, 'figures.jsonl')) };
}

const interrupted = new AbortController();
process.on('SIGINT', () => interrupted.abort()).on('SIGTERM', () => interrupted.abort());

/** Commands run one after another, so that benchmarks have the machine to themselves. */
async function runAll(commands: readonly Command[], place: Place): Promise<{ outcomes: Outcome[]; figures: Figure[] }> {
  const outcomes: Outcome[] = [];
  const figures: Figure[] = [];
  for (const command of commands) {
    if (interrupted.signal.aborted) throw new Error('Interrupted.');
    console.info(`· ${command.name}`);
    const measured = join(place.dataDir, 'figures.jsonl');
    rmSync(measured, { force: true });
    const log = join(LOGS, `${command.name.replaceAll(/\W+/g, '-')}.log`);
    const env = { DATABASE_URL: '', ...command.env?.(place), BENCH_FIGURES: measured };
    const outcome = await execute(command, { root: ROOT, env, log, signal: interrupted.signal });
    outcomes.push(outcome);
    figures.push(...readFigures(measured, command.name));
    if (outcome.problem) console.info(`\n${command.name}: ${outcome.problem}. The end of ${log}:\n${endOf(log)}\n`);
  }
  return { outcomes, figures };
}

const endOf = (log: string): string => readFileSync(log, 'utf8').trimEnd().split('\n').slice(-TOLD_LINES).join('\n');

function printOutcomes(outcomes: readonly Outcome[]): void {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  console.info(`\n${'command'.padEnd(width)}  exit  seconds`);
  for (const { name, code, seconds, problem } of outcomes)
    console.info(
      `${name.padEnd(width)}  ${String(code).padStart(4)}  ${String(seconds).padStart(7)}${problem ? `  FAILED: ${problem}` : ''}`,
    );
}

function printFigures(figures: readonly Figure[], last: ReadonlyMap<string, Figure>): void {
  const short = (value: number) => Number(value.toPrecision(3));
  const missed = figures.filter(isMissed);
  const worse = figures.flatMap((now) => {
    const before = last.get(now.name);
    return before && isWorse(now, before) ? [`  ${now.name}: ${short(before.value)} → ${short(now.value)}`] : [];
  });
  console.info(`\n${missed.length} of ${figures.length} aims are missed.`);
  for (const { name, value, aim, better } of missed)
    console.info(`  ${name}: ${short(value)}, aim ${better === 'less' ? '≤' : '≥'} ${short(aim)}`);
  console.info(`\n${worse.length} figures got worse by more than a fifth.${worse.map((line) => `\n${line}`).join('')}`);
}

function keep(file: string, figures: readonly Figure[]): void {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), commit, figures })}\n`);
}

async function main(): Promise<boolean> {
  const options = readOptions();
  if (!options) return true;
  const { commands, file } = options;
  const last = lastFigures(file);
  const dataDir = mkdtempSync(join(tmpdir(), 'territorio-nightly-'));
  const variables = Object.values(PORT_VARIABLES);
  const free = await freePorts(variables.length);
  const ports = Object.fromEntries(variables.map((name, n) => [name, String(free[n])]));
  try {
    const { outcomes, figures } = await withScratchDatabase(ROOT, (databaseUrl) =>
      runAll(commands, { databaseUrl, dataDir, ports }),
    );
    if (figures.length > 0) {
      printFigures(figures, last);
      keep(file, figures);
    }
    printOutcomes(outcomes);
    return outcomes.every(({ problem }) => !problem);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
