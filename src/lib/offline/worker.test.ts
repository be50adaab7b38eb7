// @vitest-environment node
import { expect, it, vi } from 'vitest';
import manifest from '../../../public/manifest.webmanifest?raw';
import remove from '../../../scripts/build/service-worker/remove.js?raw';
import { filesByPage, workerSource } from '../../../scripts/build/service-worker/write.ts';

const HOME = 'https://territorio.example';
type Held = Map<string, Map<string, Response>>;
type Network = (address: string) => Promise<Response>;

const pages = ['/bookings', '/bookings/:kind/:id/ticket', '/guide-dashboard'];
/** A build of the app with its number in all names. Guests need the ticket, and guides the day. */
const build = (n: number): Omit<Parameters<typeof workerSource>[0], 'pages'> => ({
  entry: `/assets/index-${n}.js`,
  files: [[`/assets/index-${n}.js`], [`/assets/ticket-${n}.js`, [0, 1]], [`/assets/day-${n}.js`, [2]]],
});
/** The page writes this record before it registers the worker. */
const OPENED = 'territorio-start';
const openedBy = (pathname: string, held: Held = new Map(), loaded: string[] = []): Held =>
  held.set(
    OPENED,
    new Map([
      ...(held.get(OPENED) ?? []),
      ['/opened', new Response(pathname)],
      ['/loaded', new Response(JSON.stringify(loaded))],
    ]),
  );
const shellOf = (n: number) => `<script src="/assets/index-${n}.js"></script>`;

/** A host with build `n` and no other files. */
const deployed =
  (n: number): Network =>
  async (address) => {
    if (!address.startsWith('/assets/')) return new Response(`${shellOf(n)} ${address}`);
    return build(n).files.some(([file]) => file === address)
      ? new Response(`code of ${address}`)
      : new Response('Not found', { status: 404 });
  };
const offline: Network = () => Promise.reject(new TypeError('Failed to fetch'));

