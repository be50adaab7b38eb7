import { setOpenedPage } from './start-page.ts';

/** The service worker (docs/decisions/0061): one for all addresses. Visitors who only browse have none. */
const SCOPE = '/';

/** Whether this build has one. */
export const hasServiceWorker = (): boolean =>
  'serviceWorker' in navigator && import.meta.env.VITE_SERVICE_WORKER !== 'off';

/** The path of the former worker for pushes: its subscription is moved first (features/account/push). */
export const OLD_PUSH_SCOPE = '/push/';

const isAt = ({ scope }: ServiceWorkerRegistration, path: string) => new URL(scope).pathname === path;

/** The registration for exactly this path; the browser also returns one for a parent path. */
export async function registrationAt(path: string = SCOPE): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker.getRegistrations();
  return found.find((one) => isAt(one, path) && !new URL(one.scope).search);
}

/** Not in all browsers, nor in TypeScript's types. */
interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the worker when online, even without an open page, after `prepare`. Does nothing where
 * unsupported.
 */
export async function askForSync(tag: string, prepare: () => Promise<void>): Promise<void> {
  if (!hasServiceWorker()) return;
  const { sync } = ((await registrationAt()) ?? {}) as WithSync;
  if (!sync) return;
  await prepare();
  await sync.register(tag);
}

/** The app's files, so that pages open without a signal. Not in development, where nothing is built. */
export async function keepAppFiles(): Promise<boolean> {
  if (!import.meta.env.PROD || !navigator.onLine || !hasServiceWorker()) return false;
  await setOpenedPage(location.pathname);
  const { active } = await registerServiceWorker();
  active?.postMessage({ kind: 'opened' });
  return true;
}

/** Registers it, and removes those that earlier versions had for single pages. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  const own = await navigator.serviceWorker.register('/sw.js', { scope: SCOPE });
  const found = await navigator.serviceWorker.getRegistrations();
  const old = found.filter((one) => one.scope !== own.scope && !isAt(one, OLD_PUSH_SCOPE));
  await Promise.all(old.map((one) => one.unregister()));
  return own;
}
