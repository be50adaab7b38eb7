import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { conflictsKey } from '@/features/dock/conflicts/queries';
import { saleKeys } from '@/features/dock/sale/queries';
import type { AppError } from '@/lib/api/errors';
import { mapFailure } from '@/lib/api/map-failure';
import { isWork } from '@/lib/offline/persisted';
import { forgetOld, useWaiting } from './queue';
import { sendQueue } from './send';

/**
 * The pauses before sending again while entries wait, of which the last one repeats. We retry because nothing
 * reports that a weak connection works again, and the `online` event comes too early.
 */
const AGAIN_MS = [2_000, 5_000, 10_000, 20_000];

/**
 * Sends offline actions when the page opens or gets focus, when the signal is back, and periodically while entries
 * wait. Then it refetches. `failure` is why the server refuses them.
 */
export function useSending(userId: string) {
  const client = useQueryClient();
  const waiting = useWaiting().length;
  const [failure, setFailure] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const send = useCallback(async () => {
    setBusy(true);
    const { sent, refusal } = await sendQueue(userId).catch(async (error: unknown) => ({
      sent: false,
      refusal: await mapFailure(error),
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
