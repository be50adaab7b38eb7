import type { Location } from 'react-router-dom';
import { withoutPrefix } from '@/lib/i18n/languages';
import { readText, removeText, writeText } from '@/lib/storage/storage';

/** Where the router keeps how far each page of the tab was scrolled. */
export const SCROLL_STORAGE = 'territorio-scroll';

/** The first page that a tab loads has the key 'default', whichever it is: its address tells it from others that were loaded. */
export const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key);

/** An address that is opened anew begins at its top; a reload and the way back go to where one was. */
export function forgetScroll(): void {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  try {
    const here = withoutPrefix(location.pathname) + location.search;
    const { [here]: _, ...rest } = JSON.parse(readText('session', SCROLL_STORAGE) ?? '{}');
    writeText('session', SCROLL_STORAGE, JSON.stringify(rest));
  } catch {
    // What cannot be read is not restored either.
  }
}

/** How far the page was scrolled that comes again in another language. */
const KEPT = 'territorio-scroll-kept';
/** A page whose rows come later than that stays where it is. */
const RESTORE_MS = 3000;

export const keepScroll = (): void => writeText('session', KEPT, String(Math.round(scrollY)));

/** Goes there as soon as the page is long enough, unless somebody has begun to scroll. */
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
