import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedInvite } from '@/features/account/invites/stored-invite';
import { AppError, toAppError } from '@/lib/api/errors';
import CallbackPage from './callback.tsx';

const queries = vi.hoisted(() => ({
  finishReturn: vi.fn(),
  redeemInvite: vi.fn(),
  lookUpInvite: vi.fn(),
  signOut: vi.fn(),
  requestPasswordReset: vi.fn(),
  enterCode: vi.fn(),
  updatePassword: vi.fn(),
}));
vi.mock('@/features/account/queries', () => queries);
const session = vi.hoisted(() => ({ status: 'signed-in' }));
vi.mock('@/features/account/session/session-store', () => ({
  sessionStore: { get: () => session, whileLeaving: (act: () => Promise<void>) => act() },
}));
vi.mock('@/features/account/session/session', () => ({ useSession: () => ({ user: { email: 'otto@example.test' } }) }));
const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), info: vi.fn() }));
vi.mock('@/ui/feedback/toast', () => ({ toast }));

const CODE = 'ef'.repeat(32);
const open = {
  state: 'open',
  roles: ['tour_guide'],
  territoryName: 'Río Dulce',
  email: 'marta@example.test',
  fullName: 'Marta',
  hasAccount: true,
};

function Place() {
  return <p>at {useLocation().pathname}</p>;
}
function show(query = `invite=${CODE}`) {
  renderApp(
    <Routes>
      <Route path="/callback" element={<CallbackPage />} />
      <Route path="*" element={<Place />} />
    </Routes>,
    { url: `/callback?${query}` },
  );
  return userEvent.setup();
}
const press = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  vi.resetAllMocks();
  session.status = 'signed-in';
  queries.finishReturn.mockResolvedValue({});
  queries.redeemInvite.mockResolvedValue({ granted: ['tour_guide'] });
  queries.lookUpInvite.mockResolvedValue(open);
  queries.signOut.mockResolvedValue(undefined);
});

it('takes the invitation up and opens the dashboard', async () => {
  show();
  expect(screen.getByRole('status')).toHaveTextContent('Signing you in');
  expect(await screen.findByText('at /guide-dashboard')).toBeInTheDocument();
  expect(toast.success).toHaveBeenCalledOnce();
});

it('an invitation that could not be reached is tried again, without its link', async () => {
  queries.redeemInvite.mockRejectedValueOnce(new AppError('network', 'We could not reach the server.'));
  const user = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('We could not reach the server.');
  expect(screen.getByRole('alert').parentElement).toHaveFocus();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /guide-dashboard')).toBeInTheDocument();
});

it('a refusal is said, and the person moves on', async () => {
  queries.redeemInvite.mockRejectedValue(toAppError({ code: 'PT410', hint: 'invite_withdrawn' }));
  show();
  expect(await screen.findByText('at /')).toBeInTheDocument();
  expect(toast.error).toHaveBeenCalledWith(expect.stringContaining('This invitation was withdrawn'), expect.anything());
});

it('a link that is used up says so on a page that stays, with two ways on', async () => {
  session.status = 'signed-out';
  queries.finishReturn.mockRejectedValue(new AppError('link_invalid', 'This link is no longer valid.'));
  const user = show('code=garbage');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus());
  expect(screen.queryByText('Your e-mail is confirmed')).toBeNull();
  expect(toast.error).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/login');
  await user.click(screen.getByRole('link', { name: 'Login' }));
  expect(await screen.findByText('at /login')).toBeInTheDocument();
});

it('nobody could be asked: says so on the page it leads to, with the way to the login', async () => {
  session.status = 'signed-out';
  queries.finishReturn.mockRejectedValue(new AppError('network', 'We could not reach the server.'));
  show('code=1');
  expect(await screen.findByText('at /')).toBeInTheDocument();
  render(toast.error.mock.calls[0]?.[0]);
  expect(screen.getByText(/We could not reach the server/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
});

it('before it is known whose account it is: asks for a code, then takes the invitation up', async () => {
  queries.redeemInvite.mockRejectedValueOnce(toAppError({ code: 'PT403', hint: 'account_unproven' }));
  const user = show();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'One more step to accept' })).toHaveFocus());
  await user.click(await press('Send me a code'));
  await user.type(await screen.findByLabelText('Code from the e-mail'), '123456');
  await user.type(screen.getByLabelText('New password'), 'volcano-1');
  await user.click(await press('Save and accept'));
  expect(await screen.findByText('at /guide-dashboard')).toBeInTheDocument();
  expect(queries.enterCode).toHaveBeenCalledWith('otto@example.test', '123456', 'recovery');
});

describe('in another browser than the one that asked', () => {
  beforeEach(() => {
    session.status = 'signed-out';
    queries.finishReturn.mockRejectedValue(new AppError('other_browser', 'Another browser.'));
  });

  it('says that the account is confirmed, stays, and leads to the login', async () => {
    const user = show('code=1#access_token=a');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your e-mail is confirmed' })).toHaveFocus());
    expect(toast.error).not.toHaveBeenCalled();
    await user.click(screen.getByRole('link', { name: 'Login' }));
    expect(await screen.findByText('at /login')).toBeInTheDocument();
  });

  it('sends a link for a new password to this browser', async () => {
    const user = show('code=1&next=/password-reset');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Ask for a new link here' })).toHaveFocus());
    await user.click(screen.getByRole('link', { name: 'Send a new link' }));
    expect(await screen.findByText('at /login')).toBeInTheDocument();
  });
});

describe('as somebody else', () => {
  beforeEach(
    () => void queries.redeemInvite.mockRejectedValue(toAppError({ code: 'PT403', hint: 'invite_other_account' })),
  );

  it('asks, with both addresses, and stays who one is', async () => {
    const user = show();
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'This invitation is for another account' })).toHaveFocus(),
    );
    expect(await screen.findByText('marta@example.test')).toBeInTheDocument();
    expect(screen.getByText('otto@example.test')).toBeInTheDocument();
    await user.click(await press('Stay signed in'));
    expect(await screen.findByText('at /')).toBeInTheDocument();
    expect(storedInvite()).toBeNull();
    expect(queries.signOut).not.toHaveBeenCalled();
  });

  it('signs out and goes on with the invitation; a failure may be tried again', async () => {
    queries.signOut.mockRejectedValueOnce(new AppError('auth', 'An error occurred during sign out'));
    const user = show();
    await user.click(await press('Sign out and accept it'));
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred during sign out');
    expect(await press('Sign out and accept it')).toHaveFocus();
    await user.click(await press('Sign out and accept it'));
    expect(await screen.findByText('at /login')).toBeInTheDocument();
    expect(storedInvite()).toBe(CODE);
  });
});
