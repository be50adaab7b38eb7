import type { QueryKey } from '@tanstack/react-query';
import { usePrefetch } from '@/lib/hooks/use-prefetch';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { LIVE_WAIT_MS, type Topics, useLiveQuery } from '@/lib/realtime/use-live-query';

/** These dialogs load their code when they are first opened. */
const DIALOGS = [
  () => import('@/features/dock/check-in/scan/ScanDialog'),
  () => import('@/features/dock/check-in/NoShowDialog'),
  () => import('@/features/departures/GroupMessageDialog'),
] as const;

interface DayPage {
  userId: string;
  /** The page's path, which opens offline. */
  page: string;
  /** The topics whose events refetch everything below `queryKey`. */
  topics: Topics;
  queryKey: QueryKey;
}

/** Sets up a work page that updates live, and whose data and actions are available offline. */
export function useDayPage({ userId, page, topics, queryKey }: DayPage): void {
  useLiveQuery(topics, queryKey, LIVE_WAIT_MS);
  usePrefetch(DIALOGS);
  usePersistedQueries(userId, page);
}
