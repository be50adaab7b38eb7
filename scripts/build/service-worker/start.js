// The service worker of the address at which an installed app starts (docs/decisions/0018): it leads to the dashboard that was
// opened last on this phone, which opens without a signal. The dashboard names itself when it registers this file.
const page = new URL(self.location.href).searchParams.get('page');

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(Response.redirect(new URL(page, self.location.origin).href));
});
