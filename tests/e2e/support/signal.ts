import { type BrowserContext, type CDPSession, expect, type Page, type WebSocketRoute } from '@playwright/test';
import type { Person } from './fixtures.ts';

/**
 * Returns the page's connection, to be lost and restored. While it is lost, requests fail and the live connection
 * is silent. That connection stays dead afterwards although it looks open. Call it before opening the listening
 * page.
 */
export async function signalOf(page: Page): Promise<{ lose: () => Promise<void>; find: () => Promise<void> }> {
  const dead = new WeakSet<WebSocketRoute>();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    const server = socket.connectToServer();
    sockets.push(socket);
    socket.onMessage((message) => {
      if (!dead.has(socket)) server.send(message);
    });
    server.onMessage((message) => {
      if (!dead.has(socket)) socket.send(message);
    });
  });
  return {
    lose: async () => {
      for (const socket of sockets) dead.add(socket);
      await page.context().setOffline(true);
    },
    find: () => page.context().setOffline(false),
  };
}

/** Reports to a page that it is offline. */
const tellers = new WeakMap<Page, CDPSession>();

/**
 * Chromium 150 and later considers a page loaded offline to be online (its requests fail anyway), so the page is
 * told here, like a phone would. Repeat it after each load.
 */
export async function tellOffline(page: Page): Promise<void> {
  await tellers.get(page)?.detach();
  const teller = await page.context().newCDPSession(page);
  tellers.set(page, teller);
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await teller.send('Network.enable');
  await teller.send('Network.emulateNetworkConditions', { offline: true, ...unlimited });
}

/** Goes offline and reloads the page. */
export async function reloadWithoutSignal(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await tellOffline(page);
}

export async function findSignal(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await tellers.get(page)?.detach();
  tellers.delete(page);
}

/** Returns the phone's service workers, with scope and state. */
export const workers = (page: Page) =>
  page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistrations();
    return found.map(({ scope, active }) => `${scope.slice(location.origin.length)} ${active?.state}`).sort();
  });

/** Both come shortly after loading, and the default poll would only check every second. */
const SOON = { intervals: [100] };

/** Waits for the phone's service worker, and until it has stored the files that the page has loaded. */
export async function untilInstalled(page: Page): Promise<void> {
  await expect.poll(() => workers(page), SOON).toEqual(['/ activated']);
  await expect.poll(() => page.evaluate(missingFiles, true), SOON).toEqual([]);
}

/** Uses the page, and waits until the phone has all files that its person needs. */
export async function untilWorker(page: Page): Promise<void> {
  await untilInstalled(page);
  await page.keyboard.press('Shift');
  await expect.poll(() => page.evaluate(missingFiles, false), SOON).toEqual([]);
}

/** Returns the files of the person's pages that the worker has not stored, by its lists, or only those loaded here. */
async function missingFiles(isLoaded: boolean): Promise<string[]> {
  const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  const worker = await (await fetch('/sw.js')).text();
  const listOf = (name: string) => JSON.parse(new RegExp(`const ${name} = (\\[.*\\]);`).exec(worker)?.[1] ?? '[]');
  const files: [string, number[]?][] = listOf('FILES');
  const pages: [string, string][] = listOf('PAGES');
  const used = await (await caches.match('/pages', { cacheName: 'territorio-start' }))?.json();
  const needed = files
    .filter(([, numbers]) => !numbers || numbers.some((n) => used?.includes(pages[n]?.[0])))
    .map(([file]) => file)
    .filter((file) => !(file.endsWith('.wasm') && 'BarcodeDetector' in globalThis))
    .filter((file) => !isLoaded || loaded.has(file));
  const stored = await Promise.all(needed.map((file) => caches.match(file, { ignoreVary: true })));
  return needed.filter((_, n) => !stored[n]);
}

/** Waits until the phone has stored this of a person's data. */
export const untilKept = (page: Page, person: Person, text: string | RegExp): Promise<void> =>
  expect.poll(() => keptDay(page, person), SOON).toMatch(text);

/** Wakes the worker like a browser that is online again, with or without an open page. */
export async function wakeForSync(context: BrowserContext, tag: string): Promise<void> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  const found = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one));
  });
  await tools.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await found;
  const origin = new URL(scopeURL).origin;
  await tools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: true });
  await page.close();
}

/** Returns a person's decrypted data stored on the phone (docs/decisions/0061). */
export const keptDay = async (page: Page, person: Person): Promise<string> =>
  (await keptText(page, person, 'own')) + (await keptText(page, person, 'work'));

type Part = 'own' | 'work' | 'sender';

/** Returns one part of it. If the app is rewriting it with another key, it is read again. */
export async function keptText(page: Page, person: Person, part: Part): Promise<string> {
  let text: string | null = null;
  while (text === null) text = await readKept(page, person, part);
  return text;
}

/** Returns null if text and key don't match. */
const readKept = (page: Page, { id }: Person, part: Part): Promise<string | null> =>
  page.evaluate(
    async ([userId, name]) => {
      const database = await new Promise<IDBDatabase | null>((resolve) => {
        const request = indexedDB.open('territorio');
        // The app has not created it yet, and must not find it without its stores.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve(null);
        request.onsuccess = () => resolve(request.result);
      });
      if (!database) return '';
      const keyOf = (key: string) =>
        new Promise<{ key: CryptoKey } | undefined>((resolve) => {
          const request = database.transaction('keys').objectStore('keys').get(key);
          request.onsuccess = () => resolve(request.result);
        });
      const kept = await caches.match(`/persisted-queries/${name}`, { cacheName: `territorio-queries-${userId}` });
      const stored = await keyOf(`${userId}/${name}`);
      database.close();
      if (!kept || !stored) return '';
      const bytes = await kept.arrayBuffer();
      const cipher = { name: 'AES-GCM', iv: new Uint8Array(bytes, 0, 12) };
      const opened = await crypto.subtle.decrypt(cipher, stored.key, new Uint8Array(bytes, 12)).catch(() => null);
      return opened && new TextDecoder().decode(opened);
    },
    [id, part] as const,
  );
