import type { Page as KeysetPage } from '@/lib/api/paging';

export interface BoardMessage {
  id: string;
  message: string;
  created_at: string;
  /** Set if a moderator has hidden the message, which then only moderators and the author receive. */
  hidden_at: string | null;
  /** When the author last edited the message. */
  edited_at: string | null;
  /** When the author deleted the message. It stays as an empty place if it has replies. */
  deleted_at: string | null;
  user_id: string | null;
  parent_id: string | null;
  author: { full_name: string | null; avatar_url: string | null; country: string | null } | null;
  replyCount: number;
}

export interface Cursor {
  at: string;
  id: string;
}

export type Page = KeysetPage<BoardMessage, Cursor>;

/** How many messages are shown before 'View All Messages'. */
export const FIRST_PAGE = 5;
export const NEXT_PAGE = 20;
export const REPLY_PAGE = 30;

/** Builds a page from `size + 1` rows, where the extra row only shows that there are more. */
export function toPage(rows: readonly BoardMessage[], size: number): Page {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > size && last ? { at: last.created_at, id: last.id } : null };
}

type Order = 'newest-first' | 'oldest-first';

/** Joins all pages and removes duplicates, because a message that moved between two requests appears twice. */
export function joinPages(pages: readonly Page[] | undefined): BoardMessage[] {
  const seen = new Map<string, BoardMessage>();
  for (const page of pages ?? []) for (const message of page.rows) seen.set(message.id, message);
  return [...seen.values()];
}

/** Adds pending messages to the loaded ones in their places, until a refetch contains them. */
export function withPending(
  loaded: readonly BoardMessage[],
  pending: readonly BoardMessage[],
  order: Order,
): BoardMessage[] {
  const there = new Set(loaded.map(({ id }) => id));
  const rest = pending.filter(({ id }) => !there.has(id));
  return order === 'newest-first' ? [...rest.reverse(), ...loaded] : [...loaded, ...rest];
}

/** Adds a message that was just stored to the pages, if it is missing. */
export function addToPages(pages: readonly Page[], message: BoardMessage, order: Order): Page[] {
  if (pages.some((page) => page.rows.some((own) => own.id === message.id))) return [...pages];
  const at = order === 'newest-first' ? 0 : pages.length - 1;
  return pages.map((page, index) => {
    if (index !== at) return page;
    // If not all pages are loaded, the message would later jump, because the next page contains it.
    if (order === 'oldest-first') return page.next ? page : { ...page, rows: [...page.rows, message] };
    return { ...page, rows: [message, ...page.rows] };
  });
}

/** Increases the reply count of a message. */
export function countReply(pages: readonly Page[], parentId: string): Page[] {
  return pages.map((page) => ({
    ...page,
    rows: page.rows.map((own) => (own.id === parentId ? { ...own, replyCount: own.replyCount + 1 } : own)),
  }));
}
