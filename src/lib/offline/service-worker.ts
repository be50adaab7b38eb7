import { whenUsed } from '@/lib/routing/chunks';
import { setOpenedPage } from './start-page.ts';

/** One service worker (docs/decisions/0061) covers all addresses. Visitors who only browse have none. */
const SCOPE = '/';

/** Returns whether this build has a service worker. */
export const hasServiceWorker = (): boolean =>
  'serviceWorker' in navigator && import.meta.env.VITE_SERVICE_WORKER !== 'off';

/** The path of the old push worker, whose subscription is moved first (features/account/push). */
export const OLD_PUSH_SCOPE = '/push/';

const isAt = ({ scope }: ServiceWorkerRegistration, path: string) => new URL(scope).pathname === path;

/** Returns the registration for exactly this path, as the browser also returns one for a parent path. */
export async function registrationAt(path: string = SCOPE): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker.getRegistrations();
  return found.find((one) => isAt(one, path) && !new URL(one.scope).search);
}

/** An API that some browsers and TypeScript's types lack. */
interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the worker when online, even without an open page, after `prepare`. Does nothing if the
 * browser doesn't support it.
 */
export async function askForSync(tag: string, prepare: () => Promise<void>): Promise<void> {
  if (!hasServiceWorker()) return;
  const { sync } = ((await registrationAt()) ?? {}) as WithSync;
  if (!sync) return;
  await prepare();
  await sync.register(tag);
}

/**
 * Stores the app's files, so that pages open without a signal. What this page has loaded is stored at once, and the
 * rest when the page is used, because nothing is fetched ahead before. Does nothing in development, where nothing is
 * built.
 */
export async function keepAppFiles(): Promise<boolean> {
  if (!import.meta.env.PROD || !navigator.onLine || !hasServiceWorker()) return false;
  const loaded = loadedFiles();
  await setOpenedPage(location.pathname, loaded);
  await registerServiceWorker();
  void tellWorker('opened');
  keepLaterFiles(loaded.length);
  whenUsed(() => void tellWorker('used'));
  return true;
}

/** Returns the build's files that this page has loaded. */
function loadedFiles(): string[] {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = addresses.filter(({ origin, pathname }) => origin === location.origin && isAppFile.test(pathname));
  return [...new Set(own.map(({ pathname }) => pathname))];
}
const isAppFile = /^\/(?:assets|fonts|art)\//;

async function tellWorker(kind: 'opened' | 'used'): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ kind });
}

/** How long we wait after the first file of a burst. */
const BURST_MS = 150;
let isWatching = false;

/**
 * Also stores the files that this page loads after the first `told`, such as the part that shows a response or what
 * came while the worker was registered.
 */
function keepLaterFiles(told: number): void {
  if (isWatching || !('PerformanceObserver' in globalThis)) return;
  isWatching = true;
  let isScheduled = false;
  const tell = () => {
    isScheduled = false;
    const files = loadedFiles();
    if (files.length === told) return;
    told = files.length;
    void setOpenedPage(location.pathname, files).then(() => tellWorker('opened'));
  };
  const observer = new PerformanceObserver(() => {
    if (!isScheduled) setTimeout(tell, BURST_MS);
    isScheduled = true;
  });
  // Buffered entries include the files that came since the worker was told.
  observer.observe({ type: 'resource', buffered: true });
}

/** Registers the worker, and removes those that earlier versions had for single pages. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  const own = await navigator.serviceWorker.register('/sw.js', { scope: SCOPE });
  const found = await navigator.serviceWorker.getRegistrations();
  const old = found.filter((one) => one.scope !== own.scope && !isAt(one, OLD_PUSH_SCOPE));
  await Promise.all(old.map((one) => one.unregister()));
  return own;
}
