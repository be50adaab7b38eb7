import { fill } from '@tests/support/fill';
import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { aCheckInBooking, aQueuedSale } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSale } from '@/features/dock/offline/queue';
import { type KnownTicket, ticketsKey } from '@/features/dock/offline/tickets';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, QUEUE } from '@/lib/offline/database';
import { removeText, writeJson } from '@/lib/storage/storage';
import type { CheckInBooking } from '../queries';
import ScanDialog from './ScanDialog';

const find = vi.hoisted(() => vi.fn());
const request = vi.hoisted(() => vi.fn());
vi.mock('../queries', async (original) => ({
  ...(await original<object>()),
  checkInQuery: (id: string) => ({ queryKey: ['check-in', id], queryFn: () => find(id), retry: false, gcTime: 0 }),
  requestCheckIn: request,
}));
vi.mock('./queries', () => ({ ticketKeysQuery: { queryKey: ['ticket-keys'], queryFn: async () => [] } }));

const ids = [1, 2].map((n) => `0000000${n}-0000-4000-8000-000000000000`);
const address = (n: number) => `${location.origin}/check-in/${ids[n]}?code=${'a'.repeat(32)}`;
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

const booking = (n: number, changes: Partial<CheckInBooking> = {}) =>
  aCheckInBooking({ booking_id: ids[n] ?? '', tourist: { full_name: ['Ana Cruz', 'José Tun'][n] }, ...changes });

const listed = (n: number, changes: Partial<CheckInBooking> = {}): KnownTicket => ({
  state: 'valid',
  bookingId: ids[n] ?? '',
  departureId: 'd',
  hash: 'x',
  version: 1,
  codeEnd: ['1a2b', '3c4d'][n] ?? '',
  booking: booking(n, changes),
});

const tones: number[] = [];
class Audio {
  currentTime = 0;
  destination = {};
  resume = async () => undefined;
  createGain = () => ({ gain: { value: 0 }, connect: (next: unknown) => next });
  createOscillator = () => {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: (next: unknown) => next,
      start: () => tones.push(frequency.value),
      stop: () => undefined,
    };
  };
}

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('AudioContext', Audio);
  tones.length = 0;
  writeJson('local', SESSION_KEY, { user: { id: 'elmer' } });
  find.mockImplementation(async (id: string) => booking(ids.indexOf(id)));
  request.mockImplementation(async (id: string, { action }: { action: string }) => ({
    ...booking(ids.indexOf(id)),
    check_in_status: action,
    status: action,
    undo_until: hours(0.05),
  }));
});
afterEach(async () => {
  vi.clearAllMocks();
  for (const key of ['at-once', 'muted']) removeText('local', `territorio-scan-${key}`);
  await inStore(QUEUE, 'readwrite', (store) => store.clear());
});

function open(tickets: KnownTicket[] = []) {
  const client = createQueryClient();
  client.setQueryData(ticketsKey('elmer'), tickets);
  return renderApp(<ScanDialog onClose={() => undefined} />, { client });
}

/** Types a text as a handheld scanner does, or more slowly. */
function scan(text: string, everyMs = 5) {
  for (const [n, key] of [...text, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: 1_000 + n * everyMs });
    document.body.dispatchEvent(event);
  }
}

const AT_ONCE = 'Check in valid tickets automatically';
const called = () => request.mock.calls.map(([id, { action }]) => [id, action]);

it('opens a ticket with a handheld scanner, and the next one over it', async () => {
  const { user } = open();
  scan(address(0));
  expect(await screen.findByText('Ana Cruz')).toBeVisible();
  scan(address(1));
  expect(await screen.findByText('José Tun')).toBeVisible();
  expect(screen.queryByText('Ana Cruz')).toBeNull();
  expect(request).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Check In' }));
  expect(called()).toEqual([[ids[1], 'checked_in']]);
});

it('ignores what a person types as a scan', async () => {
  open();
  scan(address(0), 120);
  scan('short');
  expect(screen.queryByRole('dialog', { name: 'Ticket' })).toBeNull();
});

