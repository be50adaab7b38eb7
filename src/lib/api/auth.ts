import type { AuthChangeEvent, Session, SupabaseClient, User } from '@supabase/supabase-js';
import { supabase } from './supabase.ts';

export type { AuthChangeEvent, Session, User };

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;
const listeners = new Set<AuthListener>();
let isListening = false;

/** Returns the client's auth with the app's listeners attached. */
export async function authClient(): Promise<SupabaseClient['auth']> {
  const { auth } = await supabase();
  if (!isListening) {
    isListening = true;
    auth.onAuthStateChange((event, session) => {
      for (const listener of listeners) listener(event, session);
    });
  }
  return auth;
}

/** Subscribes to sign-in and sign-out without loading the client. */
export function onAuthChange(listener: AuthListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
