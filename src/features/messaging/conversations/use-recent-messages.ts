import { useQuery } from '@tanstack/react-query';
import { useInvalidate } from '@/lib/realtime/use-invalidate';
import { useTopic } from '@/lib/realtime/use-topic';
import { messageKeys, recentMessagesQuery } from './queries';

/** The newest messages of a person, live. Staff are not among a booking's people: they hear by notification. */
export function useRecentMessages(userId: string, hosts: boolean) {
  const query = useQuery(recentMessagesQuery(userId, hosts));
  useTopic(`user:${userId}`, ['message', 'notification'], useInvalidate(messageKeys.recent(userId)));
  return query;
}
