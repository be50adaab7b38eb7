import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptLinks } from '@/features/booking/tickets/kept-links';
import PassengerTicketPage from '@/pages/passenger-ticket';
import { QrCode } from '../QrCode';
import { ticketQr } from '../signed';
import type { LinkedPassenger } from './queries';
import ShareTicketsDialog from './ShareTicketsDialog';

const rpc = vi.hoisted(() => vi.fn());
const invoke = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));
vi.mock('@/lib/api/functions', () => ({ invokeFunction: invoke }));

const { find: keptPassenger } = keptLinks<LinkedPassenger>('territorio-passenger-tickets', (one) => one.booking_date);
const code = '0123456789abcdef0123456789abcdef';
const booking_id = '5a0b1c2d-0000-4000-8000-00000000000a';
const statement = '9'.repeat(188);
const ticket = (date = '2126-11-22') => ({
  booking_id,
  passenger: 3,
  num_people: 4,
  here: false,
  title: 'River Canyon',
  booking_date: date,
  start_time: '08:30:00',
  time_zone: 'America/Guatemala',
});

/** The mocked server answers. Functions that aren't listed behave as if offline. */
let server: Record<string, (args: Record<string, unknown>) => unknown>;
beforeEach(() => {
  server = { passenger_ticket: () => ticket() };
  invoke.mockResolvedValue({ tickets: [{ statement }] });
  rpc.mockImplementation((name: string, args: Record<string, unknown>) => {
    const work = server[name];
    const answer = work ? Promise.resolve(work(args)) : Promise.reject(new TypeError('Failed to fetch'));
    return Object.assign(answer, { abortSignal: () => answer });
  });
});
afterEach(() => {
  rpc.mockReset();
  invoke.mockReset();
  localStorage.clear();
  vi.restoreAllMocks();
});
const told = (data: unknown) => ({ data, error: null, status: 200 });
const page = () => renderApp(<PassengerTicketPage />, { url: `/passenger-ticket#${code}` });
const drawn = (container: HTMLElement) =>
  container.querySelector('svg[role="img"] path:last-of-type')?.getAttribute('d');

function cutLine() {
  server = {};
  invoke.mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
}

it('opens a ticket seen once while offline, signed, with the time it was loaded', async () => {
  server.passenger_ticket = () => told(ticket());
  const first = page();
  expect(await screen.findByText('Passenger 3 of 4')).toBeVisible();
  await waitFor(() => expect(keptPassenger(code)?.statement).toBe(statement));
  expect(screen.queryByText(/^You're seeing your ticket as of/)).toBeNull();
  first.unmount();

  cutLine();
  const { container } = page();
  expect(await screen.findByText('Passenger 3 of 4')).toBeVisible();
  expect(screen.getByText(/^You're seeing your ticket as of/)).toBeVisible();
  const shown = drawn(container);
  const signed = renderApp(<QrCode value={ticketQr({ id: booking_id, statement }, code)} size={264} marginSize={1} />);
  expect(shown).toBe(drawn(signed.container));
});

it('deletes an ended one from the phone as soon as that is known', async () => {
  server.passenger_ticket = () => told(ticket());
  page().unmount();
  const first = page();
  await waitFor(() => expect(keptPassenger(code)).toBeDefined());
  first.unmount();
  const error = { code: 'PT404', message: 'Gone', hint: 'passenger_ticket_not_found' };
  server.passenger_ticket = () => ({ data: null, error, status: 404 });
  page();
  expect(await screen.findByText(/The trip is over, or the booking has changed/)).toBeVisible();
  expect(screen.queryByText('Passenger 3 of 4')).toBeNull();
  expect(keptPassenger(code)).toBeUndefined();
});

it('does not show a ticket of a past trip from the phone', () => {
  const kept = { code, ticket: ticket('2020-01-01'), statement, readAt: 1 };
  localStorage.setItem('territorio-passenger-tickets', JSON.stringify([kept]));
  expect(keptPassenger(code)).toBeUndefined();
});

it('lets the holder withdraw a link, and share another', async () => {
  let own: string | null = code;
  server.passenger_tickets = () =>
    told([
      { passenger: 1, name: 'Ana', here: true, code: null },
      { passenger: 2, name: 'Eva', here: false, code: own },
    ]);
  server.revoke_passenger_ticket = () => {
    own = null;
    return told(null);
  };
  const row = { id: booking_id, num_people: 2 };
  const { user } = renderApp(<ShareTicketsDialog row={row} title="River Canyon" onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Withdraw link: Eva' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(rpc.mock.calls.map(([name]) => name)).not.toContain('revoke_passenger_ticket');
  await user.click(screen.getByRole('button', { name: 'Withdraw link: Eva' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw link' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw link: Eva' })).toBeNull());
  expect(rpc).toHaveBeenCalledWith('revoke_passenger_ticket', {
    p_booking_id: booking_id,
    p_code: code,
  });
  expect(screen.getByRole('button', { name: 'Share the ticket of Eva' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Share the ticket of Ana' })).toBeNull();
});

it('shows when the trip is decided that needs more guests, and that the money is not theirs', async () => {
  const minimum = { status: 'scheduled', min_to_run: 8, sold: 4, decides_at: '2126-11-22T02:00:00Z' };
  server.passenger_ticket = () => told({ ...ticket(), minimum });
  page();
  expect(
    await screen.findByText(/^4 of 8 guests so far\. .*; if not, the person who paid gets a full refund$/),
  ).toBeVisible();
});
