import type { Page, WebSocketRoute } from '@playwright/test';
import type { Person } from './fixtures.ts';

/**
 * The page's signal, to be lost and found. While it is lost requests fail and the live connection goes silent; that connection
 * stays dead afterwards, open as it looks, as after a walk out of the valley. Call it before the page that listens is opened.
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

/** The service workers of the phone: what each answers for, and its state. */
export const workers = (page: Page) =>
  page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistrations();
    return found.map(({ scope, active }) => `${scope.slice(location.origin.length)} ${active?.state}`).sort();
  });

/** What the phone keeps of a person’s day. */
export const keptDay = (page: Page, { id }: Person) =>
  page.evaluate(
    async (name) => (await caches.match('/persisted-queries', { cacheName: name }))?.text() ?? '',
    `territorio-queries-${id}`,
  );
