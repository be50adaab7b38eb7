import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { OtherSessions } from './OtherSessions.tsx';

const endOtherSessions = vi.hoisted(() => vi.fn());
vi.mock('@/features/account/queries', () => ({ endOtherSessions }));

beforeEach(() => void endOtherSessions.mockReset().mockResolvedValue(undefined));

it('explains what ends and asks, and then logs out everywhere else', async () => {
  const { user } = renderApp(<OtherSessions />);
  const button = screen.getByRole('button', { name: 'Sign out everywhere else' });
  await user.click(button);
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere else?' });
  expect(dialog).toHaveAccessibleDescription(
    /sign you out on all other browsers and phones\. You.ll stay signed in here\./,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(endOtherSessions).not.toHaveBeenCalled();
  await user.click(button);
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByRole('status')).toHaveTextContent("You've been signed out everywhere else.");
});

it('logs out automatically after a new password, and offers it again if that failed', async () => {
  endOtherSessions.mockRejectedValueOnce(new AppError('network', 'You seem to be offline.'));
  const { user } = renderApp(<OtherSessions now />);
  expect(await screen.findByRole('alert')).toHaveTextContent('You seem to be offline.');
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByRole('status')).toBeInTheDocument();
  expect(endOtherSessions).toHaveBeenCalledTimes(2);
});
