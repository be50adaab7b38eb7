import { screen, waitFor, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { deleteMessage, editMessage } from './queries.ts';
import { message, pageOf, show, signIn, startAnew } from './test-page.tsx';
import { server } from './test-server.ts';

vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<typeof import('./queries.ts')>()),
  ...(await import('./test-server.ts')).fakeQueries(),
}));
vi.setConfig({ testTimeout: 20_000 });

const mine = message(1, { user_id: 'me' });
beforeEach(() => {
  startAnew();
  vi.mocked(editMessage).mockReset().mockResolvedValue();
  vi.mocked(deleteMessage).mockReset().mockResolvedValue();
  server.first.mockResolvedValue(pageOf([mine, message(2)]));
});
const menuOf = (n: number) => screen.findByRole('button', { name: `Actions for Author ${n}'s message` });

it('lets an author edit in place, and shows that it was edited', async () => {
  const { user } = show();
  await user.click(await menuOf(1));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit message' }));
  const box = await screen.findByRole('textbox', { name: 'Your message' });
  expect(box).toHaveValue('Message 1');
  await user.clear(box);
  await fill(user, box, 'Message one');
  server.first.mockResolvedValue(
    pageOf([{ ...mine, message: 'Message one', edited_at: new Date().toISOString() }, message(2)]),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Message one')).toBeVisible();
  expect(screen.getByText('edited')).toBeVisible();
  expect(vi.mocked(editMessage).mock.calls).toEqual([['m1', 'Message one']]);
});

it('keeps the input that could not be saved, with the reason', async () => {
  vi.mocked(editMessage).mockRejectedValue(new AppError('message_hidden', 'The team has hidden this message.'));
  const { user } = show();
  await user.click(await menuOf(1));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit message' }));
  const box = await screen.findByRole('textbox', { name: 'Your message' });
  await user.type(box, '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The team has hidden this message.')).toBeVisible();
  expect(box).toHaveValue('Message 1!');
});

it('leads an author whose session has ended to the login and back to the edited text', async () => {
  vi.mocked(editMessage).mockRejectedValue(new AppError('session_expired', 'Please log in again.'));
  const { user, router, unmount } = show();
  await user.click(await menuOf(1));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit message' }));
  await user.type(await screen.findByRole('textbox', { name: 'Your message' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('link', { name: 'Log in' }));
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    state: { from: '/territories/rio-dulce?tag=Boat' },
  });
  unmount();
  show();
  expect(await screen.findByRole('textbox', { name: 'Your message' })).toHaveValue('Message 1!');
});

it('asks before a deletion', async () => {
  const { user } = show();
  await user.click(await menuOf(1));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your message?' }));
  expect(deleteMessage).not.toHaveBeenCalled();
  server.first.mockResolvedValue(pageOf([message(2)]));
  await user.click(dialog.getByRole('button', { name: 'Delete message' }));
  await waitFor(() => expect(screen.queryByText('Message 1')).toBeNull());
  expect(vi.mocked(deleteMessage).mock.calls).toEqual([['m1']]);
});

it('lets others only report it, and its author only delete a hidden one', async () => {
  server.first.mockResolvedValue(
    pageOf([message(1, { user_id: 'me', hidden_at: '2026-11-01T00:00:00Z' }), message(2)]),
  );
  const { user } = show();
  await user.click(await menuOf(2));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Report message']);
  await user.keyboard('{Escape}');
  await user.click(await menuOf(1));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Delete message']);
});

it('leaves an empty placeholder above the answers of others, without a name or a reply', async () => {
  signIn(['tourist']);
  server.first.mockResolvedValue(
    pageOf([
      message(1, { message: '', deleted_at: '2026-11-01T00:00:00Z', user_id: null, author: null, replyCount: 1 }),
    ]),
  );
  show();
  expect(await screen.findByText('Deleted by its author')).toBeVisible();
  expect(screen.getByRole('button', { name: '1 reply' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
});
