import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { aCheckInBooking } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { CheckInScreen } from '@/features/dock/check-in/CheckInScreen';
import type { CheckInBooking } from '@/features/dock/check-in/queries';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import { SESSION_KEY } from '@/lib/api/session';
import { sha256 } from '@/lib/hash';
import { inStore, QUEUE } from '@/lib/offline/database';
import { writeJson } from '@/lib/storage/storage';
import { reportsIn, waitingOf } from './queue';
import { type KnownTicket, ticketsKey } from './tickets';

const failure = vi.hoisted(() => vi.fn());
const press = vi.hoisted(() => vi.fn());
const patience = vi.hoisted(() => ({ ms: 50 }));
vi.mock('@/features/dock/check-in/queries', async (original) => ({
  ...(await original<object>()),
  checkInQuery: () => ({ queryKey: ['check-in'], queryFn: failure, retry: false }),
  pressAtDoor: press,
  get SLOW_MS() {
    return patience.ms;
  },
}));
vi.mock('@/features/dock/check-in/scan/queries', () => ({
  ticketKeysQuery: { queryKey: ['ticket-keys'], queryFn: async () => [{ id: 1 }] },
}));
const proof = vi.hoisted(() => vi.fn());
vi.mock('@/features/dock/check-in/scan/proof', () => ({ proveTicket: proof }));

const CODE = 'a'.repeat(32);
const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
const day = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(at);
const clock = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Guatemala',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);

const booking = aCheckInBooking;

async function scan(known: CheckInBooking | null, statement: string | null = null, slow?: Promise<CheckInBooking>) {
  if (slow) failure.mockReturnValue(slow);
  else failure.mockRejectedValue(new AppError('offline', 'No connection'));
  const client = createQueryClient();
  const ticket = {
    state: 'valid',
    bookingId: 'b1',
    departureId: 'd',
    hash: await sha256(CODE),
    version: 1,
    booking: known,
  };
  client.setQueryData(ticketsKey('elmer'), known ? [ticket as KnownTicket] : []);
  const next = vi.fn();
  const view = renderApp(
    <CheckInScreen bookingId="b1" code={CODE} statement={statement} onward={{ next, atOnce: false, close: next }} />,
    { client },
  );
  return { ...view, next };
}

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  writeJson('local', SESSION_KEY, { user: { id: 'elmer' } });
});
afterEach(() => inStore(QUEUE, 'readwrite', (store) => store.clear()));

