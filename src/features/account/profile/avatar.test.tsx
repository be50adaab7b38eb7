import { cleanup, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { AvatarField } from './AvatarField';
import { replaceAvatar } from './edit/queries';
import type { Profile } from './queries';

vi.mock('./edit/queries', () => ({ replaceAvatar: vi.fn() }));
// jsdom draws no pictures, and its Blob can only be read with a FileReader.
vi.mock('./crop', async (original) => ({ ...(await original<object>()), cutOut: async () => new Blob(['cut']) }));
vi.mock('@/lib/upload/check', async (original) => ({
  ...(await original<object>()),
  checkMedia: async () => ({ type: 'image', contentType: 'image/jpeg', extension: 'jpg' }),
}));

const profile = { id: 'me', full_name: 'Ana', email: 'ana@example.test', avatar_url: null } as Profile;

it('keeps the cropped picture when the session ends, with a link to the login', async () => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  const ended = new AppError('session_expired', 'Your session has expired. Please log in again.');
  vi.mocked(replaceAvatar).mockRejectedValueOnce(ended).mockResolvedValueOnce('me/new.webp');
  const { user } = renderApp(<AvatarField profile={profile} />);
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
  const dialog = await screen.findByRole('dialog');
  dialog.querySelector('img')?.dispatchEvent(new Event('load'));
  await user.click(await screen.findByRole('button', { name: 'Save picture' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your session has expired. Please log in again.');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');

  cleanup();
  renderApp(<AvatarField profile={profile} />);
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(replaceAvatar).toHaveBeenCalledTimes(2));
  expect(await screen.findByText(/over 5MB/)).toBeVisible();
});
