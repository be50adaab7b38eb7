import { parseArgs } from 'node:util';
import { changedFiles, changedJourneys, changedSqlObjects, testsThatName, touchedTags } from './test/changes.ts';
import { execute } from './test/suites.ts';

const USAGE = `npm run test:changed [-- --since=main]    what the working tree's change can break

Types; lint of the changed files; tests that import them, and those of the database that name what changed in its schemas; the journeys
whose tag is a touched area. Nightly tests are left out.`;

/** Runs everything, even after a failure. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { since: { type: 'string', default: 'HEAD' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.info(USAGE);
  const started = Date.now();
  const files = changedFiles(values.since);
  if (files.length === 0) return console.info(`Nothing has changed since ${values.since}.`);

  const failed = (await runRows(rowsFor(files, values.since))).filter(({ code }) => code !== 0);
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
}

const VITEST = ['vitest', 'run', '--tags-filter=!nightly', '--passWithNoTests'];

/**
 * In order. The steps of one row run at the same time: while the journeys' stack starts, the others have most of the
 * machine. A second run of Playwright waits for the first, as both write to one folder.
 */
function rowsFor(files: string[], since: string): Step[][] {
  const npx = (name: string, ...args: string[]): Step => ({ name, command: 'npx', args });
  const steps = [
    { name: 'types', command: 'npm', args: ['run', '--silent', 'test:types'] },
    npx('lint', 'biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...files),
    npx('voice', 'tsx', 'scripts/voice.ts'),
    npx('tests', ...VITEST, `--changed=${since}`),
  ];
  const database = testsThatName(changedSqlObjects(since));
  if (database.length > 0) steps.push(npx('database tests', ...VITEST, ...database));

  const tags = touchedTags(files);
  if (tags.length > 0) steps.push(npx('journeys', 'playwright', 'test', '--grep', `(${tags.join('|')})(?![\\w-])`));
  const journeys = changedJourneys(files);
  return journeys.length > 0 ? [steps, [npx('changed journeys', 'playwright', 'test', ...journeys)]] : [steps];
}

async function runRows(rows: Step[][]): Promise<{ name: string; code: number }[]> {
  const results: { name: string; code: number }[] = [];
  for (const row of rows) {
    console.info(`\n── ${row.map(({ name }) => name).join(', ')}`);
    const run = async ({ name, command, args }: Step) => ({ name, code: await execute(command, args) });
    results.push(...(await Promise.all(row.map(run))));
  }
  return results;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
