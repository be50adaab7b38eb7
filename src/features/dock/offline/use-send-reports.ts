import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { conflictsKey } from '@/features/dock/conflicts/queries';
import { isWork } from '@/lib/offline/persisted';
import { useSending } from '@/lib/offline/use-sending';
import { forgetOldReports, useReports } from './queue';
import { sendReports } from './send';

/**
 * Sends what was done without a signal, when the page opens, the line is back, the phone is looked at again, and from time to time while
 * something waits; what the server made of it is read again. `failure`: why it takes none of it.
 */
export function useSendReports(userId: string) {
  const client = useQueryClient();
  const waiting = useReports().filter(({ state }) => state === 'waiting').length;
  const sendAll = useCallback(async () => {
    if ((await sendReports(userId)) !== 'sent') return;
    void client.invalidateQueries({ predicate: ({ meta }) => isWork(meta) });
    void client.invalidateQueries({ queryKey: conflictsKey(userId) });
  }, [client, userId]);

  useEffect(() => {
    void forgetOldReports(userId).catch(() => undefined);
  }, [userId]);

  return useSending(waiting, sendAll);
}
