import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { persistQueries } from './persist-queries.ts';
import { rolesOf } from './persisted.ts';
import { keepAppFiles } from './service-worker.ts';
import { type StartKind, setStartPage } from './start-page.ts';

/** After the last change; a burst of answers is written once. */
const WAIT_MS = 1500;

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 });
  else run();
};

/** The app's files, also for the home screen. */
async function keepApp(page: string | null, kind: StartKind): Promise<void> {
  if ((await keepAppFiles()) && page !== null) await setStartPage(kind, withPrefix(page, currentLanguage()));
}

/**
 * Persists what this person reads on this page, and the app itself, for a reload without signal (docs/decisions/0018).
 * `page`: the path at which an app on the home screen begins from now on, `kind` says when; null: where it did before.
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
    const scheduleWrite = () => {
      clearTimeout(timer);
      timer = setTimeout(() => whenIdle(write), WAIT_MS);
    };
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && rolesOf(event.query.meta)) scheduleWrite();
    });
    // The phone goes into the pocket, and the browser may be closed there.
    const onHide = () => {
      if (timer !== undefined && document.visibilityState === 'hidden') write();
    };
    document.addEventListener('visibilitychange', onHide);
    scheduleWrite();
    const register = setTimeout(() => whenIdle(() => void keepApp(page, kind).catch(() => undefined)), WAIT_MS);
    return () => {
      stop();
      clearTimeout(register);
      document.removeEventListener('visibilitychange', onHide);
      if (timer !== undefined) write();
    };
  }, [client, userId, page, kind]);
}
