/**
 * Returns the page of ours whose link loaded this document, or null within the app. If a link is tapped before
 * hydration, the browser itself navigates, without state or added parameters.
 */
export function referringPage(): string | null {
  // The router gives its entries a key, and the browser's entries have none.
  const entry: unknown = window.history.state;
  if (typeof entry === 'object' && entry !== null && 'key' in entry) return null;
  const { origin } = window.location;
  return document.referrer.startsWith(`${origin}/`) ? document.referrer.slice(origin.length) : null;
}
