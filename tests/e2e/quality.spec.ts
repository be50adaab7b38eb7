import { expect } from '@playwright/test';
import { overflow } from './support/layout.ts';
import { opened } from './support/opened.ts';
import { test } from './support/test.ts';

const open = ['/', '/regions', '/territories/rio-dulce', '/login', '/register', '/password-reset'];

// Runs by night only, because the pages of tests/e2e/accessibility check it by day.
test('pages are no wider than the screen from 390 to 1440 px', { tag: ['@site', '@nightly'] }, async ({
  page,
  isMobile,
}) => {
  for (const path of open) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of isMobile ? [390, 768] : [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('a change of theme moves nothing if reduced motion is preferred', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ page }) => {
  await page.goto('/');
  await opened(page);
  const fading = () =>
    page.evaluate(async () => {
      document.documentElement.classList.toggle('dark');
      await new Promise(requestAnimationFrame);
      return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
    });
  expect(await fading()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await fading()).toBeGreaterThan(0);
});

test('while the API is down, the page reports it and offers a retry, its content stays, and then it works', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ page }) => {
  await page.route('**/rest/v1/**', (route) => route.abort('connectionrefused'));
  const title = page.getByRole('heading', { level: 1, name: 'Río Dulce' });
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load data' }).first();
  // Rendered at build time, so there is content to read …
  await page.goto('/territories/rio-dulce');
  await expect(failed).toBeVisible({ timeout: 30_000 });
  await expect(title).toBeVisible();
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  // … and rendered in the browser, so there is only the territory that always exists.
  await page.goto('/login');
  await page.getByRole('link', { name: 'Browse Experiences' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Rio Dulce' }).click();
  await expect(failed).toBeVisible({ timeout: 30_000 });
  await expect(title).toHaveCount(0);
  await page.unroute('**/rest/v1/**');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(title).toBeVisible();
  await expect(failed).toHaveCount(0);
});
