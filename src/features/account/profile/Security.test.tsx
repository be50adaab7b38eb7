import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { requestPasswordReset } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { ResetPassword } from './Security';

vi.mock('@/features/account/queries', () => ({ requestPasswordReset: vi.fn(), endOtherSessions: vi.fn() }));

it('retries the email for a new password after a failure', async () => {
  vi.mocked(requestPasswordReset)
    .mockRejectedValueOnce(new AppError('rate_limited', 'Wait a minute'))
    .mockResolvedValue();
  renderApp(<ResetPassword email="nina@example.test" />);
  const button = screen.getByRole('button', { name: 'Reset Password' });
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send password reset emailWait a minute');
  await userEvent.click(button);
  expect(await screen.findByRole('status')).toHaveTextContent('Password reset email sent. Please check your inbox.');
  expect(requestPasswordReset).toHaveBeenLastCalledWith('nina@example.test', expect.anything());
});
