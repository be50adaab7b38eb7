import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { overflow } from './layout.ts';

/** The smallest phone that we support. */
const NARROWEST = 320;

/**
 * Checks the current page with axe in both themes, and its width here and on a small phone. Continues after a
 * failure, so that one run reports all.
 */
export async function judge(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    await expect(page.locator('html.started')).toHaveCount(1);
    expect.soft(await violationsInBothThemes(page), state).toEqual([]);
    const own = page.viewportSize() ?? { width: NARROWEST, height: 640 };
    for (const size of [own, { ...own, width: NARROWEST }]) {
      await page.setViewportSize(size);
      // Lists become cards shortly after the resize.
      await expect.soft.poll(() => overflow(page), `${state} at ${size.width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(own);
  });
}
