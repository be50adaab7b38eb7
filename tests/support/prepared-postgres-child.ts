import { startPreparedPostgres } from './prepared-postgres.ts';

// A process for a test to kill. It takes a prepared Postgres, reports its address, and waits.
const { url } = await startPreparedPostgres(process.argv[2]);
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
