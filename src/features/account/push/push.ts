import { msg } from '@lingui/core/macro';
import { AppError } from '@/lib/api/errors';
import { mapFailure } from '@/lib/api/map-failure';
import { run } from '@/lib/api/run';
import { pushKey } from '@/lib/env';
import { i18n } from '@/lib/i18n/i18n';
import { isApple, isInstalled } from '@/lib/offline/install-prompt';
import { clearPushOwner, pushOwner, setPushOwner } from '@/lib/offline/push-owner';
import { hasServiceWorker, OLD_PUSH_SCOPE, registerServiceWorker, registrationAt } from '@/lib/offline/service-worker';
import { readJson, writeJson } from '@/lib/storage/storage';

/**
 * 'install' means that this phone gets push notifications only in the installed app. 'denied' means that the
 * browser blocks them, which only its settings can change.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

export const pushKeys = { mine: (userId: string) => ['push', userId] as const };

const isSupported = (): boolean => hasServiceWorker() && 'PushManager' in globalThis && 'Notification' in globalThis;

const subscriptionAt = async (scope?: string): Promise<PushSubscription | null> =>
  (await (await registrationAt(scope))?.pushManager.getSubscription()) ?? null;

/** Returns this browser's push subscription, or null. */
const current = async (): Promise<PushSubscription | null> =>
  (await subscriptionAt()) ?? (await subscriptionAt(OLD_PUSH_SCOPE));

export async function readPushState(userId: string): Promise<PushState> {
  if (!isSupported()) return isApple() && !isInstalled() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission !== 'granted' || pushOwner() !== userId) return 'off';
  return (await current()) ? 'on' : 'off';
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const textOf = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns the active service worker, which a subscription needs. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const found = await registerServiceWorker();
  const worker = found.installing ?? found.waiting;
  if (!found.active && worker)
    await new Promise<void>((done, fail) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated') done();
        if (worker.state === 'redundant') fail(new Error('The service worker was not installed'));
      });
    });
  return found;
}

/** Subscribes this browser with our current key. A subscription with an older key is removed. */
async function subscribe(): Promise<PushSubscription> {
  const { pushManager } = await activeWorker();
  const before = await pushManager.getSubscription();
  if (before && textOf(before.options.applicationServerKey) === pushKey) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) });
}

/** The storage key for what this browser last sent to the server, and when. */
const SAVED = 'push-saved';
const lastSaved = () =>
  readJson('local', SAVED, (value): value is { endpoint: string; at: number } => {
    const { endpoint, at } = (value ?? {}) as Record<string, unknown>;
    return typeof endpoint === 'string' && typeof at === 'number';
  });

async function save(subscription: PushSubscription): Promise<void> {
  await run(
    (db) =>
      db.rpc('save_push_subscription', {
        p_endpoint: subscription.endpoint,
        p_p256dh: textOf(subscription.getKey('p256dh')),
        p_auth: textOf(subscription.getKey('auth')),
      }),
    msg`We couldn't turn on notifications`,
  );
  writeJson('local', SAVED, { endpoint: subscription.endpoint, at: Date.now() });
}

/**
 * Asks the person for permission if needed, and registers this browser with the server. Nothing changes if they
 * refuse.
 */
export async function turnOnPush(userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  let subscription: PushSubscription;
  try {
    subscription = await subscribe();
  } catch (error) {
    if (!navigator.onLine) throw await mapFailure(error, msg`We couldn't turn on notifications`);
    const detail = i18n._(msg`The browser couldn't reach its notification service. Please try again later.`);
    throw new AppError('push_service', i18n._(msg`We couldn't turn on notifications`), { detail, cause: error });
  }
  await save(subscription);
  setPushOwner(userId);
}

/** Unregisters this browser from the server, and removes the subscription. */
export async function turnOffPush(): Promise<void> {
  const subscription = isSupported() ? await current() : null;
  if (subscription) {
    await run(
      (db) => db.rpc('delete_push_subscription', { p_endpoint: subscription.endpoint }),
      msg`We couldn't turn off notifications`,
    );
    await subscription.unsubscribe();
  }
  clearPushOwner();
}

/**
 * Runs before signing out. Unregisters this browser, and removes the subscription even if the server can't be
 * reached.
 */
export async function leavePush(): Promise<void> {
  await turnOffPush().catch(async () => {
    await (await current())?.unsubscribe();
    clearPushOwner();
  });
}

/** Replaces the old push worker (docs/decisions/0057) by the current one, and tells the server. */
async function leaveOldWorker(): Promise<void> {
  const old = await registrationAt(OLD_PUSH_SCOPE);
  const subscription = await old?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await old?.unregister();
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Runs at each start. Renews the registration once a day or when the browser's endpoint has changed, and removes
 * one of a previous person.
 */
export async function renewPush(userId: string): Promise<void> {
  if (!pushKey || !isSupported()) return;
  if (pushOwner() !== userId) {
    await (await current())?.unsubscribe();
    clearPushOwner();
    await leaveOldWorker();
  } else if (Notification.permission === 'granted') {
    const subscription = await subscribe();
    const saved = lastSaved();
    if (saved?.endpoint !== subscription.endpoint || Date.now() - saved.at > DAY_MS) await save(subscription);
    await leaveOldWorker();
  }
}
