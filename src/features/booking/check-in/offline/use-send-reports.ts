import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { isWork } from '@/lib/offline/persisted';
import { useSendAgain } from '@/lib/offline/use-send-again';
import { conflictsKey } from '../conflicts/queries';
import { forgetOldReports, useReports } from './queue';
import { sendReports } from './send';

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

  useSendAgain(waiting, send);
  return { waiting, failure, busy, send };
}
