import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { newExperience, newGuide, newPerson, sql } from './support/fixtures.ts';
import { logIn, panel, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** Returns the browser's console errors, where React reports that the HTML differs from its own output. */
function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}

/**
 * Waits until the app has hydrated a part of the page. The browser handles a link clicked earlier, and loads the
 * page.
 */
const takenOver = (part: Locator) =>
  expect
    .poll(() => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))))
    .toBe(true);

/** Holds the app's scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function newTerritory(name: string): Promise<string> {
  const id = `region-${randomUUID()}`;
  await sql`insert into public.territories (id, name, description, image_urls) values (${id}, ${name}, ${`All about ${name}.`}, '{}')`;
  return id;
}

test('every kind of page is complete without JavaScript, and the app hydrates it unchanged', {
  tag: ['@catalogue', '@site', '@nightly-phone'],
}, async ({ page, request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname);
  const one = (start: string) => addresses.find((path) => path.startsWith(start)) ?? start;
  const said = complaints(page);
  for (const path of ['/', '/regions', '/territories/rio-dulce', one('/experiences/'), one('/transport/'), '/terms']) {
    const html = await (await request.get(path)).text();
    await page.goto(path);
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-seen', ''));
    await takenOver(page.locator('h1'));
    await expect(page.locator('h1[data-seen]'), `${path} keeps what the build drew`).toBeVisible();
    const heading = (await page.locator('h1').textContent()) ?? '';
    expect(html, path).toContain(heading.slice(0, 12).replaceAll("'", '&#x27;'));
    expect(html, path).toContain('<link rel="canonical"');
  }
  // Parts far below hydrate when they are scrolled to, even with a fragment in the address.
  const built = addresses.flatMap((path) => /^\/experiences\/([\w-]{36})$/.exec(path)?.[1] ?? []);
  const [rated] = await sql<{ id: string }[]>`
    select id from public.experiences where id = any(${built}) and rating_count >= 4 order by rating_count desc limit 1`;
  await page.goto(`/experiences/${rated?.id}#book`);
  await takenOver(page.locator('h1'));
  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded();
  await takenOver(page.getByRole('region', { name: 'Reviews' }).getByRole('listitem').first());
  await page.goto('/');
  await page.getByRole('heading', { name: 'Where will you go first?' }).scrollIntoViewIfNeeded();
  const antigua = page.getByRole('link', { name: /Antigua/ });
  await takenOver(antigua);
  await antigua.click();
  await expect(page).toHaveURL(/\/territories\/antigua/);
  await expect(page).toHaveTitle(/Antigua/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/territories\/antigua$/);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  expect(said).toEqual([]);
});

test('content newer than the build works, and what was hidden since is not shown', {
  tag: ['@desktop', '@catalogue', '@nightly'],
}, async ({ page, request }) => {
  const name = `Newer ${Date.now()}`;
  const id = await newTerritory(name);
  await page.goto('/regions');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.goto(`/territories/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Territorio`);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/territories/${id}$`));

  // The build's file for a page of a deleted territory. The old words must not stay.
  const built = (await (await request.get('/territories/antigua')).text()).replaceAll('antigua', id);
  await sql`update public.territories set visible = false where id = ${id}`;
  await page.route(`**/territories/${id}`, (route) => route.fulfill({ body: built, contentType: 'text/html' }));
  await page.goto(`/territories/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Territory not found' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'All regions' }).click();
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
});

