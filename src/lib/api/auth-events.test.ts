import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import { followAuth, onAuthChange } from './auth-events.ts';

it('passes the events of the client on, once', () => {
  let emit: (event: string, session: null) => void = () => undefined;
  const onAuthStateChange = vi.fn((call: typeof emit) => {
    emit = call;
  });
  const auth = { onAuthStateChange } as unknown as SupabaseClient['auth'];
  const heard = vi.fn();
  const stop = onAuthChange(heard);
  followAuth(auth);
  followAuth(auth);
  expect(onAuthStateChange).toHaveBeenCalledOnce();
  emit('SIGNED_OUT', null);
  expect(heard).toHaveBeenCalledExactlyOnceWith('SIGNED_OUT', null);
  stop();
  emit('SIGNED_IN', null);
  expect(heard).toHaveBeenCalledOnce();
});
