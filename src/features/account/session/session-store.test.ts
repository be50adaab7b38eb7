import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '@/lib/api/session';

const profile = vi.hoisted(() => ({ watchProfile: vi.fn(() => () => undefined), restoreProfile: vi.fn() }));
vi.mock('./profile-watch.ts', () => profile);
const client = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock('@/lib/api/supabase', () => ({ supabase: client.load }));

const elmer = { id: 'elmer' };
const store = (secondsLeft: number) =>
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ user: elmer, access_token: 'token', expires_at: Date.now() / 1000 + secondsLeft }),
  );

async function open() {
  const { awaitFirstData, watchFirstData } = await import('@/lib/api/first-data');
  awaitFirstData();
  const { sessionStore } = await import('./session-store.ts');
  return { sessionStore, showPage: watchFirstData };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
  client.load.mockReset().mockReturnValue(new Promise(() => undefined));
  profile.watchProfile.mockClear();
  return () => vi.useRealTimers();
});

// First, because each store listens for as long as its page is open.
it('looks at once when another tab has signed out, although the client is not here yet', async () => {
  store(3600);
  const { sessionStore } = await open();
  sessionStore.get();
  localStorage.removeItem(SESSION_KEY);
  dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }));
  expect(client.load).toHaveBeenCalledOnce();
});

it('knows a person with a valid token without any auth code, which loads after the first page', async () => {
  store(3600);
  const { sessionStore, showPage } = await open();
  expect(sessionStore.get()).toMatchObject({ status: 'signed-in', user: elmer, profile: { pending: true } });
  await vi.waitFor(() => expect(profile.watchProfile).toHaveBeenCalledWith('elmer', expect.any(Function)));
  expect(client.load).not.toHaveBeenCalled();
  showPage();
  await vi.advanceTimersByTimeAsync(0);
  expect(client.load).toHaveBeenCalledOnce();
});

it.each([
  ['is about to expire', 60],
  ['has expired', -60],
])('asks the auth service first if the token %s', async (_, secondsLeft) => {
  store(secondsLeft);
  const { sessionStore } = await open();
  expect(sessionStore.get().status).toBe('loading');
  expect(client.load).toHaveBeenCalledOnce();
});

it('loads no auth code for a visitor', async () => {
  const { sessionStore, showPage } = await open();
  expect(sessionStore.get().status).toBe('signed-out');
  showPage();
  await vi.advanceTimersByTimeAsync(0);
  expect(client.load).not.toHaveBeenCalled();
});

it('ends a session that was deleted from the storage, so that the person can log in again', async () => {
  store(3600);
  const { sessionStore } = await open();
  sessionStore.get();
  sessionStore.checkStorage();
  expect(sessionStore.get().status).toBe('signed-in');
  localStorage.removeItem(SESSION_KEY);
  sessionStore.checkStorage();
  expect(sessionStore.get()).toEqual({ status: 'signed-out', end: 'expired' });
});
