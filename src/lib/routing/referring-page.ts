/**
 * The page of ours whose link loaded this document; null within the app. A link that is pressed before the app has
 * taken the built page over is the browser's own: it carries neither state nor what the app would have added to it.
 */
export function referringPage(): string | null {
  // The router gives each entry that it makes a key; an entry that the browser made has none.
  const entry: unknown = window.history.state;
  if (typeof entry === 'object' && entry !== null && 'key' in entry) return null;
  const { origin } = window.location;
  return document.referrer.startsWith(`${origin}/`) ? document.referrer.slice(origin.length) : null;
}
