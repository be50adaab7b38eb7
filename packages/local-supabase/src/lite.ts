import { App, setExperimental } from '@supabase/lite';
import { ApiConnection, answerRequest } from './api-connection.ts';
import type { Mailer } from './auth/mailer.ts';
import { describeDatabaseError, quietReportedErrors } from './database-errors.ts';
import type { StorageFiles } from './storage/files.ts';

export type LiteOptions = {
  /** The schemas that REST exposes. */
  schemas: string[];
  minPasswordLength?: number;
  databaseUrl: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** The redirects that emails may have, in addition to any path below the first one, the site. */
  siteUrl: string;
  redirectUrls: string[];
  mailer: Mailer;
  files: StorageFiles;
};

export type Lite = { fetch(request: Request): Promise<Response>; close(): Promise<void> };

// The `max-rows` setting that PostgREST has in hosted projects.
const MAX_ROWS = 1000;
export const MAX_CONNECTIONS = 40;
export const MAX_UPLOAD_MIB = 50;

/** @supabase/lite 0.10.0 replaces process.emitWarning by one that fails for warnings that are Errors. */
function tolerateErrorWarnings(): void {
  const patched = process.emitWarning as (warning: string | Error, ...rest: unknown[]) => void;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) =>
    typeof warning === 'string' ? patched(warning, ...rest) : console.warn(`${warning.name}: ${warning.message}`);
}

/**
 * Runs the PostgREST, Auth and Storage APIs of @supabase/lite over one Postgres, with its gaps closed (all seen in
 * 0.10.0).
 */
export async function createLite(options: LiteOptions): Promise<Lite> {
  process.env.LITE_TELEMETRY = '0';
  tolerateErrorWarnings();
  quietReportedErrors();
  const connection = connect(options.databaseUrl);
  await connection.readTimeouts();
  const app = new App({
    connection,
    api: { schemas: options.schemas, max_rows: MAX_ROWS },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      site_url: options.siteUrl,
      additional_redirect_urls: options.redirectUrls,
      jwt_expiry: 3600,
      minimum_password_length: options.minPasswordLength ?? 6,
      enable_refresh_token_rotation: true,
      // On hosted projects both mailboxes confirm a new address, while lite 0.10.0 would ask only the old one.
      email: { enable_confirmations: true, double_confirm_changes: false },
    },
    storage: { enabled: true, file_size_limit: `${MAX_UPLOAD_MIB}MiB` },
    studio: { enabled: false },
  });
  app._mailer = options.mailer;
  app._storageAdapter = options.files;
  await app.init();
  // Without this, /storage/v1 is 404. It comes after init(), which would print a warning about it.
  setExperimental('storage', true);
  // lite's `close()` waits for every query, even those that a dead database never answers.
  const close = () => connection.driver.end({ timeout: 5 });
  const fetch = (request: Request) => answerRequest(request, async () => app.fetch(request, { peerAddress: null }));
  return { fetch, close };
}

function connect(url: string): ApiConnection {
  const connection = new ApiConnection({
    url,
    postgresOptions: {
      max: MAX_CONNECTIONS,
      onnotice: () => undefined,
      // Hosted projects reconnect too. Without an age limit, a restarted database leaves dead connections in the
      // pool.
      max_lifetime: 60 * 30,
      types: {
        // lite returns "150.00" as text, because it differs from String(150), while PostgREST returns the number.
        numeric: { to: 1700, from: [1700], serialize: asNumber, parse: Number },
        int2: { to: 21, from: [], serialize: asNumber, parse: Number },
        int4: { to: 23, from: [], serialize: asNumber, parse: Number },
        int8: { to: 20, from: [], serialize: asNumber, parse: Number },
        float8: { to: 701, from: [], serialize: asNumber, parse: Number },
        // lite returns columns of a plain select in Postgres's format, while PostgREST returns ISO 8601, as in
        // JSON.
        timestamptz: { to: 1184, from: [1184], serialize: asIs, parse: isoTime },
        timestamp: { to: 1114, from: [1114], serialize: asIs, parse: isoTime },
        // lite passes a json argument of an rpc as JSON text, which would arrive as a string if it were serialized
        // again.
        json: { to: 114, from: [114], serialize: asJson, parse: JSON.parse },
        jsonb: { to: 3802, from: [3802], serialize: asJson, parse: JSON.parse },
      },
    },
  });
  // On its first request, lite grants everything in every schema with RLS to anon and authenticated, which undoes
  // the migrations' grants. "active" is the state after that step, in which roles and claims are set and nothing is
  // granted.
  Reflect.set(connection, 'rlsState', 'active');
  connection.normalizeDbError = describeDatabaseError;
  return connection;
}

function asIs(text: string): string {
  return text;
}

/** As in PostgREST, Postgres refuses a list or an object, while String([1]) would be '1'. */
function asNumber(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Converts `2026-11-21 08:01:27.17+00` to `2026-11-21T08:01:27.17+00:00`, as Postgres formats it in JSON. */
function isoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
}
