// The service worker (docs/decisions/0061). It serves the app's shell for every page when the network doesn't
// respond, and the build's files that this person's pages need. It never sees data. The build inserts the lists of
// files, offline pages and other addresses, and appends push.js and dock.js.
const VERSION = '%VERSION%';
const ENTRY = '%ENTRY%';
/** Each file with the numbers of the pages that need it, or without numbers if all pages do. */
const FILES = ['%FILES%'];
/** The offline pages, with path and pattern. */
const PAGES = ['%PAGES%'];
const API = '%API%';

const ofAllPages = new Set(FILES.filter(([, pages]) => !pages).map(([file]) => file));

const patterns = PAGES.map(([, pattern]) => new RegExp(pattern));
/** Returns whether the page works offline. */
const isOffline = (pathname) => patterns.some((pattern) => pattern.test(pathname));
/** Matches the project's API and files, which are addresses that the app doesn't render. */
const isNoPage = new RegExp(`${API}|\\.[^/]*$`);

/** A network without a response after this time counts as offline, for pages that work offline. */
const TIMEOUT_MS = 6000;

/** An address without its own HTML, which every host answers with the shell. */
const SHELL = '/bookings';
const FAMILY = 'territorio-app-';
const name = FAMILY + VERSION;

/** The start page, the person's pages and the files that a page has loaded (src/lib/offline/start-page.ts). */
const START = { cacheName: 'territorio-start' };

/**
 * Earlier versions had a worker for each page (docs/decisions/0061), and this file makes such a worker remove
 * itself.
 */
const isOld = new URL(self.registration.scope).pathname !== '/';

/** Only browsers without their own QR code reader need ours (WebAssembly, a megabyte). */
const isNeeded = (file) => !(file.endsWith('.wasm') && 'BarcodeDetector' in self);

/** Returns whether the connection is too slow to load in advance. */
function isConnectionSlow() {
  const { saveData, effectiveType = '4g' } = self.navigator?.connection ?? {};
  return saveData === true || effectiveType !== '4g';
}

/**
 * Returns the pages that this person uses, by path, because each open page is recorded
 * (src/lib/offline/service-worker.ts). Phones of earlier builds have the files of all pages, and keep them until
 * the person signs out.
 */
async function pagesUsed(isFirst) {
  const [told, known] = await Promise.all(['/opened', '/pages'].map((key) => caches.match(key, START)));
  if (!known && !isFirst) return new Set(PAGES.map(([path]) => path));
  const opened = told ? await told.text() : '';
  // Everyone has bookings, because the first ticket comes with a confirmation on the service's page.
  const used = new Set([SHELL, ...(known ? await known.json() : [])]);
  for (const [n, [path]] of PAGES.entries()) if (patterns[n].test(opened)) used.add(path);
  const start = await caches.open(START.cacheName);
  await start.put('/pages', new Response(JSON.stringify([...used])));
  return used;
}

const neededFiles = (used) =>
  FILES.filter(([, pages]) => !pages || pages.some((n) => used.has(PAGES[n][0])))
    .map(([file]) => file)
    .filter(isNeeded);

/** The largest number of files at once. */
const STEP = 6;

/**
 * Adds files in small batches, so that the page's requests come in between. On a slow connection files load one by
 * one and only those for tickets, because the dock may have no connection. All others, and everything with data
 * saving, are added only if the browser already has them.
 */
async function addFiles(cache, files) {
  const slow = isConnectionSlow();
  const ofTickets = new Set(self.navigator?.connection?.saveData ? [] : neededFiles(new Set([SHELL])));
  for (let n = 0; n < files.length; n += slow ? 1 : STEP) {
    const step = files.slice(n, n + (slow ? 1 : STEP));
    if (slow && !ofTickets.has(step[0])) await addLoaded(cache, step[0]);
    else await cache.addAll(step);
  }
}

/** Returns the files that the open page has loaded. */
async function loadedFiles() {
  const told = await caches.match('/loaded', START);
  return new Set(told ? await told.json() : []);
}

