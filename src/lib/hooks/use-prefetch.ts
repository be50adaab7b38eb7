import { useEffect } from 'react';
import { fetchWhenIdle } from '@/lib/routing/chunks';

/** Fetches the code of the dialogs that a tap opens, once there is time: where the page is used there may be no signal. */
export function usePrefetch(parts: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => parts.forEach(fetchWhenIdle), [parts]);
}
