import type { InfiniteData } from '@tanstack/react-query';
import { ownDate } from '@/lib/format/dates';

export interface Message {
  id: string;
  message: string;
  created_at: string;
  sender_id: string | null;
  sender: { full_name: string; avatar_url: string | null } | null;
  /** The temporary id of the message from before the server stored it. */
  idempotency_key?: string | null;
  /** True for a pending message, whose id is the idempotency key. */
  pending?: boolean;
}

export type Cursor = { at: string; id: string };
/** A page of messages, newest first. */
export type ThreadPage = { rows: Message[]; next: Cursor | null };
export type Thread = InfiniteData<ThreadPage, Cursor | null>;

export const PAGE_SIZE = 30;

/** Builds a page from its rows and an extra one, which shows whether there are older messages. */
export function toPage(rows: Message[], size = PAGE_SIZE): ThreadPage {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > size && last ? { at: last.created_at, id: last.id } : null };
}

/** Returns all loaded messages, oldest first. */
export function oldestFirst(pages: readonly ThreadPage[]): Message[] {
  return pages.flatMap((page) => page.rows).reverse();
}

/** Adds pending messages at the end, until a refetch contains them. */
export function withPending(loaded: readonly Message[], pending: readonly Message[]): Message[] {
  const there = new Set(loaded.map((row) => row.idempotency_key));
  return [...loaded, ...pending.filter(({ id }) => !there.has(id)).map((row) => ({ ...row, pending: true }))];
}

/** Adds a stored message as the newest, unless a refetch has already loaded it. */
export function withSent(thread: Thread | undefined, sent: Message): Thread | undefined {
  const [first, ...older] = thread?.pages ?? [];
  if (!thread || !first || first.rows.some(({ id }) => id === sent.id)) return thread;
  return { ...thread, pages: [{ ...first, rows: [sent, ...first.rows] }, ...older] };
}

/** Returns the other person's first unread message since then, or null if there is none. */
export function firstUnread(messages: readonly Message[], userId: string, since: string | null): string | null {
  if (since === null) return null;
  const from = Date.parse(since);
  return messages.find((row) => row.sender_id !== userId && Date.parse(row.created_at) >= from)?.id ?? null;
}

export type Day = { date: string; messages: Message[] };

/** Groups messages by date in the reader's time zone, like their times. */
export function byDay(messages: Message[]): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const date = ownDate(message.created_at);
    const day = days.at(-1);
    if (day?.date === date) day.messages.push(message);
    else days.push({ date, messages: [message] });
  }
  return days;
}
