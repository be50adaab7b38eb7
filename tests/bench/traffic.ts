import type { Page, Request } from '@playwright/test';

const QUIET_MS = 500;
const LOOK_MS = 50;
const MAX_MS = 60_000;

export interface Traffic {
  /** Resolves when there was no request, and none is open, for half a second. */
  quiet(): Promise<void>;
  stop(): void;
}

/**
 * Watches a page's requests from now on. Playwright's `networkidle` fires once per page, perhaps before the first
 * request.
 */
export function watchTraffic(page: Page): Traffic {
  const open = new Set<Request>();
  let lastAt = performance.now();
  const begin = (request: Request) => void open.add(request);
  const end = (request: Request) => {
    open.delete(request);
    lastAt = performance.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    quiet: async () => {
      const from = performance.now();
      while (open.size > 0 || performance.now() - Math.max(from, lastAt) < QUIET_MS) {
        if (performance.now() - from > MAX_MS) throw new Error(`${page.url()} does not come to rest.`);
        await page.waitForTimeout(LOOK_MS);
      }
    },
    stop: () => void page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  };
}
