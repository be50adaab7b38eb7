/**
 * What an installed app opens first (public/manifest.webmanifest): the home page; on the phone of who has opened a dashboard that
 * dashboard; and where there is no signal one's tickets. The service worker leads there and looks here (docs/decisions/0061).
 */
const CACHE = 'territorio-start';

/** `work`: a dashboard, which goes before the home page always. `offline`: what opens where the home page cannot. */
export type StartKind = 'work' | 'offline';

export async function setStartPage(kind: StartKind, page: string): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  await cache?.put(`/${kind}`, new Response(page));
}

/** The service worker keeps the files of this page, and of the other pages that its users may open. */
export async function setOpenedPage(pathname: string): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  await cache?.put('/opened', new Response(pathname));
}

/** The next person on this phone starts from nothing, also with the files that they need. */
export async function resetStartPage(): Promise<void> {
  if (!(await globalThis.caches?.delete(CACHE))) return;
  const cache = await caches.open(CACHE);
  await cache.put('/pages', Response.json([]));
}
