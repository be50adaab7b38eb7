import { beforeEach, expect, it, vi } from 'vitest';
import type { AuthChangeEvent, Session } from '@/lib/api/auth';

/** A tab of the browser: its own copy of the app. All tabs share the storage. */
async function openTab() {
  vi.resetModules();
  let tell: (event: AuthChangeEvent, session: Session | null) => void = () => undefined;
  vi.doMock('@/lib/api/auth', () => ({
    authClient: async () => ({}),
    onAuthChange: (listener: typeof tell) => {
      tell = listener;
    },
  }));
  vi.doMock('./profile-watch.ts', () => ({ restoreProfile: async () => {}, watchProfile: () => () => {} }));
  const { sessionStore } = await import('./session-store.ts');
  sessionStore.get();
  return {
    store: sessionStore,
    signIn: () => tell('SIGNED_IN', { user: { id: 'ana', email: 'ana@example.test' } } as Session),
    end: () => tell('SIGNED_OUT', null),
  };
}

beforeEach(() => localStorage.clear());

it('a sign-out on purpose is one in the other tabs too, and a later end of a session is not', async () => {
  const [here, elsewhere] = [await openTab(), await openTab()];
  for (const tab of [here, elsewhere]) tab.signIn();
  await here.store.whileLeaving(async () => {
    // The client notifies all tabs, in any order.
    elsewhere.end();
    here.end();
  });
  expect(here.store.get()).toEqual({ status: 'signed-out', end: 'left' });
  expect(elsewhere.store.get()).toEqual({ status: 'signed-out', end: 'left' });
  for (const tab of [here, elsewhere]) tab.signIn();
  elsewhere.end();
  expect(elsewhere.store.get()).toEqual({ status: 'signed-out', end: 'expired' });
});

it('a sign-out that failed leaves no trace', async () => {
  const tab = await openTab();
  tab.signIn();
  await expect(
    tab.store.whileLeaving(async () => {
      throw new Error('No answer');
    }),
  ).rejects.toThrow('No answer');
  tab.end();
  expect(tab.store.get()).toEqual({ status: 'signed-out', end: 'expired' });
});
