// The service worker's part that shows push notifications and opens their page (docs/decisions/0057). Our own
// functions encrypt them, but even so, addresses of other sites aren't opened.
const ownPath = (path) => {
  const url = new URL(String(path ?? '/'), self.location.origin);
  return url.origin === self.location.origin ? url.pathname + url.search + url.hash : '/';
};

function read(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

// Without a notification, the browser would show one of its own.
function show(data) {
  const { title, body, tag, url } = read(data);
  return self.registration.showNotification(String(title ?? 'Territorio'), {
    body: String(body ?? ''),
    icon: '/icon-192.png',
    data: { path: ownPath(url) },
    ...(tag ? { tag: String(tag), renotify: true } : {}),
  });
}

async function open(path) {
  const address = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(ownPath(event.notification.data?.path)));
});
