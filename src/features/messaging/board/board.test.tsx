import { act, screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { reportMessage } from './queries.ts';
import { articles, message, pageOf, show, signIn, startAnew } from './test-page.tsx';
import { server } from './test-server.ts';

vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<typeof import('./queries.ts')>()),
  ...(await import('./test-server.ts')).fakeQueries(),
}));

beforeEach(startAnew);

describe('the keyboard', () => {
  it('continues with the first of the requested messages, where there are no more', async () => {
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

  it('returns to Reply when an answer is discarded', async () => {
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

  it('shows a visitor an invitation to join, without a box and a menu', async () => {
    signIn(null);
    show();
    await screen.findByText('Message 1');
    expect(screen.getByText('Join the Conversation')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions|Reply|Follow/ })).toBeNull();
  });

  it('reports a failure and retries', async () => {
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

describe('the menu', () => {
  const open = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: "Actions for Author 1's message" }));

  it("shows 'Report sent' for two seconds and closes", async () => {
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

  it('shows a failed report', async () => {
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
