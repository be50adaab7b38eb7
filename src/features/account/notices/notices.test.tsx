import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Profile } from '@/features/account/profile/queries';
import { AppError } from '@/lib/api/errors';
import { EmailSettings } from './EmailSettings';
import { NoticeSettings } from './NoticeSettings';
import { DEFAULT_CHOICES, type NoticeChoices, saveChoices } from './queries';

let stored: NoticeChoices;
vi.mock('./queries', async (original) => ({
  ...(await original<typeof import('./queries')>()),
  noticesQuery: (id: string) => ({ queryKey: ['profile', id, 'notices'], queryFn: async () => stored }),
  saveChoices: vi.fn(),
}));

const MAIL = /^The same by email/;

function show(...roles: string[]) {
  renderApp(<NoticeSettings profile={{ id: 'me', roles } as Profile} />);
  return userEvent.setup();
}

beforeEach(() => {
  stored = DEFAULT_CHOICES;
  vi.mocked(saveChoices)
    .mockReset()
    .mockImplementation(async (change) => {
      stored = { ...stored, ...change };
    });
});

it('shows team notifications to people who run a territory, with the defaults', async () => {
  show('tour_guide', 'shuttle_manager', 'admin');
  expect(screen.queryByRole('heading', { name: 'My notifications' })).not.toBeInTheDocument();
  show('territory_staff');
  expect(await screen.findByLabelText(/in my notifications$/)).toBeChecked();
  expect(screen.getByLabelText(MAIL)).not.toBeChecked();
  expect(screen.getByLabelText(/^Tomorrow's departures/)).toBeChecked();
});

it('saves a selection immediately, and only that one', async () => {
  const user = show('territory_manager');
  await user.click(await screen.findByLabelText(MAIL));
  expect(vi.mocked(saveChoices).mock.calls[0]?.[0]).toEqual({ booking_mail: true });
  expect(await screen.findByText('Notification settings saved')).toBeInTheDocument();
  expect(screen.getByLabelText(MAIL)).toBeChecked();
});

it('restores a selection that could not be saved, with the reason', async () => {
  vi.mocked(saveChoices).mockRejectedValue(
    new AppError('server', 'Failed to update profile', { detail: 'Try later.' }),
  );
  const user = show('territory_manager');
  await user.click(await screen.findByLabelText(MAIL));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update profileTry later.');
  expect(screen.getByLabelText(MAIL)).not.toBeChecked();
});

it('saves each choice of messages and reminders separately', async () => {
  renderApp(<EmailSettings userId="me" />);
  const user = userEvent.setup();
  for (const label of [/^Messages/, /^The evening before/, /^Two hours before/, /^The day after/])
    expect(await screen.findByLabelText(label)).toBeChecked();
  await user.click(screen.getByLabelText(/^Two hours before/));
  expect(vi.mocked(saveChoices).mock.calls[0]?.[0]).toEqual({ reminder_soon: false });
  expect(await screen.findByText('Notification settings saved')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Two hours before/)).not.toBeChecked();
});

it('keeps a reminder selected if it could not be turned off, with the reason', async () => {
  vi.mocked(saveChoices).mockRejectedValue(new AppError('network', 'Failed to update profile', { detail: 'Offline.' }));
  renderApp(<EmailSettings userId="me" />);
  await userEvent.click(await screen.findByLabelText(/^The day after/));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update profileOffline.');
  expect(screen.getByLabelText(/^The day after/)).toBeChecked();
});
