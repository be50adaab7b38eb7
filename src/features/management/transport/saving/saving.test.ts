import { msg } from '@lingui/core/macro';
import { beforeEach, expect, it, vi } from 'vitest';
import { addTransport, updateTransport } from './queries';

interface Asked {
  verb: string;
  row?: unknown;
  where: Record<string, unknown>;
  key?: string;
}
/** Answers each request in turn, and records it. */
const server = vi.hoisted(() => ({ asked: [] as Asked[], answers: [] as unknown[] }));
vi.mock('@/lib/api/supabase', () => {
  const request = (verb: string, row?: unknown) => {
    const asked: Asked = { verb, row, where: {} };
    server.asked.push(asked);
    const step = {
      eq: (name: string, value: unknown) => Object.assign(asked.where, { [name]: value }) && step,
      is: () => step,
      setHeader: (_: string, key: string) => Object.assign(asked, { key }) && step,
      select: () => step,
      maybeSingle: () => step,
      // biome-ignore lint/suspicious/noThenProperty: a request of the client is awaited
      then: (done: (answer: unknown) => unknown) => Promise.resolve(server.answers.shift()).then(done),
    };
    return step;
  };
  const table = {
    insert: (row: unknown) => request('insert', row),
    update: (row: unknown) => request('update', row),
    select: () => request('select'),
  };
  return { supabase: async () => ({ from: () => table }) };
});

const row = { title: 'To Flores' } as Parameters<typeof addTransport>[0]['row'];
const saving = { id: 's1', row, failed: msg`Failed to add service`, key: 'k1' };
const done = (data: unknown) => ({ data, error: null, status: 200 });
const there = { data: null, error: { code: '23505', message: 'duplicate key' }, status: 409 };

beforeEach(() => {
  server.asked.length = 0;
  server.answers.length = 0;
});

it('a new service that had arrived though its answer was lost gets what the form says now', async () => {
  server.answers.push(there, done([{ id: 's1' }]));
  await addTransport({ ...saving, territoryId: 'rio' });
  expect(server.asked).toEqual([
    { verb: 'insert', row: { id: 's1', territory_id: 'rio', title: 'To Flores' }, where: {}, key: 'k1' },
    { verb: 'update', row, where: { id: 's1' }, key: 'k1' },
  ]);
});

it('a failure has the words of the screen', async () => {
  server.answers.push({ data: null, error: { code: '22003', message: 'numeric field overflow' }, status: 400 });
  await expect(addTransport({ ...saving, territoryId: 'rio' })).rejects.toMatchObject({
    message: 'Failed to add service',
  });
});

it('a change goes only over the version that was read', async () => {
  server.answers.push(done([]), done({ updated_at: '2026-11-22' }));
  await expect(updateTransport({ ...saving, expectedVersion: '2026-11-21' })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  expect(server.asked[0]?.where).toEqual({ id: 's1', updated_at: '2026-11-21' });
});

it('a change of what is gone says so', async () => {
  server.answers.push(done([]), done(null));
  await expect(updateTransport({ ...saving, expectedVersion: '2026-11-21' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
