import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { useSession } from '@/features/account/session/session';
import { i18n } from '@/lib/i18n/i18n';
import { Board } from './Board.tsx';
import type { BoardMessage, Page } from './pages.ts';
import { hideMessage, postMessage, reportMessage } from './queries.ts';
import { server } from './test-server.ts';

export const message = (n: number, changes: Partial<BoardMessage> = {}): BoardMessage => ({
  id: `m${n}`,
  message: `Message ${n}`,
  created_at: new Date(Date.now() - n * 3_600_000).toISOString(),
  hidden_at: null,
  user_id: 'somebody',
  parent_id: null,
  author: { full_name: `Author ${n}`, avatar_url: null, country: null },
  replyCount: 0,
  ...changes,
});
export const pageOf = (messages: BoardMessage[], next: Page['next'] = null): Page => ({ messages, next });

export function signIn(roles: string[] | null, territory: string | null = null) {
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
    hasRole: (...wanted: string[]) => wanted.some((role) => roles?.includes(role)),
  } as unknown as ReturnType<typeof useSession>);
}

/** The board of a region, with the address of a filtered page. */
export function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={['/territories/rio-dulce?tag=Boat']}>
          <Board territoryId="rio-dulce" />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { user: userEvent.setup(), client, ...view };
}

export const articles = () =>
  screen.getAllByRole('article').map((node) => /(?:Message|Reply) \d+|Hello/.exec(node.textContent ?? '')?.[0]);

/** Somebody is signed in, and there are three messages. */
export function startAnew() {
  // jsdom lays nothing out, so it has nothing to scroll.
  HTMLElement.prototype.scrollIntoView = vi.fn();
  signIn(['tourist']);
  server.live.mockReset();
  server.first.mockReset().mockResolvedValue(pageOf([1, 2, 3].map((n) => message(n))));
  server.replies.mockReset().mockResolvedValue(pageOf([]));
  for (const call of [postMessage, reportMessage, hideMessage]) vi.mocked(call).mockReset();
}
