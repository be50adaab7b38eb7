import { parseArgs } from 'node:util';
import { checkUp } from './doctor/check-up.ts';
import { reportOf } from './doctor/report.ts';
import { loadConfig } from './env.ts';

const USAGE = `npm run doctor -- [--url=postgresql://…]

Checks on any database that money, seats, e-mails and passports are what they must be. Without an address: DATABASE_URL, or the stack
that runs on this machine. It only reads; docs/operations.md has a role that may do nothing else. Exit code 0: all holds. 1: something
is broken. 2: there is no such database to look at.`;

async function run(): Promise<number> {
  let url = '';
  try {
    const { values } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
    if (values.help) {
      console.info(USAGE);
      return 0;
    }
    const config = loadConfig();
    const local = `postgres://postgres:postgres@${config.host}:${config.ports.database}/postgres`;
    url = values.url ?? config.databaseUrl ?? local;
    const result = await checkUp(url);
    console.info(reportOf(result));
    return result.broken > 0 ? 1 : 0;
  } catch (error) {
    console.error(`The doctor could not look at ${withoutPassword(url)}: ${messageOf(error)}`);
    return 2;
  }
}

process.exitCode = await run();

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return 'this address';
  const shown = new URL(address);
  shown.password = '';
  return shown.href;
}

/** A connection that was refused on all addresses of a host has no message, but its parts do. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(messageOf))].join('; ');
  return error instanceof Error ? error.message : String(error);
}
