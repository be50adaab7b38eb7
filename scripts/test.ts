import { appendFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FileTime, type Outcome, REPORTS, ROWS, type Suite } from './test/suites.ts';

const USAGE = `npm test [-- suite …]            all suites, or those named, without the tests that are tagged nightly
npm run test:all [-- suite …]    with them

Suites: ${ROWS.flat()
  .map(({ name }) => name)
  .join(', ')}`;

const SLOWEST = 10;

/** Runs all suites in order, even after a failure. Ends with one line: `N passed, N failed`. */
async function main(): Promise<void> {
  const { values, positionals: wanted } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.info(USAGE);
  const names = ROWS.flat().map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`No such suite: ${unknown.join(', ')}.\n${USAGE}`);

  const started = Date.now();
  const results: Result[] = [];
  for (const row of ROWS) {
    const suites = row.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    results.push(...(await Promise.all(suites.map((suite) => timed(suite, values.all)))));
  }
  const seconds = secondsSince(started);
  printReport(results, seconds);
  record(results, seconds, values.all);
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
}

interface Result extends Outcome {
  name: string;
  seconds: number;
}

const secondsSince = (time: number): number => Math.round((Date.now() - time) / 1000);

async function timed({ name, run }: Suite, all: boolean): Promise<Result> {
  console.info(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
  const started = Date.now();
  const outcome = await run(all);
  return { ...outcome, name, seconds: secondsSince(started) };
}

function printReport(results: Result[], seconds: number): void {
  const failures = results.flatMap((result) => result.failures.map((failure) => `${result.name}: ${failure}`));
  if (failures.length > 0) console.info(`\n${failures.join('\n')}`);

  const slowest = results
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST);
  if (slowest.length > 0) console.info(`\nThe slowest files:\n${slowest.map(lineOfFile).join('\n')}`);

  const lines = results.map(
    ({ name, passed, failed, seconds: own }) => `${name.padEnd(10)} ${passed} passed, ${failed} failed (${own} s)`,
  );
  console.info(`\n${lines.join('\n')}\n${'all'.padEnd(10)} ${seconds} s\n`);
  const total = (count: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[count], 0);
  console.info(`${total('passed')} passed, ${total('failed')} failed`);
}

const lineOfFile = ({ file, seconds }: FileTime): string => `${seconds.toFixed(1).padStart(6)} s  ${file}`;

/** Appends a line about this run, to see what became slower. The file isn't committed. */
function record(results: Result[], seconds: number, all: boolean): void {
  const suites = Object.fromEntries(
    results.map(({ name, passed, failed, seconds: own }) => [name, { passed, failed, seconds: own }]),
  );
  const machine = { cores: availableParallelism(), model: cpus()[0]?.model ?? '' };
  const run = { at: new Date().toISOString(), machine, all, seconds, suites };
  appendFileSync(join(REPORTS, 'runs.jsonl'), `${JSON.stringify(run)}\n`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
