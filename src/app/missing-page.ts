import { useSyncExternalStore } from 'react';
import { onReached } from '@/lib/offline/on-reached';
import { ChunkError, loadChunk, shouldReload } from '@/lib/routing/chunks';
import type { PageRoute } from './routes.ts';

/** A page that someone opened and whose code hasn't loaded. */
interface MissingPage {
  route: PageRoute;
  /** True while a retry is in progress. */
  busy: boolean;
  /** True if the address must be loaded again from the server, because a retry can't succeed. */
  reload: boolean;
  retry: () => void;
}

let missing: MissingPage | null = null;
const subscribers = new Set<() => void>();

function set(next: MissingPage | null): void {
  missing = next;
  for (const notify of subscribers) notify();
}

export const useMissingPage = (): MissingPage | null =>
  useSyncExternalStore(
    (notify) => {
      subscribers.add(notify);
      return () => subscribers.delete(notify);
    },
    () => missing,
    () => null,
  );

/**
 * Returns a page's module, however long loading takes. The router keeps the previous page until then, because it
 * wouldn't retry after a rejection. A missing connection therefore never rejects, and a notice offers a retry.
 */
export async function loadPatiently<T>(route: PageRoute, load: () => Promise<T>): Promise<T> {
  let asked = false;
  for (;;) {
    try {
      const page = await loadChunk(load);
      if (missing?.route === route) set(null);
      return page;
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error;
      const reload = await shouldReload(asked, route.path);
      asked = await new Promise<boolean>((resolve) => {
        const again = (pressed: boolean) => {
          stop();
          resolve(pressed);
        };
        const stop = onReached(() => again(false), error.at);
        set({ route, busy: false, reload, retry: () => again(true) });
      });
      set({ route, busy: true, reload: false, retry: () => undefined });
    }
  }
}
