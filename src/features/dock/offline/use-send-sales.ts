import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { saleKeys } from '@/features/dock/sale/queries';
import { useSending } from '@/lib/offline/use-sending';
import { forgetOldSales, useWaitingSales } from './sales';
import { sendSales } from './send-sales';

/** Sends what was sold without a signal as soon as there is one. `failure`: why the server takes none of it. */
export function useSendSales(userId: string) {
  const client = useQueryClient();
  const waiting = useWaitingSales().length;
  const sendAll = useCallback(async () => {
    const readAgain = () => void client.invalidateQueries({ queryKey: saleKeys.all(userId) });
    try {
      if (await sendSales(userId)) readAgain();
    } catch (error) {
      // Others may have been sent all the same.
      readAgain();
      throw error;
    }
  }, [client, userId]);
  useEffect(() => {
    void forgetOldSales(userId).catch(() => undefined);
  }, [userId]);
  return useSending(waiting, sendAll);
}
