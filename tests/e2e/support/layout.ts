import type { Locator, Page } from '@playwright/test';

/**
 * By how many pixels the page is wider than the screen. Not measured against `innerWidth`: a phone zooms out to a page that is too
 * wide, and `innerWidth` grows with it.
 */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The words of an element that stand on more than one line. */
export const brokenWords = (part: Locator): Promise<string[]> =>
  part.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  });
