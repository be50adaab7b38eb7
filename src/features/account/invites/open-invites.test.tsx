import { screen, waitFor } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { OpenInvites } from './OpenInvites';
import { acceptInvite, declineInvite } from './queries';

const readInvites = vi.hoisted(() => vi.fn());
const success = vi.hoisted(() => vi.fn());
vi.mock('@/ui/feedback/toast', () => ({ toast: { success } }));
const account = vi.hoisted(() => ({ requestPasswordReset: vi.fn(), enterCode: vi.fn(), updatePassword: vi.fn() }));
vi.mock('@/features/account/queries', () => account);
vi.mock('@/features/account/session/session', () => ({ useSession: () => ({ user: { email: 'ana@example.test' } }) }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('./queries', () => ({
  acceptInvite: vi.fn(),
  declineInvite: vi.fn(),
  inviteKeys: { mine: () => ['invites'] },
  myInvitesQuery: () => ({ queryKey: ['invites'], queryFn: readInvites, retry: false }),
}));

const invite = {
  id: 'i1',
  territoryName: 'Río Dulce',
  roles: ['tour_guide'],
  expiresAt: '2026-12-05T03:00:00Z',
  timeZone: 'America/Guatemala',
};
const show = () =>
  renderApp(<OpenInvites userId="me">{(list) => <section aria-label="Around">{list}</section>}</OpenInvites>);
const accept = () => screen.findByRole('button', { name: 'Accept invitation: Tour guide, Río Dulce' });
const decline = () => screen.findByRole('button', { name: 'Decline invitation: Tour guide, Río Dulce' });

beforeEach(() => {
  success.mockReset();
  readInvites.mockReset().mockResolvedValue([invite]);
  vi.mocked(acceptInvite).mockReset().mockResolvedValue(['tour_guide']);
  vi.mocked(declineInvite).mockReset().mockResolvedValue();
});

it('an invitation is accepted with one tap, disappears, and leads to the pages of the role', async () => {
  const { user, router } = show();
  const button = await accept();
  expect(screen.getByText("You're invited to join Río Dulce as: Tour guide")).toBeInTheDocument();
  expect(screen.getByText('Valid until Dec 4, 2026')).toBeInTheDocument();
  readInvites.mockResolvedValue([]);
  await user.click(button);
  await waitFor(() => expect(screen.queryByLabelText('Around')).toBeNull());
  expect(vi.mocked(acceptInvite).mock.calls[0]?.[0]).toBe('i1');
  expect(success).toHaveBeenCalledWith(
    'You accepted the invitation. Your new pages are in the menu.',
    expect.any(Number),
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/guide-dashboard'));
});

it('an invitation is declined with one tap', async () => {
  const { user } = show();
  const button = await decline();
  readInvites.mockResolvedValue([]);
  await user.click(button);
  await waitFor(() => expect(success).toHaveBeenCalledWith('You declined the invitation'));
  expect(acceptInvite).not.toHaveBeenCalled();
});

it('an invitation stays with a reason if it could not be accepted', async () => {
  vi.mocked(acceptInvite).mockRejectedValue(new AppError('network', 'Failed to accept the invitation'));
  const { user } = show();
  await user.click(await accept());
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to accept the invitation');
  expect(await accept()).toBeInTheDocument();
});

it('asks for a code and a new password before the first role of an account that someone else may have created', async () => {
  vi.mocked(acceptInvite).mockRejectedValueOnce(new AppError('account_unproven', 'First choose a new password'));
  const { user } = show();
  await user.click(await accept());
  await user.click(await screen.findByRole('button', { name: 'Send me a code' }));
  expect(account.requestPasswordReset).toHaveBeenCalledWith('ana@example.test', {});
  const save = await screen.findByRole('button', { name: 'Save and accept' });
  await user.type(screen.getByLabelText('Code from the email'), '12345');
  await fill(user, screen.getByLabelText('New password'), 'volcano-1');
  await user.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('Please enter all six digits of the code');
  // A refused password doesn't use up the code.
  account.updatePassword.mockRejectedValueOnce(new AppError('same_password', 'The new password must differ'));
  await user.type(screen.getByLabelText('Code from the email'), '6');
  await user.click(save);
  expect(await screen.findByText(/The new password must differ/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('New password'), '2');
  readInvites.mockResolvedValue([]);
  await user.click(save);
  await waitFor(() => expect(screen.queryByLabelText('Around')).toBeNull());
  expect(account.enterCode).toHaveBeenCalledExactlyOnceWith('ana@example.test', '123456', 'recovery');
  expect(account.updatePassword).toHaveBeenLastCalledWith('volcano-12');
  expect(acceptInvite).toHaveBeenCalledTimes(2);
});

it('shows nothing without invitations, and reports a failure', async () => {
  readInvites.mockResolvedValue([]);
  const { unmount } = show();
  await waitFor(() => expect(readInvites).toHaveBeenCalled());
  expect(screen.queryByLabelText('Around')).toBeNull();
  unmount();
  readInvites.mockRejectedValueOnce(new AppError('server', 'Failed to load invitations'));
  const { user } = show();
  expect(await screen.findByText('Failed to load invitations')).toBeInTheDocument();
  readInvites.mockResolvedValue([invite]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await accept()).toBeInTheDocument();
});
