import { beforeEach, expect, it, vi } from 'vitest';
import { fetchWhenIdle, reloadForChunk } from '@/lib/routing/chunks';

vi.mock('@/lib/routing/chunks', () => ({ fetchWhenIdle: vi.fn(), reloadForChunk: vi.fn(async () => undefined) }));

beforeEach(() => {
  vi.resetModules();
  vi.mocked(fetchWhenIdle).mockClear();
  vi.mocked(reloadForChunk).mockReset().mockResolvedValue();
});

/** Returns the loader in a browser that remembers a failed import. */
async function loaderThatFails() {
  vi.doMock('./client.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  return (await import('./supabase.ts')).supabase;
}
const line = (there: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there);

it('loads when the page is idle, so that a first click while offline needs no code', async () => {
  vi.doMock('./client.ts', () => ({ supabase: 'the client' }));
  vi.doMock('./database.ts', () => ({ createDatabase: () => 'the database' }));
  const { database, supabase } = await import('./supabase.ts');
  expect(fetchWhenIdle).toHaveBeenCalledTimes(2);
  expect([await database(), await supabase()]).toEqual(['the database', 'the client']);
  expect(reloadForChunk).not.toHaveBeenCalled();
});

it('reloads the page after a second failure while online, and not before', async () => {
  const supabase = await loaderThatFails();
  line(false);
  await expect(supabase()).rejects.toThrow();
  await expect(supabase()).rejects.toThrow();
  expect(reloadForChunk).not.toHaveBeenCalled();
  line(true);
  await expect(supabase()).rejects.toThrow();
  expect(reloadForChunk).toHaveBeenCalledOnce();
});

it('does not reload the page for a first failure, because the next attempt may succeed', async () => {
  line(true);
  const supabase = await loaderThatFails();
  await expect(supabase()).rejects.toThrow();
  expect(reloadForChunk).not.toHaveBeenCalled();
});
