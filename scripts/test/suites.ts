import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Not committed: reports of the last run, and a line for each run. */
export const REPORTS = join(PROJECT, 'node_modules', '.cache', 'territorio', 'reports');

export interface Outcome {
  passed: number;
  failed: number;
  /** Repeated at the end, as the start of a long output scrolls away. */
  failures: string[];
  files: FileTime[];
}

export interface FileTime {
  file: string;
  seconds: number;
}

export interface Suite {
  name: string;
  /** `all`: also the tests that are tagged nightly. */
  run: (all: boolean) => Promise<Outcome>;
}

/** Read by playwright.config.ts and tests that repeat themselves. */
const envOf = (all: boolean): Record<string, string> => (all ? { TEST_ALL: '1' } : {});

/** In order. The suites of one row run at the same time, as each leaves a core idle now and then. */
export const ROWS: Suite[][] = [
  [npmScript('types'), npmScript('lint'), vitest('unit')],
  [vitest('db')],
  [vitest('functions'), vitest('deployment'), vitest('packages'), vitest('stack')],
  [{ name: 'e2e', run: playwright }],
];

/** A check that passes or fails as a whole: counts as one test. */
function npmScript(name: string): Suite {
  return {
    name,
    run: async () => {
      const ok = (await execute('npm', ['run', '--silent', `test:${name}`])) === 0;
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: [], files: [] };
    },
  };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

function vitest(name: string): Suite {
  return {
    name,
    run: async (all) => {
      const file = join(REPORTS, `${name}.json`);
      rmSync(file, { force: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const filter = all ? [] : ['--tags-filter=!nightly'];
      const code = await execute('npx', ['vitest', 'run', '--project', name, ...filter, ...reporters], envOf(all));
      const report = readReport(file, vitestReport);
      if (!report) return { passed: 0, failed: 1, failures: [], files: [] };
      const failures = report.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => {
          const message = (failureMessages?.[0] ?? '').split('\n').slice(0, 4).join('\n    ');
          return `${fullName}\n    ${message}`;
        });
      const files = report.testResults.map(({ name: path, startTime, endTime }) => ({
        file: relative(PROJECT, path),
        seconds: (endTime - startTime) / 1000,
      }));
      const { numPassedTests: passed, numFailedTests } = report;
      // A file that does not load, or an error outside of any test, fails the run without a failed test.
      return { passed, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests), failures, files };
    },
  };
}

interface PlaywrightSuite {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[] | undefined;
}

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    file: z.string(),
    specs: z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })),
    suites: z.array(playwrightSuite).optional(),
  }),
);

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

async function playwright(all: boolean): Promise<Outcome> {
  const file = join(PROJECT, 'test-results', 'e2e.json');
  rmSync(file, { force: true });
  const code = await execute('npx', ['playwright', 'test'], envOf(all));
  const report = readReport(file, playwrightReport);
  if (!report) return { passed: 0, failed: 1, failures: [], files: [] };
  const { expected, unexpected, flaky } = report.stats;
  const files = report.suites.map((suite) => ({
    file: `tests/e2e/${suite.file}`,
    seconds: millisecondsOf(suite) / 1000,
  }));
  return {
    // playwright.config.ts decides whether flaky journeys fail the run.
    passed: code === 0 ? expected + flaky : expected,
    failed: code === 0 ? 0 : Math.max(1, unexpected + flaky),
    failures: flaky > 0 ? [`${flaky} passed only when run again: flaky`] : [],
    files,
  };
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const millisecondsOf = ({ specs, suites = [] }: PlaywrightSuite): number =>
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))) +
  sum(suites.map(millisecondsOf));

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Runs a command of the project with its output shown. Returns its exit code. */
export function execute(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  mkdirSync(REPORTS, { recursive: true });
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: PROJECT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}
