import { useQuery } from '@tanstack/react-query';
import { useSoon } from '@/lib/use-soon';
import { useTopic } from '@/lib/use-topic';
import { recentMessagesQuery } from './queries';

/** The newest messages of a person, live. Staff are not among a booking's people: they hear by notification. */
export function useRecentMessages(userId: string, hosts: boolean) {
  const query = useQuery(recentMessagesQuery(userId, hosts));
  const reload = useSoon(() => void query.refetch());
  useTopic(`user:${userId}`, ['message', 'notification'], reload);
  return query;
}
