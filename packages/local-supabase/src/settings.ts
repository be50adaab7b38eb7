import type { EmailLanguage, EmailText, SendMail } from './auth/mailer.ts';
import type { SupabaseKeys } from './keys.ts';

export type Settings = {
  /** The folder that has `supabase/`: config.toml, migrations, functions and templates. */
  project: string;
  /** Where Postgres, storage and the inbox keep their data. */
  dataDir: string;
  ports: { api: number; database: number; inbox: number; smtp: number };
  /** Your own Postgres. When set, none is started. */
  databaseUrl?: string | undefined;
  /** The embedded Postgres listens only on loopback, so that it has a well-known one when this is left out. */
  databasePassword?: string;
  keys: SupabaseKeys;
  /** The app's address: where links in emails lead. */
  siteUrl: string;
  /** Further addresses (globs) that links may lead to. */
  redirectUrls?: string[];
  /** The sender of auth's emails. */
  emailFrom: string;
  /** A template of the plain text of an email, by its name in config.toml. Without it emails have only HTML. */
  emailText?: EmailText;
  /** Which language an email is in. Without it: that of the account's metadata. */
  emailLanguage?: EmailLanguage;
  /** Names besides the machine's own that the servers are reached by. */
  hosts?: readonly string[];
};

export type StartOptions = {
  /** Fills the database, when every service runs. */
  seed?: ((databaseUrl: string) => Promise<void>) | undefined;
  /** More secrets of the edge functions, or other values of the platform's own. */
  functionsEnv?: Record<string, string>;
  /** Restart edge functions when their files change. */
  watch?: boolean | undefined;
  /** Trade crash safety for speed; for tests. */
  ephemeral?: boolean | undefined;
  /** The longest wait before edge functions that keep dying are started again; for runs that kill them on purpose. */
  slowestRestartMs?: number | undefined;
  /** A second process of edge functions waits to take the place of one that dies; for the same runs. */
  spareFunctions?: boolean | undefined;
  /** Other servers that the edge functions use: started before them and stopped after them. */
  services?: (() => Promise<{ stop(): Promise<void> }>)[];
  /** Ports of other servers that must be free, too, with what they are for and the variable that moves them. */
  otherPorts?: { port: number; what: string; variable: string }[];
  /** Delivers auth's emails somewhere else than to the inbox. */
  sendMail?: SendMail;
  /** Called when the data and the ports are this start's: what needs no database can begin. */
  onReserved?: (() => void) | undefined;
  /** Told what is happening during a start that may take a while. */
  onStep?: ((step: string) => void) | undefined;
};

/** Which variable of the environment moves which port: a port that is taken is refused with its name. */
export const PORT_VARIABLES: Record<keyof Settings['ports'], string> = {
  api: 'API_PORT',
  database: 'DB_PORT',
  inbox: 'INBOX_PORT',
  smtp: 'SMTP_PORT',
};

/** A port of the environment; throws a readable error for a value that cannot be one. */
export function readPort(env: Record<string, string | undefined>, name: string, fallback: number): number {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new Error(`${name} must be a port number between 1 and 65535, not "${raw}".`);
  }
  return value;
}
