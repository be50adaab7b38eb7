import type { GoTrueClient } from '@supabase/auth-js';
import { publishableKey } from './env.ts';
import { readText } from './storage.ts';

/** Where the session is kept, in this browser. */
export const SESSION_KEY = 'territorio-auth';

/** Whether this browser keeps a session; without one nothing of auth has to be loaded. */
export function hasStoredSession(): boolean {
  return readText('local', SESSION_KEY) !== null;
}

let authClient: Promise<GoTrueClient> | undefined;

/** The auth client. The return page finishes links itself, so the client leaves the address alone. */
export function auth(): Promise<GoTrueClient> {
  authClient ??= import('./supabase-auth.ts')
    .then(({ createAuthClient }) => createAuthClient())
    .catch((error: unknown) => {
      authClient = undefined; // a chunk that failed to load may load the next time
      throw error;
    });
  return authClient;
}

/** The signed-in person's access token, refreshed if it is about to end; null for guests. */
export async function accessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  const client = await auth();
  const { data } = await client.getSession();
  return data.session?.access_token ?? null;
}

function withCredentials(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('apikey', publishableKey);
  headers.set('authorization', `Bearer ${token ?? publishableKey}`);
  return { ...init, headers };
}

/** fetch with the caller's credentials; a token that the server no longer takes is refreshed once. */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const token = await accessToken();
  const response = await fetch(input, withCredentials(init, token));
  if (response.status !== 401 || !token) return response;
  const { data } = await (await auth()).refreshSession();
  const fresh = data.session?.access_token;
  return fresh && fresh !== token ? fetch(input, withCredentials(init, fresh)) : response;
}
