import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startPreparedPostgres } from '../support/prepared-postgres.ts';
import { keepTemporaryFilesInMemory } from '../support/temporary-folder.ts';
import { runSqlMutants } from './sql.ts';

/**
 * Mutation tests: `npm run test:mutation`, or one part of them: `rules` (pure functions of src), `handlers` (edge
 * functions), `sql` (rules of the database). `sql seats refunds` runs those with such a word in their names, `rules
 * src/lib/format/*.ts` those of these files. Earlier results are reused unless the code or its tests have changed
 * (Stryker's `incremental`), except for `sql`.
 */
const SHARE_KILLED = 0.9;
const PARTS = ['rules', 'handlers', 'sql'];
const USAGE = `npm run test:mutation -- [part [word or file …]]

  rules     pure functions of src: \`rules src/lib/format/money.ts\` those of this file
  handlers  edge functions: the same
  sql       rules of the database: \`sql seats refunds\` those with such a word in their names

Without a part: all of them. Exit code 1 where fewer than ${SHARE_KILLED * 100} % are noticed.`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [part, ...only] = positionals;
if (values.help || (part && !PARTS.includes(part))) {
  console.info(values.help ? USAGE : `There is no part "${part}".\n${USAGE}`);
  process.exit(values.help ? 0 : 1);
}
const wanted = (name: string) => !part || part === name;

// A database is cloned for each test, which takes a tenth of the time in memory.
keepTemporaryFilesInMemory();
const server = await startPreparedPostgres();
const failed: string[] = [];
try {
  for (const name of ['rules', 'handlers'])
    if (wanted(name) && (await stryker(name, { TEST_POSTGRES_URL: server.url })) !== 0) failed.push(name);
  if (wanted('sql') && !(await sql())) failed.push('sql');
} finally {
  await server.stop();
}
if (failed.length > 0) console.error(`Fewer than ${SHARE_KILLED * 100} % were noticed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function sql(): Promise<boolean> {
  const outcomes = await runSqlMutants(server.url, only);
  const killed = outcomes.filter(({ by }) => by).length;
  console.info(`sql: ${killed} of ${outcomes.length} killed`);
  return killed >= outcomes.length * SHARE_KILLED;
}

function stryker(name: string, env: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    const files = only.length > 0 ? ['--mutate', only.join(',')] : [];
    const child = spawn('npx', ['stryker', 'run', `tests/mutation/stryker.${name}.json`, ...files], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', () => done(1));
    child.once('close', (code) => done(code ?? 1));
  });
}
