import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { messageKeys, recentMessagesQuery } from './queries';

/**
 * Returns a person's newest messages, updated live. Staff aren't among a booking's people, so notifications inform
 * them.
 */
export function useRecentMessages(userId: string, hosts: boolean) {
  const query = useQuery(recentMessagesQuery(userId, hosts));
  useLiveQuery({ [`user:${userId}`]: ['message', 'notification'] }, messageKeys.recent(userId));
  return query;
}
