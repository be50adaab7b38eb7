import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { messageKeys, recentMessagesQuery } from './queries';

/** A person's newest messages, live. Staff are not among a booking's people: they are told by notifications. */
export function useRecentMessages(userId: string, hosts: boolean) {
  const query = useQuery(recentMessagesQuery(userId, hosts));
  useLiveQuery({ [`user:${userId}`]: ['message', 'notification'] }, messageKeys.recent(userId));
  return query;
}
