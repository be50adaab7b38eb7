// The service worker of the pages that are used where there is no signal (docs/decisions/0018). It answers below its own scope
// only, and with two things: the page's shell when the network does not, and the built files whose names change with what is
// in them. It never sees what the database says. The build puts in which files those are.
const VERSION = '%VERSION%';
const ENTRY = '%ENTRY%';
const FILES = ['%FILES%'];

/** A network that says nothing for so long is none. */
const PATIENCE_MS = 6000;

const scope = new URL(self.registration.scope).pathname;
/** One cache a page, so that an old page's worker keeps its files when another one is renewed. */
const family = `territorio-app-${scope}-`;
const name = family + VERSION;

async function install() {
  const cache = await caches.open(name);
  const shell = await fetch(scope, { cache: 'no-store' });
  const html = await shell.text();
  // A release came in between: the next look finds it whole.
  if (!shell.ok || !html.includes(ENTRY)) throw new Error('The shell is of another build.');
  // Made anew, as a host may have redirected, and a browser takes no such answer for a page.
  const headers = new Headers(shell.headers);
  for (const packing of ['content-encoding', 'content-length']) headers.delete(packing);
  await cache.put(scope, new Response(html, { headers }));
  await cache.addAll(FILES);
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith(family) && one !== name).map((one) => caches.delete(one)));
}

async function page(request) {
  const cache = await caches.open(name);
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([fetch(request), late]);
  } catch (error) {
    const shell = await cache.match(scope);
    if (shell) return shell;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const file = async (request) => (await caches.match(request, { cacheName: name, ignoreVary: true })) ?? fetch(request);

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (/^\/(?:assets|fonts)\//.test(url.pathname)) event.respondWith(file(request));
});