/** Files that a page of this build has loaded are in the HTTP cache. */
async function addLoaded(cache, file) {
  const loaded = await fetch(file, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
  if (loaded?.ok) await cache.put(file, loaded);
}

/**
 * Installs the files of this build that the person needs, all or none, because an incomplete set is never used.
 * Only a phone's first build comes in parts, because nothing worked before: first what the open page has loaded, so
 * that it opens again at once, and the rest when the page is used (`complete`).
 */
async function install() {
  const isFirst = !(await caches.keys()).some((one) => one.startsWith(FAMILY) && one !== name);
  if (!isFirst && isConnectionSlow()) throw new Error('The build before is kept until the connection is better.');
  // A redeployed build moves to the end of the list, as the newest.
  await caches.delete(name);
  try {
    const cache = await caches.open(name);
    const shell = await fetch(SHELL, { cache: 'no-store' });
    const html = await shell.text();
    // A release came in between, and the next check finds it complete.
    if (!shell.ok || !html.includes(ENTRY)) throw new Error('The shell is of another build.');
    // The response is copied, because a host may have redirected and browsers refuse redirected responses for
    // pages.
    const headers = new Headers(shell.headers);
    for (const packing of ['content-encoding', 'content-length']) headers.delete(packing);
    await cache.put(SHELL, new Response(html, { headers }));
    const needed = neededFiles(await pagesUsed(isFirst));
    const loaded = await loadedFiles();
    // A page that has not told its files, such as the profile with its notifications, gets all.
    if (isFirst && loaded.has(ENTRY)) await cache.addAll(needed.filter((file) => loaded.has(file)));
    else await addFiles(cache, needed);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

let completing;

/**
 * Adds missing files of an opened offline page: those that it has loaded, those of the app itself and of the page to
 * which signing out leads, and all others once it is used.
 */
async function complete(isUsed) {
  const cache = await caches.open(name);
  const missing = [];
  for (const file of neededFiles(await pagesUsed(false)))
    if (!(await caches.match(file, { cacheName: name, ignoreVary: true }))) missing.push(file);
  const loaded = await loadedFiles();
  await cache.addAll(missing.filter((file) => loaded.has(file)));
  const rest = missing.filter((file) => !loaded.has(file));
  await addFiles(cache, isUsed ? rest : rest.filter((file) => ofAllPages.has(file)));
}

/** The previous build stays, because an open page belongs to it and still loads parts. */
async function activate() {
  const names = (await caches.keys()).filter((one) => one.startsWith(FAMILY) && one !== name);
  await Promise.all(names.slice(0, -1).map((one) => caches.delete(one)));
  await self.clients.claim();
}

/** Returns the network's response, or the cached one. Without `timeout` it waits as long as needed. */
async function networkFirst(request, fallback, timeout) {
  let timer;
  const late = new Promise((_, reject) => {
    if (timeout) timer = setTimeout(() => reject(new Error('No answer')), timeout);
  });
  try {
    return await Promise.race([fetch(request), late]);
  } catch (error) {
    const found = await fallback();
    if (found) return found;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const shell = () => caches.match(SHELL, { cacheName: name });
/** Pages that need a connection open in the app too, where they say so and wait. */
const page = (request, pathname) => networkFirst(request, shell, isOffline(pathname) ? TIMEOUT_MS : undefined);

const file = async (request) =>
  (await caches.match(request, { cacheName: name, ignoreVary: true })) ??
  (await caches.match(request, { ignoreVary: true })) ??
  fetch(request);

async function startPage(kind) {
  const found = await caches.match(kind, START);
  return found && Response.redirect(new URL(await found.text(), self.location.origin).href);
}

/** An installed app starts at the work page, without one at the home page, and offline at the tickets. */
const start = async (request) =>
  (await startPage('/work')) ?? networkFirst(request, async () => (await startPage('/offline')) ?? shell(), TIMEOUT_MS);

function answer(request) {
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return null;
  if (request.mode !== 'navigate') return /^\/(?:assets|fonts|art)\//.test(pathname) ? file(request) : null;
  if (pathname === '/' && search.startsWith('?app')) return start(request);
  return isNoPage.test(pathname) ? null : page(request, pathname);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  if (!isOld) event.waitUntil(install());
});
self.addEventListener('activate', (event) => event.waitUntil(isOld ? self.registration.unregister() : activate()));
self.addEventListener('message', (event) => {
  const kind = event.data?.kind;
  if (isOld || (kind !== 'opened' && kind !== 'used')) return;
  completing = (completing ?? Promise.resolve()).then(() => complete(kind === 'used')).catch(() => undefined);
  event.waitUntil(completing);
});
self.addEventListener('fetch', (event) => {
  const answered = isOld ? null : answer(event.request);
  if (answered) event.respondWith(answered);
});
