import type { User } from '@supabase/supabase-js';
import { readJson, readText } from '@/lib/storage/storage';

/** Where the session is stored, in this browser. */
export const SESSION_KEY = 'territorio-auth';

/** Whether this browser has a session; if not, no auth code needs to be loaded. */
export const hasSession = (): boolean => readText('local', SESSION_KEY) !== null;

function hasUser(value: unknown): value is { user: User } {
  if (typeof value !== 'object' || value === null || !('user' in value)) return false;
  const { user } = value;
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string';
}

/** The owner of the stored session, for when the server can't be reached. */
export function storedUser(): User | null {
  return readJson('local', SESSION_KEY, hasUser)?.user ?? null;
}

const hasAccess = (value: unknown): value is { user: User; access_token: string; expires_at: number } =>
  hasUser(value) &&
  'access_token' in value &&
  typeof value.access_token === 'string' &&
  'expires_at' in value &&
  typeof value.expires_at === 'number';

/** The stored session's access token with its expiry in ms; null if expired or missing. */
export function storedAccess(): { userId: string; token: string; until: number } | null {
  const session = readJson('local', SESSION_KEY, hasAccess);
  if (!session || session.expires_at * 1000 <= Date.now()) return null;
  return { userId: session.user.id, token: session.access_token, until: session.expires_at * 1000 };
}
