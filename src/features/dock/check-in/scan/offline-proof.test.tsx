import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { CheckInScreen } from '../CheckInScreen';

const failure = vi.hoisted(() => vi.fn());
vi.mock('../queries', async (original) => ({
  ...(await original<object>()),
  checkInQuery: () => ({ queryKey: ['check-in'], queryFn: failure, retry: false }),
}));
const keys = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({ ticketKeysQuery: { queryKey: ['ticket-keys'], queryFn: keys } }));
const proof = vi.hoisted(() => vi.fn());
vi.mock('./proof', () => ({ proveTicket: proof }));

vi.mock('@/features/dock/offline/queue', async (original) => ({
  ...(await original<object>()),
  readQueue: () => Promise.reject(new Error('The storage of this phone is broken.')),
}));

const KEY = { id: 1, public_key: 'x', revoked_at: null };
function scan(code: string, statement: string | null = '123') {
  failure.mockRejectedValue(new AppError(code, 'No connection'));
  renderApp(
    <CheckInScreen
      bookingId="b1"
      code="c"
      statement={statement}
      onward={{ next: () => undefined, close: () => undefined, atOnce: false }}
    />,
  );
}

it('shows for a genuine ticket offline its time and party, and that this checks nobody in', async () => {
  keys.mockResolvedValue([KEY]);
  proof.mockResolvedValue({ is: 'genuine', statement: { date: '2026-11-30', time: '07:00:00', people: 3 } });
  scan('offline');
  expect(await screen.findByText('Genuine ticket')).toBeVisible();
  expect(screen.getByText(/November 30, 2026, 7:00 AM/)).toBeVisible();
  expect(screen.getByText('3 people')).toBeVisible();
  expect(screen.getByText(/^Not checked in yet/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(proof).toHaveBeenCalledWith('123', { bookingId: 'b1', code: 'c' }, [KEY]);
});

it.each([
  ['forged', "The QR code was altered or isn't ours. Check the name on your list."],
  ['revoked', /^Its signature is no longer trusted/],
  ['unknown', "Without a signal, this phone can't tell whether the ticket is genuine."],
])('shows that a ticket is %s', async (is, text) => {
  keys.mockResolvedValue([KEY]);
  proof.mockResolvedValue({ is });
  scan('network');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText('Genuine ticket')).toBeNull();
});

it.each([
  ['the server has answered', 'booking_cancelled', '123', [KEY]],
  ['the code has no statement', 'offline', null, [KEY]],
  ['the phone knows no keys', 'offline', '123', []],
])('proves nothing if %s', async (_, code, statement, known) => {
  keys.mockResolvedValue(known);
  proof.mockClear();
  scan(code, statement);
  expect(await screen.findByRole('heading')).toBeVisible();
  expect(proof).not.toHaveBeenCalled();
});
