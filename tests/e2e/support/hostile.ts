import { expect, type Page } from '@playwright/test';
import { overflow } from './layout.ts';

const BREAKERS = [
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
];
const WRAPPERS = [
  (code: string) => code,
  (code: string) => `</p></article>${code}`,
  (code: string) => `<iframe srcdoc='${code}'></iframe>`,
  (code: string) => `\${${code}}`,
  (code: string) => `{{constructor.constructor('${code}')()}}`,
  (code: string) => `<a href="${code}">here</a>`,
  (code: string) => `<details open ontoggle=alert(1)>${code}`,
  (code: string) => `\u202e${code}\u202c`,
  (code: string) => `<math><mtext></mtext><style>${code}</style></math>`,
  (code: string) => `${'W'.repeat(300)}${code}`,
];

/** Fifty texts that would run as a script if a page treated them as markup, or break its layout. */
export const payloads = WRAPPERS.flatMap((wrap) => BREAKERS.map(wrap));

/** Counts dialogs, because each one would be a script that ran. */
export function countDialogs(page: Page): () => number {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  return () => dialogs;
}

const MARKUP = 'script:not([src]), iframe, img[src="x"], a[href^="javascript"], details, math, svg[onload]';

/** Expects that no text became markup, and that the page is no wider than its window, on a phone and a desktop. */
export async function expectUnharmed(page: Page, where: string, scope = 'main'): Promise<void> {
  expect(await page.locator(scope).locator(MARKUP).count(), `${where}: markup`).toBe(0);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => overflow(page), { message: `${where}: too wide at ${size.width}` }).toBeLessThanOrEqual(0);
  }
}
