import { useSyncExternalStore } from 'react';

function subscribe(notify: () => void): () => void {
  globalThis.addEventListener('online', notify);
  globalThis.addEventListener('offline', notify);
  return () => {
    globalThis.removeEventListener('online', notify);
    globalThis.removeEventListener('offline', notify);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
