import { fileURLToPath } from 'node:url';
import { startFunctions } from '../../../../supabase/local/functions.ts';
import { startGateway } from '../../../../supabase/local/gateway.ts';
import { freePorts } from '../../../../supabase/local/ports.ts';
import { temporaryFolder } from '../../folder.ts';
import type { Stops } from '../../stops.ts';
import type { ChaosStack } from '../chaos-stack.ts';

export type Release = 'last' | 'next';

/** The API and the edge functions of a release, beside what is there, on the same database. The API reads the schema as it starts. */
export async function startRelease(stack: ChaosStack, release: Release, stops: Stops): Promise<ChaosStack> {
  const { keys, databaseUrl } = stack;
  const [port = 0, functionsPort = 0, realtimePort = 0] = await freePorts(3);
  const gateway = await startGateway({
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
  });
  await stops.keep(functions.stop);
  return { ...stack, api: gateway.url };
}
