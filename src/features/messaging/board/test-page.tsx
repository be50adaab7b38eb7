import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { vi } from 'vitest';
import { useSession } from '@/features/account/session/session';
import Board from './Board.tsx';
import type { BoardMessage, Page } from './pages.ts';
import { hideMessage, postMessage, reportMessage } from './queries.ts';
import { server } from './test-server.ts';

export const message = (n: number, changes: Partial<BoardMessage> = {}): BoardMessage => ({
  id: `m${n}`,
  message: `Message ${n}`,
  created_at: new Date(Date.now() - n * 3_600_000).toISOString(),
  hidden_at: null,
  edited_at: null,
  deleted_at: null,
  user_id: 'somebody',
  parent_id: null,
  author: { full_name: `Author ${n}`, avatar_url: null, country: null },
  replyCount: 0,
  ...changes,
});
export const pageOf = (messages: BoardMessage[], next: Page['next'] = null): Page => ({ rows: messages, next });

export function signIn(roles: string[] | null, territory: string | null = null, expired = false) {
  const profile = roles && {
    id: 'me',
    full_name: 'Me Myself',
    avatar_url: null,
    country: 'GT',
    territory_id: territory,
  };
  vi.mocked(useSession).mockReturnValue({
    status: roles ? 'signed-in' : 'signed-out',
    user: roles ? { id: 'me' } : null,
    profile,
    expired,
    hasRole: (...wanted: string[]) => wanted.some((role) => roles?.includes(role)),
  } as unknown as ReturnType<typeof useSession>);
}

/** Ends the session of the signed-in person. */
export const endSession = () => signIn(null, null, true);

export const board = () => <Board territoryId="rio-dulce" />;

/** Shows a territory's board at the address of a filtered page. */
export function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = renderApp(board(), { url: '/territories/rio-dulce?tag=Boat', client });
  return view;
}

export const articles = () =>
  screen.getAllByRole('article').map((node) => /(?:Message|Reply) \d+|Hello/.exec(node.textContent ?? '')?.[0]);

/** Signs a person in, and resets the board to three messages. */
export function startAnew() {
  signIn(['tourist']);
  server.first.mockReset().mockResolvedValue(pageOf([1, 2, 3].map((n) => message(n))));
  server.replies.mockReset().mockResolvedValue(pageOf([]));
  for (const call of [postMessage, reportMessage, hideMessage]) vi.mocked(call).mockReset();
}
