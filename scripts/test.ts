import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = join(PROJECT, 'node_modules', '.cache', 'territorio', 'reports');

/** `failures` names what failed: said again at the end, as the start of a long output is easily lost. */
type Count = { passed: number; failed: number; failures?: string[] };
type Suite = { name: string; run: () => Promise<Count> };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** In order; what stands in one row runs at once, as each of it keeps one core busy. */
const ROWS: Suite[][] = [
  [
    { name: 'types', run: () => once('npm', ['run', '--silent', 'test:types']) },
    { name: 'lint', run: () => once('npm', ['run', '--silent', 'test:lint']) },
  ],
  ...['unit', 'db', 'functions', 'deployment', 'stack'].map((name) => [{ name, run: () => vitest(name) }]),
  [{ name: 'e2e', run: playwright }],
];

/** A check that either holds or does not: counts as one. */
async function once(command: string, args: string[]): Promise<Count> {
  const code = await execute(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(project: string): Promise<Count> {
  const file = join(REPORTS, `${project}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await execute('npx', ['vitest', 'run', '--project', project, ...reporters]);
  const report = readReport(file, vitestReport);
  if (!report) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests } = report;
  const failures = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'failed')
    .map((test) => `${test.fullName}\n    ${(test.failureMessages?.[0] ?? '').split('\n').slice(0, 4).join('\n    ')}`);
  // A file that does not load, or an error outside of any test, fails the run without a failed test.
  return { passed, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests), failures };
}

async function playwright(): Promise<Count> {
  const file = join(PROJECT, 'test-results', 'e2e.json');
  rmSync(file, { force: true });
  const code = await execute('npx', ['playwright', 'test']);
  const report = readReport(file, playwrightReport);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  // What is flaky fails the run or does not, as playwright.config.ts says.
  if (code === 0) return { passed: expected + flaky, failed: 0 };
  return { passed: expected, failed: Math.max(1, unexpected + flaky) };
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function execute(command: string, args: string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: PROJECT, stdio: 'inherit' });
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}

/** All suites in order, also after a failure; `npm test db e2e` runs only those. */
async function main(): Promise<void> {
  mkdirSync(REPORTS, { recursive: true });
  const wanted = process.argv.slice(2);
  const names = ROWS.flat().map((suite) => suite.name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`No such suite: ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  const lines: string[] = [];
  const total = { passed: 0, failed: 0 };
  const failed: string[] = [];
  const runOne = async ({ name, run }: Suite) => {
    console.info(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const started = Date.now();
    const count = await run();
    total.passed += count.passed;
    total.failed += count.failed;
    failed.push(...(count.failures ?? []).map((failure) => `${name}: ${failure}`));
    const seconds = Math.round((Date.now() - started) / 1000);
    lines.push(`${name.padEnd(10)} ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
  };
  for (const row of ROWS)
    await Promise.all(row.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map(runOne));
  if (failed.length > 0) console.info(`\n${failed.join('\n')}`);
  console.info(`\n${lines.join('\n')}\n`);
  console.info(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
