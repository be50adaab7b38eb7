import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that a theme can affect: colours, and pictures drawn for only one theme. */
const RULES_OF_A_THEME = ['color-contrast', 'link-in-text-block', 'image-alt', 'link-name'];

interface Engine {
  run(
    context: Document,
    options: { runOnly?: { type: 'rule'; values: string[] } },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Checks WCAG 2.2 AA and best practices, or only `rules`. Hidden and loading content is not checked. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await settled(page);
  // The script has half a megabyte, so it is loaded once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const result = await page.evaluate(async (values) => {
    const { axe: engine } = window as unknown as { axe: Engine };
    return (await engine.run(document, values ? { runOnly: { type: 'rule', values } } : {})).violations;
  }, rules);
  return result.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
}

/** Checks both themes on one visit, completely in the light one, in which the page is left. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => document.documentElement.classList.toggle('dark', name === 'dark'), theme);
    const broken = await violations(page, theme === 'dark' ? RULES_OF_A_THEME : undefined);
    found.push(...broken.map((violation) => `${theme}: ${violation}`));
  }
  return found;
}

/**
 * Elements that are fading or moving would be judged by intermediate colours. A theme change starts its fade a
 * frame or two later. Spinners never end.
 */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .filter((one) => one.playState === 'running');
    const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const names = () => moving().map((one) => (one.effect as KeyframeEffect).target?.outerHTML.slice(0, 160));
    const late = new Promise<never>((_, fail) =>
      setTimeout(() => fail(new Error(`Still moving after 10 s: ${names().join(' | ')}`)), 10_000),
    );
    do {
      await Promise.race([late, Promise.all(moving().map((one) => one.finished.catch(() => undefined)))]);
      await twoFrames();
    } while (moving().length > 0);
  });
