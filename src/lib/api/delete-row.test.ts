import { msg } from '@lingui/core/macro';
import { beforeEach, expect, it, vi } from 'vitest';
import { deleteRow } from './delete-row';

/** The responses to the deletion and to the check whether the row still exists. */
let answers: { id: string }[][];
const filters: string[] = [];
vi.mock('@/lib/api/supabase', () => ({
  database: async () => {
    const query = {
      delete: () => query,
      select: () => query,
      eq: () => query,
      is: (column: string) => {
        filters.push(column);
        return query;
      },
      // biome-ignore lint/suspicious/noThenProperty: a query of the client is awaited
      then: (done: (answer: object) => void) => done({ data: answers.shift(), error: null, status: 200 }),
    };
    return { from: () => query };
  },
}));
beforeEach(() => {
  filters.length = 0;
});

const FAILED = msg`Failed to delete schedule`;

it('deletes an existing row, without a second look', async () => {
  answers = [[{ id: '1' }]];
  await deleteRow('driver_schedules', '1', FAILED);
  expect(answers).toEqual([]);
});

it('counts an already deleted row as deleted', async () => {
  answers = [[], []];
  await deleteRow('driver_schedules', '1', FAILED);
  expect(answers).toEqual([]);
});

it('reports a row that still exists as refused', async () => {
  answers = [[], [{ id: '1' }]];
  await expect(deleteRow('driver_schedules', '1', FAILED)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Failed to delete schedule',
    detail: "You don't have permission to do this",
  });
  expect(filters).toEqual([]);
});

it('counts a row archived because of bookings as deleted', async () => {
  answers = [[], []];
  await deleteRow('services', '1', FAILED);
  expect(filters).toEqual(['archived_at']);
});
