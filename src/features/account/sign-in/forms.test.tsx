import { act, screen, waitFor } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestPasswordReset, resendConfirmation, signIn, signUp, updatePassword } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';

vi.mock('@/features/account/queries', () => ({
  signIn: vi.fn(),
  signUp: vi.fn(),
  resendConfirmation: vi.fn(),
  requestPasswordReset: vi.fn(),
  updatePassword: vi.fn(),
}));

const press = (name: RegExp | string) => screen.getByRole('button', { name });
/** Returns the text beside a field, which is also its accessible description. */
const noteOf = (label: string | RegExp) => screen.getByLabelText(label, { selector: 'input' });

beforeEach(() => {
  for (const call of [signIn, signUp, requestPasswordReset, updatePassword])
    vi.mocked(call).mockReset().mockResolvedValue();
});

describe('LoginForm', () => {
  it('requires both fields, with errors beside them and in a summary that takes the focus', async () => {
    const { user } = renderApp(<LoginForm onForgot={() => undefined} />);
    await user.click(press('Login'));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent(/^Please fill in all fields$/);
    expect(noteOf('Email')).toHaveAccessibleDescription('This field is required');
    expect(noteOf('Password')).toHaveAccessibleDescription('This field is required');
    expect(noteOf('Email')).toHaveAttribute('aria-invalid', 'true');
    await waitFor(() => expect(document.activeElement).toContainElement(summary));
    expect(signIn).not.toHaveBeenCalled();
  });

  it('sends the input, with the address trimmed', async () => {
    const { user } = renderApp(<LoginForm onForgot={() => undefined} />);
    await fill(user, noteOf('Email'), '  anna@example.com ');
    await fill(user, noteOf('Password'), ' secret ');
    await user.click(press('Login'));
    await waitFor(() => expect(signIn).toHaveBeenCalledWith({ email: 'anna@example.com', password: ' secret ' }));
  });

  it('shows why it was refused and keeps the input', async () => {
    vi.mocked(signIn).mockRejectedValue(
      new AppError('invalid_credentials', 'Incorrect email or password. Please try again.'),
    );
    const { user } = renderApp(<LoginForm onForgot={() => undefined} />);
    await fill(user, noteOf('Email'), 'anna@example.com');
    await user.type(noteOf('Password'), 'wrong');
    await user.click(press('Login'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect email or password. Please try again.');
    expect(noteOf('Email')).toHaveValue('anna@example.com');
    expect(noteOf('Password')).toHaveValue('wrong');
  });

  it('offers the confirmation link again to people who have not opened it', async () => {
    vi.mocked(signIn).mockRejectedValue(new AppError('email_not_confirmed', 'Please check your email.'));
    vi.mocked(resendConfirmation).mockResolvedValue();
    const { user } = renderApp(<LoginForm onForgot={() => undefined} />);
    await fill(user, noteOf('Email'), 'ana@example.test');
    await fill(user, noteOf('Password'), 'secret');
    await user.click(press('Login'));
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText("We've sent the link again.")).toBeVisible();
    expect(resendConfirmation).toHaveBeenCalledWith('ana@example.test', {});
  });

  it('keeps the address after a reload, and never the password', async () => {
    const first = renderApp(<LoginForm onForgot={() => undefined} />);
    await fill(first.user, noteOf('Email'), 'anna@example.com');
    await fill(first.user, noteOf('Password'), 'hunter22');
    first.unmount();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('hunter22');
    renderApp(<LoginForm onForgot={() => undefined} />);
    expect(noteOf('Email')).toHaveValue('anna@example.com');
    expect(noteOf('Password')).toHaveValue('');
  });

  it('sends once, however often the button is pressed', async () => {
    vi.mocked(signIn).mockReturnValue(new Promise(() => undefined));
    const { user } = renderApp(<LoginForm onForgot={() => undefined} />);
    await fill(user, noteOf('Email'), 'anna@example.com');
    await fill(user, noteOf('Password'), 'secret');
    await user.click(press('Login'));
    await waitFor(() => expect(press('Login')).toHaveAttribute('aria-busy', 'true'));
    await user.click(press('Login'));
    await user.type(noteOf('Password'), '{Enter}');
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  it('can show the password', async () => {
    const { user } = renderApp(<LoginForm onForgot={() => undefined} />);
    await user.click(press('Show password'));
    expect(noteOf('Password')).toHaveAttribute('type', 'text');
  });
});

describe('ForgotPasswordForm', () => {
  it('sends once for repeated Enter presses, without a button that would block it', async () => {
    vi.mocked(requestPasswordReset).mockReturnValue(new Promise(() => undefined));
    const { user } = renderApp(<ForgotPasswordForm onSent={() => undefined} onBack={() => undefined} />);
    await fill(user, noteOf('Email'), 'anna@example.com');
    const form = noteOf('Email').closest('form');
    act(() => {
      form?.requestSubmit();
      form?.requestSubmit();
    });
    await waitFor(() => expect(requestPasswordReset).toHaveBeenCalledTimes(1));
    await user.type(noteOf('Email'), '{Enter}');
    await user.type(noteOf('Email'), '{Enter}');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requestPasswordReset).toHaveBeenCalledTimes(1);
  });

  it('requires the address', async () => {
    const { user } = renderApp(<ForgotPasswordForm onSent={() => undefined} onBack={() => undefined} />);
    await user.click(press('Send reset link'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your email address');
  });

  it('confirms the email', async () => {
    const onSent = vi.fn();
    const { user } = renderApp(<ForgotPasswordForm onSent={onSent} onBack={() => undefined} />);
    await user.type(noteOf('Email'), 'anna@example.com{Enter}');
    await waitFor(() => expect(onSent).toHaveBeenCalledWith('anna@example.com'));
  });
});

describe('RegisterForm', () => {
  it.each([
    ['', 'Please fill in all fields', 'This field is required'],
    ['12345', 'Password must be at least 6 characters', 'Password must be at least 6 characters'],
    ['ñ'.repeat(37), 'Please use 72 characters or fewer', 'Please use 72 characters or fewer'],
  ])('refuses the password "%s"', async (password, text, beside) => {
    const { user } = renderApp(<RegisterForm onDone={() => undefined} />);
    await fill(user, noteOf('Full name'), 'Anna Keller');
    await fill(user, noteOf('Email'), 'anna@example.com');
    if (password) await user.type(noteOf('Password'), password);
    await user.click(press('Register'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(noteOf('Password')).toHaveAccessibleDescription(beside);
    expect(signUp).not.toHaveBeenCalled();
  });

  it('accepts six characters and passes the address on', async () => {
    const onDone = vi.fn();
    const { user } = renderApp(<RegisterForm onDone={onDone} />);
    await fill(user, noteOf('Full name'), 'Anna Keller');
    await fill(user, noteOf('Email'), 'anna@example.com');
    await fill(user, noteOf('Password'), '123456');
    await user.click(press('Register'));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith({ email: 'anna@example.com', password: '123456' }));
    expect(signUp).toHaveBeenCalledWith({ fullName: 'Anna Keller', email: 'anna@example.com', password: '123456' });
    expect(sessionStorage.length).toBe(0);
  });

  it('keeps everything if the address is used', async () => {
    vi.mocked(signUp).mockRejectedValue(
      new AppError('user_already_exists', 'An account with this email already exists'),
    );
    const { user } = renderApp(<RegisterForm onDone={() => undefined} />);
    await fill(user, noteOf('Full name'), 'Anna Keller');
    await fill(user, noteOf('Email'), 'anna@example.com');
    await fill(user, noteOf('Password'), '123456');
    await user.click(press('Register'));
    expect(await screen.findByRole('alert')).toHaveTextContent('An account with this email already exists');
    expect(noteOf('Full name')).toHaveValue('Anna Keller');
  });

  it('shows beside the name why the server refused it', async () => {
    vi.mocked(signUp).mockRejectedValue(new AppError('name_not_plain', 'Please use a name without web addresses'));
    const { user } = renderApp(<RegisterForm onDone={() => undefined} />);
    await fill(user, noteOf('Full name'), 'Anna Keller');
    await fill(user, noteOf('Email'), 'anna@example.com');
    await fill(user, noteOf('Password'), '123456');
    await user.click(press('Register'));
    await waitFor(() =>
      expect(noteOf('Full name')).toHaveAccessibleDescription('Please use a name without web addresses'),
    );
  });
});

describe('NewPasswordForm', () => {
  it.each([
    ['', '', /Please fill in all fields/],
    ['1234567', '1234567', /Password must be at least 8 characters long/],
    ['12345678', '12345679', /Passwords do not match/],
    // A mismatch is reported before the length.
    ['1234567', '123456', /^Passwords do not match$/],
    ['12345678', '', /Please fill in all fields/],
    ['ñ'.repeat(37), 'ñ'.repeat(37), /Please use 72 characters or fewer/],
  ])('refuses "%s" and "%s"', async (password, confirm, text) => {
    const { user } = renderApp(<NewPasswordForm email="anna@example.com" onDone={() => undefined} />);
    if (password) await user.type(noteOf('New password'), password);
    if (confirm) await user.type(noteOf('Confirm password'), confirm);
    await user.click(press('Reset Password'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(updatePassword).not.toHaveBeenCalled();
  });

  it('changes the password', async () => {
    const onDone = vi.fn();
    const { user } = renderApp(<NewPasswordForm email="anna@example.com" onDone={onDone} />);
    await fill(user, noteOf('New password'), '12345678');
    await user.type(noteOf('Confirm password'), '12345678{Enter}');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(updatePassword).toHaveBeenCalledWith('12345678');
  });
});
