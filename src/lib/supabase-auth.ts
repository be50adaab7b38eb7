import { GoTrueClient } from '@supabase/auth-js';
import { SESSION_KEY } from './api.ts';
import { apiUrl, publishableKey } from './env.ts';
import { sessionStore } from './storage.ts';

export function createAuthClient(): GoTrueClient {
  return new GoTrueClient({
    url: `${apiUrl}/auth/v1`,
    // With a capital A, as the client writes the signed-in person's token over it by that name.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: SESSION_KEY,
    storage: sessionStore,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
  });
}
