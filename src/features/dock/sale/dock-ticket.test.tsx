import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QrCode } from '@/features/booking/tickets/QrCode';
import { ticketQr } from '@/features/booking/tickets/signed';
import DockTicketPage from '@/pages/dock-ticket';

const rpc = vi.hoisted(() => vi.fn());
const invoke = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));
vi.mock('@/lib/api/functions', () => ({ invokeFunction: invoke }));

const token = 'ab12'.repeat(16);
const booking_id = '5a0b1c2d-0000-4000-8000-00000000000a';
const code = '0123456789abcdef0123456789abcdef';
const statement = '9'.repeat(188);
const ticket = {
  kind: 'experience',
  booking_id,
  code,
  state: 'sold',
  num_people: 2,
  booking_type: 'shared',
  total_price: 370,
  currency_symbol: 'Q',
  title: 'River Canyon',
  titles: {},
  service_date: '2126-11-22',
  start_time: '08:30:00',
  time_zone: 'America/Guatemala',
  sold_at: '2126-11-22T13:52:00Z',
  check_in_status: 'pending',
  check_in_from: '2126-11-22T13:30:00Z',
  arrival_until: '2126-11-23T18:00:00Z',
  language: 'en',
};

/** The server's response, or null for offline. */
let answer: { data: unknown; error: unknown; status: number } | null;
beforeEach(() => {
  answer = { data: ticket, error: null, status: 200 };
  invoke.mockImplementation(async () => {
    if (answer) return { tickets: [{ booking_id, statement }] };
    throw new TypeError('Failed to fetch');
  });
  rpc.mockImplementation(() => {
    const work = answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'));
    return Object.assign(work, { abortSignal: () => work });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});
const page = () => renderApp(<DockTicketPage />, { url: `/dock-ticket#${token}` });
const drawn = (container: HTMLElement) =>
  container.querySelector('svg[role="img"] path:last-of-type')?.getAttribute('d');
const kept = () => localStorage.getItem('territorio-dock-tickets') ?? '';

it.each([
  ['what was paid', {}, 'Paid: Q370.00'],
  ['what is due on the day', { amount_due: 370 }, 'To pay in cash on the day: Q370.00'],
])('shows %s', async (_, change, text) => {
  answer = { data: { ...ticket, ...change }, error: null, status: 200 };
  page();
  expect(await screen.findByText(text)).toBeVisible();
});

it('opens a dock ticket seen once while offline, signed, with the time it was loaded', async () => {
  const first = page();
  expect(await screen.findByText('Show this code to check in')).toBeVisible();
  await waitFor(() => expect(kept()).toContain(statement));
  expect(screen.queryByText(/^You're seeing your ticket as of/)).toBeNull();
  first.unmount();

  answer = null;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { container } = page();
  expect(await screen.findByText('Show this code to check in')).toBeVisible();
  expect(screen.getByText(/^You're seeing your ticket as of/)).toBeVisible();
  const signed = renderApp(<QrCode value={ticketQr({ id: booking_id, statement }, code)} size={264} marginSize={1} />);
  expect(drawn(container)).toBe(drawn(signed.container));
});

it('removes the code and the stored copy of a ticket that is refunded while open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  page();
  expect(await screen.findByText('Show this code to check in')).toBeVisible();
  expect(kept()).toContain(code);
  answer = { data: { ...ticket, state: 'cancelled', code: null }, error: null, status: 200 };
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await screen.findByText(/^This ticket was cancelled and is no longer valid/)).toBeVisible();
  expect(screen.queryByText('Show this code to check in')).toBeNull();
  expect(kept()).not.toContain(code);
});

it('removes a ticket with a replaced link from the phone too', async () => {
  const first = page();
  await screen.findByText('Show this code to check in');
  first.unmount();
  answer = { data: null, error: { code: 'PT404', message: 'Gone', hint: 'sale_not_found' }, status: 404 };
  page();
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  expect(kept()).not.toContain(code);
});

it('keeps a partly used ticket valid for the others, and shows how many came', async () => {
  answer = { data: { ...ticket, check_in_status: 'checked_in', arrived: [1] }, error: null, status: 200 };
  page();
  expect(await screen.findByText('Show this code to check in')).toBeVisible();
  expect(screen.getByText(/1 of 2 here/)).toBeVisible();
});

it('shows that all people of a ticket are here', async () => {
  answer = { data: { ...ticket, check_in_status: 'checked_in', arrived: null }, error: null, status: 200 };
  page();
  expect(await screen.findByText('Checked in')).toBeVisible();
});

it('shows when the trip is decided that needs more guests, and nothing about it once it is cancelled', async () => {
  const minimum = { status: 'scheduled', min_to_run: 4, sold: 2, decides_at: '2126-11-22T02:00:00Z' };
  answer = { data: { ...ticket, minimum }, error: null, status: 200 };
  const { unmount } = page();
  expect(
    await screen.findByText(/^2 of 4 guests so far\. We'll confirm by .*; if not, you'll get a full refund$/),
  ).toBeVisible();
  unmount();
  answer = { data: { ...ticket, minimum, stopped: true }, error: null, status: 200 };
  page();
  expect(await screen.findByText('This trip has been cancelled.')).toBeVisible();
  expect(screen.queryByText(/guests so far/)).toBeNull();
});
