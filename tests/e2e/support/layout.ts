import type { Page } from '@playwright/test';

/**
 * By how many pixels the page is wider than the screen. Not measured against `innerWidth`: a phone zooms out to a page that is too
 * wide, and `innerWidth` grows with it.
 */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
