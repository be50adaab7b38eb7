import type { QueryKey } from '@tanstack/react-query';
import { usePrefetch } from '@/lib/hooks/use-prefetch';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { LIVE_WAIT_MS, type Topics, useLiveQuery } from '@/lib/realtime/use-live-query';

/** Code loaded by clicks. */
const DIALOGS = [
  () => import('@/features/dock/check-in/scan/ScanDialog'),
  () => import('@/features/dock/check-in/NoShowDialog'),
  () => import('@/features/departures/GroupMessageDialog'),
] as const;

interface DayPage {
  userId: string;
  /** Its path, which opens offline. */
  page: string;
  /** The topics that refetch everything below `queryKey`. */
  topics: Topics;
  queryKey: QueryKey;
}

/** A work page: it updates live, and its data and actions are available offline. */
export function useDayPage({ userId, page, topics, queryKey }: DayPage): void {
  useLiveQuery(topics, queryKey, LIVE_WAIT_MS);
  usePrefetch(DIALOGS);
  usePersistedQueries(userId, page);
}
