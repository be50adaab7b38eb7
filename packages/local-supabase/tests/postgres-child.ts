import { startPostgres } from '@territorio/local-supabase/postgres';

// A process that a test may kill: starts Postgres on the given folder, says so, and stays.
const [dataDir = '', port = '0'] = process.argv.slice(2);
const { url } = await startPostgres({ dataDir, port: Number(port) });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
