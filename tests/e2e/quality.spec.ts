import { expect } from '@playwright/test';
import { violationsInBothThemes } from './support/axe.ts';
import { leavesIn } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import {
  cards,
  continueToCard,
  fillForm,
  openExperience,
  panel,
  payAndBook,
  payWith,
  scrollTo,
  signedIn,
  ticketAddress,
} from './support/steps.ts';
import { test } from './support/test.ts';

const open = ['/', '/regions', '/territories/rio-dulce', '/login', '/register', '/password-reset'];

test('public pages have no axe violation in either theme', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html.dark')).toHaveCount(0);
  for (const path of open) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.locator('html.dark')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await violationsInBothThemes(page), path).toEqual([]);
  }
  await page.goto('/territories/rio-dulce');
  await page
    .getByRole('link', { name: /Hot Waterfall/ })
    .first()
    .click();
  await scrollTo(panel(page));
  await expect(page.getByRole('radio').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await violationsInBothThemes(page), 'experience').toEqual([]);
});

test('the whole trip has no axe violation in either theme', async ({ browser }) => {
  const guide = await newGuide('Axe Guide');
  const experience = await newExperience({ title: 'Quiet bay', guide, bookingType: 'both', passport: false });
  const tourist = await newPerson('Axe Tourist');
  const page = await signedIn(browser, tourist);
  const form = await openExperience(page, experience);
  await fillForm(form, 1);
  await continueToCard(page, form);
  expect(await violationsInBothThemes(page), 'card form').toEqual([]);
  await payWith(form, cards.declined);
  await expect(form.getByRole('alert')).toBeVisible();
  expect(await violationsInBothThemes(page), 'declined').toEqual([]);
  await payAndBook(form);
  expect(await violationsInBothThemes(page), 'booked').toEqual([]);
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await violationsInBothThemes(page), 'bookings').toEqual([]);

  const [booking] = await sql<{ id: string }[]>`select id from public.bookings where tourist_id = ${tourist.id}`;
  const guidePage = await signedIn(browser, guide);
  await guidePage.goto(await ticketAddress(page, booking?.id ?? ''));
  await expect(guidePage.getByRole('heading', { name: 'Not today' })).toBeVisible();
  expect(await violationsInBothThemes(guidePage), 'check-in of another day').toEqual([]);
  await leavesIn(booking?.id ?? '');
  await guidePage.reload();
  await expect(guidePage.getByRole('heading', { name: 'Valid ticket' })).toBeVisible();
  expect(await violationsInBothThemes(guidePage), 'check-in').toEqual([]);
  await guidePage.goto('/check-in/00000000-0000-4000-8000-000000000000?code=0');
  await expect(guidePage.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await violationsInBothThemes(guidePage), 'check-in refused').toEqual([]);
});

test('nothing is wider than the screen from 390 to 1440 px', async ({ page, isMobile }) => {
  for (const path of open) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of isMobile ? [390, 768] : [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('where motion is not wanted, a change of the theme moves nothing', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
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

test('the API down: the page says so and offers to try again, what it showed stays, and then it works', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.route('**/rest/v1/**', (route) => route.abort('connectionrefused'));
  const title = page.getByRole('heading', { level: 1, name: 'Río Dulce' });
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load data' }).first();
  // Rendered at build, so there is something to read …
  await page.goto('/territories/rio-dulce');
  await expect(failed).toBeVisible({ timeout: 30_000 });
  await expect(title).toBeVisible();
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  // … and drawn in the browser, so there is nothing but the territory that is always there.
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
