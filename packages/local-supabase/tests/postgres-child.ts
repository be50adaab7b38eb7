import { startPostgres } from '@territorio/local-supabase/postgres';

// A process for tests to kill. It starts Postgres on the given folder, reports it, and waits.
const [dataDir = '', port = '0'] = process.argv.slice(2);
const { url } = await startPostgres({ dataDir, port: Number(port) });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
