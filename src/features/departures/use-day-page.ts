import type { QueryKey } from '@tanstack/react-query';
import { useSendSales } from '@/features/dock/offline/use-send-sales';
import { usePrefetch } from '@/lib/hooks/use-prefetch';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { LIVE_WAIT_MS, type Topics, useLiveQuery } from '@/lib/realtime/use-live-query';

/** What a press opens. */
const DIALOGS = [
  () => import('@/features/dock/check-in/scan/ScanDialog'),
  () => import('@/features/dock/check-in/NoShowDialog'),
  () => import('./GroupMessageDialog'),
] as const;

interface DayPage {
  userId: string;
  /** Its path, which opens without a signal. */
  page: string;
  /** What makes everything below `queryKey` be read again. */
  topics: Topics;
  queryKey: QueryKey;
}

/**
 * A page of a day's work: it shows changes without a reload, what was read and can be pressed is there without a signal, and what was sold
 * without one is sent. Returns what sends the sales.
 */
export function useDayPage({ userId, page, topics, queryKey }: DayPage): ReturnType<typeof useSendSales> {
  useLiveQuery(topics, queryKey, LIVE_WAIT_MS);
  usePrefetch(DIALOGS);
  usePersistedQueries(userId, page);
  return useSendSales(userId);
}
