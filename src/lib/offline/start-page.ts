/**
 * The page an installed app opens first (public/manifest.webmanifest): the home page, or a dashboard once this phone
 * has opened one; offline, the tickets. The service worker redirects by this record (docs/decisions/0061).
 */
const CACHE = 'territorio-start';

/** `work`: a dashboard, which always replaces the home page. `offline`: opens where the home page can't. */
export type StartKind = 'work' | 'offline';

export async function setStartPage(kind: StartKind, page: string): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  await cache?.put(`/${kind}`, new Response(page));
}

/** The service worker keeps the files of this page and of the other pages its users may open. */
export async function setOpenedPage(pathname: string): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  await cache?.put('/opened', new Response(pathname));
}

/** The next person on this phone starts without it, including the files. */
export async function resetStartPage(): Promise<void> {
  if (!(await globalThis.caches?.delete(CACHE))) return;
  const cache = await caches.open(CACHE);
  await cache.put('/pages', Response.json([]));
}
