import type { Location } from 'react-router-dom';
import { withoutPrefix } from '@/lib/i18n/languages';
import { readText, removeText, writeText } from '@/lib/storage/storage';

/** Where the router keeps how far each page of the tab was scrolled. */
export const SCROLL_STORAGE = 'territorio-scroll';

/** The first page that a tab loads has the key 'default', whichever it is: its address tells it from others that were loaded. */
export const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key);

/** How far the page was scrolled that is about to come again in another language. */
const KEPT = 'territorio-scroll-kept';
export const keepScroll = (): void => writeText('session', KEPT, String(Math.round(scrollY)));

/** An address that is opened anew begins at its top; a reload, the way back and another language go to where one was. */
export function forgetScroll(): void {
  const kept = Number(readText('session', KEPT) ?? 0);
  removeText('session', KEPT);
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  try {
    const here = withoutPrefix(location.pathname) + location.search;
    const { [here]: _, ...rest } = JSON.parse(readText('session', SCROLL_STORAGE) ?? '{}');
    writeText('session', SCROLL_STORAGE, JSON.stringify(kept > 0 ? { ...rest, [here]: kept } : rest));
  } catch {
    // What cannot be read is not restored either.
  }
}
