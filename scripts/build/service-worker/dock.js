// The part of the service worker for phones of those who check in (docs/decisions/0061). When the line is back it sends what was done without
// one, also with no page open; the queue it leaves as it is: a report counts once, and the page that opens next asks for the answers. And whatever
// wakes it deletes the keys of lists that are too old.
const TAG = 'dock-queue';
const QUERIES = 'territorio-queries-';

/** So many a call, as the page does. */
const BATCH = 20;

function openDatabase() {
  return new Promise((resolve) => {
    const request = self.indexedDB.open('territorio');
    // The app has not made it yet, and must find none without its stores.
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => resolve(null);
    request.onsuccess = () => resolve(request.result);
  });
}

/** One step in one store of the app's database; null where there is none. */
async function inStore(store, mode, work) {
  const database = self.indexedDB ? await openDatabase() : null;
  if (!database) return null;
  try {
    return await work(database.transaction(store, mode).objectStore(store));
  } finally {
    // A newer build in a page may be waiting to change it.
    database.close();
  }
}

const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const isOver = ({ until }) => until <= Date.now();

const dropOldKeys = () =>
  inStore('keys', 'readwrite', async (keys) => {
    const [names, stored] = await Promise.all([resultOf(keys.getAllKeys()), resultOf(keys.getAll())]);
    await Promise.all(names.filter((_, n) => isOver(stored[n])).map((name) => resultOf(keys.delete(name))));
  });

/** How this person's reports are sent, as src/lib/offline/persist-queries.ts sealed it; null where that is gone or its session too old. */
async function senderOf(userId) {
  const found = await caches.match('/persisted-queries/sender', { cacheName: QUERIES + userId });
  const stored = await inStore('keys', 'readonly', (keys) => resultOf(keys.get(`${userId}/sender`)));
  if (!found || !stored || isOver(stored)) return null;
  const bytes = await found.arrayBuffer();
  const cipher = { name: 'AES-GCM', iv: new Uint8Array(bytes, 0, 12) };
  const opened = await crypto.subtle.decrypt(cipher, stored.key, new Uint8Array(bytes, 12)).catch(() => null);
  return opened && JSON.parse(new TextDecoder().decode(opened));
}

/** → whether the next ones may follow. Rejects where the browser shall try again later. */
async function send({ address, key, token }, reports) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ p_reports: reports }),
  });
  if (answer.status >= 500) throw new Error('The server cannot take it now.');
  // Refused, as when the role has ended: the page says why.
  if (!answer.ok) return false;
  const told = await answer.json();
  if (told.some(({ result }) => result === 'again')) throw new Error('Not all of it could be tried.');
  return true;
}

async function sendWaiting() {
  const names = (await caches.keys()).filter((one) => one.startsWith(QUERIES));
  for (const userId of names.map((one) => one.slice(QUERIES.length))) {
    const sender = await senderOf(userId);
    if (!sender) continue;
    const all = (await inStore(TAG, 'readonly', (queue) => resultOf(queue.getAll()))) ?? [];
    const own = all.filter((one) => one.userId === userId && one.state === 'waiting');
    // Sales wait for a page.
    const waiting = own.flatMap(({ report }) => report ?? []);
    for (let n = 0; n < waiting.length; n += BATCH) if (!(await send(sender, waiting.slice(n, n + BATCH)))) break;
  }
}

self.addEventListener('sync', (event) => {
  event.waitUntil(dropOldKeys());
  if (event.tag === TAG) event.waitUntil(sendWaiting());
});
self.addEventListener('push', (event) => event.waitUntil(dropOldKeys()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(dropOldKeys());
});
