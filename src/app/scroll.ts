import type { Location } from 'react-router-dom';
import { readText, writeText } from '@/lib/storage/storage';

/** Where the router keeps how far each page of the tab was scrolled. */
export const SCROLL_STORAGE = 'territorio-scroll';

/** The first page that a tab loads has the key 'default', whichever it is: its address tells it from others that were loaded. */
export const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key);

/** An address that is opened anew begins at its top; a reload and the way back go to where one was. */
export function forgetScroll(): void {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return;
  try {
    const { [location.pathname + location.search]: _, ...rest } = JSON.parse(
      readText('session', SCROLL_STORAGE) ?? '{}',
    );
    writeText('session', SCROLL_STORAGE, JSON.stringify(rest));
  } catch {
    // What cannot be read is not restored either.
  }
}
