import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { isDuplicate } from '@/lib/api/errors';
import { afterCursor, pagedQuery } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { type BoardMessage, type Cursor, FIRST_PAGE, NEXT_PAGE, type Page, REPLY_PAGE, toPage } from './pages.ts';

export const boardKeys = {
  all: (territoryId: string) => ['board', territoryId] as const,
  messages: (territoryId: string) => [...boardKeys.all(territoryId), 'messages'] as const,
  replies: (territoryId: string, parentId: string) => [...boardKeys.all(territoryId), 'replies', parentId] as const,
  follow: (territoryId: string, userId: string) => ['board-follow', territoryId, userId] as const,
};

const OWN_COLUMNS = 'id, message, created_at, hidden_at, edited_at, deleted_at, user_id, parent_id' as const;
const COLUMNS =
  'id, message, created_at, hidden_at, edited_at, deleted_at, user_id, parent_id, author:profile_cards!territory_messages_author_card_fkey(full_name, avatar_url, country), replies:territory_messages!parent_id(count)' as const;

/** A count is returned as a list with one entry, but the generated types treat this embed as a single parent. */
type Counted = { count: number };
type Row = Omit<BoardMessage, 'replyCount'> & { replies: Counted | Counted[] | null };

function toMessage({ replies, ...message }: Row): BoardMessage {
  const [counted] = [replies].flat();
  return { ...message, replyCount: counted?.count ?? 0 };
}

/**
 * The messages are sorted newest first, and the cursor is the last visible one, so that newer messages don't cause
 * gaps.
 */
async function getMessages(territoryId: string, cursor: Cursor | null, signal: AbortSignal): Promise<Page> {
  const size = cursor ? NEXT_PAGE : FIRST_PAGE;
  const rows = await run((db) => {
    const query = db
      .from('territory_messages')
      .select(COLUMNS)
      .eq('territory_id', territoryId)
      .is('parent_id', null)
      .is('replies.deleted_at', null);
    const order = { column: 'created_at', idAscending: true };
    return afterCursor(query, order, cursor)
      .limit(size + 1)
      .abortSignal(signal);
  }, msg`Failed to load messages`);
  const page = toPage(rows.map(toMessage), size);
  // A deleted message without replies isn't shown.
  return { ...page, rows: page.rows.filter(({ deleted_at, replyCount }) => !deleted_at || replyCount > 0) };
}

export const messagesQuery = (territoryId: string) =>
  pagedQuery(boardKeys.messages(territoryId), (cursor: Cursor | null, signal) =>
    getMessages(territoryId, cursor, signal),
  );

async function getReplies(parentId: string, cursor: Cursor | null, signal: AbortSignal): Promise<Page> {
  const rows = await run((db) => {
    const query = db.from('territory_messages').select(COLUMNS).eq('parent_id', parentId).is('deleted_at', null);
    const order = { column: 'created_at', ascending: true, idAscending: true };
    return afterCursor(query, order, cursor)
      .limit(REPLY_PAGE + 1)
      .abortSignal(signal);
  }, msg`Failed to load messages`);
  return toPage(rows.map(toMessage), REPLY_PAGE);
}

/** Returns the replies, oldest first. */
export const repliesQuery = (territoryId: string, parentId: string) =>
  pagedQuery(boardKeys.replies(territoryId, parentId), (cursor: Cursor | null, signal) =>
    getReplies(parentId, cursor, signal),
  );

/**
 * Posts a message, or a reply to `parent`. The server sets the author, whose card is the caller's own. `id`
 * identifies the message, so that posting it again stores it once.
 */
export async function postMessage(territoryId: string, message: string, parentId: string | null, id: string) {
  const failed = parentId === null ? msg`Failed to post message` : msg`Failed to post reply`;
  const row = { id, territory_id: territoryId, message, parent_id: parentId };
  try {
    return await run((db) => db.from('territory_messages').insert(row).select(OWN_COLUMNS).single(), failed);
  } catch (error) {
    // The message was stored, and only the response was lost.
    if (!isDuplicate(error)) throw error;
    return run((db) => db.from('territory_messages').select(OWN_COLUMNS).eq('id', id).single(), failed);
  }
}

export type PostedMessage = Awaited<ReturnType<typeof postMessage>>;

async function getFollowing(territoryId: string, userId: string, signal: AbortSignal): Promise<boolean> {
  const row = await run(
    (db) =>
      db
        .from('territory_followers')
        .select('user_id')
        .eq('territory_id', territoryId)
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle(),
    msg`Failed to load data`,
  );
  return row !== null;
}

export const followQuery = (territoryId: string, userId: string) =>
  queryOptions({
    queryKey: boardKeys.follow(territoryId, userId),
    queryFn: ({ signal }) => getFollowing(territoryId, userId, signal),
  });

/** Following from two tabs counts as one. */
export async function setFollowing(territoryId: string, userId: string, follow: boolean): Promise<void> {
  const row = { territory_id: territoryId, user_id: userId };
  await run((db) => {
    const followers = db.from('territory_followers');
    return follow
      ? followers.upsert(row, { onConflict: 'territory_id,user_id', ignoreDuplicates: true })
      : followers.delete().match(row);
  }, msg`Failed to update follow status`);
}

export async function editMessage(messageId: string, message: string): Promise<void> {
  await run(
    (db) => db.rpc('edit_message', { p_message_id: messageId, p_message: message }),
    msg`Failed to save your message`,
  );
}

export async function deleteMessage(messageId: string): Promise<void> {
  await run((db) => db.rpc('delete_message', { p_message_id: messageId }), msg`Failed to delete your message`);
}

export async function reportMessage(messageId: string): Promise<void> {
  await run((db) => db.rpc('report_message', { p_message_id: messageId }), msg`Failed to report message`);
}

/** Hides a message, or shows it again. */
export async function hideMessage(messageId: string, hidden: boolean): Promise<void> {
  await run(
    (db) => db.rpc('hide_message', { p_message_id: messageId, p_hidden: hidden }),
    hidden ? msg`Failed to hide the message` : msg`Failed to show the message`,
  );
}
