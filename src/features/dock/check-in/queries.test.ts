import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findCheckIn, requestCheckIn } from './queries';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

beforeEach(() => {
  vi.useFakeTimers();
  rpc.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts a check-in without a response as lost after a while, and reports it', async () => {
  rpc.mockReturnValue(new Promise(() => undefined));
  const done = requestCheckIn('b1', { action: 'checked_in' }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  expect(await done).toMatchObject({ code: 'network', message: 'Failed to check in passenger' });
});

it('finds a booking by a spoken code, and reads a refusal in the body', async () => {
  rpc.mockResolvedValueOnce({ data: { booking_id: 'b1' }, error: null, status: 200 });
  expect(await findCheckIn('c')).toBe('b1');
  expect(vi.getTimerCount()).toBe(0);
  const refused = { code: 'PT404', hint: 'invalid_check_in_code', message: 'Invalid check-in code', details: null };
  rpc.mockResolvedValueOnce({ data: refused, error: null, status: 200 });
  vi.useRealTimers();
  await expect(findCheckIn('x')).rejects.toMatchObject({ message: 'Invalid check-in code' });
});
