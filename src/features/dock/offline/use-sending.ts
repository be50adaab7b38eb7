import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { conflictsKey } from '@/features/dock/conflicts/queries';
import { saleKeys } from '@/features/dock/sale/queries';
import type { AppError } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { isWork } from '@/lib/offline/persisted';
import { forgetOld, useWaiting } from './queue';
import { sendQueue } from './send';

/** While something waits: nothing tells when a weak line carries again, and a phone says `online` before it does. The last one goes on. */
const AGAIN_MS = [2_000, 5_000, 10_000, 20_000];

/**
 * Sends what was done without a signal: when the page opens, the signal is back, the phone is looked at again, and from time to time while
 * something waits; then it reads again what that has changed. `failure`: why it does not take it.
 */
export function useSending(userId: string) {
  const client = useQueryClient();
  const waiting = useWaiting().length;
  const [failure, setFailure] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const send = useCallback(async () => {
    setBusy(true);
    const { sent, refusal } = await sendQueue(userId).catch((error: unknown) => ({
      sent: false,
      refusal: toAppError(error),
    }));
    if (sent) {
      void client.invalidateQueries({ predicate: ({ meta }) => isWork(meta) });
      void client.invalidateQueries({ queryKey: conflictsKey(userId) });
      void client.invalidateQueries({ queryKey: saleKeys.all(userId) });
    }
    setFailure(refusal);
    setBusy(false);
  }, [client, userId]);

  useEffect(() => {
    void forgetOld(userId).catch(() => undefined);
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
  return { failure, busy, send };
}
