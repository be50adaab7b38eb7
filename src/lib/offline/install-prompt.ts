import { useSyncExternalStore } from 'react';

/** What a browser that can install the page gives it, once and early: kept until somebody asks for it. */
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
  // The browser's own banner would come at any moment.
  event.preventDefault();
  keep(event as InstallPrompt);
});
globalThis.addEventListener?.('appinstalled', () => keep(null));

/** Asks the browser to install the page; null where it offers nothing. */
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

/** It runs as an app already. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** Its browser installs by the Share menu alone. An iPad calls itself a Mac, with fingers. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
