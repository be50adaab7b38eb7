import type { AuthChangeEvent, Session, SupabaseClient, User } from '@supabase/supabase-js';
import { supabase } from './supabase.ts';

export { onAuthChange } from './auth-events.ts';
export type { AuthChangeEvent, Session, User };

/** Returns the client's auth. */
export const authClient = async (): Promise<SupabaseClient['auth']> => (await supabase()).auth;
