import { createClient, isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/supabase-js';
import { apiUrl, publishableKey } from '@/lib/env';
import { sessionStore } from '@/lib/storage/storage';
import type { Database } from '@/types/database';
import { byOwnClock, endsSession, fetchRefresh } from './auth-answers.ts';
import { hasSession, SESSION_KEY, storedAccess } from './session.ts';

/** The milliseconds that a request may take, to the last byte. */
const TIMEOUT_MS = 20_000;
/** A function may wait for Stripe, and a file may need a slow connection. */
const SLOW_TIMEOUT_MS = 60_000;
/** How long we try to reach the server when signing out, which works on this device in any case. */
const SIGN_OUT_TIMEOUT_MS = 5000;
/** How often we check that the realtime connection still works. */
const HEARTBEAT_MS = 30_000;

function timeoutOf(address: string): number {
  if (address.includes('/auth/v1/logout')) return SIGN_OUT_TIMEOUT_MS;
  return /\/(functions(?!.*\/send-)|storage)\//.test(address) ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
}

/**
 * None of our services responds with a page, so HTML comes from a captive portal or proxy and the request did not
 * arrive.
 */
const isSomebodyElses = ({ status, headers }: Response): boolean =>
  (status < 500 || status === 511) && /^text\/html/i.test(headers.get('content-type') ?? '');

/** Sends a request with a timeout. A connection that accepts a request and never responds counts as offline. */
async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutOf(String(input)));
  // Safari before 17.4 can't combine two signals, so only the caller's is used.
  const signal = init?.signal ? (AbortSignal.any?.([init.signal, limit]) ?? init.signal) : limit;
  const response = await fetch(input, { ...init, signal });
  if (isSomebodyElses(response)) throw new TypeError('Failed to fetch');
  return response;
}

async function fetchFromAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const send = () => fetchWithTimeout(input, init);
  const isRefresh = String(input).includes('grant_type=refresh_token');
  return byOwnClock(await (isRefresh ? fetchRefresh(send, init?.body) : send()));
}

const GUEST = `Bearer ${publishableKey}`;
const sessionExpired = () =>
  Response.json({ code: 'PT401', hint: 'session_expired', message: 'The session is over' }, { status: 401 });

/**
 * The client's fetch. It renews a token once if the server no longer accepts it. The client sends a request as a
 * guest if it couldn't renew a session, and we treat such a request as one that did not arrive.
 */
async function fetchAsCaller(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (String(input).includes('/auth/v1/')) return fetchFromAuth(input, init);
  const headers = new Headers(init?.headers);
  const isGuest = headers.get('authorization') === GUEST;
  if (isGuest && hasSession()) throw new TypeError('Failed to fetch');
  const response = await fetchWithTimeout(input, init);
  if (response.status !== 401 || isGuest) return response;
  const tried = storedAccess()?.token;
  const { data, error } = await supabase.auth.refreshSession();
  if (isAuthRetryableFetchError(error)) throw new TypeError('Failed to fetch', { cause: error });
  // We renew the token unless another tab already has. The client keeps a session until its token expires, so the
  // header would still show the person.
  if ((endsSession(error?.code) || isAuthSessionMissingError(error)) && storedAccess()?.token === tried) {
    await supabase.auth.signOut({ scope: 'local' });
    return sessionExpired();
  }
  if (!data.session) return hasSession() ? response : sessionExpired();
  headers.set('authorization', `Bearer ${data.session.access_token}`);
  return fetchWithTimeout(input, { ...init, headers });
}

/**
 * The only Supabase client (docs/decisions/0020). The page that email links open handles their tokens, so the
 * client doesn't read the URL.
 */
export const supabase = createClient<Database>(apiUrl, publishableKey, {
  auth: { storageKey: SESSION_KEY, storage: sessionStore, flowType: 'pkce', detectSessionInUrl: false },
  global: { fetch: fetchAsCaller, headers: { 'X-Client-Info': 'territorio-web' } },
  realtime: { heartbeatIntervalMs: HEARTBEAT_MS },
});
