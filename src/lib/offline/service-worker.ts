import { setOpenedPage } from './start-page.ts';

/** The service worker (docs/decisions/0061): one, for all addresses. Who only looks around has none. */
const SCOPE = '/';

/** Whether this build has one. */
export const hasServiceWorker = (): boolean =>
  'serviceWorker' in navigator && import.meta.env.VITE_SERVICE_WORKER !== 'off';

/** Where the worker for pushes was before it was one with the others: its subscription moves first (features/account/push). */
export const OLD_PUSH_SCOPE = '/push/';

const isAt = ({ scope }: ServiceWorkerRegistration, path: string) => new URL(scope).pathname === path;

/** The registration for exactly this path. A browser answers with the one that it lies below, too. */
export async function registrationAt(path: string = SCOPE): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker.getRegistrations();
  return found.find((one) => isAt(one, path) && !new URL(one.scope).search);
}

/** Not in all browsers, nor in the types of the platform. */
interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/** Has the worker woken when there is a line, also with no page open, after `prepare`. Nothing happens where the browser cannot. */
export async function askForSync(tag: string, prepare: () => Promise<void>): Promise<void> {
  if (!hasServiceWorker()) return;
  const { sync } = ((await registrationAt()) ?? {}) as WithSync;
  if (!sync) return;
  await prepare();
  await sync.register(tag);
}

/** The app's own files, so that its pages open without a signal. Not while developing: nothing is built then. */
export async function keepAppFiles(): Promise<boolean> {
  if (!import.meta.env.PROD || !navigator.onLine || !hasServiceWorker()) return false;
  await setOpenedPage(location.pathname);
  const { active } = await registerServiceWorker();
  active?.postMessage({ kind: 'opened' });
  return true;
}

/** Registers it, and takes away those that earlier versions had for single pages. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  const own = await navigator.serviceWorker.register('/sw.js', { scope: SCOPE });
  const found = await navigator.serviceWorker.getRegistrations();
  const old = found.filter((one) => one.scope !== own.scope && !isAt(one, OLD_PUSH_SCOPE));
  await Promise.all(old.map((one) => one.unregister()));
  return own;
}
