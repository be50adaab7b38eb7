import { expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { slotGuestsQuery } from './queries';

/** The conditions of the request for bookings, by column. */
const asked = vi.hoisted(() => new Map<string, unknown>());
const rows = vi.hoisted(() => [
  { booking_date: '2026-11-23', num_people: 1 },
  { booking_date: '2026-11-23', num_people: 2 },
  { booking_date: '2026-11-30', num_people: 4 },
]);
vi.mock('@/lib/api/supabase', () => {
  const request: Record<string, unknown> = { abortSignal: async () => ({ data: rows, error: null, status: 200 }) };
  for (const name of ['select', 'order', 'limit']) request[name] = () => request;
  for (const name of ['eq', 'in', 'gte'])
    request[name] = (column: string, value: unknown) => {
      asked.set(column, value);
      return request;
    };
  return { database: async () => ({ from: () => request }) };
});

it('counts by date the guests who would be passed on, without those who have arrived', async () => {
  const guests = await createQueryClient().fetchQuery(slotGuestsQuery('me', 's1', '2026-11-23'));
  expect([...guests]).toEqual([
    ['2026-11-23', 3],
    ['2026-11-30', 4],
  ]);
  expect(asked.get('check_in_status')).toBe('pending');
  expect(asked.get('guide_id')).toBe('me');
});
