import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSendAgain } from '@/lib/offline/use-send-again';
import { saleKeys } from '../queries';
import { forgetOldSales, useQueuedSales } from './queue';
import { sendSales } from './send';

/** Sends what was sold without a signal as soon as there is one. `failure`: why the server takes none of it. */
export function useSendSales(userId: string) {
  const client = useQueryClient();
  const waiting = useQueuedSales().filter(({ state }) => state === 'waiting').length;
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const send = useCallback(async () => {
    setBusy(true);
    try {
      const sent = await sendSales(userId);
      setFailure(null);
      if (sent) void client.invalidateQueries({ queryKey: saleKeys.all(userId) });
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  }, [client, userId]);
  useEffect(() => {
    void forgetOldSales(userId).catch(() => undefined);
  }, [userId]);
  useSendAgain(waiting, send);
  return { waiting, failure, busy, send };
}
