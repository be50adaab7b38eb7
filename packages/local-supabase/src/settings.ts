import type { EmailLanguage, EmailText, SendMail } from './auth/mailer.ts';
import type { SupabaseKeys } from './keys.ts';

export type Settings = {
  /** The folder that has `supabase/`: config.toml, migrations, functions and templates. */
  project: string;
  /** Where Postgres, storage and the inbox keep their data. */
  dataDir: string;
  ports: { api: number; database: number; inbox: number; smtp: number };
  /** The address of your own Postgres. If set, none is started. */
  databaseUrl?: string | undefined;
  /** The embedded Postgres's password. It listens only on loopback, so there is a well-known default. */
  databasePassword?: string;
  keys: SupabaseKeys;
  /** The app's address, for links in emails. */
  siteUrl: string;
  /** Further addresses (globs) to which links may lead. */
  redirectUrls?: string[];
  /** The sender of auth's emails. */
  emailFrom: string;
  /** Returns a template for an email's plain text, by its name in config.toml. Without it emails have only HTML. */
  emailText?: EmailText;
  /** Returns an email's language. The default is the one in the account's metadata. */
  emailLanguage?: EmailLanguage;
  /** The fewest characters of a password that replaces another, if that is more than config.toml says. */
  laterPasswordLength?: number;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[];
};

export type StartOptions = {
  /** Fills the database once every service runs. */
  seed?: ((databaseUrl: string) => Promise<void>) | undefined;
  /** Secrets of the edge functions, which are added or replace others. */
  functionsEnv?: Record<string, string>;
  /** Restarts edge functions when their files change. */
  watch?: boolean | undefined;
  /** Trades crash safety for speed, for tests. */
  ephemeral?: boolean | undefined;
  /** The longest pause before restarting edge functions that keep dying, for runs that kill them on purpose. */
  slowestRestartMs?: number | undefined;
  /** Starts a second process of edge functions that replaces one that dies, for the same runs. */
  spareFunctions?: boolean | undefined;
  /** Other servers that the edge functions use. They start before and stop after the functions. */
  services?: (() => Promise<{ stop(): Promise<void> }>)[];
  /** Further ports that must be free, with their purpose and variable. */
  otherPorts?: { port: number; what: string; variable: string }[];
  /** Delivers auth emails to another place than the inbox. */
  sendMail?: SendMail;
  /** Called when data and ports are reserved, so that work without a database can begin. */
  onReserved?: (() => void) | undefined;
  /** Ends the start: it stops what runs already, and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Progress messages of a long start. */
  onStep?: ((step: string) => void) | undefined;
};

/** The environment variable of each port, which a message names if the port is in use. */
export const PORT_VARIABLES: Record<keyof Settings['ports'], string> = {
  api: 'API_PORT',
  database: 'DB_PORT',
  inbox: 'INBOX_PORT',
  smtp: 'SMTP_PORT',
};

/** Returns a port from the environment. Throws a readable error for an invalid one. */
export function readPort(env: Record<string, string | undefined>, name: string, fallback: number): number {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new Error(`${name} must be a port number between 1 and 65535, not "${raw}".`);
  }
  return value;
}
