import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { PORT_VARIABLES, readConfig } from '../../supabase/local/config.ts';
import { startStack } from '../../supabase/local/stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: {
      url: string;
      databaseUrl: string;
      appUrl: string;
      inboxUrl: string;
      stripeUrl: string;
      publishableKey: string;
      secretKey: string;
      reconcileSecret: string;
    };
  }
}

/** Starts one stack without demo data for all files of tests/stack, on its own ports. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'territorio-stack-'));
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: dataDir });
  // bcrypt's lowest cost. At the usual one, a password takes a tenth of a second, and nearly every test signs in.
  process.env.LITE_AUTH_BCRYPT_COST = '4';
  // All requests come from one network.
  process.env.AUTH_REQUESTS_PER_NETWORK = '10000';
  const stack = await startStack(config, { ephemeral: true, timer: false }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  await addFixture(stack.databaseUrl);
  project.provide('stack', {
    url: stack.url,
    databaseUrl: stack.databaseUrl,
    appUrl: config.urls.app,
    inboxUrl: config.urls.inbox,
    stripeUrl: config.urls.stripe,
    publishableKey: config.keys.publishable,
    secretKey: config.keys.secret,
    reconcileSecret: config.keys.reconcileSecret,
  });
  return async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Runs before the first request, because the API reads the schema once. */
async function addFixture(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(await readFile(new URL('./stack-fixture.sql', import.meta.url), 'utf8'));
  await sql.end();
}
