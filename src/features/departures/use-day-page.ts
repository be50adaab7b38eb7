import type { QueryKey } from '@tanstack/react-query';
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

/** A page of a day's work: it shows changes without a reload, and what was read and can be pressed is there without a signal. */
export function useDayPage({ userId, page, topics, queryKey }: DayPage): void {
  useLiveQuery(topics, queryKey, LIVE_WAIT_MS);
  usePrefetch(DIALOGS);
  usePersistedQueries(userId, page);
}
