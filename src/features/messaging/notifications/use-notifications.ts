import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { toast } from '@/ui/feedback/toast';
import { markReadMutation, notificationKeys, notificationsQuery, withRead } from './queries';

/** Returns a person's notifications, updated live. A mark shows at once and is reverted if the server refuses it. */
export function useNotifications(userId: string) {
  const client = useQueryClient();
  const query = useQuery(notificationsQuery(userId));
  const marking = markReadMutation(client, userId);
  const { mutate } = useMutation(marking);
  const onTheirWay = useMutationState({
    filters: { mutationKey: marking.mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as string[] | null,
  });
  // "All as read" causes one event per row, so we limit the refetches.
  useLiveQuery({ [`user:${userId}`]: ['notification'] }, notificationKeys.mine(userId));
  const shown = query.data && onTheirWay.reduce(withRead, query.data);
  return {
    items: shown?.items,
    unread: Math.max(0, shown?.unread ?? 0),
    loading: query.isPending,
    // If marking a single notification fails, that is only logged. Marking all is awaited and reported.
    markRead: (ids: string[] | null) =>
      mutate(ids, { onError: (error) => void (ids === null && toast.failure(error)) }),
  };
}
