import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { cameFrom } from '@/lib/routing/came-from';
import { paths, safeNext } from '@/lib/routing/paths';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';

/** Where to go after signing in. Kept in local storage too, as a confirmation link opens in a tab of its own. */
const KEY = 'territorio-next';
const HOUR = 3_600_000;

interface Kept {
  path: string;
  at: number;
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'at' in value &&
    typeof value.at === 'number'
  );
}

export function rememberOrigin(path: string): void {
  const own = safeNext(path, '');
  if (own) writeJson('local', KEY, { path: own, at: Date.now() } satisfies Kept);
}

/** The remembered origin, if it is not older than an hour; else the fallback. */
export function rememberedOrigin(fallback: string = paths.home): string {
  const kept = readJson('local', KEY, isKept);
  return kept && Date.now() - kept.at < HOUR ? safeNext(kept.path, fallback) : fallback;
}

export function forgetOrigin(): void {
  removeText('local', KEY);
}

/** What a link to /login or /register carries in its state. */
export interface OriginState {
  from: string;
}

/** Where somebody wants to be who stands at /login or /register: what the link said, or the page that it was on. */
export function originOf(state: unknown): string | null {
  const said = typeof state === 'object' && state !== null && 'from' in state;
  return safeNext(said ? state.from : cameFrom(), '') || null;
}

/** Keeps where the person came from, for when they are signed in. */
export function useOrigin(): void {
  const { state } = useLocation();
  useEffect(() => {
    const origin = originOf(state);
    if (origin) rememberOrigin(origin);
  }, [state]);
}
