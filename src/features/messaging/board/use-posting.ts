import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '@/features/account/session/session';
import type { AppError } from '@/lib/api/errors';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { toAppError } from '@/lib/api/to-app-error';
import { addToPages, type BoardMessage, type Cursor, countReply, type Page } from './pages.ts';
import { boardKeys, postMessage } from './queries.ts';

type Pages = InfiniteData<Page, Cursor | null>;

export interface Posting {
  /** Pending messages, oldest first. */
  pending: BoardMessage[];
  error: AppError | null;
  /** Posts a text. Rejects if it wasn't stored, and `error` has the reason. */
  post: (text: string) => Promise<void>;
  forgetError: () => void;
}

/**
 * Posts messages or replies. Pending messages are kept beside the loaded ones, so that a refetch neither loses nor
 * duplicates them. If posting fails, they disappear.
 */
export function usePosting(territoryId: string, parentId: string | null): Posting {
  const client = useQueryClient();
  const { user, profile } = useSession();
  const [pending, setPending] = useState<BoardMessage[]>([]);
  const [error, setError] = useState<AppError | null>(null);

  /** Returns the pending message as it will look, with the id with which it is sent. */
  function draft(message: string, id: string): BoardMessage {
    return {
      id,
      message,
      created_at: new Date().toISOString(),
      hidden_at: null,
      edited_at: null,
      deleted_at: null,
      user_id: user?.id ?? null,
      parent_id: parentId,
      author: profile && { full_name: profile.full_name, avatar_url: profile.avatar_url, country: profile.country },
      replyCount: 0,
    };
  }

  /** Replaces the pending message by the stored one, then refetches. */
  async function keep(stored: BoardMessage) {
    const messages = boardKeys.messages(territoryId);
    // A request from before the message was stored doesn't contain it and must not arrive last.
    await client.cancelQueries({ queryKey: boardKeys.all(territoryId) });
    client.setQueryData<Pages>(parentId ? boardKeys.replies(territoryId, parentId) : messages, (old) =>
      old ? { ...old, pages: addToPages(old.pages, stored, parentId ? 'oldest-first' : 'newest-first') } : old,
    );
    if (parentId) {
      client.setQueryData<Pages>(messages, (old) => (old ? { ...old, pages: countReply(old.pages, parentId) } : old));
    }
    void client.invalidateQueries({ queryKey: boardKeys.all(territoryId) });
  }

  async function send(own: BoardMessage) {
    setPending((before) => [...before, own]);
    try {
      const stored = await postMessage(territoryId, own.message, parentId, own.id);
      await keep({ ...own, ...stored });
    } finally {
      setPending((before) => before.filter((message) => message.id !== own.id));
    }
  }

  async function post(text: string): Promise<void> {
    setError(null);
    try {
      const place = `board-${user?.id}-${territoryId}-${parentId ?? 'top'}`;
      await sendIdempotent(place, text, (id) => send(draft(text, id)));
    } catch (reason) {
      const failure = toAppError(reason);
      setError(failure);
      throw failure;
    }
  }

  return { pending, error, post, forgetError: () => setError(null) };
}
