import type { Page, Request } from '@playwright/test';

const QUIET_MS = 500;
const LOOK_MS = 50;
const MAX_MS = 60_000;

export interface Traffic {
  /** Until nothing has been asked for, and nothing is under way, for half a second. */
  quiet(): Promise<void>;
  stop(): void;
}

/** What a page asks for from now on. Playwright's `networkidle` comes once for a page, perhaps before it has asked for anything. */
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
