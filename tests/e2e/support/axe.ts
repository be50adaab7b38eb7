import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and best practices; what is hidden or still loading is not judged. */
export async function violations(page: Page): Promise<string[]> {
  await settled(page);
  await page.evaluate(axe);
  const result = await page.evaluate(async () => {
    const { axe: engine } = window as unknown as {
      axe: { run(context: Document): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await engine.run(document)).violations;
  });
  return result.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
}

/** Judged in both themes on one visit; the page is left in the light one. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => document.documentElement.classList.toggle('dark', name === 'dark'), theme);
    found.push(...(await violations(page)).map((violation) => `${theme}: ${violation}`));
  }
  return found;
}

/**
 * What still fades or moves would be judged by a colour that nobody gets to read. A change of the theme starts its fade a frame
 * or two later; spinners never end.
 */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .filter((one) => one.playState === 'running');
    const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    do {
      await Promise.all(moving().map((one) => one.finished.catch(() => undefined)));
      await twoFrames();
    } while (moving().length > 0);
  });
