import { join } from 'node:path';
import { assertPortFree, freePorts } from '@territorio/local-server/ports';
import { bootstrapDatabase, migrate } from './bootstrap.ts';
import { startFunctions } from './functions.ts';
import { startGateway } from './gateway.ts';
import { startInbox } from './inbox.ts';
import { lockDataDir } from './lock.ts';
import { sendToInbox } from './mail.ts';
import { startPostgres } from './postgres.ts';
import { startRealtime } from './realtime/index.ts';
import { PORT_VARIABLES, type Settings, type StartOptions } from './settings.ts';

export type Supabase = { url: string; databaseUrl: string; stop(): Promise<void> };

/** Starts all services of a hosted project in the order of their dependencies. */
export async function startSupabase(settings: Settings, options: StartOptions = {}): Promise<Supabase> {
  const running: Running = [];
  // Services stop in reverse order, and one that fails to stop doesn't block the others.
  const stop = async () => {
    for (const end of running.splice(0).reverse()) await end().catch(report);
  };
  try {
    const unlock = lockDataDir(settings.dataDir);
    running.push(async () => unlock());
    await assertPortsFree(settings, options);
    options.onReserved?.();
    const databaseUrl = await startDatabase(settings, options, running);
    await startServices(settings, databaseUrl, options, running);
    await unlessAborted(() => options.seed?.(databaseUrl), options.signal);
    return { url: addressOf(settings.ports.api), databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Waits for work, but not after the start was ended: work on a database that has died may never end. It goes on
 * without effect, because what it uses is stopped.
 */
async function unlessAborted(work: () => Promise<void> | undefined, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise<never>((_, fail) => {
    signal?.addEventListener('abort', () => fail(signal.reason), { signal: ended.signal });
  });
  await Promise.race([work(), aborted]).finally(() => ended.abort());
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`;

function report(error: unknown): void {
  console.error('While stopping:', error);
}

/**
 * This is checked before anything starts, so that a refused start leaves nothing behind. `startPostgres` checks the
 * database's port after stopping a killed run's server.
 */
async function assertPortsFree({ ports }: Settings, { otherPorts = [] }: StartOptions): Promise<void> {
  const wanted = { api: 'the API', inbox: 'the inbox', smtp: 'the mail server' } as const;
  for (const name of ['api', 'inbox', 'smtp'] as const) {
    await assertPortFree(ports[name], wanted[name], PORT_VARIABLES[name]);
  }
  for (const { port, what, variable } of otherPorts) await assertPortFree(port, what, variable);
}

type Running = (() => Promise<void>)[];

async function startDatabase(settings: Settings, options: StartOptions, running: Running): Promise<string> {
  let url = settings.databaseUrl;
  if (!url) {
    options.onStep?.('Starting Postgres');
    const postgres = await startPostgres({
      port: settings.ports.database,
      dataDir: join(settings.dataDir, 'postgres'),
      ephemeral: options.ephemeral ?? false,
      ...(settings.databasePassword !== undefined && { password: settings.databasePassword }),
      signal: options.signal,
    });
    running.push(postgres.stop);
    url = postgres.url;
  }
  await unlessAborted(() => bootstrapDatabase(url), options.signal);
  options.onStep?.('Applying migrations');
  await unlessAborted(() => migrate(url, settings.project), options.signal);
  return url;
}

async function startServices(
  settings: Settings,
  databaseUrl: string,
  options: StartOptions,
  running: Running,
): Promise<void> {
  options.onStep?.('Starting services');
  const { project, ports, keys, dataDir, siteUrl, redirectUrls = [], emailFrom, hosts = [] } = settings;
  const [functionsPort = 0, realtimePort = 0] = await freePorts(2);
  const started = async (server: Promise<{ stop(): Promise<void> }>) => {
    running.push((await server).stop);
    options.signal?.throwIfAborted();
  };
  const toInbox = { url: addressOf(ports.inbox), apiKey: keys.emailApiKey, from: emailFrom };

  await started(startInbox({ webPort: ports.inbox, smtpPort: ports.smtp, dataDir: join(dataDir, 'inbox'), hosts }));
  await started(
    startRealtime({
      port: realtimePort,
      databaseUrl,
      jwtSecret: keys.jwtSecret,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      hosts,
    }),
  );
  for (const start of options.services ?? []) await started(start());
  await started(
    startGateway({
      project,
      port: ports.api,
      databaseUrl,
      storageDir: join(dataDir, 'storage'),
      jwtSecret: keys.jwtSecret,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      siteUrl,
      redirectUrls,
      sendMail: options.sendMail ?? sendToInbox(toInbox),
      emailText: settings.emailText,
      emailLanguage: settings.emailLanguage,
      laterPasswordLength: settings.laterPasswordLength,
      functionsPort,
      realtimePort,
      hosts,
    }),
  );
  await started(
    startFunctions({
      port: functionsPort,
      folder: join(project, 'supabase/functions'),
      env: {
        SUPABASE_URL: addressOf(ports.api),
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
        ...options.functionsEnv,
      },
      hosts,
      watch: options.watch ?? false,
      // A hosted project logs each request, while a terminal shows only failures.
      log: (line) => line.startsWith('{"level":"info"') || console.log(line),
      ...(options.slowestRestartMs !== undefined && { slowestRestartMs: options.slowestRestartMs }),
      ...(options.spareFunctions && { spare: true }),
    }),
  );
}
