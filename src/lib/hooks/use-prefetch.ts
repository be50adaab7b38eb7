import { useEffect } from 'react';

const QUIET_MS = 2000;

/** Fetches the code of what a press will open, while there is a signal: where the page is used there may be none then. */
export function usePrefetch(parts: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) part().catch(() => undefined);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [parts]);
}
