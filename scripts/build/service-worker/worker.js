// The one service worker (docs/decisions/0061). It answers with two things: the app's shell, for every page when the network does not answer, and the
// files that the build names, as far as the pages need them that this person works with. It never sees what the database says. The build puts in
// which files those are, which pages are used where there is no signal, and which addresses are no pages, and appends push.js and dock.js.
const VERSION = '%VERSION%';
const ENTRY = '%ENTRY%';
/** With the numbers of the pages that need the file; none: all do. */
const FILES = ['%FILES%'];
/** Those that work without a signal: path and pattern. */
const PAGES = ['%PAGES%'];
const API = '%API%';

const patterns = PAGES.map(([, pattern]) => new RegExp(pattern));
/** Works without a signal. */
const isOffline = (pathname) => patterns.some((pattern) => pattern.test(pathname));
/** The project's interfaces, and files: what the app does not draw. */
const isNoPage = new RegExp(`${API}|\\.[^/]*$`);

/** A network that does not answer for this long counts as none, where the page works without it. */
const TIMEOUT_MS = 6000;

/** An address without HTML of its own: every host answers it with the shell. */
const SHELL = '/bookings';
const FAMILY = 'territorio-app-';
const name = FAMILY + VERSION;

/** Where an installed app begins, and what the person works with (src/lib/offline/start-page.ts). */
const START = { cacheName: 'territorio-start' };

/** Until this version there was a worker for each page (docs/decisions/0061): one of those that finds this file goes. */
const isOld = new URL(self.registration.scope).pathname !== '/';

/** The reader of tickets (WebAssembly, a megabyte) is for browsers without one of their own. */
const isNeeded = (file) => !(file.endsWith('.wasm') && 'BarcodeDetector' in self);

/** Whether the connection is too slow for more than a person asks for. */
function isConnectionSlow() {
  const { saveData, effectiveType = '4g' } = self.navigator?.connection ?? {};
  return saveData === true || effectiveType !== '4g';
}

/**
 * Which pages this person works with, by their paths: the page records which one is open (src/lib/offline/service-worker.ts). Phones of
 * earlier builds have the files of all pages, and keep them until the person signs out.
 */
async function pagesUsed(isFirst) {
  const [told, known] = await Promise.all(['/opened', '/pages'].map((key) => caches.match(key, START)));
  if (!known && !isFirst) return new Set(PAGES.map(([path]) => path));
  const opened = told ? await told.text() : '';
  // Everyone has bookings: the first ticket comes with a confirmation, on the page of what was booked.
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

/** The most files at once. */
const STEP = 6;

/**
 * In small steps, so that requests of the page come in between. On a slow connection one after the other the files that tickets need, as the
 * dock may have none, and of all others, or when the person saves data, only those that the browser has already.
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

/** Files that a page of this build has loaded are in the browser's own cache. */
async function addLoaded(cache, file) {
  const loaded = await fetch(file, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
  if (loaded?.ok) await cache.put(file, loaded);
}

/**
 * The files of this build that the person needs, all or none: what is half there is never used. Only the first build of a phone may come in
 * parts, on a slow connection: nothing worked before it.
 */
async function install() {
  const isFirst = !(await caches.keys()).some((one) => one.startsWith(FAMILY) && one !== name);
  if (!isFirst && isConnectionSlow()) throw new Error('The build before is kept until the connection is better.');
  // A build that comes back goes to the end of the list, as the newest.
  await caches.delete(name);
  try {
    const cache = await caches.open(name);
    const shell = await fetch(SHELL, { cache: 'no-store' });
    const html = await shell.text();
    // A release came in between: the next look finds it whole.
    if (!shell.ok || !html.includes(ENTRY)) throw new Error('The shell is of another build.');
    // Made anew, as a host may have redirected, and a browser takes no such answer for a page.
    const headers = new Headers(shell.headers);
    for (const packing of ['content-encoding', 'content-length']) headers.delete(packing);
    await cache.put(SHELL, new Response(html, { headers }));
    await addFiles(cache, neededFiles(await pagesUsed(isFirst)));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

let completing;

/** Adds the files of a page that was opened and works without a signal, as far as they are missing. */
async function complete() {
  const cache = await caches.open(name);
  const missing = [];
  for (const file of neededFiles(await pagesUsed(false)))
    if (!(await caches.match(file, { cacheName: name, ignoreVary: true }))) missing.push(file);
  await addFiles(cache, missing);
}

/** The build before stays: a page that is open is of it, and still loads parts. */
async function activate() {
  const names = (await caches.keys()).filter((one) => one.startsWith(FAMILY) && one !== name);
  await Promise.all(names.slice(0, -1).map((one) => caches.delete(one)));
  await self.clients.claim();
}

/** The network's answer, or what is here when it has none; without `timeout` however long that takes. */
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
/** A page that needs the network opens in the app too: there it says so, and waits. */
const page = (request, pathname) => networkFirst(request, shell, isOffline(pathname) ? TIMEOUT_MS : undefined);

const file = async (request) =>
  (await caches.match(request, { cacheName: name, ignoreVary: true })) ??
  (await caches.match(request, { ignoreVary: true })) ??
  fetch(request);

async function startPage(kind) {
  const found = await caches.match(kind, START);
  return found && Response.redirect(new URL(await found.text(), self.location.origin).href);
}

/** An app that was installed begins at the day's work; without one at home, and without a signal at one's tickets. */
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
  if (event.data?.kind !== 'opened' || isOld) return;
  completing = (completing ?? Promise.resolve()).then(complete).catch(() => undefined);
  event.waitUntil(completing);
});
self.addEventListener('fetch', (event) => {
  const answered = isOld ? null : answer(event.request);
  if (answered) event.respondWith(answered);
});
