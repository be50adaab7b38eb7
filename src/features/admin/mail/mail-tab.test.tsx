import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import MailTab from './MailTab';
import { discardMail, retryMail } from './queries';

const readMail = vi.hoisted(() => vi.fn());
const readCounts = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  discardMail: vi.fn(),
  retryMail: vi.fn(),
  mailQuery: (state: string) => ({
    queryKey: ['admin', 'mail', state],
    queryFn: async () => ({ rows: await readMail(), next: null }),
    initialPageParam: null,
    getNextPageParam: () => null,
    retry: false,
  }),
  mailCountsQuery: () => ({ queryKey: ['admin', 'mail', 'counts'], queryFn: () => readCounts(), retry: false }),
}));
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const mail = (id: number, recipient: string) => ({
  id,
  recipient,
  kind: 'email',
  template: 'booking_confirmed',
  state: 'dead',
  attempts: 8,
  last_error: 'The mailbox is full',
  created_at: '2026-11-21T10:00:00Z',
  sent_at: null,
});
const both = [mail(2, 'anna@example.test'), mail(1, 'luz@example.test')];
const settled = new AppError('outbox_settled', 'This message was already sent or discarded');

beforeEach(() => {
  readMail.mockReset().mockResolvedValue(both);
  readCounts.mockReset().mockResolvedValue({ dead: 2, failing: 0, queued: 0, sent_today: 5, oldest_due: null });
  for (const call of [discardMail, retryMail]) vi.mocked(call).mockReset().mockResolvedValue();
});

function show() {
  renderApp(<MailTab />);
  return userEvent.setup();
}
const gone = () => waitFor(() => expect(screen.queryByText('anna@example.test')).toBeNull());

it('removes an email that someone else settled, and explains why it was not sent again', async () => {
  vi.mocked(retryMail).mockRejectedValueOnce(settled);
  const user = show();
  const again = await screen.findByRole('button', { name: 'Send message again to anna@example.test' });
  readMail.mockResolvedValue(both.slice(1));
  await user.click(again);
  expect(await screen.findByRole('alert')).toHaveTextContent('This message was already sent or discarded');
  await gone();
});

it('keeps the question open for an email that could not be discarded, and reloads the list', async () => {
  vi.mocked(discardMail).mockRejectedValueOnce(settled);
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Discard message to anna@example.test' }));
  readMail.mockResolvedValue(both.slice(1));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Discard message' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This message was already sent or discarded');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await gone();
  expect(screen.getByText('luz@example.test')).toBeInTheDocument();
});

it('shows a failure of the figures beside the list', async () => {
  readCounts.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  const user = show();
  expect(await screen.findByText('anna@example.test')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('5')).toBeInTheDocument();
});

it('allows no second click on two that are sent again shortly one after the other', async () => {
  const answers: (() => void)[] = [];
  vi.mocked(retryMail).mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const user = show();
  const again = (to: string) => screen.getByRole('button', { name: `Send message again to ${to}` });
  await screen.findByText('anna@example.test');
  for (const to of ['anna@example.test', 'luz@example.test', 'anna@example.test', 'luz@example.test'])
    await user.click(again(to));
  expect(vi.mocked(retryMail).mock.calls.map(([mailId]) => mailId)).toEqual([2, 1]);
  expect(again('anna@example.test')).toHaveAttribute('aria-busy', 'true');
  for (const answer of answers) answer();
  await waitFor(() => expect(again('anna@example.test')).not.toHaveAttribute('aria-busy'));
});
