import { join } from 'node:path';
import { bootstrapDatabase, migrate } from './bootstrap.ts';
import { PORT_VARIABLES, type StackConfig } from './config.ts';
import { seedDemoData } from './demo.ts';
import { startFunctions } from './functions.ts';
import { startGateway } from './gateway.ts';
import { startInbox } from './inbox.ts';
import { lockDataDir } from './lock.ts';
import { sendToInbox } from './mail.ts';
import { assertPortFree, freePorts } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { localPushKeys } from './push-keys.ts';
import { startRealtime } from './realtime/index.ts';
import { startStripeEmulator } from './stripe/index.ts';
import { startTimer } from './timer.ts';

export type StackOptions = {
  /** Put the demo data into an empty database. */
  seed?: boolean;
  /** Restart edge functions when their files change. */
  watch?: boolean;
  /** Trade crash safety for speed; for tests. */
  ephemeral?: boolean;
  /** The product's own reconciler and outbox, every few seconds. Off for tests that drive them by hand. */
  timer?: boolean;
  /** Also make sure that the app's own port is free. */
  app?: boolean;
  /** The longest wait before edge functions that keep dying are started again; for runs that kill them on purpose. */
  slowestRestartMs?: number;
  /** A second process of edge functions waits to take the place of one that dies; for the same runs. */
  spareFunctions?: boolean;
  /** More secrets of the functions. */
  functionsEnv?: Record<string, string>;
  /** Called when the data and the ports are this start's: what needs no database can begin. */
  onReserved?: () => void;
  /** Told what is happening during a start that may take a while. */
  onStep?: (step: string) => void;
};

export type Stack = {
  config: StackConfig;
  databaseUrl: string;
  /** The same as config.urls.api. */
  url: string;
  stop(): Promise<void>;
};

/** Starts everything that a hosted project gives, in the order in which the parts need each other. */
export async function startStack(config: StackConfig, options: StackOptions = {}): Promise<Stack> {
  const running: Running = [];
  // The last started stops first; one that fails to stop does not keep the others alive.
  const stop = async () => {
    for (const end of running.splice(0).reverse()) await end().catch(report);
  };
  try {
    const unlock = lockDataDir(config.dataDir);
    running.push(async () => unlock());
    await assertPortsFree(config, options.app ?? false);
    options.onReserved?.();
    const databaseUrl = await startDatabase(config, options, running);
    await startServices(config, databaseUrl, options, running);
    return { config, databaseUrl, url: config.urls.api, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function report(error: unknown): void {
  console.error('While stopping:', error);
}

/**
 * Before anything starts: a refused start must leave nothing half done. The database's own port is looked at by
 * `startPostgres`, after it has stopped what a killed run left on it.
 */
async function assertPortsFree({ ports }: StackConfig, app: boolean): Promise<void> {
  if (app) await assertPortFree(ports.app, 'the app', PORT_VARIABLES.app);
  const wanted = {
    api: 'the API',
    inbox: 'the inbox',
    smtp: 'the mail server',
    stripe: 'the Stripe emulator',
  } as const;
  for (const name of ['api', 'inbox', 'smtp', 'stripe'] as const) {
    await assertPortFree(ports[name], wanted[name], PORT_VARIABLES[name]);
  }
}

type Running = (() => Promise<void>)[];

async function startDatabase(config: StackConfig, options: StackOptions, running: Running): Promise<string> {
  let url = config.databaseUrl;
  if (!url) {
    options.onStep?.('Starting Postgres');
    const dataDir = join(config.dataDir, 'postgres');
    const postgres = await startPostgres({
      port: config.ports.database,
      dataDir,
      ephemeral: options.ephemeral ?? false,
    });
    running.push(postgres.stop);
    url = postgres.url;
  }
  await bootstrapDatabase(url);
  options.onStep?.('Applying migrations');
  await migrate(url);
  return url;
}

async function startServices(
  config: StackConfig,
  databaseUrl: string,
  options: StackOptions,
  running: Running,
): Promise<void> {
  options.onStep?.('Starting services');
  const { ports, keys, urls, dataDir, hosts } = config;
  const [functionsPort = 0, realtimePort = 0] = await freePorts(2);
  const started = async (server: Promise<{ stop(): Promise<void> }>) => running.push((await server).stop);

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
  await started(
    startStripeEmulator({
      port: ports.stripe,
      dataDir: join(dataDir, 'stripe'),
      webhookUrl: `${urls.api}/functions/v1/stripe-webhook`,
      webhookSecret: keys.webhookSecret,
      secretKey: keys.stripeSecret,
      hosts,
    }),
  );
  await started(
    startGateway({
      port: ports.api,
      databaseUrl,
      storageDir: join(dataDir, 'storage'),
      jwtSecret: keys.jwtSecret,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      siteUrl: urls.app,
      redirectUrls: [`http://localhost:${ports.app}/**`],
      sendMail: sendToInbox(config),
      functionsPort,
      realtimePort,
      hosts,
    }),
  );
  await started(
    startFunctions({
      port: functionsPort,
      env: { ...functionsEnv(config), ...options.functionsEnv },
      hosts,
      watch: options.watch ?? false,
      // A hosted project keeps a line for each request; a terminal shows what went wrong.
      log: (line) => line.startsWith('{"level":"info"') || console.log(line),
      ...(options.slowestRestartMs !== undefined && { slowestRestartMs: options.slowestRestartMs }),
      ...(options.spareFunctions && { spare: true }),
    }),
  );
  if (options.seed) await seedDemoData(config, databaseUrl, options.onStep);
  if (options.timer !== false) {
    const timer = startTimer({ apiUrl: urls.api, publishableKey: keys.publishable, secret: keys.reconcileSecret });
    running.push(timer.stop);
  }
}

/** What `supabase secrets set` gives the functions of a hosted project, and what the platform itself sets. */
function functionsEnv({ urls, keys, emailFrom, hosts }: StackConfig): Record<string, string> {
  return {
    SUPABASE_URL: urls.api,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    STRIPE_SECRET_KEY: keys.stripeSecret,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: urls.stripe,
    EMAIL_API_URL: urls.inbox,
    EMAIL_API_KEY: keys.emailApiKey,
    EMAIL_FROM: emailFrom,
    APP_URL: urls.app,
    LOCAL_HOSTS: hosts.join(','),
    RECONCILE_SECRET: keys.reconcileSecret,
    VAPID_PRIVATE_KEY: localPushKeys().privateKey,
    // A folder whose keys are older has none: its tickets show their address alone.
    TICKET_SIGNING_KEY: keys.ticketSigning ?? '',
  };
}
