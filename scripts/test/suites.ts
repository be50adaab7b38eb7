import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder for reports of the last run and a line for each run, which isn't committed. */
export const REPORTS = join(PROJECT, 'node_modules', '.cache', 'territorio', 'reports');

export interface Outcome {
  passed: number;
  failed: number;
  /** Failures are repeated at the end, because the start of a long output scrolls away. */
  failures: string[];
  files: FileTime[];
}

export interface FileTime {
  file: string;
  seconds: number;
}

export interface Suite {
  name: string;
  /** `all` also runs the tests that are tagged nightly. */
  run: (all: boolean) => Promise<Outcome>;
}

/** playwright.config.ts and tests that repeat themselves read this. */
const envOf = (all: boolean): Record<string, string> => (all ? { TEST_ALL: '1' } : {});

/** The suites in order. Those of one row run at the same time, because each leaves a core idle now and then. */
export const ROWS: Suite[][] = [
  [npmScript('types'), npmScript('lint'), vitest('unit')],
  [vitest('db')],
  [vitest('functions'), vitest('deployment'), vitest('packages'), vitest('stack')],
  [{ name: 'e2e', run: playwright }],
];

/** A check that passes or fails as a whole, which counts as one test. */
function npmScript(name: string): Suite {
  return {
    name,
    run: async () => {
      const { code, output } = await capture('npm', ['run', '--silent', `test:${name}`]);
      process.stdout.write(output);
      if (code === 0) return { passed: 1, failed: 0, failures: [], files: [] };
      return { passed: 0, failed: 1, failures: [output.trimEnd().split('\n').slice(-12).join('\n    ')], files: [] };
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
      const errorsFile = join(REPORTS, `${name}.errors.json`);
      for (const old of [file, errorsFile]) rmSync(old, { force: true });
      const reporters = ['default', 'json', 'scripts/test/unhandled-errors.ts'].map((one) => `--reporter=${one}`);
      const filter = all ? [] : ['--tags-filter=!nightly'];
      const code = await execute(
        'npx',
        ['vitest', 'run', '--project', name, ...filter, ...reporters, `--outputFile.json=${file}`],
        { ...envOf(all), UNHANDLED_ERRORS: errorsFile },
      );
      const report = readReport(file, vitestReport);
      if (!report) return { passed: 0, failed: 1, failures: [], files: [] };
      const failed = report.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => {
          return `${fullName}\n    ${firstLines(failureMessages?.[0] ?? '', 4)}`;
        });
      const outside = readReport(errorsFile, z.array(z.string())) ?? [];
      const failures = [...failed, ...outside.map((error) => `outside of any test\n    ${firstLines(error, 12)}`)];
      const files = report.testResults.map(({ name: path, startTime, endTime }) => ({
        file: relative(PROJECT, path),
        seconds: (endTime - startTime) / 1000,
      }));
      const { numPassedTests: passed, numFailedTests } = report;
      // A file that doesn't load, or an error outside of any test, fails the run without a failed test.
      return { passed, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests), failures, files };
    },
  };
}

const firstLines = (text: string, count: number): string => text.split('\n').slice(0, count).join('\n    ');

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
    failures: [...(flaky > 0 ? [`${flaky} passed only when run again: flaky`] : []), ...pagesAtFailures()],
    files,
  };
}

/** Returns what was on the page when a journey failed, for readers who have only the output. */
function pagesAtFailures(): string[] {
  const results = join(PROJECT, 'test-results');
  const files = readdirSync(results).map((folder) => join(results, folder, 'error-context.md'));
  return files.filter(existsSync).map((file) => {
    const [, snapshot = ''] = readFileSync(file, 'utf8').split('# Page snapshot');
    return `${relative(PROJECT, file)}\n    ${firstLines(snapshot.trim(), 150)}`;
  });
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

/** Runs a command of the project with its output shown, and returns its exit code. */
export function execute(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  mkdirSync(REPORTS, { recursive: true });
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: PROJECT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}

function capture(command: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
    child.once('error', () => done({ code: 1, output }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}
