import type { User } from '@supabase/supabase-js';
import { readJson, readText } from '@/lib/storage/storage';

/** The storage key of the session in this browser. */
export const SESSION_KEY = 'territorio-auth';

/** Returns whether this browser has a session. Without one, no auth code needs to load. */
export const hasSession = (): boolean => readText('local', SESSION_KEY) !== null;

function hasUser(value: unknown): value is { user: User } {
  if (typeof value !== 'object' || value === null || !('user' in value)) return false;
  const { user } = value;
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string';
}

/** Returns the owner of the stored session, for when the server can't be reached. */
export function storedUser(): User | null {
  return readJson('local', SESSION_KEY, hasUser)?.user ?? null;
}

const hasAccess = (value: unknown): value is { user: User; access_token: string; expires_at: number } =>
  hasUser(value) &&
  'access_token' in value &&
  typeof value.access_token === 'string' &&
  'expires_at' in value &&
  typeof value.expires_at === 'number';

/** Returns the stored session's access token and its expiry in milliseconds, or null if it is expired or missing. */
export function storedAccess(): { userId: string; token: string; until: number } | null {
  const session = readJson('local', SESSION_KEY, hasAccess);
  if (!session || session.expires_at * 1000 <= Date.now()) return null;
  return { userId: session.user.id, token: session.access_token, until: session.expires_at * 1000 };
}

/** The client renews a token that expires within this time. */
const ENDS_SOON_MS = 90_000;

/** Returns the stored access token if it needs no renewal soon, so that requests need no auth code. */
export function lastingToken(): string | null {
  const stored = storedAccess();
  return stored && stored.until - Date.now() > ENDS_SOON_MS ? stored.token : null;
}
