import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { afterCursor, pagedQuery } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { localizeNames } from '@/lib/i18n/listing-texts';
import type { Json } from '@/types/database';
import { type Cursor, PAGE_SIZE, toPage } from './thread';

export const messageKeys = {
  all: ['messages'] as const,
  recent: (userId: string) => ['messages', 'recent', userId] as const,
  thread: (bookingId: string) => ['messages', 'thread', bookingId] as const,
  booking: (bookingId: string) => ['messages', 'booking', bookingId] as const,
};

/** The panel shows the 10 newest. */
const SHOWN = 10;
const FAILED = msg`Failed to load messages`;
const SENDER = 'sender:profile_cards!messages_sender_card_fkey(full_name, avatar_url)' as const;
const SERVICE = 'service:services!bookings_service_id_kind_fkey(title, names)' as const;
const RECENT = `id, message, created_at, sender_id, tourist_id, booking_id, kind, group_size, ${SENDER},
  booking:bookings!messages_booking_id_fkey(booking_date, ${SERVICE},
    tourist:profile_cards!bookings_tourist_card_fkey(full_name, avatar_url),
    guide:profile_cards!bookings_guide_card_fkey(full_name, avatar_url))` as const;

type Service = { title: string; names: Json };
/** Returns the booked service in the reader's language. */
const serviceOf = (booking: { service: Service | null } | null) =>
  booking?.service && localizeNames(booking.service, ['title']);

/**
 * Returns a guest's messages about their own bookings. For hosts it returns all that they may read, and a group
 * message only once.
 */
async function getRecent(userId: string, hosts: boolean, signal: AbortSignal) {
  const rows = await run((db) => {
    const query = db.from('messages').select(RECENT);
    const once = `to_group.is.false,group_size.not.is.null,tourist_id.eq.${userId}`;
    return (hosts ? query.or(once) : query.eq('tourist_id', userId))
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(SHOWN)
      .abortSignal(signal);
  }, FAILED);
  return rows.map(({ booking, tourist_id, ...row }) => ({
    ...row,
    service: serviceOf(booking),
    /** The other person in the conversation. A shuttle has no single one. */
    other: (tourist_id === userId ? booking?.guide : booking?.tourist) ?? null,
    /** True if the reader or a colleague wrote it to the guest. */
    by_host: tourist_id !== userId && row.sender_id !== tourist_id,
    // The booking's own guest reads a group message as a single message.
    group_size: hosts ? row.group_size : null,
    day: booking?.booking_date ?? null,
  }));
}
export type RecentMessage = Awaited<ReturnType<typeof getRecent>>[number];

export const recentMessagesQuery = (userId: string, hosts: boolean) =>
  queryOptions({
    queryKey: [...messageKeys.recent(userId), hosts],
    queryFn: ({ signal }) => getRecent(userId, hosts, signal),
    staleTime: 0,
    // The live topic already refetches on focus and reconnect.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

async function getThreadPage(bookingId: string, cursor: Cursor | null, signal: AbortSignal) {
  const rows = await run((db) => {
    const query = db
      .from('messages')
      .select(`id, message, created_at, sender_id, idempotency_key, ${SENDER}`)
      .eq('booking_id', bookingId);
    return afterCursor(query, { column: 'created_at' }, cursor)
      .limit(PAGE_SIZE + 1)
      .abortSignal(signal);
  }, FAILED);
  return toPage(rows);
}

/** Returns a conversation from its end. Each further page is older. */
export const threadQuery = (bookingId: string) => ({
  ...pagedQuery(messageKeys.thread(bookingId), (cursor: Cursor | null, signal) =>
    getThreadPage(bookingId, cursor, signal),
  ),
  staleTime: 0,
  // The live topic already refetches on focus and reconnect.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

async function getBooking(bookingId: string, signal: AbortSignal) {
  const row = await run(
    (db) =>
      db
        .from('bookings')
        .select(
          `id, booking_date, start_time, tourist_id, guide_id, ${SERVICE},
          tourist:profile_cards!bookings_tourist_card_fkey(full_name), guide:profile_cards!bookings_guide_card_fkey(full_name)`,
        )
        .eq('id', bookingId)
        .abortSignal(signal)
        .maybeSingle(),
    FAILED,
  );
  if (!row) return null;
  return { ...row, service: serviceOf(row) };
}

/** Returns the booking of a conversation, or null if it doesn't exist or the reader may not see it. */
export const conversationBookingQuery = (bookingId: string) =>
  queryOptions({
    queryKey: messageKeys.booking(bookingId),
    queryFn: ({ signal }) => getBooking(bookingId, signal),
  });
export type ConversationBooking = NonNullable<Awaited<ReturnType<typeof getBooking>>>;

const sentMessage = z.object({ id: z.string(), created_at: z.string() });

/** Sends a message. `key` identifies it, so that sending it again stores it once. */
export async function sendMessage(bookingId: string, text: string, key: string) {
  const failed = msg`Failed to send message`;
  const sent = await run(
    (db) => db.rpc('send_message', { p_booking_id: bookingId, p_message: text, p_idempotency_key: key }),
    failed,
  );
  // If the response is malformed the message was stored anyway, and the following refetch shows it.
  return sentMessage.safeParse(sent).data ?? null;
}
