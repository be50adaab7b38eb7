import { expect, type Locator, type Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { newCashBooking } from './support/bookings.ts';
import { newGuide, newPerson } from './support/fixtures.ts';
import { takenOver } from './support/opened.ts';
import { signalOf } from './support/signal.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// The app's code is loaded in chunks, and a phone may go offline. Open content stays, and missing content shows a
// message in its place.

/** Waits for these chunks, which a page loads when idle. */
const chunksAhead = (page: Page, names: readonly string[]) =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const came = performance.getEntriesByType('resource').map(({ name }) => name);
          return wanted.filter((name) => !came.some((file) => file.includes(`/assets/${name}-`)));
        }, names),
      { timeout: 60_000, intervals: [100] },
    )
    .toEqual([]);

/** The code of the built pages. */
const PAGES = /\/assets\/(home|territory|experience|transport)-[^/]*\.js/;

/** Returns the target of the first of these links in a list. */
async function linkOf(page: Page, link: string): Promise<string> {
  await page.goto(link.includes('experiences') ? '/territories/rio-dulce' : '/transport');
  const address = (await page.locator(`main ${link}`).first().getAttribute('href')) ?? '';
  // An open page preloads the code of its links.
  await page.goto('about:blank');
  return address;
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('open tickets still work offline', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const tourist = await newPerson('Anna Keller');
  const { title } = await newCashBooking(tourist, await newGuide('Rony Caal'));
  const page = await signedIn(browser, tourist);
  const signal = await signalOf(page);
  // The browser evicts everything after the first 250 files.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(1000));
  await page.goto('/bookings');
  const ticket = page.getByRole('article', { name: title });
  const dialog = page.getByRole('dialog');
  await expect(ticket).toBeVisible();
  await chunksAhead(page, ['TicketScreen', 'CancelDialog', 'PhoneMenu', 'conversation', 'receipt']);
  await signal.lose();

  await ticket.getByRole('button', { name: 'Enlarge QR code' }).click();
  await expect(dialog.getByText('Show this code to check in')).toBeVisible();
  // Back closes an open dialog, including on the first page of the tab.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/bookings$/);
  await ticket.getByRole('button', { name: `Cancel ${title}` }).click();
  await expect(dialog.getByRole('heading', { name: 'Cancel this booking?' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep booking' }).click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(dialog.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/bookings$/);

  // The conversation needs a connection; the receipt was preloaded (docs/decisions/0061).
  for (const [name, address, there] of [
    ['Message about', /\/messages$/, page.getByRole('button', { name: 'Try again' }).first()],
    ['Receipt of', /\/receipt$/, page.getByText('This is the receipt from')],
  ] as const) {
    await ticket.getByRole('link', { name: `${name} ${title}` }).click();
    await expect(page).toHaveURL(address);
    await expect(there).toBeVisible();
    await page.goBack();
    await expect(ticket).toBeVisible();
  }
});

/**
 * What waited for its code appears automatically, or after another click, because a browser that remembers a failed
 * import reloads the page.
 */
const opens = (what: Locator, button: Locator): Promise<void> =>
  expect(async () => {
    if (!(await what.isVisible())) await button.click({ timeout: 2000 });
    await expect(what).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 30_000 });

test('missing content is reported in its place, and opens once online', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const tourist = await newPerson('Anna Keller');
  const { title } = await newCashBooking(tourist, await newGuide('Rony Caal'));
  const page = await signedIn(browser, tourist);
  const signal = await signalOf(page);
  await page.route(/\/assets\/(TicketScreen|experience)-[\w-]{8}\.js/, (route) => route.abort());
  await page.goto('/bookings');
  const ticket = page.getByRole('article', { name: title });
  await expect(ticket).toBeVisible();

  await test.step('a part of a page is reported', async () => {
    await signal.lose();
    await ticket.getByRole('button', { name: 'Enlarge QR code' }).click();
    await expect(ticket.getByText("You're offline. This page will open when you're back online.")).toBeVisible();
    await expect(ticket.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.unroute(/\/assets\/(TicketScreen|experience)-[\w-]{8}\.js/);
    await signal.find();
    const code = page.getByRole('dialog').getByText('Show this code to check in');
    await opens(code, ticket.getByRole('button', { name: 'Enlarge QR code' }));
    await page.keyboard.press('Escape');
  });

  await test.step('a missing page leaves the previous one', async () => {
    // Blocks it before opening the page, which preloads.
    await page.route(/\/assets\/experience-[\w-]{8}\.js/, (route) => route.abort());
    await page.goto('/territories/rio-dulce');
    const card = page.locator('a[href^="/experiences/"]').first();
    await card.scrollIntoViewIfNeeded();
    await takenOver(card);
    await expect(page.locator('html.known-person')).toHaveCount(1);
    await signal.lose();
    await card.click();
    await expect(page.getByText("You're offline. This page will open when you're back online.")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Río Dulce' })).toBeAttached();
    expect(await violations(page)).toEqual([]);
    await page.unroute(/\/assets\/experience-[\w-]{8}\.js/);
    await signal.find();
    await expect(page).toHaveURL(/\/experiences\//);
    await expect(page.getByRole('region', { name: 'Book this experience' })).toBeAttached();
    await expect(page.getByText(/You're offline/)).toHaveCount(0);
  });
});

/** Prerendered pages, a link below the fold that leads there, and the code that hydrates them. */
const BUILT = [
  ['a region', '/territories/rio-dulce', 'a[href^="/experiences/"]', /\/assets\/(ExperienceList|Board)-.*\.js/],
  ['the home page', '/', 'main a[href*="/territories/"]', /\/assets\/(FeaturedExperiences|TerritoryPosters)-.*\.js/],
  [
    'an experience',
    'a[href^="/experiences/"]',
    'section[aria-labelledby="reviews"] li',
    /\/assets\/(ReviewList|Checkout)-.*\.js/,
  ],
  [
    'transport',
    'a[href^="/transport/"]',
    'section[aria-labelledby="reviews"] li',
    /\/assets\/(ReviewList|Checkout)-.*\.js/,
  ],
] as const;

for (const [name, place, shown, parts] of BUILT) {
  for (const late of ['parts of the page', 'the page'] as const) {
    test(`${name} keeps the built HTML, although the code of ${late} does not load`, {
      tag: ['@phone', '@catalogue', '@nightly'],
    }, async ({ page }) => {
      const signal = await signalOf(page);
      const address = place.startsWith('/') ? place : await linkOf(page, place);
      const code = late === 'the page' ? PAGES : parts;
      // The connection is lost as the code is requested, because online the app would reload the page for missing
      // code. This happens once, because the app's retry must not end the connection that was found again.
      let lost: Promise<void> | undefined;
      await page.route(code, async (route) => {
        lost ??= signal.lose();
        await lost;
        await route.abort('internetdisconnected');
      });
      const asked = page.waitForRequest(code);
      await page.goto(address);
      const built = page.locator(shown);
      const count = await built.count();
      const words = await built.allInnerTexts();
      expect(count).toBeGreaterThan(0);
      if (late === 'the page') await asked;
      else await expect(page.locator('html.started')).toHaveCount(1);
      await signal.lose();
      await built.last().scrollIntoViewIfNeeded();
      if (late !== 'the page')
        await expect(page.getByText(/You're offline\. You can read this page/).first()).toBeVisible();
      expect(await built.allInnerTexts()).toEqual(words);
      await page.unroute(code);
      await signal.find();
      await expect(page.locator('html.started')).toHaveCount(1);
      await expect(page.getByText(/You're offline/)).toHaveCount(0);
      await expect(built).toHaveCount(count);
    });
  }
}

test('the app reloads once after a release, and keeps the input', {
  tag: ['@phone', '@site', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newPerson('Anna Keller'));
  let gone = true;
  let loads = 0;
  await page.route('**/assets/PhoneMenu-*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  await page.route('**/contact', (route) => {
    // The app's own request gets a page of another release.
    if (route.request().resourceType() !== 'document') return route.fulfill({ body: '<p>newer</p>' });
    loads += 1;
    return route.continue();
  });
  await page.goto('/contact');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('When does the last boat leave?');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  await expect.poll(() => loads).toBe(2);
  await expect(message).toHaveValue('When does the last boat leave?');

  // It is still missing. The page reports it, and doesn't reload repeatedly.
  await menu.click();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  expect(loads).toBe(2);
  gone = false;
  await again.click();
  await opens(page.getByRole('dialog').getByRole('navigation', { name: 'Main' }), menu);
  await page.keyboard.press('Escape');
  await expect(message).toHaveValue('When does the last boat leave?');
});

test('a page opens at its top, and the way back leads to the earlier position', { tag: ['@phone', '@site'] }, async ({
  page,
}) => {
  await page.goto('/territories/rio-dulce');
  await page.getByRole('link', { name: 'Browse Experiences' }).click();
  await expect(page).toHaveURL(/#experiences$/);
  await expect(page.getByRole('heading', { name: /^Experiences in/ })).toBeInViewport();
  const there = await scrolled(page);
  expect(there).toBeGreaterThan(200);
  await page.goto('/terms');
  await expect(page.locator('html.started')).toHaveCount(1);
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Experiences in/ })).toBeInViewport();
  expect(Math.abs((await scrolled(page)) - there)).toBeLessThan(100);
});
