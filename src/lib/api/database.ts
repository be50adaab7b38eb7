import { PostgrestClient } from '@supabase/postgrest-js';
import { apiUrl, publishableKey } from '@/lib/env';
import type { Database } from '@/types/database';
import { fetchAsCaller, type RenewAccess } from './fetch.ts';

/**
 * Creates the client of the database. It is separate from the client of the other services (client.ts), whose code is
 * ten times as large, so visitors never load that code and a signed-in person's first requests don't wait for it.
 */
export function createDatabase(accessToken: () => Promise<string | null>, renew: RenewAccess) {
  const send = fetchAsCaller(renew);
  return new PostgrestClient<Database>(`${apiUrl}/rest/v1`, {
    headers: { apikey: publishableKey, 'X-Client-Info': 'territorio-web' },
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${(await accessToken()) ?? publishableKey}`);
      return send(input, { ...init, headers });
    },
  });
}
