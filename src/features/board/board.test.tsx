import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '@/features/auth/session';
import { AppError } from '@/lib/errors';
import { i18n } from '@/lib/i18n';
import { Board } from './Board.tsx';
import type { BoardMessage, Page } from './pages.ts';
import { hideMessage, type PostedMessage, postMessage, reportMessage } from './queries.ts';

const server = vi.hoisted(() => ({ first: vi.fn(), replies: vi.fn(), live: vi.fn() }));
vi.mock('@/features/auth/session', () => ({ useSession: vi.fn() }));
vi.mock('@/lib/use-topic', () => ({ useTopic: server.live }));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<typeof import('./queries.ts')>()),
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
}));

const message = (n: number, changes: Partial<BoardMessage> = {}): BoardMessage => ({
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
const pageOf = (messages: BoardMessage[], next: Page['next'] = null): Page => ({ messages, next });

function signIn(roles: string[] | null, territory: string | null = null) {
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

function show() {
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

const articles = () =>
  screen.getAllByRole('article').map((node) => /(?:Message|Reply) \d+|Hello/.exec(node.textContent ?? '')?.[0]);

/** An answer of the server that comes when the test says so. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

beforeEach(() => {
  // jsdom lays nothing out, so it has nothing to scroll.
  HTMLElement.prototype.scrollIntoView = vi.fn();
  signIn(['tourist']);
  server.live.mockReset();
  server.first.mockReset().mockResolvedValue(pageOf([1, 2, 3].map((n) => message(n))));
  server.replies.mockReset().mockResolvedValue(pageOf([]));
  for (const call of [postMessage, reportMessage, hideMessage]) vi.mocked(call).mockReset();
});

describe('the keyboard', () => {
  it('goes on with the first of the messages that were asked for, where there are no more', async () => {
    server.first.mockImplementation(({ pageParam }: { pageParam: unknown }) =>
      Promise.resolve(
        pageParam
          ? pageOf([7].map((n) => message(n)))
          : pageOf(
              [1, 2, 3, 4, 5, 6].map((n) => message(n)),
              { at: 'x', id: 'm6' },
            ),
      ),
    );
    const { user } = show();
    (await screen.findByRole('button', { name: 'View All Messages' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: /View All|older/ })).toBeNull());
    await waitFor(() => expect(screen.getByText('Message 6').closest('li')).toHaveFocus());
  });

  it('comes back to Reply when an answer is given up', async () => {
    const { user } = show();
    const reply = (await screen.findAllByRole('button', { name: 'Reply' }))[1] as HTMLElement;
    reply.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('textbox', { name: 'Write a reply' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Write a reply' })).toBeNull();
    expect(reply).toHaveFocus();
  });
});

describe('reading', () => {
  it('shows five, and the rest after View All Messages', async () => {
    const next = { at: 'x', id: 'm5' };
    server.first.mockImplementation(({ pageParam }: { pageParam: unknown }) =>
      Promise.resolve(
        pageParam
          ? pageOf([6, 7].map((n) => message(n)))
          : pageOf(
              [1, 2, 3, 4, 5].map((n) => message(n)),
              next,
            ),
      ),
    );
    const { user } = show();
    await screen.findByText('Message 5');
    expect(articles()).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'View All Messages' }));
    await screen.findByText('Message 7');
    expect(articles()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Message ${n}`));
    expect(screen.queryByRole('button', { name: /View All|older/ })).toBeNull();
  });

  it('a guest reads, and is asked to join; there is no box and no menu', async () => {
    signIn(null);
    show();
    await screen.findByText('Message 1');
    expect(screen.getByText('Join the Conversation')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions|Reply|Follow/ })).toBeNull();
  });

  it('says that it failed and tries again', async () => {
    server.first.mockRejectedValueOnce(new AppError('server', 'Failed to load messages'));
    const { user } = show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load messages');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Message 1')).toBeVisible();
  });

  it('shows hostile text as text, in its own direction', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    server.first.mockResolvedValue(pageOf([message(1, { message: evil }), message(2, { message: 'مرحبا' })]));
    const { container } = show();
    expect(await screen.findByText(evil)).toHaveAttribute('dir', 'auto');
    expect(screen.getByText('مرحبا')).toHaveAttribute('dir', 'auto');
    expect(container.querySelector('img[src="x"]')).toBeNull();
  });
});

describe('posting', () => {
  it('is there at once, on top, and stays when it was stored', async () => {
    const answer = later<PostedMessage>();
    vi.mocked(postMessage).mockReturnValue(answer.promise);
    const { user } = show();
    await screen.findByText('Message 1');
    await user.type(screen.getByRole('textbox'), '  Hello  ');
    await user.click(screen.getByRole('button', { name: 'Post message' }));
    expect(articles()).toEqual(['Hello', 'Message 1', 'Message 2', 'Message 3']);
    expect(screen.getByRole('textbox')).toHaveValue('');
    expect(postMessage).toHaveBeenCalledWith('rio-dulce', 'Hello', null, expect.any(String));
    const stored = message(0, { id: 'stored', message: 'Hello' });
    server.first.mockResolvedValue(pageOf([stored, ...[1, 2, 3].map((n) => message(n))]));
    await act(async () => answer.resolve(stored));
    await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
    expect(articles()).toEqual(['Hello', 'Message 1', 'Message 2', 'Message 3']);
  });

  it('is gone again when it failed, with the text back in the box and the reason', async () => {
    const answer = later<PostedMessage>();
    vi.mocked(postMessage).mockReturnValue(answer.promise);
    const { user } = show();
    await screen.findByText('Message 1');
    await user.type(screen.getByRole('textbox'), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Post message' }));
    expect(articles()[0]).toBe('Hello');
    await act(async () =>
      answer.reject(
        new AppError('rate_limited', 'Failed to post message', {
          detail: 'Too many requests. Wait a minute and try again.',
        }),
      ),
    );
    expect(screen.getByRole('alert')).toHaveTextContent(/Failed to post message.*Too many requests/);
    expect(articles()).toEqual(['Message 1', 'Message 2', 'Message 3']);
    expect(screen.getByRole('textbox')).toHaveValue('Hello');
  });

  it('is not lost when it was posted while the board was still loading', async () => {
    const early = later<Page>();
    server.first.mockReset().mockReturnValueOnce(early.promise);
    const stored = message(0, { id: 'stored', message: 'Hello' });
    server.first.mockResolvedValue(pageOf([stored, message(1)]));
    vi.mocked(postMessage).mockResolvedValue(stored);
    const { user } = show();
    await user.type(screen.getByRole('textbox'), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Post message' }));
    await waitFor(() => expect(postMessage).toHaveBeenCalled());
    await act(async () => early.resolve(pageOf([message(1)])));
    expect(await screen.findByText('Hello')).toBeVisible();
    expect(articles()).toEqual(['Hello', 'Message 1']);
  });

  it('sends nothing that is only blank', async () => {
    const { user } = show();
    await screen.findByText('Message 1');
    await user.type(screen.getByRole('textbox'), '   ');
    await user.click(screen.getByRole('button', { name: 'Post message' }));
    expect(postMessage).not.toHaveBeenCalled();
  });

  it('comes back below what was begun meanwhile, and is not lost by a reload on the way', async () => {
    const answer = later<PostedMessage>();
    vi.mocked(postMessage).mockReturnValue(answer.promise);
    const first = show();
    await screen.findByText('Message 1');
    await first.user.type(screen.getByRole('textbox'), 'Hello');
    await first.user.click(screen.getByRole('button', { name: 'Post message' }));
    await first.user.type(screen.getByRole('textbox'), 'And more');
    const kept = JSON.stringify(sessionStorage);
    await act(async () => answer.reject(new AppError('server', 'Failed to post message')));
    expect(screen.getByRole('textbox')).toHaveValue('Hello\n\nAnd more');
    first.unmount();
    // As it stood while it was on its way.
    sessionStorage.clear();
    for (const [key, value] of Object.entries(JSON.parse(kept) as Record<string, string>))
      sessionStorage.setItem(key, value);
    show();
    expect(await screen.findByRole('textbox')).toHaveValue('Hello\n\nAnd more');
  });

  it('is there once when a reading brings it before its own answer', async () => {
    const answer = later<PostedMessage>();
    vi.mocked(postMessage).mockReturnValue(answer.promise);
    const { user, client } = show();
    await screen.findByText('Message 1');
    await user.type(screen.getByRole('textbox'), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Post message' }));
    const id = vi.mocked(postMessage).mock.calls[0]?.[3] ?? '';
    const stored = message(0, { id, message: 'Hello' });
    server.first.mockResolvedValue(pageOf([stored, message(1)]));
    await act(async () => client.refetchQueries({ queryKey: ['board'] }));
    await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
    expect(articles()).toEqual(['Hello', 'Message 1']);
    await act(async () => answer.resolve(stored));
    expect(articles()).toEqual(['Hello', 'Message 1']);
  });

  it('keeps an unfinished text for its author alone', async () => {
    const first = show();
    await screen.findByText('Message 1');
    await first.user.type(screen.getByRole('textbox'), 'Half a thought');
    first.unmount();
    show();
    expect(await screen.findByRole('textbox')).toHaveValue('Half a thought');
  });
});

describe('replying', () => {
  it('counts at once, and counts back when it failed', async () => {
    server.first.mockResolvedValue(pageOf([message(1, { replyCount: 1 })]));
    server.replies.mockResolvedValue(pageOf([message(9, { message: 'Reply 9' })]));
    const answer = later<PostedMessage>();
    vi.mocked(postMessage).mockReturnValue(answer.promise);
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Reply' }));
    expect(await screen.findByText('Reply 9')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Write a reply' }), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Post reply' }));
    expect(screen.getByRole('button', { name: '2 replies' })).toBeVisible();
    const list = screen.getByRole('list', { name: 'Replies to Author 1' });
    expect(
      within(list)
        .getAllByRole('article')
        .map((node) => node.textContent),
    ).toEqual([expect.stringContaining('Reply 9'), expect.stringContaining('Hello')]);
    await act(async () => answer.reject(new AppError('server', 'Failed to post reply')));
    expect(screen.getByRole('button', { name: '1 reply' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to post reply');
    expect(screen.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('Hello');
  });
});

describe('the menu', () => {
  const open = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: 'Actions for the message of Author 1' }));

  it("says 'Report sent' for two seconds and closes", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      vi.mocked(reportMessage).mockResolvedValue();
      const { user } = show();
      await open(user);
      await user.click(screen.getByRole('menuitem', { name: 'Report message' }));
      expect(await screen.findByText('Report sent')).toBeVisible();
      await act(async () => vi.advanceTimersByTime(1800));
      expect(screen.getByText('Report sent')).toBeVisible();
      await act(async () => vi.advanceTimersByTime(400));
      expect(screen.queryByRole('menu')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('says when a report failed', async () => {
    vi.mocked(reportMessage).mockRejectedValue(new AppError('server', 'Failed to report message'));
    const { user } = show();
    await open(user);
    await user.click(screen.getByRole('menuitem', { name: 'Report message' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to report message');
  });

  it.each([
    ['staff of the region', ['territory_staff'], 'rio-dulce', true],
    ['staff of another region', ['territory_staff'], 'atitlan', false],
    ['an admin', ['admin'], null, true],
    ['a tourist', ['tourist'], null, false],
  ])('%s', async (_, roles, territory, hides) => {
    signIn(roles, territory);
    const { user } = show();
    await open(user);
    expect(screen.queryByRole('menuitem', { name: 'Hide message' }) !== null).toBe(hides);
  });
});
