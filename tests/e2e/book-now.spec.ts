import { expect, type Page } from '@playwright/test';
import { newExperience, sql } from './support/fixtures.ts';
import { panel, scrollTo } from './support/steps.ts';
import { test } from './support/test.ts';

// The links to the booking form, and its initial values.

const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(Date.now() + days * 86_400_000);

const longDay = (days: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Guatemala', dateStyle: 'full' }).format(
    Date.now() + days * 86_400_000,
  );

/** Disables scroll anchoring when content above grows, like an iPhone. */
async function withoutAnchoring(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { overflow-anchor: none }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Holds matching requests until released. */
async function holdBack(page: Page, matching: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(matching, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

for (const way of ['its button', 'the address'] as const) {
  test(`${way} leads to the form, and stays there while reviews load`, {
    tag: ['@phone', '@booking', '@checkout', ...(way === 'the address' ? ['@nightly'] : [])],
  }, async ({ page }) => {
    const [experience] = await sql<{ id: string }[]>`
      select id from public.experiences where visible and rating_count >= 4 order by created_at limit 1`;
    await withoutAnchoring(page);
    const release = await holdBack(page, /\/rest\/v1\/reviews\?|\/storage\/v1\/object\/public\//);
    await page.goto(`/experiences/${experience?.id}${way === 'the address' ? '#book' : ''}`, { waitUntil: 'commit' });
    const first = panel(page).getByRole('button', { name: /^Date: / });
    if (way === 'its button') await page.getByText('Book now', { exact: true }).tap();
    await expect(first).toBeInViewport({ ratio: 1 });
    release();
    // Other late content makes the page longer above the form.
    const top = () => first.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.evaluate(() => {
      const late = document.createElement('div');
      late.style.height = '900px';
      document.querySelector('main')?.prepend(late);
    });
    await expect.poll(top).toBeGreaterThan(before + 500);
    await expect(first).toBeInViewport({ ratio: 1 });
    // The page doesn't scroll people back who scroll on.
    await page.mouse.wheel(0, -9000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
}

test('the day of a search replaces the one in a stored form', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ page }) => {
  const experience = await newExperience({ title: 'Hot springs' });
  const form = panel(page);
  const date = form.getByRole('button', { name: /^Date: / });
  const fromSearch = async () => {
    await page.getByRole('link', { name: experience.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
    await scrollTo(form);
    await expect(date).toHaveAccessibleName(`Date: ${longDay(5)}`);
  };
  await page.goto(`/territories/rio-dulce?date=${inDays(5)}&people=3`);
  await fromSearch();
  await form.getByLabel(/Hotel name/).fill('Hotel Backpackers');
  await date.click();
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  if (inDays(6).slice(0, 7) > inDays(5).slice(0, 7)) await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar
    .locator(`[data-day="${inDays(6)}"]`)
    .getByRole('button')
    .click();
  await expect(date).toHaveAccessibleName(`Date: ${longDay(6)}`);

  await page.goBack();
  await fromSearch();
  await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
});
