import type { Location } from 'react-router-dom';
import { withoutPrefix } from '@/lib/i18n/languages';
import { readText, removeText, writeText } from '@/lib/storage/storage';

/** The key under which the router stores each page's scroll position in this tab. */
export const SCROLL_STORAGE = 'territorio-scroll';

/** Every first page of a tab has the key 'default', so we use its address instead. */
export const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key);

/** Makes a newly opened address start at the top. A reload and the back button restore the position. */
export function forgetScroll(): void {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  try {
    const here = withoutPrefix(location.pathname) + location.search;
    const { [here]: _, ...rest } = JSON.parse(readText('session', SCROLL_STORAGE) ?? '{}');
    writeText('session', SCROLL_STORAGE, JSON.stringify(rest));
  } catch {
    // Unreadable data is ignored.
  }
}

/** The storage key for the scroll position of a page that is reloaded in another language. */
const KEPT = 'territorio-scroll-kept';
/** If the page's rows arrive later than this, the page stays where it is. */
const RESTORE_MS = 3000;

export const keepScroll = (): void => writeText('session', KEPT, String(Math.round(scrollY)));

/** Scrolls to the kept position once the page is long enough, unless the person has started to scroll. */
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
