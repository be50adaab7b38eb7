import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { hasTexts } from '@/lib/format/has-texts';
import { paths, safeNext } from '@/lib/routing/paths';
import { referringPage } from '@/lib/routing/referring-page';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';

/** Where to go after signing in. It is stored in local storage, as a confirmation link opens in a tab of its own. */
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

/** The stored path, if it is not older than an hour; else the fallback. */
export function storedReturnTo(fallback: string = paths.home): string {
  const stored = readJson('local', KEY, isStored);
  return stored && Date.now() - stored.at < MAX_AGE_MS ? safeNext(stored.path, fallback) : fallback;
}

export function clearReturnTo(): void {
  removeText('local', KEY);
}

/** What a link to /login or /register carries in its state. */
export interface ReturnToState {
  from: string;
  why?: Why;
}

/** Why one has to log in, or needs an account, and for what: 'Please log in to book this experience', 'Create an account to book', 'River Canyon, Nov 23'. */
interface Why {
  reason: string;
  register: string;
  subject: string;
}

/** Why somebody stands at /login or /register; null where they came by themselves. */
export function reasonOf(state: unknown): Why | null {
  const why = typeof state === 'object' && state !== null && 'why' in state ? state.why : null;
  return hasTexts(why, 'reason', 'register', 'subject') ? why : null;
}

/** What a link to /login carries that leads to the form for a forgotten password. */
export interface LoginState {
  forgot: true;
}

export const isForgotten = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'forgot' in state && state.forgot === true;

/** What leads to the form for a password after an address was confirmed in another browser than the one that signed up. */
export interface ConfirmedState {
  confirmed: true;
}

export const isConfirmed = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'confirmed' in state && state.confirmed === true;

/** Where somebody wants to be who stands at /login or /register: what the link said, or the page that it was on. */
export function returnToOf(state: unknown): string | null {
  const said = typeof state === 'object' && state !== null && 'from' in state;
  return safeNext(said ? state.from : referringPage(), '') || null;
}

/** Stores where the person wants to be once they are signed in. */
export function useReturnTo(): void {
  const { state } = useLocation();
  useEffect(() => {
    const returnTo = returnToOf(state);
    if (returnTo) storeReturnTo(returnTo);
  }, [state]);
}
