import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { retryTrouble, type Trouble } from './queries';
import { Troubles } from './Troubles';

const read = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  retryTrouble: vi.fn(),
  troublesQuery: () => ({
    queryKey: ['admin', 'troubles'],
    queryFn: async () => ({ rows: await read(), next: null }),
    initialPageParam: null,
    getNextPageParam: () => null,
    retry: false,
  }),
}));
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const trouble = (kind: string, item: string, change: Partial<Trouble> = {}): Trouble => ({
  key: `${kind}:${item}`,
  kind,
  item,
  subject: item,
  error: 'It does not work',
  attempts: 12,
  first_at: '2026-11-21T10:00:00Z',
  last_at: '2026-11-21T12:00:00Z',
  next_attempt_at: null,
  parked: true,
  ...change,
});
const ROWS = [
  trouble('payment', 'pi_1'),
  trouble('dispute', 'du_1', { subject: 'Castle, GTQ 351.00', error: 'fraudulent, answer by 2026-12-01' }),
  trouble('media', 'a.webp', { parked: false, next_attempt_at: '2026-11-21T13:00:00Z' }),
  trouble('of_tomorrow', 'x'),
];

beforeEach(() => {
  read.mockReset().mockResolvedValue(ROWS);
  vi.mocked(retryTrouble).mockReset().mockResolvedValue();
});

it('shows each failure with its error and next step, and a chargeback is answered only at Stripe', async () => {
  renderApp(<Troubles />);
  const dispute = await screen.findByRole('row', { name: /Bank dispute about a payment/ });
  expect(dispute).toHaveTextContent('Answer the dispute in the Stripe dashboard');
  expect(within(dispute).queryByRole('button')).toBeNull();
  expect(within(dispute).getByRole('link', { name: 'Evidence for the bank' })).toHaveAttribute(
    'href',
    '/chargebacks/du_1',
  );
  expect(screen.getByRole('row', { name: /Payment to check with Stripe/ })).toHaveTextContent(
    /Needs attention.*It does not work.*Fix the problem in the error/,
  );
  expect(screen.getByRole('row', { name: /Unused file/ })).toHaveTextContent('Retrying automatically');
  expect(screen.getByRole('row', { name: /of tomorrow/ })).toBeInTheDocument();
});

it('retries one, and reloads the list', async () => {
  const user = userEvent.setup();
  renderApp(<Troubles />);
  const again = await screen.findByRole('button', { name: 'Try again: pi_1' });
  read.mockResolvedValue(ROWS.slice(1));
  await user.click(again);
  expect(await screen.findByText("We'll retry this task within a minute")).toBeInTheDocument();
  expect(vi.mocked(retryTrouble).mock.calls[0]?.[0]).toMatchObject({ kind: 'payment', item: 'pi_1' });
  await waitFor(() => expect(screen.queryByText('pi_1')).toBeNull());
});

it('reports a failure that is already settled', async () => {
  vi.mocked(retryTrouble).mockRejectedValueOnce(new AppError('trouble_not_found', 'Someone has already done this'));
  const user = userEvent.setup();
  renderApp(<Troubles />);
  await user.click(await screen.findByRole('button', { name: 'Try again: pi_1' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone has already done this');
});

it('reports that nothing fails, and that the list could not be loaded', async () => {
  read.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  read.mockResolvedValue([]);
  const user = userEvent.setup();
  renderApp(<Troubles />);
  await user.click(await screen.findByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('No failures.')).toBeInTheDocument();
});
