import { expect, type Locator, type Page } from '@playwright/test';

/** What shows that code, rows or an answer are still on their way. */
const LOADING = '.progress-bar, .spinner, .skeleton, [aria-busy=true]';

/**
 * Waits until the app has drawn the page and nothing on it is still loading. Scrolls to parts that load when they come into view. Does not wait
 * for what the app prefetches.
 */
export async function opened(page: Page): Promise<void> {
  await expect(page.locator('html.started')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(nextLoading, LOADING), { message: 'still loading', intervals: [50] })
    .toBeUndefined();
}

/** Runs in the page. The first part that loads, which comes into view. */
function nextLoading(kinds: string): string | undefined {
  const part = [...document.querySelectorAll(kinds)].find((one) => one.checkVisibility());
  part?.scrollIntoView();
  return part?.outerHTML.slice(0, 200);
}

/** Waits until React has hydrated this part of the built HTML: before that, a link is the browser's. React marks the elements that it owns. */
export const takenOver = (part: Locator): Promise<void> =>
  expect
    .poll(() => part.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);
