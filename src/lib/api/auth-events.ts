import type { AuthChangeEvent, Session, SupabaseClient } from '@supabase/supabase-js';

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;
const listeners = new Set<AuthListener>();
let followed: SupabaseClient['auth'] | undefined;

/** Subscribes to sign-in and sign-out without loading the client. */
export function onAuthChange(listener: AuthListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes the client's events on, whatever loaded it: a renewal that fails ends the session too. */
export function followAuth(auth: SupabaseClient['auth']): void {
  if (followed === auth) return;
  followed = auth;
  auth.onAuthStateChange((event, session) => {
    for (const listener of listeners) listener(event, session);
  });
}
