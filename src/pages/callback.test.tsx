import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedInvite } from '@/features/account/invites/stored-invite';
import { AppError } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import CallbackPage from './callback.tsx';

const queries = vi.hoisted(() => ({
  finishReturn: vi.fn(),
  redeemEmailLink: vi.fn(),
  redeemEmailCode: vi.fn(),
  EMAIL_TYPES: ['signup', 'invite', 'magiclink', 'recovery', 'email_change'],
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
    { url: query.startsWith('#') ? `/callback${query}` : `/callback?${query}` },
  );
  return userEvent.setup();
}
const press = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  vi.resetAllMocks();
  session.status = 'signed-in';
  queries.finishReturn.mockResolvedValue({});
  queries.redeemEmailLink.mockResolvedValue('signed-in');
  queries.redeemEmailCode.mockResolvedValue('signed-in');
  queries.redeemInvite.mockResolvedValue({ granted: ['tour_guide'] });
  queries.lookUpInvite.mockResolvedValue(open);
  queries.signOut.mockResolvedValue(undefined);
});

it('accepts the invitation and opens the dashboard', async () => {
  show();
  expect(screen.getByRole('status')).toHaveTextContent('Signing you in');
  expect(await screen.findByText('at /guide-dashboard')).toBeInTheDocument();
  expect(toast.success).toHaveBeenCalledOnce();
});

it('retries an invitation that could not be loaded, without its link', async () => {
  queries.redeemInvite.mockRejectedValueOnce(new AppError('network', "We couldn't reach the server."));
  const user = show();
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't reach the server.");
  expect(screen.getByRole('alert').parentElement).toHaveFocus();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('at /guide-dashboard')).toBeInTheDocument();
});

it('shows a refusal, and the person continues', async () => {
  queries.redeemInvite.mockRejectedValue(toAppError({ code: 'PT410', hint: 'invite_withdrawn' }));
  show();
  expect(await screen.findByText('at /')).toBeInTheDocument();
  expect(toast.error).toHaveBeenCalledWith(expect.stringContaining('This invitation was withdrawn'), expect.anything());
});

it('shows that a link is used on a page that stays, with two links', async () => {
  session.status = 'signed-out';
  queries.finishReturn.mockRejectedValue(new AppError('link_invalid', 'This link is no longer valid.'));
  const user = show('code=garbage');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus());
  expect(screen.queryByText('Your email is confirmed')).toBeNull();
  expect(toast.error).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/login');
  await user.click(screen.getByRole('link', { name: 'Login' }));
  expect(await screen.findByText('at /login')).toBeInTheDocument();
});

it('shows on the next page that the server was unreachable, with a link to the login', async () => {
  session.status = 'signed-out';
  queries.finishReturn.mockRejectedValue(new AppError('network', "We couldn't reach the server."));
  show('code=1');
  expect(await screen.findByText('at /')).toBeInTheDocument();
  render(toast.error.mock.calls[0]?.[0]);
  expect(screen.getByText(/We couldn't reach the server/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
});

it('asks for a code before it is known whose account it is, then accepts the invitation', async () => {
  queries.redeemInvite.mockRejectedValueOnce(toAppError({ code: 'PT403', hint: 'account_unproven' }));
  const user = show();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'One more step to accept' })).toHaveFocus());
  await user.click(await press('Send me a code'));
  await fill(user, await screen.findByLabelText('Code from the email'), '123456');
  await fill(user, screen.getByLabelText('New password'), 'volcano-1');
  await user.click(await press('Save and accept'));
  expect(await screen.findByText('at /guide-dashboard')).toBeInTheDocument();
  expect(queries.enterCode).toHaveBeenCalledWith('otto@example.test', '123456', 'recovery');
});

describe('the link of an email', () => {
  const link = '#token_hash=h&type=signup&email=otto%40example.test&redirect_to=';
  const go = { name: 'Confirm and sign in' };

  it('waits for its button, and redeems nothing by being opened', async () => {
    const user = show(link);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Confirm your email' })).toHaveFocus());
    expect(screen.getByText('otto@example.test')).toBeInTheDocument();
    for (const call of [queries.redeemEmailLink, queries.redeemEmailCode, queries.finishReturn, queries.redeemInvite])
      expect(call).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', go));
    expect(await screen.findByText('at /')).toBeInTheDocument();
    const token = { tokenHash: 'h', type: 'signup', email: 'otto@example.test' };
    expect(queries.redeemEmailLink).toHaveBeenCalledExactlyOnceWith(token);
  });

  it('has a field for the six digits', async () => {
    const user = show(link);
    await user.type(await screen.findByLabelText('Code from the email'), '123456{Enter}');
    expect(await screen.findByText('at /')).toBeInTheDocument();
    expect(queries.redeemEmailCode).toHaveBeenCalledExactlyOnceWith(expect.anything(), '123456');
  });

  it('shows who is signed in here if it is for another account, and can be ignored', async () => {
    const user = show('#token_hash=h&type=magiclink&email=ana%40example.test');
    expect(await screen.findByText(/^You're signed in as otto@example.test\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(await screen.findByText('at /')).toBeInTheDocument();
    expect(queries.redeemEmailLink).not.toHaveBeenCalled();
  });

  it('shows on a page that stays that it is used', async () => {
    queries.redeemEmailLink.mockRejectedValue(new AppError('otp_expired', 'Too old.'));
    const user = show(link);
    await user.click(await press(go.name));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
  });

  it('waits for another click if there was no connection', async () => {
    queries.redeemEmailLink.mockRejectedValueOnce(new AppError('offline', 'You seem to be offline.'));
    const user = show(link);
    await user.click(await press(go.name));
    expect(await screen.findByRole('alert')).toHaveTextContent('You seem to be offline.');
    await user.click(screen.getByRole('button', go));
    expect(await screen.findByText('at /')).toBeInTheDocument();
  });

  it('asks for the password if another browser signed up', async () => {
    queries.redeemEmailLink.mockResolvedValue('choose-password');
    const user = show(link);
    await user.click(await press(go.name));
    expect(await screen.findByText('at /password-reset')).toBeInTheDocument();
  });

  it('explains that a new address has a second email', async () => {
    queries.redeemEmailLink.mockResolvedValue('half');
    const user = show('#token_hash=h&type=email_change&email=new%40example.test');
    expect(await screen.findByRole('button', { name: 'Confirm the change' })).toBeInTheDocument();
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Confirm the change' }));
    expect(await screen.findByRole('heading', { name: 'Confirm one more email' })).toBeInTheDocument();
  });
});

describe('an invitation opened while another account is signed in', () => {
  beforeEach(
    () => void queries.redeemInvite.mockRejectedValue(toAppError({ code: 'PT403', hint: 'invite_other_account' })),
  );

  it('asks, with both addresses, and can keep the current account', async () => {
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

  it('signs out and continues with the invitation, and a failure can be retried', async () => {
    queries.signOut.mockRejectedValueOnce(new AppError('auth', 'An error occurred during sign out'));
    const user = show();
    await user.click(await press('Sign out and accept invitation'));
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred during sign out');
    expect(await press('Sign out and accept invitation')).toHaveFocus();
    await user.click(await press('Sign out and accept invitation'));
    expect(await screen.findByText('at /login')).toBeInTheDocument();
    expect(storedInvite()).toBe(CODE);
  });
});
