import { QueryClient } from '@tanstack/react-query';
import { renderAppHook } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { persisted } from './persisted.ts';
import { usePersistedQueries } from './use-persisted-queries.ts';

const persistQueries = vi.hoisted(() => vi.fn());
vi.mock('./persist-queries.ts', () => ({ persistQueries }));
const keepAppFiles = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock('./service-worker.ts', () => ({ keepAppFiles }));

let client: QueryClient;
const read = (key: string) => client.setQueryData(['guide', key], [key]);

/** A page that has been open for a while and has persisted everything. */
function openPage() {
  const page = renderAppHook(() => usePersistedQueries('elmer', null), client);
  vi.advanceTimersByTime(1000);
  persistQueries.mockClear();
  return page;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  persistQueries.mockReset().mockResolvedValue(undefined);
  keepAppFiles.mockReset().mockResolvedValue(true);
  client = new QueryClient();
  client.setQueryDefaults(['guide'], persisted('tour_guide'));
  return () => vi.useRealTimers();
});

it('writes what was there before the page', () => {
  renderAppHook(() => usePersistedQueries('elmer', null), client);
  vi.advanceTimersByTime(1000);
  expect(persistQueries).toHaveBeenCalledExactlyOnceWith(client, 'elmer');
});

it('writes a burst of responses once', () => {
  openPage();
  for (const key of ['days', 'guests', 'slots']) read(key);
  vi.advanceTimersByTime(1000);
  expect(persistQueries).toHaveBeenCalledTimes(1);
});

it('does not wait for the end of continuous responses', () => {
  openPage();
  read('guests');
  vi.advanceTimersByTime(100);
  read('days');
  vi.advanceTimersByTime(100);
  expect(persistQueries).toHaveBeenCalledTimes(1);
});

it.each([
  ['the page is hidden', () => globalThis.dispatchEvent(new Event('pagehide'))],
  [
    'the phone is put away',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
])('writes the rest at once when %s', (_, leave) => {
  openPage();
  leave();
  expect(persistQueries).not.toHaveBeenCalled();
  read('guests');
  leave();
  expect(persistQueries).toHaveBeenCalledTimes(1);
});

it('writes the rest when another page is opened', () => {
  const page = openPage();
  read('guests');
  page.unmount();
  expect(persistQueries).toHaveBeenCalledTimes(1);
});

it('writes nothing for what is not stored', () => {
  openPage();
  client.setQueryData(['messages'], ['not kept']);
  vi.advanceTimersByTime(1000);
  expect(persistQueries).not.toHaveBeenCalled();
});

it("stores the app's files as soon as a list is there, and once", async () => {
  renderAppHook(() => usePersistedQueries('elmer', null), client);
  client.setQueryData(['profile'], 'Elmer');
  await vi.advanceTimersByTimeAsync(500);
  expect(keepAppFiles).not.toHaveBeenCalled();
  read('guests');
  await vi.advanceTimersByTimeAsync(150);
  expect(keepAppFiles).toHaveBeenCalledOnce();
  read('days');
  await vi.advanceTimersByTimeAsync(500);
  expect(keepAppFiles).toHaveBeenCalledOnce();
});

it("stores the app's files before a page that is closed, and later if it couldn't", async () => {
  keepAppFiles.mockResolvedValueOnce(false);
  renderAppHook(() => usePersistedQueries('elmer', null), client);
  read('guests');
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(keepAppFiles).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(500);
  read('guests');
  await vi.advanceTimersByTimeAsync(150);
  expect(keepAppFiles).toHaveBeenCalledTimes(2);
});
