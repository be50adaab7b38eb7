/**
 * What an installed app opens first (public/manifest.webmanifest): the home page, and on the phone of who has opened a dashboard that
 * dashboard, by a service worker for this one address (docs/decisions/0018).
 */
const START = '/?app';

export async function setStartPage(page: string): Promise<void> {
  await navigator.serviceWorker?.register(`/start.js?page=${page}`, { scope: START });
}

export async function resetStartPage(): Promise<void> {
  const found = await navigator.serviceWorker?.getRegistration(START);
  if (found?.scope.endsWith(START)) await found.unregister();
}
