import { useSyncExternalStore } from 'react';

/** The browser's install event, which comes once and early: kept until the person asks for it. */
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
  // Suppresses the browser's own banner, which would appear at any time.
  event.preventDefault();
  keep(event as InstallPrompt);
});
globalThis.addEventListener?.('appinstalled', () => keep(null));

/** Asks the browser to install the app; null if it can't. */
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

/** It already runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** The browser installs only by its Share menu. An iPad reports itself as a Mac with touch. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
