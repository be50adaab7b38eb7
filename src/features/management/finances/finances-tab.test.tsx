import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import FinancesTab from './FinancesTab';

vi.mock('@/features/management/bookings/use-bookings', () => ({
  useBookings: () => ({ totals: { data: [], error: null } }),
  useLiveBookings: () => async () => undefined,
}));
vi.mock('@/features/management/bookings/queries', () => ({
  territoryCurrencyQuery: () => ({ queryKey: ['region'], queryFn: async () => null }),
}));
vi.mock('@/features/management/bookings/Totals', () => ({ Totals: () => <h2>Totals</h2> }));
vi.mock('./Revenue', () => ({ Revenue: () => <h2>Revenue</h2> }));
vi.mock('./Shares', () => ({ Shares: () => <h2>Shares</h2> }));
vi.mock('./Earnings', () => ({ Earnings: () => <h2>Earnings</h2> }));
vi.mock('./Transactions', () => ({ Transactions: () => <h2>Transactions</h2> }));

it('the list that goes on as one scrolls is the last: nothing lies below it, out of reach', () => {
  renderApp(<FinancesTab territoryId="rio" />);
  const parts = screen.getAllByRole('heading').map((heading) => heading.textContent);
  expect(parts).toHaveLength(5);
  expect(parts.at(-1)).toBe('Transactions');
});
