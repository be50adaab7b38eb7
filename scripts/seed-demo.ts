import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { seed } from '../supabase/seed/index.ts';
import { uploadPictures } from '../supabase/seed/pictures.ts';
import { answerHelp } from './help.ts';

/**
 * `npm run seed:demo` fills an empty, migrated database of any host with the demo marketplace. It needs
 * DATABASE_URL, and for pictures SUPABASE_URL and SUPABASE_SECRET_KEY. It can be repeated, and existing data stays.
 */
async function run(): Promise<void> {
  const { DATABASE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env;
  if (!DATABASE_URL) throw new Error('Set DATABASE_URL to the database that is to be filled.');
  const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql<{ empty: boolean }[]>`select not exists (select from public.territories) as empty`;
    if (row?.empty) {
      // Others can reach this database, so its admin must not have the README's password.
      const password = randomBytes(12).toString('base64url');
      await seed(DATABASE_URL, { password });
      console.info(`The demo is there. Accounts as in the README, all with the password ${password}`);
    } else {
      console.info('This database has territories already; it stays as it is.');
    }
    if (SUPABASE_URL && SUPABASE_SECRET_KEY) {
      await uploadPictures(sql, { url: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY }, console.info);
    } else {
      console.info('Set SUPABASE_URL and SUPABASE_SECRET_KEY, and run this again, for its pictures.');
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

answerHelp(`npm run seed:demo: fills the empty, migrated database at DATABASE_URL with the demo marketplace; with SUPABASE_URL and
SUPABASE_SECRET_KEY its pictures too.`);
try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
