import { startPreparedPostgres } from './prepared-postgres.ts';

// A run that a test kills: takes a prepared Postgres, says where it is, and stays.
const { url } = await startPreparedPostgres(process.argv[2]);
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
