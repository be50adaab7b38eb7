import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the target has the focus. Fails if it can't be reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

export const enter = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};

export const press = async (page: Page, target: Locator, key: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};
