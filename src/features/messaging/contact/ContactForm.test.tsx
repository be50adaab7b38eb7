import { screen, waitFor } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { toAppError } from '@/lib/api/to-app-error';
import { ContactForm } from './ContactForm';
import { sendContactMessage } from './queries';

vi.mock('./queries', () => ({ sendContactMessage: vi.fn() }));

function show(onSent = () => undefined, userId = 'ana') {
  const form = <ContactForm userId={userId} email="ana@example.test" name="Ana" onSent={onSent} />;
  return renderApp(form);
}
const send = () => screen.getByRole('button', { name: 'Send message' });
const message = () => screen.getByLabelText('Message');

beforeEach(() => {
  vi.mocked(sendContactMessage).mockReset().mockResolvedValue();
});

it('requires the message, with an error beside it and in the summary', async () => {
  const { user } = show();
  await user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Please fill in all required fields$/);
  expect(message()).toHaveAccessibleDescription('This field is required');
  expect(sendContactMessage).not.toHaveBeenCalled();
});

it("sends the message with the account's own address, and deletes the draft", async () => {
  const onSent = vi.fn();
  const { user, unmount } = show(onSent);
  await fill(user, message(), ' Hello ');
  await user.click(send());
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(vi.mocked(sendContactMessage).mock.calls[0]?.[0]).toEqual({
    name: 'Ana',
    subject: '',
    message: 'Hello',
    email: 'ana@example.test',
  });
  unmount();
  show();
  expect(message()).toHaveValue('');
});

it('shows what failed and why, and keeps the input, even after a reload', async () => {
  const { user, unmount } = show();
  const failed = { id: 'f', message: 'Failed to send message. Please try again.' };
  vi.mocked(sendContactMessage).mockRejectedValue(toAppError({ message: '' }, failed, 429));
  await user.type(message(), 'Hello');
  await user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to send message. Please try again. Too many requests. Please wait a minute and try again.',
  );
  expect(message()).toHaveValue('Hello');
  unmount();
  show();
  expect(message()).toHaveValue('Hello');
});

it('keeps a draft for its author, not for the next person', async () => {
  const { user, unmount } = show();
  await user.type(message(), 'Hello');
  unmount();
  const other = show(undefined, 'berta');
  expect(message()).toHaveValue('');
  other.unmount();
  show();
  expect(message()).toHaveValue('Hello');
});
