import postgres from 'postgres';
import { PORT_VARIABLES, readConfig, type StackConfig } from '../../../supabase/local/config.ts';
import { freePorts } from '../../../supabase/local/ports.ts';
import { startStack } from '../../../supabase/local/stack.ts';
import { temporaryFolder } from '../folder.ts';
import type { Stops } from '../stops.ts';
import { Faults, startFaultProxy } from './faults.ts';

export interface Stage {
  sql: postgres.Sql;
  databaseUrl: string;
  /** Where browsers go: past the faults, which are the functions' alone. */
  api: string;
  stripe: string;
  inbox: string;
  keys: StackConfig['keys'];
  faults: Faults;
  /** Idempotency key → the mails that the mail service says it made of it. */
  mails: Map<string, Set<string>>;
  knobs(values: Record<string, number>): Promise<void>;
}

/** The real stack on a database of its own: functions on Deno, the Stripe emulator, the mailbox. No timer: the run is the timer. */
export async function startStage(seed: number, stops: Stops): Promise<Stage> {
  const dataDir = await temporaryFolder(stops);
  const variables = Object.values(PORT_VARIABLES);
  const ports = await freePorts(variables.length);
  const env = Object.fromEntries(variables.map((name, index) => [name, String(ports[index])]));
  const config = readConfig({ ...env, TERRITORIO_DATA_DIR: dataDir });
  const faults = new Faults(seed);
  const mails = new Map<string, Set<string>>();
  const proxies = await Promise.all([
    startFaultProxy('supabase', config.urls.api, faults),
    startFaultProxy('stripe', config.urls.stripe, faults),
    startFaultProxy('mail', config.urls.inbox, faults, (req, status, body) => {
      const key = req.headers['idempotency-key'];
      if (status !== 200 || typeof key !== 'string') return;
      mails.set(key, (mails.get(key) ?? new Set()).add((JSON.parse(body.toString()) as { id: string }).id));
    }),
  ]);
  for (const proxy of proxies) await stops.keep(() => proxy.stop());
  const [api, stripe, inbox] = proxies.map((proxy) => proxy.url) as [string, string, string];
  const stack = await startStack(
    { ...config, urls: { ...config.urls, api, stripe, inbox } },
    { ephemeral: true, timer: false, slowestRestartMs: 200 },
  );
  await stops.keep(() => stack.stop());
  const sql = postgres(stack.databaseUrl, { max: 4, onnotice: () => undefined });
  await stops.keep(() => sql.end({ timeout: 5 }));
  return {
    sql,
    databaseUrl: stack.databaseUrl,
    api: config.urls.api,
    stripe: config.urls.stripe,
    inbox: config.urls.inbox,
    keys: config.keys,
    faults,
    mails,
    knobs: async (values) => {
      const response = await fetch(`${config.urls.stripe}/_emulator/knobs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}
