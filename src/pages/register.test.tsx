import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { storedInvite, storeInvite } from '@/features/account/invites/stored-invite';
import { AppError } from '@/lib/api/errors';
import RegisterPage from './register.tsx';

const queries = vi.hoisted(() => ({ lookUpInvite: vi.fn(), signUp: vi.fn(), signUpInvited: vi.fn() }));
vi.mock('@/features/account/queries', () => queries);
vi.mock('@/features/account/session/session', () => ({ useSession: () => ({ status: 'signed-out', user: null }) }));

const CODE = 'ab'.repeat(32);
const marta = {
  state: 'open',
  roles: ['tour_guide'],
  territoryName: 'Río Dulce',
  email: 'marta@example.test',
  fullName: 'Marta',
  hasAccount: false,
};

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  storeInvite(CODE);
});

it('shows no ordinary form while an invitation is being looked up', async () => {
  let answer: (invite: typeof marta) => void = () => undefined;
  queries.lookUpInvite.mockReturnValue(new Promise<typeof marta>((resolve) => (answer = resolve)));
  renderApp(<RegisterPage />, { url: '/register' });
  expect(await screen.findByLabelText('Looking up your invitation')).toBeInTheDocument();
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  answer(marta);
  expect(await screen.findByRole('button', { name: 'Accept the invitation' })).toBeInTheDocument();
  expect(queries.signUp).not.toHaveBeenCalled();
});

it('shows that the invitation could not be loaded, and retries', async () => {
  queries.lookUpInvite.mockRejectedValueOnce(new AppError('refused', "We couldn't reach the server."));
  queries.lookUpInvite.mockResolvedValue(marta);
  const { user } = renderApp(<RegisterPage />, { url: '/register' });
  expect(await screen.findByText("We couldn't reach the server.")).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Accept the invitation' })).toBeInTheDocument();
});

it('allows signing up without an invitation that ended, or on request', async () => {
  queries.lookUpInvite.mockReturnValue(new Promise(() => undefined));
  const { user, unmount } = renderApp(<RegisterPage />, { url: '/register' });
  await user.click(await screen.findByRole('button', { name: 'Continue without the invitation' }));
  expect(screen.getByRole('button', { name: 'Register' })).toBeInTheDocument();
  expect(storedInvite()).toBeNull();
  unmount();
  storeInvite(CODE);
  queries.lookUpInvite.mockResolvedValue({ ...marta, state: 'expired', email: null });
  renderApp(<RegisterPage />, { url: '/register' });
  expect(await screen.findByRole('button', { name: 'Register' })).toBeInTheDocument();
});

it('explains why an account is needed with the text of the page that requires one', async () => {
  localStorage.clear();
  const why = {
    reason: 'Sign in to accept the ticket',
    register: 'Create an account to accept the ticket',
    subject: 'River Canyon, Nov 26',
  };
  renderApp(<RegisterPage />, { url: { pathname: '/register', state: { from: '/ticket-transfer', why } } });
  expect(await screen.findByText('Create an account to accept the ticket')).toBeVisible();
  expect(screen.getByText('River Canyon, Nov 26')).toBeVisible();
});
