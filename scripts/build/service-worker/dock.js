// The service worker's part for phones that check in (docs/decisions/0061). Back online it sends the queue of
// offline actions, even without an open page. It keeps the queue, because a report counts once and the next page
// requests the results. Every wake-up also deletes keys of expired lists.
const TAG = 'dock-queue';
const QUERIES = 'territorio-queries-';

/** The batch size of a call, as in the page. */
const BATCH = 20;

function openDatabase() {
  return new Promise((resolve) => {
    const request = self.indexedDB.open('territorio');
    // The app hasn't created the database yet, and must not find it without its stores.
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => resolve(null);
    request.onsuccess = () => resolve(request.result);
  });
}

/** Runs one transaction on one store of the app's database. Returns null if it doesn't exist. */
async function inStore(store, mode, work) {
  const database = self.indexedDB ? await openDatabase() : null;
  if (!database) return null;
  try {
    return await work(database.transaction(store, mode).objectStore(store));
  } finally {
    // A newer build in a page may be waiting to upgrade it.
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

/**
 * Returns how to send this person's reports, as encrypted by src/lib/offline/persist-queries.ts, or null if that is
 * missing or its session has expired.
 */
async function senderOf(userId) {
  const found = await caches.match('/persisted-queries/sender', { cacheName: QUERIES + userId });
  const stored = await inStore('keys', 'readonly', (keys) => resultOf(keys.get(`${userId}/sender`)));
  if (!found || !stored || isOver(stored)) return null;
  const bytes = await found.arrayBuffer();
  const cipher = { name: 'AES-GCM', iv: new Uint8Array(bytes, 0, 12) };
  const opened = await crypto.subtle.decrypt(cipher, stored.key, new Uint8Array(bytes, 12)).catch(() => null);
  return opened && JSON.parse(new TextDecoder().decode(opened));
}

/** Sends reports, and returns whether to continue with the next ones. Rejects if the browser should retry later. */
async function send({ address, key, token }, reports) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ p_reports: reports }),
  });
  if (answer.status >= 500) throw new Error('The server cannot take it now.');
  // The server refused, for example because the role has ended, and the page shows why.
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
