import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { aCheckInBooking } from '@tests/support/factories';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CheckInBooking, Press } from '@/features/dock/check-in/queries';
import { AppError } from '@/lib/api/errors';
import { SESSION_KEY } from '@/lib/api/session';
import { inStore, QUEUE } from '@/lib/offline/database';
import { writeJson } from '@/lib/storage/storage';
import { pressAtDock } from './press';
import { queueOf, reportsIn } from './queue';

const door = vi.hoisted(() => vi.fn());
vi.mock('@/features/dock/check-in/queries', async (original) => ({
  ...(await original<object>()),
  pressAtDoor: door,
  SLOW_MS: 20,
}));

function slowLine() {
  const line = {} as { answer: (booking: CheckInBooking) => void; refuse: (error: Error) => void };
  door.mockReturnValue(
    new Promise((resolve, reject) => {
      line.answer = resolve;
      line.refuse = reject;
    }),
  );
  return line;
}

const states = async () => reportsIn(await queueOf('elmer')).map(({ report, state }) => `${report.action} ${state}`);
const press = (action: Press['action'], onLate?: () => void) =>
  pressAtDock({ bookingId: 'b1', code: 'a'.repeat(32) }, { action }, onLate);

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  door.mockReset();
  writeJson('local', SESSION_KEY, { user: { id: 'elmer' } });
});
afterEach(() => inStore(QUEUE, 'readwrite', (store) => store.clear()));

it('stores what is not answered in time, and applies its late response', async () => {
  const line = slowLine();
  const onLate = vi.fn();
  expect(await press('checked_in', onLate)).toBeNull();
  expect(await states()).toEqual(['checked_in waiting']);
  const booking = aCheckInBooking({ check_in_status: 'checked_in' });
  line.answer(booking);
  await vi.waitFor(() => expect(onLate).toHaveBeenCalledWith(booking));
  expect(await states()).toEqual(['checked_in done']);
  expect(door).toHaveBeenCalledTimes(1);
});

it('keeps what is refused late in the queue, and the server answers the report', async () => {
  const line = slowLine();
  const onLate = vi.fn();
  expect(await press('checked_in', onLate)).toBeNull();
  line.refuse(new AppError('booking_cancelled', 'Cancelled'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await states()).toEqual(['checked_in waiting']);
  expect(onLate).not.toHaveBeenCalled();
});

it('queues everything of a booking after its first queued report, in order', async () => {
  slowLine();
  await press('checked_in');
  expect(await press('undo')).toBeNull();
  expect(await states()).toEqual(['checked_in waiting', 'undo waiting']);
  expect(door).toHaveBeenCalledTimes(1);
});

it('waits for an undo, because a late one would undo a new arrival', async () => {
  const line = slowLine();
  const done = press('undo');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await states()).toEqual([]);
  line.answer(aCheckInBooking());
  expect(await done).toMatchObject({ check_in_status: 'pending' });
});

it('waits for the response in a browser that stores nothing', async () => {
  const line = slowLine();
  const { indexedDB } = globalThis;
  vi.stubGlobal('indexedDB', undefined);
  const done = press('checked_in');
  await new Promise((resolve) => setTimeout(resolve, 60));
  const booking = aCheckInBooking({ check_in_status: 'checked_in' });
  line.answer(booking);
  expect(await done).toBe(booking);
  vi.stubGlobal('indexedDB', indexedDB);
});

const lost = () => door.mockRejectedValueOnce(new AppError('network', 'No answer'));
const keys = () => door.mock.calls.map((call) => call[3] as string | undefined);

it('reports an undo whose response was lost with the key of the first request', async () => {
  lost();
  expect(await press('undo')).toBeNull();
  const [kept] = reportsIn(await queueOf('elmer'));
  expect(kept?.report).toMatchObject({ action: 'undo', key: keys()[0] });
});

it('sends an undo again with the same key until it is answered or something else is done, if nothing can be stored', async () => {
  const { indexedDB } = globalThis;
  vi.stubGlobal('indexedDB', undefined);
  lost();
  await expect(press('undo')).rejects.toThrow('No answer');
  lost();
  await expect(press('undo')).rejects.toThrow('No answer');
  door.mockResolvedValue(aCheckInBooking());
  await press('checked_in');
  await press('undo');
  await press('undo');
  const [first, again, , afterOther, afterAnswer] = keys();
  expect(again).toBe(first);
  expect(new Set([first, afterOther, afterAnswer, undefined]).size).toBe(4);
  vi.stubGlobal('indexedDB', indexedDB);
});
