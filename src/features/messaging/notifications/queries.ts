import { msg } from '@lingui/core/macro';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isTransient } from '@/lib/api/errors';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { run } from '@/lib/api/run';
import { database } from '@/lib/api/supabase';

/** The panel shows the 10 newest. */
const SHOWN = 10;

export const notificationKeys = {
  all: ['notifications'] as const,
  mine: (userId: string) => ['notifications', userId] as const,
};

const COLUMNS = `id, type, wording, params, read, created_at, territory_id, booking_id, about,
  booking:bookings!notifications_booking_id_fkey(kind, booking_date)` as const;
const FAILED = msg`Failed to load notifications`;

async function getNotifications(userId: string, signal: AbortSignal) {
  const [items, unread] = await Promise.all([
    run(
      (db) =>
        db
          .from('notifications')
          .select(COLUMNS)
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(SHOWN)
          .abortSignal(signal),
      FAILED,
    ),
    countUnread(userId, signal),
  ]);
  return {
    items: items.map(({ booking, ...item }) => ({
      ...item,
      kind: booking?.kind ?? null,
      day: booking?.booking_date ?? departureDay(item.params),
    })),
    unread,
  };
}

/** Returns the departure's date, for notifications without a booking. */
function departureDay(params: unknown): string | null {
  const { date } = (params ?? {}) as { date?: unknown };
  return typeof date === 'string' ? date : null;
}

/** Counts all unread notifications, including those that aren't shown. */
async function countUnread(userId: string, signal: AbortSignal): Promise<number> {
  const db = await database();
  const { count, error } = await db
    .from('notifications')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId)
    .eq('read', false)
    .abortSignal(signal)
    .retry(false);
  if (error) throw error;
  return count ?? 0;
}

export type Notifications = Awaited<ReturnType<typeof getNotifications>>;
export type Notification = Notifications['items'][number];

/** Returns a person's newest notifications and the number of unread ones. Failures are only logged. */
export const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: notificationKeys.mine(userId),
    queryFn: async ({ signal }) => {
      try {
        return await getNotifications(userId, signal);
      } catch (error) {
        if (!signal.aborted) console.error(error);
        throw error;
      }
    },
    // The live topic already refetches on focus and reconnect.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Marks these notifications as read, or all of them with null. */
async function markRead(ids: string[] | null): Promise<void> {
  await run((db) => db.rpc('mark_notifications_read', ids ? { p_ids: ids } : {}), msg`Failed to update notifications`);
}

/**
 * Marks the notifications about a booking's messages as read. This is a side effect of reading, so failures are
 * only logged.
 */
export async function markConversationRead(bookingId: string): Promise<void> {
  await run(
    (db) => db.rpc('mark_conversation_read', { p_booking_id: bookingId }),
    msg`Failed to update notifications`,
  ).catch((error: unknown) => {
    if (!isTransient(error)) console.error(error);
  });
}

/** Returns the panel's state once they are read. The count never falls below 0. */
export function withRead(before: Notifications, ids: string[] | null): Notifications {
  const hit = (item: Notification) => ids === null || ids.includes(item.id);
  const fewer = before.items.filter((item) => !item.read && hit(item)).length;
  return {
    items: before.items.map((item) => (hit(item) ? { ...item, read: true } : item)),
    unread: ids === null ? 0 : Math.max(0, before.unread - fewer),
  };
}

/** Updates the cache with what the server has marked. Pending marks exist only on screen (`use-notifications.ts`). */
export const markReadMutation = (client: QueryClient, userId: string) => {
  const queryKey = notificationKeys.mine(userId);
  return {
    mutationKey: [...queryKey, 'read'],
    mutationFn: markRead,
    onSuccess: (_: unknown, ids: string[] | null) =>
      client.setQueryData<Notifications>(queryKey, (before) => before && withRead(before, ids)),
    onError: (error: Error) => console.error(error),
    onSettled: () => void refreshQueries(client, { queryKey }),
  };
};

/**
 * Returns the time of the first unread message of a conversation, or null if there is none. It is requested once
 * when the conversation opens, because viewing it marks the messages as read.
 */
export const unreadSinceQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['unread-since', bookingId],
    queryFn: async ({ signal }) => {
      const rows = await run(
        (db) =>
          db
            .from('notifications')
            .select('created_at')
            .eq('type', 'message')
            .eq('read', false)
            .eq('booking_id', bookingId)
            .order('created_at')
            .limit(1)
            .abortSignal(signal),
        FAILED,
      );
      return rows[0]?.created_at ?? null;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
