import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import FinancesTab from './FinancesTab';

const bookings = vi.hoisted(() => vi.fn());
vi.mock('@/features/management/bookings/use-bookings', () => ({
  useBookings: bookings,
  useLiveBookings: () => async () => undefined,
}));
vi.mock('@/features/management/bookings/queries', () => ({
  territoryCurrencyQuery: () => ({ queryKey: ['region'], queryFn: async () => null }),
}));
vi.mock('@/features/management/bookings/Totals', () => ({ Totals: () => <h2>Totals</h2> }));
vi.mock('./Revenue', () => ({ Revenue: () => <h2>Revenue</h2> }));
vi.mock('./Shares', () => ({ Shares: () => <h2>Shares</h2> }));
vi.mock('./FinancesFilters', () => ({ FinancesFilters: () => <h2>Filters</h2> }));
vi.mock('./Reconciliation', () => ({
  Reconciliation: ({ onFigure }: { onFigure: (figure: string) => void }) => (
    <>
      <h2>Booked to revenue</h2>
      <button type="button" onClick={() => onFigure('refunded')}>
        Refunded
      </button>
    </>
  ),
}));
vi.mock('./payouts/Payouts', () => ({ Payouts: () => <h2>Payouts</h2> }));
vi.mock('./months/Months', () => ({ Months: () => <h2>Months</h2> }));
vi.mock('./Earnings', () => ({ Earnings: () => <h2>Earnings</h2> }));
vi.mock('./Transactions', () => ({ Transactions: () => <h2>Transactions</h2> }));

const query = { error: null as Error | null, isFetching: false, refetch: vi.fn() };
beforeEach(() => {
  query.refetch.mockReset();
  bookings.mockReturnValue({ totals: { ...query, data: [] }, list: query, rows: [] });
});

afterEach(() => vi.restoreAllMocks());

const parts = () => screen.getAllByRole('heading').map((heading) => heading.textContent);

it('begins with the transactions, filters first, and the scrolling list last', () => {
  renderApp(<FinancesTab territoryId="rio" />);
  expect(parts()).toEqual(['Filters', 'Booked to revenue', 'Totals', 'Transactions']);
});

it('keeps the filters, which every part shows, in the overview, while payouts are of all time', async () => {
  const user = userEvent.setup();
  renderApp(<FinancesTab territoryId="rio" />);
  await user.click(screen.getByRole('button', { name: 'Overview' }));
  expect(parts()).toEqual(['Filters', 'Booked to revenue', 'Totals', 'Revenue', 'Shares', 'Earnings']);
  await user.click(screen.getByRole('button', { name: 'Payouts' }));
  expect(parts()).toEqual(['Payouts']);
  await user.click(screen.getByRole('button', { name: 'Months' }));
  expect(parts()).toEqual(['Months']);
});

it('opens the list that makes up a figure, from the overview too', async () => {
  const user = userEvent.setup();
  renderApp(<FinancesTab territoryId="rio" />);
  await user.click(screen.getByRole('button', { name: 'Overview' }));
  await user.click(screen.getByRole('button', { name: 'Refunded' }));
  expect(parts()).toEqual(['Filters', 'Booked to revenue', 'Totals', 'Transactions']);
  expect(bookings.mock.lastCall?.[1].shown).toMatchObject({ figure: 'refunded' });
  expect(screen.getByRole('heading', { name: 'Transactions' }).parentElement).toHaveFocus();
});

it('shows once that nothing could be loaded, and reloads everything when online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const failed = { ...query, error: new Error('Failed to load data. Please try again later.') };
  bookings.mockReturnValue({ totals: failed, list: failed, rows: undefined });
  const user = userEvent.setup();
  renderApp(<FinancesTab territoryId="rio" />);
  expect(screen.getByText("This page will open when you're back online.")).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Overview' }));
  expect(parts()).toEqual(['Filters', "You're offline"]);
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(query.refetch).toHaveBeenCalledTimes(2);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});
