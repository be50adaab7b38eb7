import { createClient, isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/supabase-js';
import { apiUrl, publishableKey } from '@/lib/env';
import { sessionStore } from '@/lib/storage/storage';
import { byOwnClock, endsSession, fetchRefresh } from './auth-answers.ts';
import { fetchAsCaller, fetchWithTimeout, type RenewAccess } from './fetch.ts';
import { SESSION_KEY, storedAccess } from './session.ts';

/** How often we check that the realtime connection still works. */
const HEARTBEAT_MS = 30_000;

async function fetchFromAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const send = () => fetchWithTimeout(input, init);
  const isRefresh = String(input).includes('grant_type=refresh_token');
  return byOwnClock(await (isRefresh ? fetchRefresh(send, init?.body) : send()));
}

/** Returns a new access token, or null if there is none or the session is over. */
export const renewAccess: RenewAccess = async (refused) => {
  const { data, error } = await supabase.auth.refreshSession();
  if (isAuthRetryableFetchError(error)) throw new TypeError('Failed to fetch', { cause: error });
  // Another tab may already have renewed the token. The client keeps a session until its token expires, so the header
  // would still show the person.
  if ((endsSession(error?.code) || isAuthSessionMissingError(error)) && storedAccess()?.token === refused) {
    await supabase.auth.signOut({ scope: 'local' });
    return null;
  }
  return data.session?.access_token ?? null;
};

const fetchService = fetchAsCaller(renewAccess);

/**
 * The Supabase client for sign-in, live data, files and functions; the database has its own (database.ts). The page
 * that email links open handles their tokens, so the client doesn't read the URL.
 */
export const supabase = createClient(apiUrl, publishableKey, {
  auth: { storageKey: SESSION_KEY, storage: sessionStore, flowType: 'pkce', detectSessionInUrl: false },
  global: {
    fetch: (input, init) => (String(input).includes('/auth/v1/') ? fetchFromAuth : fetchService)(input, init),
    headers: { 'X-Client-Info': 'territorio-web' },
  },
  realtime: { heartbeatIntervalMs: HEARTBEAT_MS },
});
