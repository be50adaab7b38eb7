import { type AuthChangeEvent, authClient, onAuthChange, type Session, type User } from '@/lib/api/auth';
import { firstData } from '@/lib/api/first-data';
import { hasSession, lastingToken, SESSION_KEY, storedUser } from '@/lib/api/session';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import type { ProfileView } from './profile-watch.ts';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-in'; user: User; profile: ProfileView }
  /** 'expired' means that the session ended by itself, and 'left' that the person signed out. */
  | { status: 'signed-out'; end: 'none' | 'left' | 'expired' };

const WAITING: ProfileView = { profile: null, pending: true, error: null, retry: () => undefined };

/** In local storage from the moment when the person signs out in any tab, until someone signs in. */
const LEFT_KEY = 'territorio-left';

/** How long the server may take to identify the person. */
const TIMEOUT_MS = 5000;

let state: SessionState = { status: 'loading' };
let started = false;
let leaving = false;
let unwatch: (() => void) | undefined;
const subscribers = new Set<() => void>();

function set(next: SessionState) {
  state = next;
  for (const notify of subscribers) notify();
}

const isUser = (id: string) => state.status === 'signed-in' && state.user.id === id;

/** Follows the profile while the same person is signed in. */
function watch(userId: string) {
  const tell = (profile: ProfileView) => {
    if (state.status === 'signed-in' && isUser(userId)) set({ ...state, profile });
  };
  import('./profile-watch.ts')
    .then(async ({ restoreProfile, watchProfile }) => {
      await restoreProfile(userId);
      if (isUser(userId)) unwatch = watchProfile(userId, tell);
    })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error : new Error(String(error));
      tell({ profile: null, pending: false, error: reason, retry: () => watch(userId) });
    });
}

function signedIn(user: User) {
  const same = state.status === 'signed-in' && state.user.id === user.id ? state.profile : null;
  set({ status: 'signed-in', user, profile: same ?? WAITING });
  if (!leaving) removeText('local', LEFT_KEY);
  if (same) return;
  unwatch?.();
  unwatch = undefined;
  watch(user.id);
}

function signedOut(end: 'none' | 'left' | 'expired') {
  unwatch?.();
  unwatch = undefined;
  set({ status: 'signed-out', end });
}

function apply(event: AuthChangeEvent, session: Session | null) {
  // If there is no session but one is stored, the server couldn't be reached, so the person stays signed in.
  const user = session?.user ?? (event === 'INITIAL_SESSION' ? storedUser() : null);
  if (user) signedIn(user);
  else if (leaving || readText('local', LEFT_KEY)) signedOut('left');
  else if (state.status === 'signed-in' || (state.status === 'loading' && event === 'SIGNED_OUT')) signedOut('expired');
  else if (state.status === 'loading') signedOut('none');
}

/**
 * Reads the stored session. Visitors, and people whose stored token is still valid, are recognised without loading any
 * auth code. The client, which renews the token, then loads after the first page.
 */
function start() {
  if (started) return;
  started = true;
  onAuthChange(apply);
  // Another tab has signed in or out. The client reports it, if it is already here.
  globalThis.addEventListener('storage', (event) => {
    const isIn = state.status === 'signed-in';
    if (event.key === SESSION_KEY && Boolean(event.newValue) !== isIn) authClient().catch(() => undefined);
  });
  if (!hasSession()) {
    state = { status: 'signed-out', end: 'none' };
    return;
  }
  const user = lastingToken() ? storedUser() : null;
  if (user) {
    state = { status: 'signed-in', user, profile: WAITING };
    watch(user.id);
    void firstData()
      .then(authClient)
      .catch(() => undefined);
    return;
  }
  // Without a signal, the client tries to renew an expired session for half a minute.
  setTimeout(() => state.status === 'loading' && assume(), navigator.onLine ? TIMEOUT_MS : 0);
  authClient().catch(assume);
}

/** The server couldn't be reached, so the person stays signed in. */
function assume() {
  const user = storedUser();
  if (user) signedIn(user);
  else signedOut('none');
}

export const sessionStore = {
  subscribe(notify: () => void): () => void {
    subscribers.add(notify);
    return () => subscribers.delete(notify);
  },
  get(): SessionState {
    start();
    return state;
  },
  /** Ends the session if it was deleted from the browser's storage, which no event tells in the same tab. */
  checkStorage(): void {
    if (state.status === 'signed-in' && !hasSession()) signedOut('expired');
  },
  /** While this runs, the session ends on purpose, in all tabs. */
  async whileLeaving(act: () => Promise<void>): Promise<void> {
    leaving = true;
    writeText('local', LEFT_KEY, 'yes');
    try {
      await act();
    } catch (error) {
      removeText('local', LEFT_KEY);
      throw error;
    } finally {
      leaving = false;
    }
  },
};
