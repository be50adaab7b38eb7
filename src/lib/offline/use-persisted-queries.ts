import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { persistQueries } from './persist-queries.ts';
import { rolesOf } from './persisted.ts';
import { keepAppFiles } from './service-worker.ts';
import { type StartKind, setStartPage } from './start-page.ts';

/**
 * How long we wait after the first response of a burst, which is written once. The delay is short, because the page
 * may be closed as soon as something is shown.
 */
const BURST_MS = 150;
/** The app's files load after everything that the page needs. */
const FILES_WAIT_MS = 1500;

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 });
  else run();
};

/** Stores the app's files, which the installed app needs too. */
async function keepApp(page: string | null, kind: StartKind): Promise<void> {
  if ((await keepAppFiles()) && page !== null) await setStartPage(kind, withPrefix(page, currentLanguage()));
}

/**
 * Persists what this person loads on this page, and the app's files, for a reload without a signal
 * (docs/decisions/0061). `page` is the path that the installed app opens from now on, and `kind` says when. Null
 * leaves it unchanged.
 */
export function usePersistedQueries(userId: string, page: string | null, kind: StartKind = 'work'): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      persistQueries(client, userId).catch(() => undefined);
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
    const register = setTimeout(() => whenIdle(() => void keepApp(page, kind).catch(() => undefined)), FILES_WAIT_MS);
    return () => {
      stop();
      clearTimeout(register);
      document.removeEventListener('visibilitychange', onHide);
      globalThis.removeEventListener('pagehide', flush);
      flush();
    };
  }, [client, userId, page, kind]);
}
