/**
 * The page of ours whose link loaded this document; null within the app. A link tapped before hydration is the
 * browser's own navigation, without state or added parameters.
 */
export function referringPage(): string | null {
  // The router gives its entries a key; the browser's have none.
  const entry: unknown = window.history.state;
  if (typeof entry === 'object' && entry !== null && 'key' in entry) return null;
  const { origin } = window.location;
  return document.referrer.startsWith(`${origin}/`) ? document.referrer.slice(origin.length) : null;
}
