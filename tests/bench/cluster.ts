import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import { bootstrapDatabase, migrate } from '@territorio/local-supabase/bootstrap';
import { startPostgres } from '@territorio/local-supabase/postgres';
import { PROJECT } from '../../supabase/local/project.ts';
import { type LargeSizes, seedLarge } from '../../supabase/seed/large.ts';
import { temporaryFolder } from './folder.ts';
import { connect } from './requests.ts';
import type { Stops } from './stops.ts';

export interface Cluster {
  /** Creates a migrated database, filled with this many rows. Returns its superuser's URL. */
  load(name: string, sizes: LargeSizes): Promise<string>;
}

/**
 * Starts a separate Postgres in the system's temporary folder. It is as durable as a real one (fsync on, autovacuum
 * on), because a benchmark without the cost of a commit would favour frequent commits.
 */
export async function startCluster(onStep: (step: string) => void, stops: Stops): Promise<Cluster> {
  const folder = await temporaryFolder(stops);
  const [port = 0] = await freePorts(1);
  const server = await startPostgres({ port, dataDir: join(folder, 'postgres') });
  await stops.keep(server.stop);
  const load = async (name: string, sizes: LargeSizes) => {
    const url = await createDatabase(server.url, name);
    await bootstrapDatabase(url);
    await migrate(url, PROJECT);
    const { bookings, experiences, users } = sizes;
    const [b, e, u] = [bookings, experiences, users].map((n) => n.toLocaleString('en'));
    onStep(`Loading ${b} bookings, ${e} experiences, ${u} users`);
    await seedLarge(url, sizes);
    return url;
  };
  return { load };
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const sql = connect(serverUrl, 1);
  await sql`create database ${sql(name)}`;
  await sql.end({ timeout: 5 });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
