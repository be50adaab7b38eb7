import type { FunctionsClient } from '@supabase/functions-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import type { RealtimeClient } from '@supabase/realtime-js';
import type { StorageClient } from '@supabase/storage-js';
import { apiUrl, CLIENT_INFO, publishableKey } from '@/lib/env';
import type { Database } from '@/types/database';
import { accessToken, apiFetch } from './api.ts';
import { answerOf, type Call, plainRead } from './plain-read.ts';

/**
 * The Supabase client, in the parts that supabase-js is made of. A page that shows data loads what a plain read takes; the
 * whole data client, auth, storage, functions and realtime come when they are first used, so that a guest who looks
 * around needs none of them.
 */
async function send(calls: readonly Call[]): Promise<unknown> {
  const read = plainRead(calls);
  if (read) {
    const { address, signal } = read;
    const init = { headers: CLIENT_INFO, ...(signal && { signal }) };
    return answerOf(read, apiFetch(`${apiUrl}/rest/v1${address}`, init));
  }
  const loaded = await whole().catch((error: unknown) => new Error(String(error), { cause: error }));
  // Its code did not arrive: for who asks, that is a request that did not arrive.
  if (loaded instanceof Error) return answerOf({ one: false }, Promise.reject(loaded));
  let step: unknown = loaded.postgrest;
  for (const [method, args] of calls)
    step = (step as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args);
  return step;
}

const whole = () => import('./postgrest.ts');
// Whoever touches the page may soon write, and then the code should be there.
if (!import.meta.env.SSR) {
  const warm = () => void whole().catch(() => undefined);
  for (const sign of ['pointerdown', 'keydown'])
    globalThis.addEventListener?.(sign, warm, { once: true, passive: true });
}

/** Writes down what is called on it; it is sent when it is awaited. */
function recorder(calls: Call[]): object {
  const recorded: object = new Proxy(calls, {
    get(_calls, method) {
      if (typeof method === 'symbol') return undefined;
      if (method === 'then') {
        const sent: Promise<unknown>['then'] = (...handlers) => send(calls).then(...handlers);
        return sent;
      }
      return (...args: unknown[]) => {
        const call: Call = [method, args];
        // One `from(table)` may begin several requests; what follows belongs to its own.
        if (calls.length === 1 && calls[0]?.[0] === 'from') return recorder([...calls, call]);
        calls.push(call);
        return recorded;
      };
    },
  });
  return recorded;
}

/** Tables, views and functions of the public schema. */
export const db = {
  from: (table: string) => recorder([['from', [table]]]),
  rpc: (...args: unknown[]) => recorder([['rpc', args]]),
} as unknown as Pick<PostgrestClient<Database>, 'from' | 'rpc'>;

/** Loads once; what did not arrive is asked for again the next time. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

export const functions = once<FunctionsClient>(() =>
  import('@supabase/functions-js').then(
    (m) => new m.FunctionsClient(`${apiUrl}/functions/v1`, { headers: CLIENT_INFO, customFetch: apiFetch }),
  ),
);

export const storage = once<StorageClient>(() =>
  import('@supabase/storage-js').then((m) => new m.StorageClient(`${apiUrl}/storage/v1`, CLIENT_INFO, apiFetch)),
);

/** How soon a connection that broke silently is noticed. */
const HEARTBEAT_MS = 30_000;

export const realtime = once<RealtimeClient>(() =>
  import('@supabase/realtime-js').then(
    (m) =>
      new m.RealtimeClient(`${apiUrl.replace(/^http/, 'ws')}/realtime/v1`, {
        params: { apikey: publishableKey },
        heartbeatIntervalMs: HEARTBEAT_MS,
        accessToken,
      }),
  ),
);
