import { parseArgs } from 'node:util';
import {
  changedFiles,
  changedSqlObjects,
  changesAllTests,
  journeyPattern,
  needsPublicPages,
  testsThatImport,
  testsThatName,
} from './test/changes.ts';
import { execute } from './test/suites.ts';

const USAGE = `npm run test:changed [-- --since=main]    what the working tree's change can break

Types; lint of the changed files; tests that import them, and those of the database that name what changed in its schemas; changed journeys,
and the smoke tests of the touched areas. Nightly tests are left out.`;

/** Runs everything, even after a failure. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { since: { type: 'string', default: 'HEAD' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.info(USAGE);
  const started = Date.now();
  const files = changedFiles(values.since);
  if (files.length === 0) return console.info(`Nothing has changed since ${values.since}.`);

  const failed = (await runSteps(stepsFor(files, values.since))).filter(({ code }) => code !== 0);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.info(
    `\n${failed.length === 0 ? 'All passed' : `Failed: ${failed.map(({ name }) => name).join(', ')}`} (${seconds} s)`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const VITEST = ['vitest', 'run', '--tags-filter=!nightly', '--passWithNoTests'];

function stepsFor(files: string[], since: string): Step[] {
  const npx = (name: string, ...args: string[]): Step => ({ name, command: 'npx', args });
  const steps = [
    { name: 'types', command: 'npm', args: ['run', '--silent', 'test:types'] },
    npx('lint', 'biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...files),
    npx('voice', 'tsx', 'scripts/voice.ts', ...files),
  ];
  const tests = [...new Set([...testsThatImport(files), ...testsThatName(changedSqlObjects(since))])];
  if (changesAllTests(files)) steps.push(npx('tests', ...VITEST));
  else if (tests.length > 0) steps.push(npx('tests', ...VITEST, ...tests));

  const journeys = journeyPattern(files);
  if (journeys) {
    const step = npx('journeys', 'playwright', 'test', '--pass-with-no-tests', '--grep', journeys);
    steps.push({ ...step, env: needsPublicPages(files) ? {} : { PUBLIC_PAGES: 'off' } });
  }
  return steps;
}

/** All steps run at the same time, because while the journeys' stack starts, the others have most of the machine. */
async function runSteps(steps: Step[]): Promise<{ name: string; code: number }[]> {
  console.info(`\n── ${steps.map(({ name }) => name).join(', ')}`);
  const run = async ({ name, command, args, env }: Step) => ({ name, code: await execute(command, args, env) });
  return Promise.all(steps.map(run));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