it('does not wait for a connection on an offline phone', async () => {
  patience.ms = 1_000_000;
  onTestFinished(() => {
    patience.ms = 50;
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await scan(booking(), null, new Promise(() => undefined));
  expect(await screen.findByText('Ana Cruz')).toBeVisible();
});

it('does not show a stored offline check-in as already checked in', async () => {
  const { user } = await scan(booking());
  await screen.findByText('Ana Cruz');
  const said: (string | null)[] = [];
  const watch = new MutationObserver(() => said.push(document.querySelector('h1')?.textContent ?? null));
  watch.observe(document, { subtree: true, childList: true, characterData: true });
  await user.click(screen.getByRole('button', { name: 'Check In' }));
  expect(await screen.findByRole('heading', { name: 'Checked In' })).toBeVisible();
  watch.disconnect();
  expect(said).toContain('Checked In');
  expect(said).not.toContain('Already checked in');
});

it('checks in from the list with the cash, stores it, and shows it at the next scan', async () => {
  const due = { payment_method: 'cash', payment_status: 'pending', amount_due: 175.5 };
  const { user, unmount } = await scan(booking(due));
  expect(await screen.findByText('Ana Cruz')).toBeVisible();
  expect(screen.getByText(/^No connection: list from/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check in, Q175.50 received' }));
  expect(await screen.findByRole('heading', { name: 'Checked In' })).toBeVisible();
  expect(screen.getByText(/^Saved on this phone/)).toHaveTextContent('Q175.50 received');
  expect(await waitingOf('elmer')).toMatchObject([
    {
      report: { action: 'checked_in', booking_id: 'b1', departure_id: 'd', amount: 175.5, ticket: await sha256(CODE) },
    },
  ]);
  expect(press).not.toHaveBeenCalled();
  unmount();

  await scan(booking(due));
  expect(await screen.findByRole('heading', { name: 'Already checked in' })).toBeVisible();
  expect(screen.getByText(/^From this phone at .*, 2 people on board/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Check in/ })).toBeNull();
});

it('undoes it as it was set, with both queued in order', async () => {
  const { user } = await scan(booking());
  await user.click(await screen.findByRole('button', { name: 'Check In' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Check In' })).toBeVisible();
  expect(reportsIn(await waitingOf('elmer')).map(({ report }) => report.action)).toEqual(['checked_in', 'undo']);
});

it('lets in by its signature a ticket bought after the list was loaded', async () => {
  const statement = {
    keyId: 1,
    departure: 'd',
    date: day(hours(0)),
    time: clock(hours(0)),
    people: 3,
    passenger: 0,
    transport: true,
    version: 1,
  };
  proof.mockResolvedValue({ is: 'genuine', statement });
  const { user } = await scan(null, '123');
  expect(await screen.findByRole('heading', { name: 'Genuine ticket' })).toBeVisible();
  expect(screen.getByText(/3 people$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check In' }));
  await screen.findByRole('heading', { name: 'Checked In' });
  expect(await waitingOf('elmer')).toMatchObject([{ report: { booking_id: 'b1' } }]);
});

it.each([
  ['cancelled', booking({ status: 'cancelled' }), 'Booking cancelled'],
  [
    'of another day',
    booking({ check_in_from: hours(20).toISOString(), arrival_until: hours(40).toISOString() }),
    'Another departure',
  ],
  [
    'here by the list',
    booking({ check_in_status: 'checked_in', checked_in_at: hours(-1).toISOString() }),
    'Already checked in',
  ],
])('shows that a ticket is %s, and does not let it in', async (_, known, title) => {
  await scan(known);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Check in/i })).toBeNull();
});

it('still asks for a connection if the phone cannot decide', async () => {
  await scan(null);
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible());
});

/** A connection that responds when the test says so. */
function slowAnswer() {
  const line = {} as { answer: (booking: CheckInBooking) => void };
  const asked = new Promise<CheckInBooking>((resolve) => {
    line.answer = resolve;
  });
  return { ...line, asked, answer: (booking: CheckInBooking) => line.answer(booking) };
}

it('decides without an answer, and shows a better one until a click', async () => {
  const line = slowAnswer();
  await scan(booking(), null, line.asked);
  expect(await screen.findByText(/^No connection: list from/)).toBeVisible();
  line.answer(booking({ status: 'cancelled' }));
  expect(await screen.findByRole('heading', { name: 'Booking cancelled' })).toBeVisible();
});

it('keeps a click on the phone’s decision over the late answer', async () => {
  const line = slowAnswer();
  const { user } = await scan(booking(), null, line.asked);
  await user.click(await screen.findByRole('button', { name: 'Check In' }));
  line.answer(booking());
  expect(await screen.findByText(/^Saved on this phone/)).toBeVisible();
  expect(await waitingOf('elmer')).toHaveLength(1);
  expect(press).not.toHaveBeenCalled();
});

it('acknowledges a hanging click immediately, stores it once, and shows when it was done after all', async () => {
  const line = slowAnswer();
  press.mockReturnValue(line.asked);
  const { user } = await scan(booking(), null, Promise.resolve(booking()));
  const button = await screen.findByRole('button', { name: 'Check In' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  await user.click(button);
  expect(await screen.findByText(/^Saved on this phone/)).toBeVisible();
  expect(await waitingOf('elmer')).toHaveLength(1);
  line.answer(booking({ check_in_status: 'checked_in', status: 'checked_in' }));
  expect(await screen.findByText(/^Success! Passenger status has been updated/)).toBeVisible();
  expect(await waitingOf('elmer')).toEqual([]);
  expect(press).toHaveBeenCalledTimes(1);
});
