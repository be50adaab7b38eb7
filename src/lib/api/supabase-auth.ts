import { GoTrueClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { apiUrl, publishableKey } from '@/lib/env';
import { sessionStore } from '@/lib/storage/storage';
import { hasStoredSession, SESSION_KEY, timedFetch } from './api.ts';

/** Who signs out is here no more, whether the server can be told or not: for so long it is tried. */
const GOODBYE_MS = 5000;

export class AuthClient extends GoTrueClient {
  /** The access token, renewed if it is about to end or is not taken any more (`renew`); null when nobody is signed in. */
  async token(renew = false): Promise<string | null> {
    const { data, error } = await (renew ? this.refreshSession() : this.getSession());
    // Somebody whose session cannot be renewed on this line is no guest.
    if (isAuthRetryableFetchError(error) && hasStoredSession())
      throw new TypeError('Failed to fetch', { cause: error });
    return data.session?.access_token ?? null;
  }
}

export function createAuthClient(): AuthClient {
  return new AuthClient({
    url: `${apiUrl}/auth/v1`,
    // With a capital A, as the client writes the signed-in person's token over it by that name.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    fetch: (input, init) => timedFetch(input, init, String(input).includes('/logout') ? GOODBYE_MS : undefined),
    storageKey: SESSION_KEY,
    storage: sessionStore,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
  });
}
