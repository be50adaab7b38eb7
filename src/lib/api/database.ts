import { PostgrestClient } from '@supabase/postgrest-js';
import { apiUrl, publishableKey } from '@/lib/env';
import type { Database } from '@/types/database';
import { fetchAsCaller, type RenewAccess } from './fetch.ts';

/**
 * The client of the database. It is apart from that of the other services (client.ts), whose code is ten times as large:
 * a visitor needs no more than this, and a signed-in person's first requests don't wait for them.
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