it('checks valid tickets in at once, one after the other, and shows who was last', async () => {
  const { user } = open();
  await user.click(screen.getByRole('checkbox', { name: AT_ONCE }));
  for (const [n, name] of ['Ana Cruz', 'José Tun'].entries()) {
    scan(address(n));
    expect(await screen.findByRole('heading', { name: 'Checked In' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Checked In' })).toBeNull(), { timeout: 3000 });
    expect(screen.getByText(`Checked In: ${name}, 2 people`)).toBeVisible();
  }
  expect(called()).toEqual([
    [ids[0], 'checked_in'],
    [ids[1], 'checked_in'],
  ]);
  expect(tones).toEqual([1320, 1320]);
});

it.each([
  ['cash to collect', { payment_method: 'cash', payment_status: 'pending', amount_due: 50 }, 'Valid ticket'],
  ['another departure', { doubt: 'departure' as const }, 'Another departure'],
  ['a departure that boards later', { check_in_from: hours(2), no_show_from: hours(5) }, 'Valid ticket'],
  ['an earlier arrival', { check_in_status: 'checked_in', status: 'checked_in' }, 'Already checked in'],
])('leaves a ticket with %s to the person, automatic or not', async (_, changes, title) => {
  find.mockResolvedValue(booking(0, changes));
  const { user } = open();
  await user.click(screen.getByRole('checkbox', { name: AT_ONCE }));
  scan(address(0));
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(request).not.toHaveBeenCalled();
});

it("checks in a passenger's own ticket immediately, even if others of the booking are here", async () => {
  find.mockResolvedValue(
    booking(0, { check_in_status: 'checked_in', status: 'checked_in', arrived: [1], passenger: 2 }),
  );
  const { user } = open();
  await user.click(screen.getByRole('checkbox', { name: AT_ONCE }));
  scan(address(0));
  expect(await screen.findByRole('heading', { name: 'Checked In' })).toBeVisible();
  expect(request).toHaveBeenCalledWith(
    ids[0],
    { action: 'checked_in', passengers: [2] },
    expect.stringMatching(/^a+$/),
  );
});

it('does not repeat an undone check-in automatically', async () => {
  const { user } = open();
  await user.click(screen.getByRole('checkbox', { name: AT_ONCE }));
  scan(address(0));
  await screen.findByRole('heading', { name: 'Checked In' });
  request.mockResolvedValue(booking(0));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Check In' })).toBeVisible();
  expect(called().at(-1)).toEqual([ids[0], 'undo']);
  expect(request).toHaveBeenCalledTimes(2);
});

it('plays a high sound for a valid ticket, a low one for one that needs review, and stays silent if chosen', async () => {
  const { user, unmount } = open();
  scan(address(0));
  await screen.findByText('Ana Cruz');
  find.mockRejectedValue(new AppError('booking_not_found', 'Booking not found'));
  scan(address(1));
  await screen.findByRole('heading', { name: 'Booking Not Found' });
  await waitFor(() => expect(tones).toEqual([1320, 220, 220])); // after the result is shown
  await user.click(screen.getByRole('button', { name: 'Scan the next ticket' }));
  await user.click(screen.getByRole('checkbox', { name: 'Sound' }));
  unmount();
  open();
  expect(screen.getByRole('checkbox', { name: 'Sound' })).not.toBeChecked();
  scan(address(1));
  await screen.findByRole('heading', { name: 'Booking Not Found' });
  expect(tones).toHaveLength(3);
});

it('finds a guest without a code by name or by the end of the code, and checks them in from the list', async () => {
  const { user } = open([listed(0), listed(1)]);
  const field = screen.getByRole('textbox', { name: 'Name or ticket code' });
  await user.type(field, '1A2B');
  expect(screen.getByRole('button', { name: /^Ana Cruz/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^José Tun/ })).toBeNull();
  await user.clear(field);
  await fill(user, field, 'tun jose');
  await user.click(screen.getByRole('button', { name: /^José Tun/ }));
  expect(screen.getByText(/^From the list at/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check In' }));
  expect(await screen.findByRole('heading', { name: 'Checked In' })).toBeVisible();
  expect(request).toHaveBeenCalledWith(ids[1], { action: 'checked_in' }, undefined);
});

it('finds a dock guest without a name by their label', async () => {
  const { user } = open([listed(0), listed(1, { tourist: null, walk_in: true })]);
  await user.type(screen.getByRole('textbox', { name: 'Name or ticket code' }), 'walk');
  expect(screen.getByRole('button', { name: /^Walk-in/ })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('finds a sale of this phone that is not sent yet by its number', async () => {
  await keepSale(aQueuedSale('elmer'));
  const { user } = open();
  const field = screen.getByRole('textbox', { name: 'Name or ticket code' });
  await fill(user, field, '70C9 71B7');
  const shown = /Sold on this phone, not sent yet.*River Canyon.*9:30 AM, 2 people/;
  expect(await screen.findByRole('listitem')).toHaveTextContent(shown);
  await user.type(field, '{Enter}');
  await waitFor(() => expect(field).toHaveValue(''));
  expect(screen.getByText('Sold on this phone, not sent yet').closest('[role=status]')).toHaveTextContent(shown);
  expect(find).not.toHaveBeenCalled();
});

it('checks in the second of two from the list, and shows that both are here', async () => {
  request.mockRejectedValue(new AppError('offline', 'No connection'));
  const { user } = open([listed(0, { check_in_status: 'checked_in', status: 'checked_in', arrived: [2] })]);
  await user.type(screen.getByRole('textbox', { name: 'Name or ticket code' }), 'ana');
  await user.click(screen.getByRole('button', { name: /^Ana Cruz/ }));
  await user.click(screen.getByRole('button', { name: 'Check In' }));
  await user.click(await screen.findByRole('button', { name: 'Scan the next ticket' }));
  expect(screen.getByText('Checked In: Ana Cruz, 2 people')).toBeVisible();
});

it('stores that arrival on an offline phone; the list shows it immediately', async () => {
  request.mockRejectedValue(new AppError('offline', 'No connection'));
  const { user } = open([listed(0)]);
  const field = screen.getByRole('textbox', { name: 'Name or ticket code' });
  await user.type(field, 'ana');
  await user.click(screen.getByRole('button', { name: /^Ana Cruz/ }));
  await user.click(screen.getByRole('button', { name: 'Check In' }));
  expect(await screen.findByText("This is saved on your phone. We'll send it when you're back online.")).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Scan the next ticket' }));
  await user.type(field, 'ana');
  await user.click(await screen.findByRole('button', { name: /^Ana Cruz.*Checked In/ }));
  expect(await screen.findByRole('heading', { name: 'Already checked in' })).toBeVisible();
});