test('a host that sends the home page for any address shows none of it there', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ page, request }) => {
  const home = await (await request.get('/')).text();
  const { id } = await newExperience({ title: 'Quiet bay', guide: await newGuide('Host Guide') });
  await page.route(`**/experiences/${id}`, (route) => route.fulfill({ body: home, contentType: 'text/html' }));
  const said = complaints(page);
  await page.goto(`/experiences/${id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Quiet bay' })).toBeVisible();
  expect(said).toEqual([]);
});

test('a page whose picture never loads starts ten seconds after it could be read anyway', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ page }) => {
  const opened = Date.now();
  await page.clock.install({ time: opened });
  await page.clock.pauseAt(opened + 1000);
  await page.route('**/storage/v1/object/public/**', () => {}); // never answered
  await page.goto('/territories/rio-dulce', { waitUntil: 'domcontentloaded' });
  // The app requests this first, once it can start.
  const asked = () => page.locator('head link[rel=modulepreload]').count();
  const before = await asked();
  await page.clock.runFor(9999);
  expect(await asked()).toBe(before);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  await page.clock.runFor(1);
  await expect.poll(asked).toBeGreaterThan(before);
  await page.clock.resume();
  await takenOver(page.locator('h1'));
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
});

test('a signed-in person is not asked to register, not even before the app has started', {
  tag: ['@phone', '@site', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newPerson('Known Person'));
  const said = complaints(page);
  await page.route('**/assets/index-*.js', async (route) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Sign Up Now' })).toHaveCount(0);
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: /Known Person/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
  expect(said).toEqual([]);
});

test("a sign-in link clicked before the app has started returns to the earlier page, with the partner's code", {
  tag: ['@phone', '@account', '@nightly'],
}, async ({ page }) => {
  const person = await newPerson('Quick Thumb');
  const partner = await newPerson('Hotel Marea');
  const [link] = await sql<{ id: string; code: string }[]>`
    insert into public.referral_links (user_id, name) values (${partner.id}, 'Lobby') returning id, code`;
  const { id = '', code = '' } = link ?? {};
  const release = await holdScripts(page);
  await page.goto(`/territories/rio-dulce?q=boat&ref=${code}`, { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click({ noWaitAfter: true });
  await page.waitForURL('**/register', { waitUntil: 'commit' });
  release();
  await expect(page.getByText("You're browsing through a hotel partner referral.")).toBeVisible();
  await page.locator('main, form').getByRole('link', { name: 'Login' }).first().click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await logIn(page, person);
  await expect(page).toHaveURL(/:\d+\/territories\/rio-dulce\?q=boat&ref=/);
  await expect
    .poll(() => sql`select user_id from public.referral_registrations where referral_link_id = ${id}`)
    .toEqual([{ user_id: person.id }]);
});

test('a search before the app has started finds its results', {
  tag: ['@desktop', '@catalogue', '@nightly'],
}, async ({ page }) => {
  const box = page.getByRole('searchbox', { name: 'Search regions' });
  const other = page.getByRole('link', { name: /Río Dulce/ });
  const release = await holdScripts(page);
  await page.goto('/regions', { waitUntil: 'commit' });
  await box.fill('antigua');
  await expect(other).toBeVisible();
  await box.press('Enter', { noWaitAfter: true });
  await page.waitForURL(/\/regions\?q=antigua$/, { waitUntil: 'commit' });
  release();
  await expect(page.getByRole('link', { name: /Antigua/ })).toBeVisible();
  await expect(other).toHaveCount(0);
  await expect(box).toHaveValue('antigua');
});

test('text typed before the app has started is searched for, and stays', {
  tag: ['@desktop', '@catalogue'],
}, async ({ page }) => {
  const box = page.getByRole('searchbox', { name: 'Search regions' });
  const release = await holdScripts(page);
  await page.goto('/regions', { waitUntil: 'commit' });
  await box.fill('antigua');
  await expect(page.getByRole('link', { name: /Río Dulce/ })).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: /Río Dulce/ })).toHaveCount(0);
  await expect(box).toHaveValue('antigua');
  await expect(page).toHaveURL(/\?q=antigua$/);
});

test('"Book now" leads to the form before the app has started, and the form appears there', {
  tag: ['@phone', '@booking', '@checkout'],
}, async ({ page, request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const release = await holdScripts(page);
  await page.goto(/\/experiences\/[^<]+/.exec(sitemap)?.[0] ?? '', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Book now' }).click();
  await expect(page.locator('#book')).toBeInViewport();
  release();
  await expect(panel(page).getByLabel('WhatsApp number')).toBeVisible();
  await expect(panel(page)).toBeInViewport();
});
