import { useEffect } from 'react';
import type { ThreadPage } from './thread';

/** The largest number of pages loaded at first. Older ones load on request. */
const MAX_PAGES = 5;

interface Pages {
  data: { pages: readonly ThreadPage[] } | undefined;
  hasNextPage: boolean;
  loadingMore: boolean;
  isFetchNextPageError: boolean;
  loadMore: () => void;
}

/** Loads a conversation back to the first unread message. Returns true while loading. */
export function useReachUnread(thread: Pages, since: string | null): boolean {
  const { data, hasNextPage, loadingMore, isFetchNextPageError, loadMore } = thread;
  const oldest = data?.pages.at(-1)?.rows.at(-1)?.created_at;
  const reaching =
    since !== null &&
    oldest !== undefined &&
    Date.parse(oldest) > Date.parse(since) &&
    hasNextPage &&
    !isFetchNextPageError &&
    (data?.pages.length ?? 0) < MAX_PAGES;
  const next = reaching && !loadingMore;
  useEffect(() => {
    if (next) loadMore();
  }, [next, loadMore]);
  return reaching;
}
