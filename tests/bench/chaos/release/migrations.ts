import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSupabaseCli } from '@territorio/local-supabase/cli';
import type postgres from 'postgres';
import { temporaryFolder } from '../../folder.ts';
import type { Stops } from '../../stops.ts';

type Step = 'expand' | 'contract' | 'rename';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const VERSIONS: Record<Step, string> = { expand: '2', contract: '3', rename: '2' };

export type Push = (step: Step) => Promise<void>;

/** Copies the project. Its migrations grow release by release, and the official CLI applies each. */
export async function startMigrations(databaseUrl: string, stops: Stops): Promise<Push> {
  const project = await temporaryFolder(stops);
  await mkdir(join(project, 'supabase'));
  for (const name of ['config.toml', 'migrations', 'templates'])
    await cp(join(ROOT, 'supabase', name), join(project, 'supabase', name), { recursive: true });
  return async (step) => {
    const migration = join(project, `supabase/migrations/2999010100000${VERSIONS[step]}_${step}.sql`);
    await cp(fileURLToPath(new URL(`${step}.sql`, import.meta.url)), migration);
    await runSupabaseCli(['db', 'push', `--remote=${databaseUrl}`, '--yes', '--skip-vault'], { project });
  };
}

/** While a transaction locks the table, the migration gives up without effects. Returns the CLI's message. */
export async function pushAgainstLock(sql: postgres.Sql, push: () => Promise<void>): Promise<string> {
  return await sql.begin(async (transaction) => {
    await transaction`lock table public.bookings in row share mode`;
    return await push().then(
      () => 'applied',
      (error: Error) => error.message,
    );
  });
}

const BATCH = 5;

/**
 * Copies the last release's rows in small batches, each in its own transaction, so that bookings don't wait.
 * Returns the number of batches.
 */
export async function backfill(sql: postgres.Sql): Promise<number> {
  for (let batches = 0; ; batches += 1) {
    const { count } = await sql`
      update public.bookings set note = remark where id in (
        select id from public.bookings where note is null and remark is not null limit ${BATCH} for update)`;
    if (count === 0) return batches;
  }
}
