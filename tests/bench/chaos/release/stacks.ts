import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@territorio/local-server/ports';
import { startFunctions } from '@territorio/local-supabase/functions';
import { startGateway } from '@territorio/local-supabase/gateway';
import { PROJECT } from '../../../../supabase/local/project.ts';
import { temporaryFolder } from '../../folder.ts';
import type { Stops } from '../../stops.ts';
import type { ChaosStack } from '../chaos-stack.ts';

const FUNCTIONS_CONFIG = join(PROJECT, 'supabase/functions/deno.json');

export type Release = 'last' | 'next';

/**
 * Starts a release's API and edge functions next to existing ones, on the same database. The API reads the schema
 * when it starts.
 */
export async function startRelease(stack: ChaosStack, release: Release, stops: Stops): Promise<ChaosStack> {
  const { keys, databaseUrl } = stack;
  const [port = 0, functionsPort = 0, realtimePort = 0] = await freePorts(3);
  const gateway = await startGateway({
    project: PROJECT,
    port,
    databaseUrl,
    storageDir: await temporaryFolder(stops),
    jwtSecret: keys.jwtSecret,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    siteUrl: stack.api,
    sendMail: () => Promise.reject(new Error('Nobody signs up here.')),
    functionsPort,
    realtimePort,
  });
  await stops.keep(gateway.stop);
  const functions = await startFunctions({
    port: functionsPort,
    env: { SUPABASE_URL: gateway.url, PUBLISHABLE_KEY: keys.publishable },
    folder: fileURLToPath(new URL(release, import.meta.url)),
    config: FUNCTIONS_CONFIG,
  });
  await stops.keep(functions.stop);
  return { ...stack, api: gateway.url };
}
