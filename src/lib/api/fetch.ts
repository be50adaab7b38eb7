import { publishableKey } from '@/lib/env';
import { hasSession, storedAccess } from './session.ts';

/** The milliseconds that a request may take, to the last byte. */
const TIMEOUT_MS = 20_000;
/** A function may wait for Stripe, and a file may need a slow connection. */
const SLOW_TIMEOUT_MS = 60_000;
/** How long we try to reach the server when signing out, which works on this device in any case. */
const SIGN_OUT_TIMEOUT_MS = 5000;

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
export async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutOf(String(input)));
  // Safari before 17.4 can't combine two signals, so only the caller's is used.
  const signal = init?.signal ? (AbortSignal.any?.([init.signal, limit]) ?? init.signal) : limit;
  const response = await fetch(input, { ...init, signal });
  if (isSomebodyElses(response)) throw new TypeError('Failed to fetch');
  return response;
}

const GUEST = `Bearer ${publishableKey}`;
const sessionExpired = () =>
  Response.json({ code: 'PT401', hint: 'session_expired', message: 'The session is over' }, { status: 401 });

/** Returns a token in place of a refused one, or null if there is none. */
export type RenewAccess = (refused: string | undefined) => Promise<string | null>;

/**
 * Returns a fetch for requests that carry a token. It renews a token once if the server no longer accepts it. The client
 * sends a request as a guest if it couldn't renew a session, and we treat such a request as one that did not arrive.
 */
export const fetchAsCaller =
  (renew: RenewAccess): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    const isGuest = headers.get('authorization') === GUEST;
    if (isGuest && hasSession()) throw new TypeError('Failed to fetch');
    const response = await fetchWithTimeout(input, init);
    if (response.status !== 401 || isGuest) return response;
    const token = await renew(storedAccess()?.token);
    if (!token) return hasSession() ? response : sessionExpired();
    headers.set('authorization', `Bearer ${token}`);
    return fetchWithTimeout(input, { ...init, headers });
  };
