// Replaces a service worker that is turned off (VITE_SERVICE_WORKER=off). Browsers look for an update, find this,
// and unregister.
async function leave() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => /^territorio-(?:app-|start$)/.test(name)).map((name) => caches.delete(name)),
  );
  await self.registration.unregister();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));
