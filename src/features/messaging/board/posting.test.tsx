import { act, screen, waitFor, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import type { Page } from './pages.ts';
import { type PostedMessage, postMessage } from './queries.ts';
import { articles, board, endSession, message, pageOf, show, signIn, startAnew } from './test-page.tsx';
import { server } from './test-server.ts';

vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<typeof import('./queries.ts')>()),
  ...(await import('./test-server.ts')).fakeQueries(),
}));

beforeEach(startAnew);

/** A response that arrives when the test says so. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Posts a text whose response arrives when the test says so. */
async function post(text: string) {
  const answer = later<PostedMessage>();
  vi.mocked(postMessage).mockReturnValue(answer.promise);
  const { user } = show();
  await screen.findByText('Message 1');
  await user.type(screen.getByRole('textbox'), text);
  await user.click(screen.getByRole('button', { name: 'Post message' }));
  return answer;
}

describe('posting', () => {
  it('is shown at once, on top, and stays when it was stored', async () => {
    const answer = await post('  Hello  ');
    expect(articles()).toEqual(['Hello', 'Message 1', 'Message 2', 'Message 3']);
    expect(screen.getByRole('textbox')).toHaveValue('');
    expect(postMessage).toHaveBeenCalledWith('rio-dulce', 'Hello', null, expect.any(String));
    const stored = message(0, { id: 'stored', message: 'Hello' });
    server.first.mockResolvedValue(pageOf([stored, ...[1, 2, 3].map((n) => message(n))]));
    await act(async () => answer.resolve(stored));
    await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
    expect(articles()).toEqual(['Hello', 'Message 1', 'Message 2', 'Message 3']);
  });

  it('is removed when it failed, with the text back in the box and the reason', async () => {
    const answer = await post('Hello');
    expect(articles()[0]).toBe('Hello');
    await act(async () =>
      answer.reject(
        new AppError('rate_limited', 'Failed to post message', {
          detail: 'Too many requests. Please wait a minute and try again.',
        }),
      ),
    );
    expect(screen.getByRole('alert')).toHaveTextContent(/Failed to post message.*Too many requests/);
    expect(articles()).toEqual(['Message 1', 'Message 2', 'Message 3']);
    expect(screen.getByRole('textbox')).toHaveValue('Hello');
  });

  it('is kept if it was posted while the board was still loading', async () => {
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

  it('sends no blank text', async () => {
    const { user } = show();
    await screen.findByText('Message 1');
    await user.type(screen.getByRole('textbox'), '   ');
    await user.click(screen.getByRole('button', { name: 'Post message' }));
    expect(postMessage).not.toHaveBeenCalled();
  });

  it('returns below newer text, and survives a reload while sending', async () => {
    const answer = later<PostedMessage>();
    vi.mocked(postMessage).mockReturnValue(answer.promise);
    const first = show();
    await screen.findByText('Message 1');
    await first.user.type(screen.getByRole('textbox'), 'Hello');
    await first.user.click(screen.getByRole('button', { name: 'Post message' }));
    await fill(first.user, screen.getByRole('textbox'), 'And more');
    const kept = JSON.stringify(sessionStorage);
    await act(async () => answer.reject(new AppError('server', 'Failed to post message')));
    expect(screen.getByRole('textbox')).toHaveValue('Hello\n\nAnd more');
    first.unmount();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(JSON.parse(kept) as Record<string, string>))
      sessionStorage.setItem(key, value);
    show();
    expect(await screen.findByRole('textbox')).toHaveValue('Hello\n\nAnd more');
  });

  it('is shown once when a reload brings it before its own response', async () => {
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

  it('keeps an unfinished text only for its author', async () => {
    const first = show();
    await screen.findByText('Message 1');
    await fill(first.user, screen.getByRole('textbox'), 'Half a thought');
    first.unmount();
    show();
    expect(await screen.findByRole('textbox')).toHaveValue('Half a thought');
  });
});

describe('replying', () => {
  it('counts at once, and is subtracted when it failed', async () => {
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

describe('a session that ends', () => {
  const expired = () => {
    endSession();
    return Promise.reject(new AppError('session_expired', 'Your session has expired. Please log in again.'));
  };

  it.each([
    ['a message', 'Post message', null],
    ['a reply', 'Post reply', 'Reply'],
  ])('leads to the login and back to %s', async (_, send, opener) => {
    vi.mocked(postMessage).mockImplementation(expired);
    const { user, router, rerender, unmount } = show();
    await screen.findByText('Message 1');
    if (opener) await user.click(screen.getAllByRole('button', { name: opener })[0] as HTMLElement);
    const name = opener ? 'Write a reply' : 'Write a message';
    await fill(user, screen.getByRole('textbox', { name }), 'Is the dock open?');
    await user.click(screen.getByRole('button', { name: send }));
    await screen.findAllByRole('link', { name: 'Log in' });
    rerender(board());
    expect(screen.queryByRole('textbox')).toBeNull();
    // The board itself says so, and the message that was being answered.
    const alerts = screen.getAllByText('Your session has expired. Please log in again.');
    expect(alerts).toHaveLength(opener ? 2 : 1);
    await user.click(screen.getAllByRole('link', { name: 'Log in' }).at(-1) as HTMLElement);
    expect(router.state.location).toMatchObject({
      pathname: '/login',
      state: { from: '/territories/rio-dulce?tag=Boat#board' },
    });
    unmount();
    signIn(['tourist']);
    show();
    expect(await screen.findByRole('textbox', { name })).toHaveValue('Is the dock open?');
  });
});
