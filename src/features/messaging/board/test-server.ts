import { vi } from 'vitest';
import type { Page } from './pages.ts';

/** Records the board's requests and returns the test's responses. */
export const server = { first: vi.fn(), replies: vi.fn() };

/** Returns mocks that replace the board's queries. */
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
