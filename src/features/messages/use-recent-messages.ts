import { useQuery } from '@tanstack/react-query';
import { useReload } from '@/lib/use-reload';
import { useTopic } from '@/lib/use-topic';
import { messageKeys, recentMessagesQuery } from './queries';

/** The newest messages of a person, live. Staff are not among a booking's people: they hear by notification. */
export function useRecentMessages(userId: string, hosts: boolean) {
  const query = useQuery(recentMessagesQuery(userId, hosts));
  useTopic(`user:${userId}`, ['message', 'notification'], useReload(messageKeys.recent(userId)));
  return query;
}
