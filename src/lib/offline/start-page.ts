/**
 * Records which page an installed app opens first (public/manifest.webmanifest): the home page, or a dashboard once
 * this phone has opened one. Offline it opens the tickets. The service worker redirects by this record
 * (docs/decisions/0061).
 */
const CACHE = 'territorio-start';

/**
 * 'work' is a dashboard, which always replaces the home page. 'offline' is a page to open when the home page can't.
 */
export type StartKind = 'work' | 'offline';

export async function setStartPage(kind: StartKind, page: string): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  await cache?.put(`/${kind}`, new Response(page));
}

/**
 * Records an opened page and the files that it has loaded. The service worker keeps these at once, and later its
 * other files and those of the other pages that its users may open.
 */
export async function setOpenedPage(pathname: string, loaded: readonly string[]): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  await Promise.all([
    cache?.put('/opened', new Response(pathname)),
    cache?.put('/loaded', new Response(JSON.stringify(loaded))),
  ]);
}

/** Clears the record and the files, so that the next person on this phone starts without them. */
export async function resetStartPage(): Promise<void> {
  if (!(await globalThis.caches?.delete(CACHE))) return;
  const cache = await caches.open(CACHE);
  await cache.put('/pages', Response.json([]));
}
