import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSoon } from '@/lib/use-soon';
import { useTopic } from '@/lib/use-topic';
import { markReadMutation, notificationKeys, notificationsQuery } from './queries';

/** A person's notifications, kept live. */
export function useNotifications(userId: string) {
  const client = useQueryClient();
  const query = useQuery(notificationsQuery(userId));
  const { mutate } = useMutation(markReadMutation(client, userId));
  // "All as read" tells one event a row.
  const reload = useSoon(() => void client.invalidateQueries({ queryKey: notificationKeys.mine(userId) }));
  useTopic(`user:${userId}`, ['notification'], reload);
  return {
    items: query.data?.items,
    unread: Math.max(0, query.data?.unread ?? 0),
    loading: query.isPending,
    markRead: (ids: string[] | null) => mutate(ids),
  };
}
