import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { RegionsTab } from './RegionsTab';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/run', () => ({
  run: (ask: (db: unknown) => unknown) =>
    ask({ rpc: (_: string, args: object) => ({ abortSignal: () => Promise.resolve().then(() => rpc(args)) }) }),
}));
// jsdom doesn't support the <search> element.
vi.mock('@/ui/filter/filters', async (load) => ({
  ...(await load<typeof import('@/ui/filter/filters')>()),
  FilterBar: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}));

const region = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  names: { name: { en: name } },
  currency_symbol: 'Q',
  visible: true,
  chargebacks: 0,
  conflicts: 0,
  days: [],
  ...more,
});
const days = [
  { day: '2026-02-02', sales: 351.5, refunds: 0, guests: 4 },
  { day: '2026-02-01', sales: 100, refunds: 51, guests: 2 },
];

beforeEach(() => void rpc.mockReset());

it('shows the days of each region in its currency with totals, its open cases, and a link to its bookings', async () => {
  rpc.mockResolvedValue([
    region('merida', 'Mérida', { currency_symbol: '$', visible: false }),
    region('rio', 'Río Dulce', { chargebacks: 1, conflicts: 2, days }),
  ]);
  renderApp(<RegionsTab />, { url: '/admin?from=2026-02-01&to=2026-02-02' });
  const [merida, rio] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  expect(rpc).toHaveBeenCalledWith({ p_from: '2026-02-01', p_to: '2026-02-02' });
  expect(within(merida).getByText('No sales, refunds or guests on these days.')).toBeVisible();
  expect(within(merida).getByText('Hidden')).toBeVisible();
  expect(within(rio).getByText('1 open chargeback, 2 open check-in conflicts')).toBeVisible();
  expect(
    within(rio)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'DaySalesRefundsGuests',
    'Mon, Feb 2SalesQ351.50RefundsQ0.00Guests4',
    'Sun, Feb 1SalesQ100.00RefundsQ51.00Guests2',
    'TotalSalesQ451.50RefundsQ51.00Guests6',
  ]);
  expect(within(rio).getByRole('link', { name: 'Bookings in Río Dulce' })).toHaveAttribute(
    'href',
    '/all-bookings?region=rio',
  );
});

it('says why nothing could be loaded, and can try again', async () => {
  rpc.mockRejectedValue(new AppError('days_maximum', 'At most 31 days at a time'));
  const { user } = renderApp(<RegionsTab />, { url: '/admin' });
  expect(await screen.findByText('At most 31 days at a time')).toBeVisible();
  rpc.mockResolvedValue([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText(/^No regions yet/)).toBeVisible());
});
