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
 * Stores the app's files, so that pages open without a signal. Does nothing in development, where nothing is built.
 */
export async function keepAppFiles(): Promise<boolean> {
  if (!import.meta.env.PROD || !navigator.onLine || !hasServiceWorker()) return false;
  await setOpenedPage(location.pathname);
  const { active } = await registerServiceWorker();
  active?.postMessage({ kind: 'opened' });
  return true;
}

/** Registers the worker, and removes those that earlier versions had for single pages. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  const own = await navigator.serviceWorker.register('/sw.js', { scope: SCOPE });
  const found = await navigator.serviceWorker.getRegistrations();
  const old = found.filter((one) => one.scope !== own.scope && !isAt(one, OLD_PUSH_SCOPE));
  await Promise.all(old.map((one) => one.unregister()));
  return own;
}
