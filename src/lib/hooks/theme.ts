import { useSyncExternalStore } from 'react';
import { readText, removeText, writeText } from '@/lib/storage/storage';

/** public/theme.js reads the same key before the first paint. */
const KEY = 'territorio-theme';
export type Theme = 'light' | 'dark';

const subscribers = new Set<() => void>();
const systemDark = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;

function current(): Theme {
  const choice = readText('local', KEY);
  return choice === 'dark' || (choice !== 'light' && systemDark()) ? 'dark' : 'light';
}

function paint() {
  const dark = current() === 'dark';
  document.documentElement.classList.toggle('dark', dark);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#10132c' : '#ffffff');
  for (const notify of subscribers) notify();
}

/** Stores a choice that differs from the system's. Choosing the system's theme means following the system again. */
export function setTheme(theme: Theme): void {
  if ((theme === 'dark') === systemDark()) removeText('local', KEY);
  else writeText('local', KEY, theme);
  paint();
}

function subscribe(notify: () => void): () => void {
  const media = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
  if (subscribers.size === 0) {
    media?.addEventListener('change', paint);
    globalThis.addEventListener('storage', paint);
  }
  subscribers.add(notify);
  return () => {
    subscribers.delete(notify);
    if (subscribers.size > 0) return;
    media?.removeEventListener('change', paint);
    globalThis.removeEventListener('storage', paint);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current, () => 'light');
}
