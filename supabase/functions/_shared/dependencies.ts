import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { type Accounts, realAccounts } from './accounts.ts';
import { bearerToken, userIdOf } from './auth.ts';
import { type CheckCaptcha, turnstile } from './captcha.ts';
import { type Rpc, rpcOf } from './database.ts';
import { type MailSettings, mailSettings } from './email.ts';
import { type MediaFiles, mediaFiles, type PassportFiles, passportFiles } from './files.ts';
import { HttpError, networkOf, rememberUser } from './http.ts';
import { logError } from './log.ts';
import { type PushSettings, pushSettings } from './push/send-pushes.ts';
import { type StripeClient, stripeClient } from './stripe.ts';
import { type TicketSigner, ticketSigning } from './ticket-signer.ts';
import { type Wallets, walletSettings } from './wallet/settings.ts';

/** Everything that a handler uses. index.ts creates the real ones, and tests their own. */
export interface Dependencies {
  /** Calls database functions of the schema `service`. Use it only after checking the caller's right. */
  admin: Rpc;
  /** Calls database functions as the caller, under row level security. */
  as(token: string): Rpc;
  userId(token: string): Promise<string | null>;
  passports: PassportFiles;
  media: MediaFiles;
  stripe: StripeClient;
  webhookSecret: string;
  reconcileSecret: string;
  mail: MailSettings;
  /** Null if push notifications aren't configured. */
  push: PushSettings | null;
  /** Null if tickets aren't signed. */
  tickets(): Promise<TicketSigner | null>;
  wallets: Wallets;
  accounts: Accounts;
  captcha: CheckCaptcha;
  /** Returns the caller's IP address, or null if unknown. */
  network(request: Request): string | null;
  fetch: typeof fetch;
}

export function dependencies(env: (name: string) => string | undefined): Dependencies {
  const need = (name: string): string => {
    const value = env(name);
    if (!value) throw new Error(`The environment variable ${name} is missing`);
    return value;
  };
  const url = need('SUPABASE_URL');
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };
  const secretKey = projectKey(env, 'SUPABASE_SECRET_KEYS') ?? need('SUPABASE_SERVICE_ROLE_KEY');
  const mail = mailSettings(env);
  const admin = createClient(url, secretKey, options);
  const anonKey = projectKey(env, 'SUPABASE_PUBLISHABLE_KEYS') ?? need('SUPABASE_ANON_KEY');
  return {
    admin: rpcOf(admin.schema('service')),
    as: (token) =>
      rpcOf(createClient(url, anonKey, { ...options, global: { headers: { authorization: `Bearer ${token}` } } })),
    userId: userIdOf(createClient(url, anonKey, options)),
    passports: passportFiles(admin),
    media: mediaFiles(admin),
    stripe: stripeClient(need('STRIPE_SECRET_KEY'), env('STRIPE_API_URL')),
    webhookSecret: env('STRIPE_WEBHOOK_SECRET') ?? '',
    reconcileSecret: env('RECONCILE_SECRET') ?? '',
    mail,
    push: pushSettings(env, mail.from),
    tickets: ticketSigning(env('TICKET_SIGNING_KEY') ?? ''),
    wallets: walletSettings(env),
    accounts: realAccounts(admin, url, secretKey),
    captcha: turnstile(env('TURNSTILE_SECRET_KEY') ?? ''),
    network: (request) => networkOf(request, env('CLIENT_IP_HEADER')),
    fetch: globalThis.fetch,
  };
}

const namedKeys = z.record(z.string(), z.string());

/**
 * A project's new keys are JSON by name: `default`, or another one if that was revoked. Legacy keys have their own
 * variables.
 */
function projectKey(env: (name: string) => string | undefined, name: string): string | undefined {
  const keys = namedKeys.parse(JSON.parse(env(name) || '{}'));
  return keys.default ?? Object.values(keys)[0];
}

/** Returns the caller of a function that requires a session. */
export async function requireUser(request: Request, deps: Dependencies): Promise<{ id: string; token: string }> {
  const token = bearerToken(request);
  const id = token ? await deps.userId(token) : null;
  if (!token || !id) throw new HttpError(401, 'not_signed_in', 'Please log in to continue');
  rememberUser(request, id);
  return { id, token };
}

/**
 * Runs work that may finish after the response. It is kept alive where the platform allows it, and is never an
 * unhandled rejection.
 */
export function inBackground(work: Promise<unknown>): void {
  const guarded = work.catch((error) => logError(error));
  const runtime = (globalThis as { EdgeRuntime?: { waitUntil?: (p: Promise<unknown>) => void } }).EdgeRuntime;
  runtime?.waitUntil?.(guarded);
}
