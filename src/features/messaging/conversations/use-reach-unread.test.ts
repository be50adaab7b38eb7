import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ThreadPage } from './thread';
import { useReachUnread } from './use-reach-unread';

/** Returns pages with one message each, an hour apart, newest first. */
const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    rows: [{ created_at: new Date(Date.UTC(2026, 10, 20, 12 - n)).toISOString() }],
    next: null,
  })) as unknown as ThreadPage[];

function read(count: number, since: string | null, more: Partial<Parameters<typeof useReachUnread>[0]> = {}) {
  const loadMore = vi.fn();
  const thread = {
    data: { pages: pages(count) },
    hasNextPage: true,
    loadingMore: false,
    isFetchNextPageError: false,
    loadMore,
    ...more,
  };
  const { result } = renderHook(() => useReachUnread(thread, since));
  return { reaching: result.current, asked: loadMore.mock.calls.length };
}

/** A time between the second page and the third. */
const SINCE = '2026-11-20T10:30:00Z';

it('loads until the oldest message is older than the first unread one', () => {
  expect(read(1, SINCE)).toEqual({ reaching: true, asked: 1 });
  expect(read(2, SINCE)).toEqual({ reaching: true, asked: 1 });
  expect(read(3, SINCE)).toEqual({ reaching: false, asked: 0 });
});

it('requests one page at a time', () => {
  expect(read(1, SINCE, { loadingMore: true })).toEqual({ reaching: true, asked: 0 });
});

it.each([
  ['nothing waits to be read', 1, null, {}],
  ['there is nothing older', 1, SINCE, { hasNextPage: false }],
  ['an older page did not come: there is a button to try again', 1, SINCE, { isFetchNextPageError: true }],
  ['nothing is there yet', 1, SINCE, { data: undefined }],
  ['five pages are read', 5, '2026-11-20T01:00:00Z', {}],
] as const)('stays where it is when %s', (_, count, since, more) => {
  expect(read(count, since, more)).toEqual({ reaching: false, asked: 0 });
});
