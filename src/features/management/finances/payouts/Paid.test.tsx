import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import type { Payout } from '@/features/payouts/queries';
import { Paid } from './Paid';

const rows = vi.hoisted(() => vi.fn<() => Payout[]>());
vi.mock('./queries', () => ({
  territoryPayoutsQuery: () => ({
    queryKey: ['payouts'],
    queryFn: async () => ({ rows: rows(), next: null }),
    initialPageParam: null,
    getNextPageParam: () => undefined,
  }),
  reversePayout: vi.fn(),
}));

const payout = (change: Partial<Payout>): Payout => ({
  id: 'p1',
  number: 'P-20261014-AB12CD34',
  territory_id: 'rio',
  territory_name: 'Río Dulce',
  party: 'operator',
  payee_name: 'Marta Choc',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  amount: 140.4,
  lines: 1,
  paid_on: '2026-10-14',
  reference: 'Transfer BI 88213',
  reverses: null,
  reason: null,
  created_at: '2026-10-14T12:00:00Z',
  created_by_name: 'Nery',
  standing: 140.4,
  reversed_at: null,
  reversal_reason: null,
  payee_is_person: true,
  ...change,
});

async function ask(change: Partial<Payout>) {
  rows.mockReturnValue([payout(change)]);
  const notice = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
  const { user } = renderApp(<Paid territoryId="rio" notice={notice} refresh={async () => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Reverse' }));
  return within(await screen.findByRole('dialog'));
}

it('leads to a statement that leads back here', async () => {
  rows.mockReturnValue([payout({})]);
  const notice = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
  renderApp(<Paid territoryId="rio" notice={notice} refresh={async () => undefined} />);
  const statement = await screen.findByRole('link', { name: 'Statement P-20261014-AB12CD34' });
  expect(statement).toHaveAttribute('href', '/payouts/p1?of=territory');
});

it('shows who can read the reason of a reversal', async () => {
  const dialog = await ask({});
  expect(dialog.getByText('Marta Choc will see this.')).toBeInTheDocument();
});

it('shows no reader for a service', async () => {
  const dialog = await ask({ payee_name: 'Shuttle to Antigua', payee_is_person: false });
  expect(dialog.getByText(/Q140.40 to Shuttle to Antigua/)).toBeInTheDocument();
  expect(dialog.queryByText(/will see this/)).toBeNull();
});
