import { expect, type Locator, type Page } from '@playwright/test';

/** What shows that code, rows or an answer are still on their way. */
const LOADING = '.progress-bar, .spinner, .skeleton, [aria-busy=true]';

/**
 * Until the app has drawn the page, and nothing of it is still loading. A part that loads when one scrolls to it is scrolled to. What the
 * app reads ahead meanwhile is not waited for.
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

/** Until React has taken over this part of the build's HTML: before that a link is the browser's. React leaves a note on what it has taken. */
export const takenOver = (part: Locator): Promise<void> =>
  expect
    .poll(() => part.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);
