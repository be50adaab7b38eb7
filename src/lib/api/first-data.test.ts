import { beforeEach, expect, it, vi } from 'vitest';

let api: typeof import('./first-data.ts');
let queryClient: typeof import('./query-client.ts')['queryClient'];
const order: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  order.length = 0;
  api = await import('./first-data.ts');
  ({ queryClient } = await import('./query-client.ts'));
  return () => {
    queryClient.clear();
    vi.useRealTimers();
  };
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const ask = (name: string, ms: number) =>
  queryClient.fetchQuery({
    queryKey: [name],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      order.push(name);
      return name;
    },
  });
const loadLater = ({ afterFirstData }: typeof api) => afterFirstData(async () => void order.push('header'))();

it('loads the rest at once if no first page is awaited', async () => {
  await loadLater(api);
  expect(order).toEqual(['header']);
});

it('loads the rest after all data of the first page', async () => {
  document.documentElement.classList.add('system-fonts');
  api.awaitFirstData();
  void loadLater(api);
  void ask('profile', 500);
  await pass(600);
  // The profile was there before the page.
  expect(order).toEqual(['profile']);
  void ask('bookings', 500);
  void ask('offers', 900);
  api.watchFirstData();
  await pass(600);
  expect(order).toEqual(['profile', 'bookings']);
  expect(document.documentElement).toHaveClass('system-fonts');
  await pass(600);
  expect(order).toEqual(['profile', 'bookings', 'offers', 'header']);
  expect(document.documentElement).not.toHaveClass('system-fonts');
});

it('waits for a request that follows from the first response', async () => {
  api.awaitFirstData();
  void loadLater(api);
  void ask('rows', 100).then(() => ask('amounts', 100));
  api.watchFirstData();
  await pass(150);
  expect(order).toEqual(['rows']);
  await pass(100);
  expect(order).toEqual(['rows', 'amounts', 'header']);
});

it('loads the rest after a failure too', async () => {
  api.awaitFirstData();
  void loadLater(api);
  void queryClient.fetchQuery({ queryKey: ['refused'], queryFn: () => Promise.reject(new Error('no')) }).catch(() => 0);
  api.watchFirstData();
  await pass(10);
  expect(order).toEqual(['header']);
});

it('loads the rest at the first tap, before any data', async () => {
  const { startIdleFetching } = await import('@/lib/routing/chunks');
  api.awaitFirstData();
  void loadLater(api);
  startIdleFetching();
  await pass(100);
  expect(order).toEqual([]);
  dispatchEvent(new Event('pointerdown'));
  await pass(100);
  expect(order).toEqual(['header']);
});
