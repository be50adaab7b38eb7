import { useEffect } from 'react';
import { fetchWhenIdle } from '@/lib/routing/chunks';

/**
 * Loads the code of dialogs in advance when the browser is idle, because there may be no signal where the page is
 * used.
 */
export function usePrefetch(parts: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => parts.forEach(fetchWhenIdle), [parts]);
}
