import { screen, waitFor, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import * as queries from './queries';
import { ReviewItem } from './ReviewItem';
import * as write from './write/queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.setConfig({ testTimeout: 20_000 });

const PHOTO = '/storage/v1/object/public/media/user-submissions/me/one.webp';
const review: queries.Review = {
  id: 'r1',
  rating: 4,
  text: 'Warm',
  photo_urls: [PHOTO],
  edited_at: null,
  created_at: '2026-11-01T10:00:00Z',
  reply: null,
  replied_at: null,
  author_id: 'me',
  author: { id: 'me', full_name: 'Anna', avatar_url: null },
};

const edit = vi.fn<typeof write.editReview>();
const remove = vi.fn<typeof queries.deleteReview>();
beforeEach(() => {
  edit.mockReset().mockResolvedValue();
  remove.mockReset().mockResolvedValue();
  vi.spyOn(write, 'editReview').mockImplementation(edit);
  vi.spyOn(write, 'dropPhotos').mockResolvedValue();
  vi.spyOn(queries, 'deleteReview').mockImplementation(remove);
});

const item = (userId: string | null, change: Partial<queries.Review> = {}) => (
  <ReviewItem
    review={{ ...review, ...change }}
    kind="experience"
    serviceId="e1"
    canReply={false}
    canHide={false}
    canReport={userId !== null && userId !== 'me'}
    userId={userId}
  />
);
const show = (userId: string, change: Partial<queries.Review> = {}) => renderApp(item(userId, change));
const menu = () => screen.findByRole('button', { name: 'Actions for the review by Anna' });

it('lets an author edit it: rating, text and photos as they are', async () => {
  const { user } = show('me');
  await user.click(await menu());
  await user.click(await screen.findByRole('menuitem', { name: 'Edit review' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('radio', { name: /^4 stars/ })).toBeChecked();
  expect(dialog.getByLabelText(/^Your review/)).toHaveValue('Warm');
  await user.click(dialog.getByRole('radio', { name: /^2 stars/ }));
  await user.click(dialog.getByRole('button', { name: 'Remove Photo 1' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edit.mock.calls).toEqual([['r1', { rating: 2, text: 'Warm', photos: [] }]]);
  expect(write.dropPhotos).toHaveBeenCalledWith([PHOTO]);
});

it('deletes it with its photos after a question', async () => {
  const { user } = show('me');
  await user.click(await menu());
  await user.click(await screen.findByRole('menuitem', { name: 'Delete review' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your review?' }));
  expect(remove).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Delete review' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(remove.mock.calls).toEqual([['r1']]);
  expect(write.dropPhotos).toHaveBeenCalledWith([PHOTO]);
});

it('shows others that it was edited, and lets them only report it', async () => {
  const { user } = show('somebody', { edited_at: '2026-11-02T10:00:00Z' });
  expect(screen.getByText('edited')).toBeVisible();
  await user.click(await menu());
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Report review']);
});

it.each([
  ['2026-11-02T10:00:00Z', 1],
  ['2026-11-04T10:00:00Z', 0],
])('shows that an answer of %s is older than a later edit', (replied_at, notes) => {
  show('somebody', { reply: 'We are sorry', replied_at, edited_at: '2026-11-03T10:00:00Z' });
  expect(screen.queryAllByText('The guest edited this review after your team replied.')).toHaveLength(notes);
});

it('keeps the form when the session ends, with a link to the login', async () => {
  edit.mockRejectedValueOnce(new AppError('session_expired', 'Your session has expired. Please log in again.'));
  const { user, rerender } = show('me');
  await user.click(await menu());
  await user.click(await screen.findByRole('menuitem', { name: 'Edit review' }));
  const dialog = within(await screen.findByRole('dialog'));
  await fill(user, dialog.getByLabelText(/^Your review/), ' welcome');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  rerender(item(null));
  expect(dialog.getByLabelText(/^Your review/)).toHaveValue('Warm welcome');
});
