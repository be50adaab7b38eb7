import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BookingFilters } from '@/features/management/bookings/period';
import { AppError } from '@/lib/api/errors';
import { Earnings } from './Earnings';

const readPage = vi.hoisted(() => vi.fn());
const readTotals = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  earningsQuery: () => ({
    queryKey: ['earnings'],
    queryFn: ({ pageParam }: { pageParam: string | null }) => readPage(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page: { next: string | null }) => page.next,
    retry: false,
  }),
  earningTotalsQuery: (_: string, dates: object) => ({
    queryKey: ['earning-totals'],
    queryFn: () => readTotals(dates),
    retry: false,
  }),
}));

const earning = (id: string, title: string) => ({
  id,
  title,
  status: 'paid',
  amount: 25,
  total_price: 250,
  refunded_amount: 0,
  currency_code: 'GTQ',
  booking_date: '2026-11-20',
  paid_on: '2026-11-21' as string | null,
  owed_back: 0,
  taken_back: 0,
});
const total = { currency_code: 'GTQ', pending: 10, paid: 25, last_payment: '2026-11-21T10:00:00Z' };
const filters = { from: '2026-11-01', to: '2026-11-30' } as BookingFilters;
const down = new AppError('network', 'Failed to load data. Please try again later.');

beforeEach(() => {
  readPage.mockReset().mockResolvedValue({ rows: [earning('a', 'Hot Waterfall')], next: null });
  readTotals.mockReset().mockResolvedValue([total]);
});

function show() {
  renderApp(<Earnings territoryId="rio" filters={filters} currency={{ code: 'GTQ', symbol: 'Q' }} />);
  return userEvent.setup();
}

it('says which dates the period above is about', async () => {
  const card = (chosen: BookingFilters) => (
    <Earnings territoryId="rio" filters={chosen} currency={{ code: 'GTQ', symbol: 'Q' }} />
  );
  const { rerender } = renderApp(card(filters));
  expect(await screen.findByText(/and the period above, are those of the trips\.$/)).toBeVisible();
  rerender(card({ ...filters, by: 'payment' }));
  expect(screen.getByText(/but the period above filters by payment date\.$/)).toBeVisible();
});

it('shows whether there are no earnings, or none that match the filters', async () => {
  readPage.mockResolvedValue({ rows: [], next: null });
  const card = (chosen: BookingFilters) => (
    <Earnings territoryId="rio" filters={chosen} currency={{ code: 'GTQ', symbol: 'Q' }} />
  );
  const { unmount } = renderApp(card({ from: '', to: '', q: 'volcano' }));
  expect(await screen.findByText('None of your earnings match these filters.')).toBeVisible();
  unmount();
  renderApp(card({ from: '', to: '', q: '' }));
  expect(await screen.findByText(/^You have no earnings yet/)).toBeVisible();
});

it('loads older earnings on request; a failure is shown, keeps the list, and can be retried', async () => {
  readPage.mockResolvedValueOnce({ rows: [earning('a', 'Hot Waterfall')], next: 'a' });
  readPage.mockRejectedValueOnce(down);
  readPage.mockResolvedValueOnce({ rows: [earning('b', 'Finca Paraíso')], next: null });
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data');
  expect(screen.getByText('Hot Waterfall')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Finca Paraíso')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows the totals of the filtered dates', async () => {
  show();
  await screen.findByText('Last payment');
  expect(readTotals).toHaveBeenCalledWith(filters);
});

it('shows unavailable sums next to the available list', async () => {
  readTotals.mockRejectedValueOnce(down);
  const user = show();
  expect(await screen.findByText('Hot Waterfall')).toBeInTheDocument();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load data');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Last payment')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('explains what an amount is a share of, and why there is none', async () => {
  const of = (id: string, more: object) => ({ ...earning(id, id), total_price: 950, ...more });
  readPage.mockResolvedValue({
    rows: [
      of('Waterfall', { status: 'pending', amount: 95 }),
      of('Canyon', { status: 'pending', amount: 0, refunded_amount: 970 }),
      of('Lagoon', { status: 'cancelled', amount: 95 }),
      of('Kayak', { status: 'pending', amount: 0 }),
    ],
    next: null,
  });
  show();
  const row = async (title: string) => (await screen.findByText(title)).closest('li');
  expect(await row('Waterfall')).toHaveTextContent(/Your share of a booking for Q950\.00Pending.*Q95\.00/);
  expect(await row('Canyon')).toHaveTextContent(/No payout, because the guest was refunded Q970\.00Refunded.*Q0\.00/);
  expect(await row('Lagoon')).toHaveTextContent('Cancelled');
  expect(await row('Kayak')).toHaveTextContent(/the payment was voided or charged backCancelled/);
});

it('shows what is deducted from the next payout if it was paid before the refund, not that it is paid', async () => {
  readPage.mockResolvedValueOnce({
    rows: [
      { ...earning('a', 'Hot Waterfall'), amount: 0, owed_back: 25 },
      { ...earning('b', 'Finca Paraíso'), amount: 0, owed_back: 0, taken_back: 25 },
      { ...earning('c', 'Canyon'), amount: 15, taken_back: 10 },
    ],
    next: null,
  });
  show();
  const owed = (await screen.findByText('Hot Waterfall')).closest('li');
  expect(owed).toHaveTextContent("We later refunded the guest, so we'll deduct -Q25.00 from your next payout");
  expect(owed).toHaveTextContent('To be deducted');
  expect(owed).not.toHaveTextContent('No payout');
  expect(screen.getByText('Finca Paraíso').closest('li')).toHaveTextContent('deducted the amount from another payout');
  const part = screen.getByText('Canyon').closest('li');
  expect(part).toHaveTextContent('We later refunded the guest in part and deducted -Q10.00 from another payout');
  expect(part).toHaveTextContent(/Partly reversed.*Q15\.00/);
});
