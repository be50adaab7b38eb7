import { fileURLToPath } from 'node:url';
import { freePorts } from '@territorio/local-server/ports';
import postgres from 'postgres';
import { PORT_VARIABLES, readConfig, type StackConfig } from '../../../supabase/local/config.ts';
import { startStack } from '../../../supabase/local/stack.ts';
import { Papers } from '../../functions/wallet-support.ts';
import { temporaryFolder } from '../folder.ts';
import type { Stops } from '../stops.ts';
import { Faults, startFaultProxy } from './faults.ts';
import { Phones } from './phones.ts';
import { Rng } from './rng.ts';
import { stepsOfFunctions } from './steps.ts';

export interface ChaosStack {
  sql: postgres.Sql;
  databaseUrl: string;
  /** The browsers' address, without faults, which only the functions get. */
  api: string;
  stripe: string;
  inbox: string;
  keys: StackConfig['keys'];
  faults: Faults;
  /** The emails that the email service sent, by idempotency key. */
  mails: Map<string, Set<string>>;
  phones: Phones;
  /** Causes events at Stripe without a request from us. */
  emulator(action: 'knobs' | 'dispute' | 'move_dispute', body: unknown): Promise<Record<string, unknown>>;
}

/** Stripe first reports this share of the refunds as pending, and as done on the next request. */
const SLOW_REFUNDS = 0.4;
/** Steps that are never killed, in a run that is broken on purpose. */
const SPARED = { step: 'stripe POST /v1/refunds', moment: 'after' } as const;

/** The functions' public address. */
export const PUBLIC_URL = 'https://functions.test';

interface ChaosStackOptions {
  seed: number;
  /** Never kills these steps, in a run that is broken on purpose. */
  sparing?: boolean;
  /** How many times slower the machine is than an idle one. */
  slow?: number;
  /** Functions will be killed, so a second process waits. */
  spareFunctions?: boolean;
  /** A migrated database. Without one, a Postgres is started. */
  databaseUrl?: string | undefined;
}

/**
 * Starts the real stack on its own database: functions on Deno, the Stripe emulator, the mailbox. It has no timer,
 * because the run calls the jobs itself.
 */
export async function startChaosStack(options: ChaosStackOptions, stops: Stops): Promise<ChaosStack> {
  const { seed, sparing = false, slow = 1, spareFunctions = false, databaseUrl = '' } = options;
  const dataDir = await temporaryFolder(stops);
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const faults = new Faults(seed, sparing ? SPARED : undefined, slow);
  const rng = new Rng(seed + 3);
  const mails = new Map<string, Set<string>>();
  const proxies = await Promise.all([
    startFaultProxy('supabase', config.urls.api, faults),
    startFaultProxy('stripe', config.urls.stripe, faults, (req, status, body) => {
      const made = faults.active && req.method === 'POST' && req.url === '/v1/refunds' && status === 200;
      if (!made || !rng.chance(SLOW_REFUNDS)) return undefined;
      return Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), status: 'pending' }));
    }),
    startFaultProxy('mail', config.urls.inbox, faults, (req, status, body) => {
      const key = req.headers['idempotency-key'];
      if (status === 200 && typeof key === 'string')
        mails.set(key, (mails.get(key) ?? new Set()).add((JSON.parse(body.toString()) as { id: string }).id));
      return undefined;
    }),
  ]);
  for (const proxy of proxies) await stops.keep(() => proxy.stop());
  const [api, stripe, inbox] = proxies.map((proxy) => proxy.url) as [string, string, string];
  const phones = await Phones.start(seed + 4, stops);
  const papers = new Papers();
  await stops.keep(async () => papers.remove());
  // Everyone comes from one network.
  process.env.AUTH_REQUESTS_PER_NETWORK = '10000';
  const running = await startStack(
    { ...config, urls: { ...config.urls, api, stripe, inbox } },
    {
      ephemeral: true,
      timer: false,
      slowestRestartMs: 100,
      spareFunctions,
      functionsEnv: { ...papers.env(), APPLE_PUSH_URL: phones.appleUrl, FUNCTIONS_URL: `${PUBLIC_URL}/functions/v1` },
    },
  );
  await stops.keep(() => running.stop());
  const sql = postgres(running.databaseUrl, { max: 4, onnotice: () => undefined });
  await stops.keep(() => sql.end({ timeout: 5 }));
  const names = await sql<{ name: string }[]>`
    select distinct proname as name from pg_catalog.pg_proc where pronamespace in ('public'::regnamespace, 'service'::regnamespace)`;
  faults.expect((await stepsOfFunctions(FUNCTIONS, new Set(names.map(({ name }) => name)))).keys());
  const emulator: ChaosStack['emulator'] = async (action, body) => {
    const response = await fetch(`${config.urls.stripe}/_emulator/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${config.keys.stripeSecret}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    sql,
    databaseUrl: running.databaseUrl,
    api: config.urls.api,
    stripe: config.urls.stripe,
    inbox: config.urls.inbox,
    keys: config.keys,
    faults,
    mails,
    phones,
    emulator,
  };
}

const FUNCTIONS = fileURLToPath(new URL('../../../supabase/functions', import.meta.url));
