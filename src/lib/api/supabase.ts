import { fetchWhenIdle, reloadForChunk } from '@/lib/routing/chunks';
import { followAuth } from './auth-events.ts';
import { hasSession, lastingToken } from './session.ts';

/**
 * Loads a client at its first use, because a page rendered at build works before that. If loading fails again while
 * online, the page reloads, as for any other chunk.
 */
function loader<T>(load: () => Promise<T>): () => Promise<T> {
  // The code is fetched before the first tap, because most browsers remember a failed import and never retry it.
  fetchWhenIdle(load);
  let failed = false;
  return () =>
    load().catch((error: unknown) => {
      if (failed && navigator.onLine) void reloadForChunk();
      failed = true;
      throw error;
    });
}

const loadServices = loader(async () => {
  const services = await import('./client.ts');
  followAuth(services.supabase.auth);
  return services;
});

/** Returns the client of auth, realtime, storage and edge functions (`invokeFunction`). */
export const supabase = async () => (await loadServices()).supabase;

/**
 * Returns the signed-in person's access token, renewed if it is about to expire, or null for guests. A stored token that
 * is still valid needs no auth code.
 */
export async function accessToken(): Promise<string | null> {
  if (!hasSession()) return null;
  const stored = lastingToken();
  if (stored) return stored;
  const { auth } = await supabase();
  const { data } = await auth.getSession();
  // A person whose session can't be renewed because of the connection isn't a guest.
  if (!data.session && hasSession()) throw new TypeError('Failed to fetch');
  return data.session?.access_token ?? null;
}

let client: ReturnType<typeof import('./database.ts')['createDatabase']> | undefined;

/** Returns the client of the database. Requests go through `run`. */
export const database = loader(async () => {
  const { createDatabase } = await import('./database.ts');
  client ??= createDatabase(accessToken, async (refused) => (await loadServices()).renewAccess(refused));
  return client;
});
