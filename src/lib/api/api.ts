import { publishableKey } from '@/lib/env';
import { readText } from '@/lib/storage/storage';
import { asker } from './asker.ts';
import type { AuthClient } from './supabase-auth.ts';

/** Where the session is kept, in this browser. */
export const SESSION_KEY = 'territorio-auth';

/** Whether this browser keeps a session; without one nothing of auth has to be loaded. */
export function hasStoredSession(): boolean {
  return readText('local', SESSION_KEY) !== null;
}

let authClient: Promise<AuthClient> | undefined;

/** The auth client. The return page finishes links itself, so the client leaves the address alone. */
export function auth(): Promise<AuthClient> {
  authClient ??= import('./supabase-auth.ts')
    .then(({ createAuthClient }) => createAuthClient())
    .catch((error: unknown) => {
      authClient = undefined; // a chunk that failed to load may load the next time
      throw error;
    });
  return authClient;
}

/** How long a request may take, to the last byte: a function may wait for Stripe, and a file for a slow line. */
const limitOf = (address: string) => (/\/(functions(?!.*\/send-)|storage)\//.test(address) ? 60_000 : 20_000);

/** fetch that gives up: a line that takes a request and never answers is a line that is down. */
export function timedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  ms = limitOf(String(input)),
): Promise<Response> {
  const limit = AbortSignal.timeout(ms);
  // Safari before 17.4 cannot join two signals: there the caller's own has to do.
  const signal = init?.signal ? (AbortSignal.any?.([init.signal, limit]) ?? init.signal) : limit;
  return fetch(input, { ...init, signal });
}

/** The signed-in person's access token, refreshed if it is about to end; null for guests. */
export async function accessToken(): Promise<string | null> {
  asker.somebody = hasStoredSession();
  return asker.somebody ? (await auth()).token() : null;
}

function withCredentials(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('apikey', publishableKey);
  headers.set('authorization', `Bearer ${token ?? publishableKey}`);
  return { ...init, headers };
}

/** timedFetch with the caller's credentials; a token that the server no longer takes is refreshed once. */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const token = await accessToken();
  const response = await timedFetch(input, withCredentials(init, token));
  if (response.status !== 401 || !token) return response;
  const fresh = await (await auth()).token(true);
  return fresh && fresh !== token ? timedFetch(input, withCredentials(init, fresh)) : response;
}
