import type { SupabaseClient } from '@supabase/supabase-js';
import { HttpError } from './http.ts';

export function bearerToken(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * Returns the signed-in user's id. It asks the auth service, so tokens of ended sessions or deleted users are
 * refused.
 */
export function userIdOf(client: SupabaseClient) {
  return async (token: string): Promise<string | null> => {
    const { data, error } = await client.auth.getUser(token);
    return error ? null : data.user.id;
  };
}

/** Compares two secrets in constant time. */
export async function sameSecret(given: string, expected: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [a, b] = await Promise.all([digest(given), digest(expected)]);
  return a.reduce((difference, byte, i) => difference | (byte ^ (b[i] ?? 0)), 0) === 0;
}

/** Checks calls by a timer: the header `x-reconcile-secret` must equal RECONCILE_SECRET. */
export async function requireSecret(request: Request, expected: string): Promise<void> {
  const given = request.headers.get('x-reconcile-secret') ?? '';
  if (expected === '' || !(await sameSecret(given, expected))) {
    throw new HttpError(401, 'not_authorized', 'This function is not for you');
  }
}
