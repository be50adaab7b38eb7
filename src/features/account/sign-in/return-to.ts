import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { hasTexts } from '@/lib/format/has-texts';
import { paths, safeNext } from '@/lib/routing/paths';
import { referringPage } from '@/lib/routing/referring-page';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';

/** The destination after signing in. It is in local storage, because a confirmation link opens in its own tab. */
const KEY = 'territorio-next';
const MAX_AGE_MS = 3_600_000;

interface StoredReturnTo {
  path: string;
  at: number;
}

const isStored = (value: unknown): value is StoredReturnTo =>
  hasTexts(value, 'path') && 'at' in value && typeof value.at === 'number';

export function storeReturnTo(path: string): void {
  const own = safeNext(path, '');
  if (own) writeJson('local', KEY, { path: own, at: Date.now() } satisfies StoredReturnTo);
}

/** Returns the stored path if it is less than an hour old, and otherwise the fallback. */
export function storedReturnTo(fallback: string = paths.home): string {
  const stored = readJson('local', KEY, isStored);
  return stored && Date.now() - stored.at < MAX_AGE_MS ? safeNext(stored.path, fallback) : fallback;
}

export function clearReturnTo(): void {
  removeText('local', KEY);
}

/** The history state of a link to /login or /register. */
export interface ReturnToState {
  from: string;
  why?: Why;
}

/**
 * What the page says about why to log in or sign up, and for what, such as 'Please log in to book this experience',
 * 'Create an account to book' and 'River Canyon, Nov 23'.
 */
interface Why {
  reason: string;
  register: string;
  subject: string;
}

export function reasonOf(state: unknown): Why | null {
  const why = typeof state === 'object' && state !== null && 'why' in state ? state.why : null;
  return hasTexts(why, 'reason', 'register', 'subject') ? why : null;
}

/** The history state of a link to /login that opens the forgotten-password form. */
export interface LoginState {
  forgot: true;
}

export const isForgotten = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'forgot' in state && state.forgot === true;

/** Opens the password form after an address was confirmed in a browser other than the one that signed up. */
export interface ConfirmedState {
  confirmed: true;
}

export const isConfirmed = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'confirmed' in state && state.confirmed === true;

/** Returns where a person at /login or /register continues, from the link or the previous page. */
export function returnToOf(state: unknown): string | null {
  const said = typeof state === 'object' && state !== null && 'from' in state;
  return safeNext(said ? state.from : referringPage(), '') || null;
}

/** Stores where to continue after signing in. */
export function useReturnTo(): void {
  const { state } = useLocation();
  useEffect(() => {
    const returnTo = returnToOf(state);
    if (returnTo) storeReturnTo(returnTo);
  }, [state]);
}
