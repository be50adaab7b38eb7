import type { User } from '@supabase/supabase-js';
import { readJson, readText } from '@/lib/storage/storage';

/** Where the session is stored, in this browser. */
export const SESSION_KEY = 'territorio-auth';

/** Whether this browser has a session; without one nothing of auth has to be loaded. */
export const hasSession = (): boolean => readText('local', SESSION_KEY) !== null;

function hasUser(value: unknown): value is { user: User } {
  if (typeof value !== 'object' || value === null || !('user' in value)) return false;
  const { user } = value;
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string';
}

/** Who the stored session belongs to, for the time when the server cannot be asked. */
export function storedUser(): User | null {
  return readJson('local', SESSION_KEY, hasUser)?.user ?? null;
}
