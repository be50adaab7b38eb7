import { beforeEach, expect, it, vi } from 'vitest';
import { keepAppFiles } from './service-worker.ts';

const setOpenedPage = vi.hoisted(() => vi.fn<(path: string, loaded: string[]) => Promise<void>>());
vi.mock('./start-page.ts', () => ({ setOpenedPage }));

let loaded: string[];
let observers: (() => void)[];
const load = (file: string) => {
  loaded.push(file);
  for (const run of observers) run();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubEnv('PROD', true);
  setOpenedPage.mockReset().mockResolvedValue(undefined);
  loaded = [];
  observers = [];
  vi.stubGlobal('performance', { getEntriesByType: () => loaded.map((file) => ({ name: location.origin + file })) });
  // Like a browser's, it reports earlier files only if asked for buffered ones.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(private readonly run: () => void) {}
      observe(options: PerformanceObserverInit) {
        observers.push(this.run);
        if (options.buffered && loaded.length > 0) this.run();
      }
    },
  );
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  };
});

function stubWorker(onRegister: () => void): void {
  const registration = { scope: `${location.origin}/`, active: { postMessage: vi.fn() } };
  const register = async () => {
    onRegister();
    return registration;
  };
  const container = { register, getRegistrations: async () => [registration], ready: Promise.resolve(registration) };
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { serviceWorker: { value: container }, onLine: { value: true } }),
  );
}

it('stores files that the page loads while the worker is registered, and later ones', async () => {
  loaded = ['/assets/app.js'];
  stubWorker(() => load('/assets/list.js'));
  await keepAppFiles();
  expect(setOpenedPage.mock.lastCall?.[1]).toEqual(['/assets/app.js']);
  await vi.advanceTimersByTimeAsync(500);
  expect(setOpenedPage.mock.lastCall?.[1]).toEqual(['/assets/app.js', '/assets/list.js']);
  load('/assets/receipt.js');
  await vi.advanceTimersByTimeAsync(500);
  expect(setOpenedPage.mock.lastCall?.[1]).toContain('/assets/receipt.js');
  await vi.advanceTimersByTimeAsync(500);
  expect(setOpenedPage).toHaveBeenCalledTimes(3);
});
