import { screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import * as queries from './queries';
import ReplyForm from './ReplyForm';
import { ReviewItem } from './ReviewItem';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
const send = vi.fn<typeof queries.replyToReview>();
const onClose = vi.fn();
const review: queries.Review = {
  id: 'r1',
  rating: 4,
  text: 'Warm',
  photo_urls: [],
  edited_at: null,
  created_at: '2026-11-01T10:00:00Z',
  reply: 'Thank you',
  replied_at: '2026-11-02T10:00:00Z',
  author_id: null,
  author: null,
};

beforeEach(() => {
  send.mockReset().mockResolvedValue();
  onClose.mockReset();
  vi.spyOn(queries, 'replyToReview').mockImplementation(send);
});

function show() {
  const form = <ReplyForm review={review} name="Anna" serviceId="e1" onClose={onClose} />;
  return renderApp(form);
}
const box = () => screen.getByLabelText('Your reply to Anna');
const cancel = () => screen.getByRole('button', { name: 'Cancel' });

it.each([
  ['Cancel', (user: ReturnType<typeof userEvent.setup>) => user.click(cancel())],
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.type(box(), '{Escape}')],
])('%s asks before discarding the answer, and only if something was typed', async (_, leave) => {
  const { user, unmount } = show();
  await fill(user, box(), ', Anna');
  await leave(user);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(box()).toHaveValue('Thank you, Anna');
  expect(onClose).not.toHaveBeenCalled();
  await leave(user);
  await user.click(await screen.findByRole('button', { name: 'Leave page' }));
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  const again = show();
  expect(box()).toHaveValue('Thank you');
  await leave(again.user);
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('keeps an answer that could not be sent, even after a reload', async () => {
  send.mockRejectedValueOnce(new AppError('network', 'Failed to save your reply. Please try again.'));
  const { user, unmount } = show();
  await user.type(box(), '!');
  await user.click(screen.getByRole('button', { name: 'Publish reply' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save your reply. Please try again.');
  unmount();
  show();
  expect(box()).toHaveValue('Thank you!');
  await user.click(screen.getByRole('button', { name: 'Publish reply' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(send).toHaveBeenLastCalledWith('r1', 'Thank you!', 'Thank you');
});

it('overwrites a reply that a colleague has changed since only on request', async () => {
  send.mockRejectedValueOnce(
    new AppError('changed_meanwhile', 'Someone else changed this while you were working on it'),
  );
  vi.spyOn(queries, 'getReply').mockResolvedValue('Welcome back');
  const { user } = show();
  await user.type(box(), '!');
  await user.click(screen.getByRole('button', { name: 'Publish reply' }));
  await user.click(await screen.findByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(send).toHaveBeenLastCalledWith('r1', 'Thank you!', 'Welcome back');
});

it('opens an interrupted reply again after signing in, for people who may reply', async () => {
  send.mockRejectedValueOnce(new AppError('session_expired', 'Your session has expired. Please log in again.'));
  const item = (canReply: boolean) => (
    <ul>
      <ReviewItem
        review={{ ...review, author_id: 'guest' }}
        kind="experience"
        serviceId="e1"
        canReply={canReply}
        canHide={false}
        canReport={false}
        userId={canReply ? 'me' : null}
      />
    </ul>
  );
  const { user, rerender, router, unmount } = renderApp(item(true), { url: '/experiences/e1' });
  await user.click(screen.getByRole('button', { name: 'Edit your reply' }));
  await user.type(await screen.findByRole('textbox'), '!');
  await user.click(screen.getByRole('button', { name: 'Publish reply' }));
  const link = await screen.findByRole('link', { name: 'Log in' });
  rerender(item(false));
  expect(screen.getByRole('textbox')).toHaveValue('Thank you!');
  await user.click(link);
  expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/experiences/e1#reviews' } });
  unmount();
  window.location.hash = '#reviews';
  const toTop = vi.fn();
  HTMLElement.prototype.scrollIntoView = toTop;
  const again = renderApp(item(false));
  expect(screen.queryByRole('textbox')).toBeNull();
  again.rerender(item(true));
  expect(await screen.findByRole('textbox')).toHaveValue('Thank you!');
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect((toTop.mock.contexts.at(-1) as HTMLElement).contains(screen.getByRole('textbox'))).toBe(true);
  window.location.hash = '';
});
