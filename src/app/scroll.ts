import type { Location } from 'react-router-dom';
import { withoutPrefix } from '@/lib/i18n/languages';
import { readText, removeText, writeText } from '@/lib/storage/storage';

/** The key in session storage under which the router keeps scroll positions. */
export const SCROLL_STORAGE = 'territorio-scroll';

/**
 * Returns the key of a page's scroll position. The first page of each tab has the router key 'default', so its address
 * is used.
 */
export const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key);

/** Makes a newly opened address start at the top. Reloads and the back button keep their position. */
export function forgetScroll(): void {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  try {
    const here = withoutPrefix(location.pathname) + location.search;
    const { [here]: _, ...rest } = JSON.parse(readText('session', SCROLL_STORAGE) ?? '{}');
    writeText('session', SCROLL_STORAGE, JSON.stringify(rest));
  } catch {
    // Unreadable data only loses a scroll position.
  }
}

/** The storage key of the scroll position that is kept while the page reloads in another language. */
const KEPT = 'territorio-scroll-kept';
/** The time for the page to become long enough, in milliseconds. After that, a late jump would disturb the reader. */
const RESTORE_MS = 3000;

export const keepScroll = (): void => writeText('session', KEPT, String(Math.round(scrollY)));

/** Scrolls to the kept position once the page is long enough. Stops if the person scrolls first. */
export function restoreKeptScroll(): void {
  const kept = Number(readText('session', KEPT) ?? 0);
  removeText('session', KEPT);
  if (!(kept > 0)) return;
  const until = performance.now() + RESTORE_MS;
  const stop = new AbortController();
  for (const kind of ['wheel', 'touchstart', 'keydown'])
    addEventListener(kind, () => stop.abort(), { once: true, passive: true, signal: stop.signal });
  const step = () => {
    if (stop.signal.aborted) return;
    scrollTo(0, kept);
    if (Math.abs(scrollY - kept) > 1 && performance.now() < until) requestAnimationFrame(step);
    else stop.abort();
  };
  requestAnimationFrame(step);
}
