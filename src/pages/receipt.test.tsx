import { act, screen, waitFor } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import ReceiptPage from './receipt';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const id = '5a0b1c2d-0000-4000-8000-00000000000a';
const receipt = {
  number: 'E-20261123-5A0B1C2D',
  kind: 'experience',
  title: 'Hot Waterfall',
  titles: { en: 'Hot Waterfall' },
  territory_name: 'Río Dulce',
  territory_names: { en: 'Río Dulce' },
  time_zone: 'America/Guatemala',
  booking_date: '2026-11-25',
  start_time: '07:00:00',
  num_people: 2,
  booking_type: 'shared',
  status: 'paid',
  payment_method: 'card',
  booked_at: '2026-11-23T10:00:00Z',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  customer_name: null,
  customer_email: null,
  guide_name: null,
  lines: [],
  total_price: 770,
  price_now: 770,
  entries: [],
  paid_amount: 770,
  refunded_amount: 0,
  on_its_way_amount: 0,
  fee_amount: 0,
};

const line = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
const lost = () => vi.mocked(run).mockRejectedValue(new AppError('offline', "You're offline."));
const open = () =>
  renderApp(<ReceiptPage />, {
    user: aProfile(),
    path: '/bookings/:kind/:id/receipt',
    url: `/bookings/experience/${id}/receipt`,
  });

afterEach(() => {
  vi.mocked(run).mockReset();
});

it('shows that it is offline, and opens when the connection is back', async () => {
  line(false);
  lost();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: "You're offline" }, { timeout: 5000 })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  line(true);
  vi.mocked(run).mockResolvedValue(receipt);
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
});

it('distinguishes everything that was sold from the price after changes', async () => {
  vi.mocked(run).mockResolvedValue({ ...receipt, price_now: 385, refunded_amount: 385 });
  open();
  expect(await screen.findByRole('row', { name: 'Before refunds Q770.00' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Price after changes Q385.00' })).toBeVisible();
});

it('keeps earlier data, with the time it was loaded', async () => {
  vi.mocked(run).mockResolvedValue(receipt);
  open();
  expect(await screen.findByText('Hot Waterfall')).toBeVisible();
  expect(screen.queryByText(/You're offline/)).toBeNull();
  lost();
  line(false);
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(screen.getByText(/^You're offline\. This is the receipt from/)).toBeVisible());
  expect(screen.getByText('Hot Waterfall')).toBeVisible();
});

it('names a charge for a change that was not made, and its refund', async () => {
  vi.mocked(run).mockResolvedValue({
    ...receipt,
    entries: [
      { at: '2026-11-23T10:00:00Z', amount: 770, method: 'card', unmade: false },
      { at: '2026-11-23T11:00:00Z', amount: 49, method: 'card', unmade: true },
      { at: '2026-11-23T11:00:00Z', amount: -49, method: 'card', unmade: true },
    ],
    paid_amount: 819,
    refunded_amount: 49,
  });
  open();
  const rows = await screen.findAllByRole('row', { name: /For a change that wasn't made/ });
  expect(rows.map((row) => row.textContent?.split('For')[0])).toEqual(['Paid by card', 'Refunded by card']);
  expect(screen.getByRole('row', { name: /^You paid in total/ })).toHaveTextContent('Q770');
});

it('shows how each payment was made', async () => {
  const at = (hour: number) => `2026-11-23T${hour}:00:00Z`;
  vi.mocked(run).mockResolvedValue({
    ...receipt,
    entries: [
      { at: at(10), amount: 770, method: 'card' },
      { at: at(11), amount: -770, method: 'card' },
      { at: at(12), amount: 770, method: 'cash' },
    ],
    payment_method: 'cash',
    paid_amount: 1540,
    refunded_amount: 770,
  });
  open();
  const rows = await screen.findAllByRole('row', { name: /^(Paid|Refunded) / });
  expect(rows.map((row) => row.textContent?.split('Nov')[0])).toEqual([
    expect.stringMatching(/^Paid by card/),
    expect.stringMatching(/^Refunded by card/),
    expect.stringMatching(/^Paid in cash/),
  ]);
});
