import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import LoginPage from '@/pages/login';
import RegisterPage from '@/pages/register';
import ProveAccount from './ProveAccount';

const queries = vi.hoisted(() => ({
  confirmSignUp: vi.fn(),
  enterCode: vi.fn(),
  redeemEmailCode: vi.fn(),
  requestPasswordReset: vi.fn(),
  signUp: vi.fn(),
  updatePassword: vi.fn(),
}));
vi.mock('@/features/account/queries', () => queries);
vi.mock('@/features/account/session/session', () => ({ useSession: () => ({ status: 'signed-out', user: null }) }));

const EMAIL = 'marta@example.test';
const PASSWORD = 'hunter22';

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

type View = ReturnType<typeof renderApp>;
const open = (page: ReactNode, url: string) => renderApp(page, { url, path: url.replace(/\?.*/, '') });

/** Renders the page again at the same address. */
function reload(page: ReactNode, before: View): View {
  const { pathname, search } = before.router.state.location;
  before.unmount();
  return open(page, pathname + search);
}

const enter = async ({ user }: View, code = '123456') => {
  await user.type(screen.getByLabelText('Code from the email'), code);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};

async function register(): Promise<View> {
  const view = open(<RegisterPage />, '/register');
  await view.user.type(screen.getByLabelText('Full name'), 'Marta');
  await view.user.type(screen.getByLabelText('Email'), EMAIL);
  await view.user.type(screen.getByLabelText('Password', { selector: 'input' }), PASSWORD);
  await view.user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByRole('heading', { name: 'Check Your Email' });
  return view;
}

async function forget(): Promise<View> {
  const view = open(<LoginPage />, '/login');
  await view.user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await view.user.type(screen.getByLabelText('Email'), EMAIL);
  await view.user.click(screen.getByRole('button', { name: 'Send reset link' }));
  await screen.findByRole('heading', { name: 'Check Your Email' });
  return view;
}

describe('the field for the digits of a sign-up', () => {
  it('sends the password that was just typed', async () => {
    queries.confirmSignUp.mockResolvedValue('confirmed');
    await enter(await register());
    await waitFor(() => expect(queries.confirmSignUp).toHaveBeenCalled());
    expect(queries.confirmSignUp.mock.calls[0]?.[0]).toEqual({ email: EMAIL, code: '123456', password: PASSWORD });
  });

  it('is restored after a reload, without storing anything secret', async () => {
    const view = await register();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(PASSWORD);
    expect(view.router.state.location.search).not.toContain('marta');
    const again = reload(<RegisterPage />, view);
    expect(screen.getByText(EMAIL)).toBeVisible();
    queries.redeemEmailCode.mockResolvedValue('signed-in');
    await enter(again);
    await waitFor(() =>
      expect(queries.redeemEmailCode).toHaveBeenCalledExactlyOnceWith({ email: EMAIL, type: 'signup' }, '123456'),
    );
    expect(queries.confirmSignUp).not.toHaveBeenCalled();
    reload(<RegisterPage />, again);
    expect(await screen.findByRole('button', { name: 'Register' })).toBeVisible();
  });

  it("leads to a new password if the first one may be another person's", async () => {
    const again = reload(<RegisterPage />, await register());
    queries.redeemEmailCode.mockResolvedValue('choose-password');
    await enter(again);
    await waitFor(() => expect(again.router.state.location.pathname).toBe('/password-reset'));
    expect(again.router.state.location.state).toEqual({ confirmed: true });
  });

  it('is closed by Back and by a link to the form', async () => {
    const view = await register();
    await view.router.navigate(-1);
    expect(await screen.findByRole('button', { name: 'Register' })).toBeVisible();
  });
});

describe('the field for the digits of a new password', () => {
  it('is restored after a reload', async () => {
    const again = reload(<LoginPage />, await forget());
    expect(screen.getByText(EMAIL)).toBeVisible();
    await enter(again);
    await waitFor(() => expect(queries.enterCode).toHaveBeenCalledExactlyOnceWith(EMAIL, '123456', 'recovery'));
    expect(again.router.state.location.state).toEqual({ from: '/password-reset' });
  });

  it('stays when the digits are refused', async () => {
    queries.enterCode.mockRejectedValue(new Error('no'));
    const again = reload(<LoginPage />, await forget());
    await enter(again);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByLabelText('Code from the email')).toBeVisible();
  });

  it('returns to the form with "Back to login", even at its own address', async () => {
    const view = await forget();
    const { search } = view.router.state.location;
    await view.user.click(screen.getByRole('button', { name: 'Back to login' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    view.unmount();
    open(<LoginPage />, `/login${search}`);
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  it('returns to the form after an hour, when the digits no longer work', async () => {
    const late = await forget();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
    reload(<LoginPage />, late);
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    vi.restoreAllMocks();
  });
});

describe('the digits that prove account ownership', () => {
  it('have their field again after a reload, and can be requested again', async () => {
    const prove = (email: string) => <ProveAccount email={email} onProven={async () => undefined} />;
    const view = open(prove(EMAIL), '/profile');
    await view.user.click(screen.getByRole('button', { name: 'Send me a code' }));
    await screen.findByLabelText('Code from the email');
    const again = reload(prove(EMAIL), view);
    expect(screen.getByLabelText('Code from the email')).toBeVisible();
    await again.user.click(screen.getByRole('button', { name: 'Send email again' }));
    await waitFor(() => expect(queries.requestPasswordReset).toHaveBeenCalledTimes(2));
    // The other account hasn't asked for any digits.
    reload(prove('other@example.test'), again);
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
  });
});
