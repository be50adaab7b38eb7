import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { persistQueries } from './persist-queries.ts';
import { isTrip, isWork, rolesOf } from './persisted.ts';
import { keepAppFiles } from './service-worker.ts';
import { type StartKind, setStartPage } from './start-page.ts';

/**
 * How long we wait after the first response of a burst, which is written once. The delay is short, because the page
 * may be closed as soon as something is shown.
 */
const BURST_MS = 150;

/** Stores the app's files, which the installed app needs too. Returns whether it did. */
async function keepApp(page: string | null, kind: StartKind): Promise<boolean> {
  // A page that opens without a signal loads this as a part of its own, before any other, so it has to be stored too.
  const [isKept] = await Promise.all([keepAppFiles(), import('./persist-queries.ts')]);
  if (isKept && page !== null) await setStartPage(kind, withPrefix(page, currentLanguage()));
  return isKept;
}

/** Returns whether there is a list or trip to show without a signal. */
const hasSomething = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .some(({ meta, state }) => (isWork(meta) || isTrip(meta)) && state.data !== undefined);

/**
 * Persists what this person loads on this page, and the app's files, for a reload without a signal
 * (docs/decisions/0061). `page` is the path that the installed app opens from now on, and `kind` says when. Null
 * leaves it unchanged.
 */
export function usePersistedQueries(userId: string, page: string | null, kind: StartKind = 'work'): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isKept = false;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      persistQueries(client, userId).catch(() => undefined);
      // Without the files, what was persisted couldn't be opened.
      if (isKept || !hasSomething(client)) return;
      isKept = true;
      keepApp(page, kind)
        .catch(() => false)
        .then((done) => {
          isKept = done;
        });
    };
    const flush = () => {
      if (timer !== undefined) write();
    };
    const scheduleWrite = () => {
      timer ??= setTimeout(write, BURST_MS);
    };
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && rolesOf(event.query.meta)) scheduleWrite();
    });
    // When the phone goes into a pocket, the browser may be closed.
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', onHide);
    globalThis.addEventListener('pagehide', flush);
    scheduleWrite();
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onHide);
      globalThis.removeEventListener('pagehide', flush);
      flush();
    };
  }, [client, userId, page, kind]);
}
