import type { AuthChangeEvent, GoTrueClient, Session, User } from '@supabase/auth-js';
import { readJson } from '@/lib/storage/storage';
import { auth, SESSION_KEY } from './api.ts';

export type { AuthChangeEvent, Session, User };

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;
const listeners = new Set<AuthListener>();
let listening = false;

/** The auth client, with the app's listeners attached to it. */
export async function authClient(): Promise<GoTrueClient> {
  const loaded = await auth();
  if (!listening) {
    listening = true;
    loaded.onAuthStateChange((event, session) => {
      for (const listener of listeners) listener(event, session);
    });
  }
  return loaded;
}

export function onAuthChange(listener: AuthListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function hasUser(value: unknown): value is { user: User } {
  if (typeof value !== 'object' || value === null || !('user' in value)) return false;
  const { user } = value;
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string';
}

/** Who the stored session belongs to, for the time when the server cannot be asked. */
export function storedUser(): User | null {
  return readJson('local', SESSION_KEY, hasUser)?.user ?? null;
}