/** A browser's worker with the storage of this site. */
function workerOf(source: string, { held = openedBy('/bookings'), network = deployed(1), scope = '/', own = {} } = {}) {
  const browser = { network };
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, HOME).pathname;
  const fetch = vi.fn((request: string | { url: string }) => browser.network(pathOf(request)));
  const caches = {
    open: async (name: string) => {
      const place = held.get(name) ?? new Map<string, Response>();
      held.set(name, place);
      return {
        put: async (address: string, answer: Response) => void place.set(address, answer),
        addAll: async (files: string[]) => {
          for (const file of files) {
            const answer = await browser.network(file);
            if (!answer.ok) throw new TypeError('Request failed');
            place.set(file, answer);
          }
        },
      };
    },
    match: async (request: string | { url: string }, { cacheName }: { cacheName?: string } = {}) => {
      const places = cacheName === undefined ? [...held.values()] : [held.get(cacheName)];
      return places
        .map((place) => place?.get(pathOf(request)))
        .find(Boolean)
        ?.clone();
    },
    keys: async () => [...held.keys()],
    delete: async (name: string) => held.delete(name),
  };
  const listeners: { kind: string; listener: (event: object) => void }[] = [];
  const tell = (kind: string, event: object) => {
    for (const one of listeners) if (one.kind === kind) one.listener(event);
  };
  const self = {
    registration: { scope: `${HOME}${scope}`, unregister: vi.fn(async () => true) },
    location: { origin: HOME },
    clients: { claim: vi.fn() },
    skipWaiting: vi.fn(),
    ...own,
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.push({ kind, listener }),
  };
  new Function('self', 'caches', 'fetch', source)(self, caches, fetch);
  const happen = async (kind: string, event: object = {}) => {
    const waits: Promise<unknown>[] = [];
    tell(kind, { ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  /** Returns the worker's response, or null if it leaves the request to the browser. */
  const ask = (address: string, request: { mode?: string; method?: string } = {}) => {
    let answer: Promise<Response> | null = null;
    const url = new URL(address, HOME).href;
    const event = {
      request: { url, mode: 'cors', method: 'GET', ...request },
      waitUntil: () => undefined,
      respondWith: (a: Promise<Response>) => {
        answer = a;
      },
    };
    tell('fetch', event);
    return answer as Promise<Response> | null;
  };
  const goTo = (address: string) => ask(address, { mode: 'navigate' });
  const textAt = async (address: string, request = {}) => (await ask(address, request))?.text();
  const update = async () => {
    await happen('install');
    await happen('activate');
  };
  return { ask, goTo, textAt, held, fetch, happen, update, browser, unregister: self.registration.unregister };
}

/** Returns the worker of build `n` on a phone that may have had others, deployed where the phone looks. */
const workerOfBuild = (n: number, options: Parameters<typeof workerOf>[1] = {}) =>
  workerOf(workerSource({ ...build(n), pages }), { network: deployed(n), ...options });

const navigate = { mode: 'navigate' };
const versions = ({ held }: { held: Held }) => [...held.keys()].filter((name) => name.startsWith('territorio-app-'));

it('answers with the network if there is one, and otherwise with the installed shell', async () => {
  const worker = workerOfBuild(1);
  await worker.update();
  worker.browser.network = async () => new Response('a newer build');
  expect(await worker.textAt('/bookings?x=1', navigate)).toBe('a newer build');
  worker.browser.network = offline;
  for (const page of ['/bookings', '/es/bookings', '/bookings/experience/b1/ticket', '/guide-dashboard?day=2026-11-22'])
    expect(await worker.textAt(page, navigate)).toContain(shellOf(1));
  expect(await worker.textAt('/assets/index-1.js')).toBe('code of /assets/index-1.js');
  await expect(worker.ask('/assets/other.js')).rejects.toThrow('Failed to fetch');
});

it('treats an unresponsive network as none', async () => {
  const worker = workerOfBuild(1);
  await worker.update();
  worker.browser.network = () => new Promise(() => undefined);
  vi.useFakeTimers();
  const answer = worker.goTo('/bookings');
  await vi.advanceTimersByTimeAsync(6000);
  vi.useRealTimers();
  expect(await (await answer)?.text()).toContain(shellOf(1));
});

it('opens every page in the app without a network, and waits for a slow one where the page needs it', async () => {
  const worker = workerOfBuild(1);
  await worker.update();
  const pages = [
    '/',
    '/regions',
    '/es',
    '/territories/rio',
    '/bookings/experience/b1/messages',
    '/?ref=HOTEL1',
    '/nowhere',
  ];
  for (const page of pages)
    expect(await worker.textAt(page, navigate)).toContain(`${shellOf(1)} ${page.split('?')[0]}`);
  worker.browser.network = offline;
  for (const page of pages) expect(await worker.textAt(page, navigate)).toBe(`${shellOf(1)} /bookings`);
  let answer: (response: Response) => void = () => undefined;
  worker.browser.network = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  vi.useFakeTimers();
  const slow = worker.goTo('/regions');
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  answer(new Response('the regions'));
  expect(await (await slow)?.text()).toBe('the regions');
});

it('leaves everything else to the browser: files, database responses, writes, other sites', () => {
  const worker = workerOfBuild(1);
  for (const address of [
    '/robots.txt',
    '/sitemap.xml',
    '/auth/v1/verify?token=t',
    '/functions/v1/conditions-feed',
    '/storage/v1/object/x',
  ])
    expect(worker.goTo(address)).toBeNull();
  expect(worker.ask('/rest/v1/bookings?select=id')).toBeNull();
  expect(worker.ask('/auth/v1/token', { method: 'POST' })).toBeNull();
  expect(worker.ask('https://elsewhere.example/assets/index-1.js')).toBeNull();
  expect(worker.fetch).not.toHaveBeenCalled();
});

it('stores a version completely or not at all', async () => {
  // The files of the first release with the HTML of the second, as during a deployment.
  const between: Network = async (address) => deployed(address.startsWith('/assets/') ? 1 : 2)(address);
  const worker = workerOfBuild(1, { network: between });
  await expect(worker.happen('install')).rejects.toThrow('another build');
  expect(versions(worker)).toEqual([]);
  worker.browser.network = async (address) => (address.includes('ticket') ? offline(address) : deployed(1)(address));
  await expect(worker.happen('install')).rejects.toThrow('Failed to fetch');
  expect(versions(worker)).toEqual([]);
});

it('lets a phone that never scanned scan while offline, with its own detector or ours', async () => {
  const scanner = { file: 'assets/scan-1.js', assets: ['assets/reader-1.wasm', 'assets/art-1.webp'] };
  const files = filesByPage({
    manifest: {
      'index.html': { file: 'assets/index-1.js' },
      'src/pages/dock.tsx': { file: 'assets/dock-1.js' },
      'scan.ts': scanner,
    },
    routes: [{ path: '/dock', page: 'dock', access: 'user', offline: true }],
    partsOf: (module) => (module === 'src/pages/dock.tsx' ? ['scan.ts'] : []),
  });
  expect(files).toEqual([
    ['/assets/index-1.js'],
    ['/assets/dock-1.js', [0]],
    ['/assets/reader-1.wasm', [0]],
    ['/assets/scan-1.js', [0]],
  ]);
  const source = workerSource({ entry: '/assets/dock-1.js', files, pages: ['/dock'] });
  const network: Network = async (address) => new Response(`<script src="/assets/dock-1.js"></script> ${address}`);
  const keptBy = async (own: object) => {
    const worker = workerOf(source, { network, own, held: openedBy('/dock') });
    await worker.update();
    return [...(worker.held.get(versions(worker)[0] ?? '')?.keys() ?? [])];
  };
  expect(await keptBy({})).toContain('/assets/reader-1.wasm');
  const withDetector = await keptBy({ BarcodeDetector: class {} });
  expect(withDetector).toContain('/assets/scan-1.js');
  expect(withDetector).not.toContain('/assets/reader-1.wasm');
});

it("stores with a page the pages that everyone on it can open, and no other role's", () => {
  const pagesOf = ['day', 'sell', 'desk', 'ticket'].map((name) => [`src/pages/${name}.tsx`, { file: `${name}.js` }]);
  const files = filesByPage({
    manifest: { 'index.html': { file: 'index.js' }, ...Object.fromEntries(pagesOf) },
    routes: [
      { path: '/day', page: 'day', access: ['guide'], offline: true },
      { path: '/sell', page: 'sell', access: ['guide', 'staff'], offline: true },
      { path: '/desk', page: 'desk', access: ['staff'], offline: true },
      { path: '/ticket', page: 'ticket', access: 'open', offline: true },
    ],
    partsOf: () => [],
  });
  expect(Object.fromEntries(files)).toEqual({
    '/index.js': undefined,
    '/day.js': [0],
    '/sell.js': [0, 1, 2],
    '/desk.js': [2],
    '/ticket.js': [0, 1, 2, 3],
  });
});

/** Opens a page, which reports its path and what it has loaded. */
async function load(worker: ReturnType<typeof workerOf>, pathname: string, files: string[]): Promise<void> {
  openedBy(pathname, worker.held, files);
  await worker.happen('message', { data: { kind: 'opened' } });
}
/** Opens a page and uses it. */
async function open(worker: ReturnType<typeof workerOf>, pathname: string): Promise<void> {
  openedBy(pathname, worker.held);
  await worker.happen('message', { data: { kind: 'used' } });
}
const keptFiles = ({ held }: { held: Held }, n: number) =>
  [...(held.get(versions({ held })[n] ?? '')?.keys() ?? [])].filter((file) => file.startsWith('/assets/'));

it('stores the files of the pages that this person works with, and so does its update', async () => {
  const worker = workerOfBuild(1);
  await worker.update();
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/ticket-1.js']);
  await open(worker, '/guide-dashboard');
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/ticket-1.js', '/assets/day-1.js']);
  await open(worker, '/es/bookings');
  const after = workerOfBuild(2, { held: worker.held });
  await after.update();
  expect(keptFiles(after, 1)).toEqual(['/assets/index-2.js', '/assets/ticket-2.js', '/assets/day-2.js']);
});

it('stores at once what a page has loaded, and the rest when it is used', async () => {
  const day = ['/assets/index-1.js', '/assets/day-1.js', '/assets/home-1.js'];
  // The signal goes after what the page needed itself.
  const loaded: Network = async (address) => (address.includes('ticket') ? offline(address) : deployed(1)(address));
  const worker = workerOfBuild(1, { held: openedBy('/guide-dashboard', new Map(), day), network: loaded });
  await worker.update();
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/day-1.js']);
  worker.browser.network = offline;
  expect(await worker.textAt('/guide-dashboard', navigate)).toContain(shellOf(1));
  expect(await worker.textAt('/assets/day-1.js')).toBe('code of /assets/day-1.js');
  worker.browser.network = deployed(1);
  await open(worker, '/guide-dashboard');
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/day-1.js', '/assets/ticket-1.js']);
});

it('stores a part that the page loads later, or another page, and nothing else before it is used', async () => {
  const worker = workerOfBuild(1, { held: openedBy('/bookings', new Map(), ['/assets/index-1.js']) });
  await worker.update();
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js']);
  await load(worker, '/bookings', ['/assets/index-1.js', '/assets/ticket-1.js']);
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/ticket-1.js']);
  await load(worker, '/guide-dashboard', ['/assets/index-1.js']);
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/ticket-1.js']);
});

it('stores the tickets of a guest whose first page with a worker is the confirmation, with the experience', async () => {
  const worker = workerOfBuild(1, { held: openedBy('/experiences/0b7c1f9e-0000-4000-8000-000000000001') });
  await worker.update();
  worker.browser.network = offline;
  expect(await worker.textAt('/assets/ticket-1.js')).toBe('code of /assets/ticket-1.js');
  await expect(worker.textAt('/assets/day-1.js')).rejects.toThrow('Failed to fetch');
});

it('stores all files on a phone of an earlier build', async () => {
  const held: Held = new Map([['territorio-app-before', new Map()]]);
  const worker = workerOfBuild(1, { held });
  await worker.update();
  expect(keptFiles(worker, 1)).toHaveLength(3);
});

it("stores on a slow connection the tickets' files and what a page has loaded, and the rest on a better one", async () => {
  const connection = { effectiveType: '3g' };
  // The browser's HTTP cache doesn't have the day's page.
  const loaded: Network = async (address) => (address.includes('day') ? offline(address) : deployed(1)(address));
  const own = { navigator: { connection } };
  const worker = workerOfBuild(1, { held: openedBy('/guide-dashboard'), network: loaded, own });
  await worker.update();
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/ticket-1.js']);
  expect(worker.fetch).toHaveBeenCalledWith('/assets/day-1.js', { cache: 'only-if-cached', mode: 'same-origin' });
  worker.browser.network = deployed(1);
  connection.effectiveType = '4g';
  await open(worker, '/guide-dashboard');
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js', '/assets/ticket-1.js', '/assets/day-1.js']);
});

it('preloads nothing for a person who saves data', async () => {
  const loaded: Network = async (address) => (address.includes('ticket') ? offline(address) : deployed(1)(address));
  const worker = workerOfBuild(1, { network: loaded, own: { navigator: { connection: { saveData: true } } } });
  await worker.update();
  expect(keptFiles(worker, 0)).toEqual(['/assets/index-1.js']);
  expect(worker.fetch).toHaveBeenCalledWith('/assets/ticket-1.js', { cache: 'only-if-cached', mode: 'same-origin' });
});

it('keeps the previous build on a slow connection', async () => {
  const worker = workerOfBuild(1);
  await worker.update();
  const { held } = worker;
  const after = workerOfBuild(2, { held, own: { navigator: { connection: { saveData: true } } } });
  await expect(after.happen('install')).rejects.toThrow('until the connection is better');
  expect(versions(after)).toEqual(versions(worker));
  expect(after.fetch).not.toHaveBeenCalled();
});

it('takes over with an update, and a page of the previous build still loads its parts', async () => {
  const before = workerOfBuild(1);
  before.held.set('territorio-queries-elmer', new Map());
  await before.update();
  const { held } = before;
  const after = workerOfBuild(2, { held });
  await after.update();
  expect(await after.textAt('/assets/ticket-1.js')).toBe('code of /assets/ticket-1.js');
  after.browser.network = offline;
  expect(await after.textAt('/bookings', navigate)).toContain(shellOf(2));
  const third = workerOfBuild(3, { held });
  await third.update();
  expect(versions(third)).toHaveLength(2);
  expect(await (await third.ask('/assets/ticket-1.js'))?.text()).toBe('Not found');
  expect(held.has('territorio-queries-elmer')).toBe(true);
});

it('treats a rollback as an update to the previous build', async () => {
  const { held, update } = workerOfBuild(1);
  await update();
  await workerOfBuild(2, { held }).update();
  const back = workerOfBuild(1, { held });
  await back.update();
  // The next worker removes the one before, but not the one in use.
  const next = workerOfBuild(3, { held });
  await next.update();
  expect(await next.textAt('/assets/ticket-1.js')).toBe('code of /assets/ticket-1.js');
  expect(await (await next.ask('/assets/ticket-2.js'))?.text()).toBe('Not found');
});

it("starts an installed app at the day's work, otherwise at home, and offline at the tickets", async () => {
  const worker = workerOfBuild(1);
  await worker.update();
  const to = async (address: string) => {
    const answer = await worker.goTo(address);
    return answer?.headers.get('location') ?? (await answer?.text());
  };
  const { id, start_url: opens, scope } = JSON.parse(manifest);
  expect({ id, scope }).toEqual({ id: '/', scope: '/' });
  expect(await to(opens)).toContain('<script');
  worker.browser.network = offline;
  expect(await to(opens)).toContain(`${shellOf(1)} /bookings`);
  worker.browser.network = deployed(1);
  const start = new Map([['/offline', new Response('/es/bookings')]]);
  worker.held.set('territorio-start', start);
  expect(await to(opens)).toContain('<script');
  worker.browser.network = offline;
  expect(await to(opens)).toBe(`${HOME}/es/bookings`);
  start.set('/work', new Response('/driver-dashboard'));
  expect(await to(opens)).toBe(`${HOME}/driver-dashboard`);
});

it('removes an old worker that was registered for a single page', async () => {
  const worker = workerOfBuild(1, { scope: '/guide-dashboard' });
  await worker.update();
  expect(worker.unregister).toHaveBeenCalledOnce();
  expect(worker.goTo('/guide-dashboard')).toBeNull();
  expect(worker.fetch).not.toHaveBeenCalled();
});

it("removes itself and its files when switched off, and nobody's data", async () => {
  const { held, update } = workerOfBuild(1);
  await update();
  held.set('territorio-queries-elmer', new Map());
  held.set('territorio-start', new Map());
  const last = workerOf(remove, { held });
  await last.update();
  expect([...held.keys()]).toEqual(['territorio-queries-elmer']);
  expect(last.unregister).toHaveBeenCalledOnce();
});
