// In the place of the service worker where it is switched off (VITE_SERVICE_WORKER=off): browsers that have it look for a newer one, find
// this, and are without one from then on.
async function leave() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => /^territorio-(?:app-|start$)/.test(name)).map((name) => caches.delete(name)),
  );
  await self.registration.unregister();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));
