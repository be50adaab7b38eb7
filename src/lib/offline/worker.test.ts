import { expect, it, vi } from 'vitest';
import manifest from '../../../public/manifest.webmanifest?raw';
import start from '../../../scripts/build/service-worker/start.js?raw';
import source from '../../../scripts/build/service-worker/worker.js?raw';
import { setStartPage } from './start-page.ts';

const HOME = 'https://territorio.example';
const SHELL = '<script src="/assets/index-1.js"></script>';

/** One place of a browser with the worker in it; what it was given by the network is said by `network`. */
function workerOf(network: (address: string) => Promise<Response>, version = '1') {
  const held = new Map<string, Map<string, Response>>();
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, HOME).pathname;
  const fetch = vi.fn((request: string | { url: string }) => network(pathOf(request)));
  const caches = {
    open: async (name: string) => {
      const place = held.get(name) ?? new Map<string, Response>();
      held.set(name, place);
      return {
        put: async (address: string, answer: Response) => void place.set(address, answer),
        match: async (address: string) => place.get(address)?.clone(),
        addAll: async (files: string[]) => {
          for (const file of files) place.set(file, await network(file));
        },
      };
    },
    match: async (request: { url: string }, { cacheName }: { cacheName: string }) =>
      held.get(cacheName)?.get(pathOf(request))?.clone(),
    keys: async () => [...held.keys()],
    delete: async (name: string) => held.delete(name),
  };
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    registration: { scope: `${HOME}/guide-dashboard` },
    location: { origin: HOME },
    skipWaiting: vi.fn(),
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
  };
  const script = source
    .replace("'%VERSION%'", JSON.stringify(version))
    .replace("'%ENTRY%'", '"/assets/index-1.js"')
    .replace("['%FILES%']", '["/assets/index-1.js"]');
  new Function('self', 'caches', 'fetch', script)(self, caches, fetch);
  const happen = async (kind: string) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(kind)?.({ waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  /** The worker's answer, or null where it leaves the request to the browser. */
  const ask = (address: string, request: { mode?: string; method?: string } = {}) => {
    let answer: Promise<Response> | null = null;
    const url = new URL(address, HOME).href;
    const event = {
      request: { url, mode: 'cors', method: 'GET', ...request },
      respondWith: (a: Promise<Response>) => {
        answer = a;
      },
    };
    listeners.get('fetch')?.(event);
    return answer as Promise<Response> | null;
  };
  return { ask, held, fetch, happen };
}

const online = async (address: string) =>
  address.startsWith('/assets/') ? new Response(`code of ${address}`) : new Response(`${SHELL} live`);
const navigate = { mode: 'navigate' };

it('answers with the network while there is one, and with the shell of the install when there is none', async () => {
  let network = online;
  const worker = workerOf((address) => network(address));
  await worker.happen('install');
  await worker.happen('activate');
  network = async () => new Response('a newer build');
  expect(await (await worker.ask('/guide-dashboard?day=2026-11-22', navigate))?.text()).toBe('a newer build');
  network = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await (await worker.ask('/guide-dashboard?day=2026-11-22', navigate))?.text()).toBe(`${SHELL} live`);
  expect(await (await worker.ask('/assets/index-1.js'))?.text()).toBe('code of /assets/index-1.js');
  await expect(worker.ask('/assets/other.js')).rejects.toThrow('Failed to fetch');
});

it('takes a network that says nothing for none', async () => {
  let network = online;
  const worker = workerOf((address) => network(address));
  await worker.happen('install');
  network = () => new Promise(() => undefined);
  vi.useFakeTimers();
  const answer = worker.ask('/guide-dashboard', navigate);
  await vi.advanceTimersByTimeAsync(6000);
  vi.useRealTimers();
  expect(await (await answer)?.text()).toBe(`${SHELL} live`);
});

it('leaves everything else to the browser: what the database says, writes, other sites', () => {
  const worker = workerOf(online);
  expect(worker.ask('/rest/v1/bookings?select=id')).toBeNull();
  expect(worker.ask('/auth/v1/token', { method: 'POST' })).toBeNull();
  expect(worker.ask('https://elsewhere.example/assets/index-1.js')).toBeNull();
  expect(worker.fetch).not.toHaveBeenCalled();
});

it('is not installed with the shell of another build, and renews only what is its own', async () => {
  const between = workerOf(async () => new Response('<script src="/assets/index-2.js"></script>'));
  await expect(between.happen('install')).rejects.toThrow('another build');
  const renewed = workerOf(online, '2');
  renewed.held.set('territorio-app-/guide-dashboard-1', new Map());
  renewed.held.set('territorio-app-/driver-dashboard-1', new Map());
  renewed.held.set('territorio-queries-elmer', new Map());
  await renewed.happen('install');
  await renewed.happen('activate');
  expect([...renewed.held.keys()].sort()).toEqual([
    'territorio-app-/driver-dashboard-1',
    'territorio-app-/guide-dashboard-2',
    'territorio-queries-elmer',
  ]);
});

it('leads the home screen to the dashboard that registered it, and lets all else pass', () => {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: new URL('/start.js?page=/driver-dashboard', HOME),
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
  };
  new Function('self', start)(self);
  const respondWith = vi.fn<(answer: Response) => void>();
  listeners.get('fetch')?.({ request: { mode: 'cors' }, respondWith });
  expect(respondWith).not.toHaveBeenCalled();
  listeners.get('fetch')?.({ request: navigate, respondWith });
  expect(respondWith.mock.calls[0]?.[0].headers.get('location')).toBe(`${HOME}/driver-dashboard`);
});

it('an installed app opens the one address that may be led to a dashboard; it stays the same app', async () => {
  const register = vi.fn();
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  await setStartPage('/guide-dashboard');
  const { id, start_url: opens, scope } = JSON.parse(manifest);
  expect(register).toHaveBeenCalledExactlyOnceWith('/start.js?page=/guide-dashboard', { scope: opens });
  expect({ id, scope }).toEqual({ id: '/', scope: '/' });
  // The home page and all that is for everybody are not below it.
  for (const open of ['/', '/?ref=HOTEL1', '/regions']) expect(open.startsWith(opens)).toBe(false);
});
