import { expect, type Locator, type Page } from '@playwright/test';

/** Signs that code, rows or an answer are still loading. */
const LOADING = '.progress-bar, .spinner, .skeleton, [aria-busy=true]';

/**
 * Waits until the page is rendered and nothing is loading. Scrolls to parts that load when visible. Doesn't wait
 * for prefetching.
 */
export async function opened(page: Page): Promise<void> {
  await expect(page.locator('html.started')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(nextLoading, LOADING), { message: 'still loading', intervals: [50] })
    .toBeUndefined();
}

/** Runs in the page. Returns the first loading part, scrolled into view. */
function nextLoading(kinds: string): string | undefined {
  const part = [...document.querySelectorAll(kinds)].find((one) => one.checkVisibility());
  part?.scrollIntoView();
  return part?.outerHTML.slice(0, 200);
}

/**
 * Waits until React has hydrated this part of the built HTML, because the browser handles links before that. React
 * marks its elements.
 */
export const takenOver = (part: Locator): Promise<void> =>
  expect
    .poll(() => part.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);
