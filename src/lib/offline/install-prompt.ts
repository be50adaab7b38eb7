import { useSyncExternalStore } from 'react';

/** The browser's install event, which comes once and early, so we keep it until the person asks to install. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let kept: InstallPrompt | null = null;
const listeners = new Set<() => void>();
const keep = (next: InstallPrompt | null) => {
  kept = next;
  for (const listener of listeners) listener();
};

globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  // This prevents the browser's own banner, which could appear at any time.
  event.preventDefault();
  keep(event as InstallPrompt);
});
globalThis.addEventListener?.('appinstalled', () => keep(null));

/** Returns a function that asks the browser to install the app, or null if it can't. */
export function useInstallPrompt(): (() => void) | null {
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => kept,
    () => null,
  );
  if (!offered) return null;
  return () => {
    keep(null);
    void offered.prompt();
  };
}

/** Returns whether the page already runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** Returns whether the browser installs apps only from its Share menu. An iPad reports itself as a Mac with touch. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
