import { resolve } from 'node:path';
import { readHosts } from '@territorio/local-server/allowed-hosts';
import { readPort, PORT_VARIABLES as SUPABASE_PORTS } from '@territorio/local-supabase/settings';
import { type LocalKeys, localKeys } from './keys.ts';

/** Settings of the local stack. All have defaults, which `.env.example` explains. */
export type StackConfig = {
  host: string;
  /** Names that are accepted in addition to the machine's own. */
  hosts: string[];
  ports: { app: number; api: number; database: number; inbox: number; stripe: number; smtp: number };
  dataDir: string;
  /** The address of your own Postgres. If set, none is started. */
  databaseUrl: string | undefined;
  keys: LocalKeys;
  urls: { app: string; api: string; inbox: string; stripe: string };
  emailFrom: string;
  /** Build settings passed on to the app's build. */
  site: { openRegions: string; partnerFormUrl: string; partnerFormScriptUrl: string };
};

type Env = Record<string, string | undefined>;

/** Reads the settings from the environment. Throws a readable error for an invalid value. */
export function readConfig(env: Env = process.env): StackConfig {
  const host = '127.0.0.1';
  const ports = {
    app: readPort(env, 'APP_PORT', 5173),
    api: readPort(env, 'API_PORT', 54321),
    database: readPort(env, 'DB_PORT', 54322),
    inbox: readPort(env, 'INBOX_PORT', 54324),
    stripe: readPort(env, 'STRIPE_PORT', 54325),
    smtp: readPort(env, 'SMTP_PORT', 54326),
  };
  assertDistinct(ports);
  const dataDir = resolve(env.TERRITORIO_DATA_DIR || '.data');
  const url = (p: number) => `http://${host}:${p}`;
  return {
    host,
    hosts: readHosts(env.LOCAL_HOSTS),
    ports,
    dataDir,
    databaseUrl: env.DATABASE_URL || undefined,
    keys: localKeys(dataDir),
    urls: {
      app: url(ports.app),
      api: url(ports.api),
      inbox: url(ports.inbox),
      stripe: url(ports.stripe),
    },
    emailFrom: 'Territorio <hola@territorio.test>',
    site: {
      // The demo shows everything to everyone.
      openRegions: env.VITE_OPEN_REGIONS || 'true',
      partnerFormUrl: env.VITE_PARTNER_FORM_URL || '',
      partnerFormScriptUrl: env.VITE_PARTNER_FORM_SCRIPT_URL || '',
    },
  };
}

/** The environment variable of each port. */
export const PORT_VARIABLES: Record<keyof StackConfig['ports'], string> = {
  ...SUPABASE_PORTS,
  app: 'APP_PORT',
  stripe: 'STRIPE_PORT',
};

function assertDistinct(ports: StackConfig['ports']): void {
  const seen = new Map<number, string>();
  for (const [name, value] of Object.entries(ports)) {
    const other = seen.get(value);
    if (other) throw new Error(`The ports of "${other}" and "${name}" are both ${value}; give them different ones.`);
    seen.set(value, name);
  }
}
