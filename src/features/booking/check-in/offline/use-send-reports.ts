import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { isWork } from '@/lib/offline/persisted';
import { conflictsKey } from '../conflicts/queries';
import { forgetOldReports, useReports } from './queue';
import { sendReports } from './send';

/** While something waits: nothing tells when a weak line carries again, and a phone says `online` before it does. The last one goes on. */
const AGAIN_MS = [2_000, 5_000, 10_000, 20_000];

/**
 * Sends what was done without a signal, when the page opens, the line is back, the phone is looked at again, and from time to time while
 * something waits; what the server made of it is read again. `failure`: why it takes none of it.
 */
export function useSendReports(userId: string) {
  const client = useQueryClient();
  const waiting = useReports().filter(({ state }) => state === 'waiting').length;
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const send = useCallback(async () => {
    setBusy(true);
    try {
      const sent = await sendReports(userId);
      setFailure(null);
      if (sent !== 'sent') return;
      void client.invalidateQueries({ predicate: ({ meta }) => isWork(meta) });
      void client.invalidateQueries({ queryKey: conflictsKey(userId) });
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  }, [client, userId]);

  useEffect(() => {
    void forgetOldReports(userId).catch(() => undefined);
  }, [userId]);

  useEffect(() => {
    if (waiting === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sendAndRepeat = (times = 0) => {
      clearTimeout(timer);
      timer = setTimeout(() => sendAndRepeat(times + 1), AGAIN_MS[Math.min(times, AGAIN_MS.length - 1)]);
      void send();
    };
    const onLook = () => document.visibilityState === 'visible' && sendAndRepeat();
    sendAndRepeat();
    globalThis.addEventListener('online', onLook);
    document.addEventListener('visibilitychange', onLook);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', onLook);
      document.removeEventListener('visibilitychange', onLook);
    };
  }, [waiting, send]);
  return { waiting, failure, busy, send };
}
