import { vi } from 'vitest';
import type { Page } from './pages.ts';

/** The board's requests and the test's answers. */
export const server = { first: vi.fn(), replies: vi.fn() };

/** Replaces the board's queries. */
export const fakeQueries = () => ({
  messagesQuery: (id: string) => ({
    queryKey: ['board', id, 'messages'],
    queryFn: server.first,
    initialPageParam: null,
    getNextPageParam: (page: Page) => page.next,
  }),
  repliesQuery: (id: string, parent: string) => ({
    queryKey: ['board', id, 'replies', parent],
    queryFn: server.replies,
    initialPageParam: null,
    getNextPageParam: (page: Page) => page.next,
  }),
  followQuery: (id: string, user: string) => ({ queryKey: ['board-follow', id, user], queryFn: async () => false }),
  postMessage: vi.fn(),
  reportMessage: vi.fn(),
  hideMessage: vi.fn(),
  editMessage: vi.fn(),
  deleteMessage: vi.fn(),
});
