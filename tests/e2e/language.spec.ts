import { expect } from '@playwright/test';
import { newPerson, sql } from './support/fixtures.ts';
import { logIn, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const lang = (page: { evaluate<T>(run: () => T): Promise<T> }) => page.evaluate(() => document.documentElement.lang);

test('a Spanish browser shows Spanish, and every link stays in it', { tag: ['@phone', '@site', '@smoke'] }, async ({
  browser,
}) => {
  const page = await (await browser.newContext({ locale: 'es-MX' })).newPage();
  await page.goto('/?ref=none');
  await expect(page).toHaveURL('/es?ref=none');
  expect(await lang(page)).toBe('es');
  await page.getByRole('link', { name: 'Regiones' }).first().click();
  await expect(page).toHaveURL(/\/es\/regions/);
  // The page as built, without the app.
  const html = await (await page.request.get('/es/territories/rio-dulce')).text();
  expect(html).toContain('<html lang="es"');
  expect(html).toMatch(/hreflang="en" href="[^"]*\/territories\/rio-dulce"/);
});

test("a link in one language opens in it, whatever the browser's language", {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ browser }) => {
  const english = await browser.newPage();
  await english.goto('/es/terms');
  await expect(english.getByRole('heading', { level: 1 })).toHaveText('Términos del servicio');
  await english.goto('/terms');
  await expect(english.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
});

test('the language switch keeps the page, the scroll position and the input', {
  tag: ['@phone', '@site', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Dora Dos');
  const page = await signedIn(browser, person);
  await page.goto('/profile');
  await page.getByLabel('Bio').fill('Nací junto al lago.');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  // Excludes the link in the footer, which is found until the menu has opened.
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL('/es/profile');
  await expect(page.locator('textarea')).toHaveValue('Nací junto al lago.');
  await expect
    .poll(async () => (await sql`select language from public.profiles where id = ${person.id}`)[0]?.language)
    .toBe('es');

  await page.goto('/es/waiver');
  await expect(page.locator('html')).toHaveClass(/started/);
  await page.evaluate(() => scrollTo(0, 700));
  const footer = page.getByRole('contentinfo').getByRole('link', { name: 'English' });
  await footer.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL('/waiver');
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(700);
});

test('the language switch in the header keeps the page with its filters, and the input', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newPerson('Hilda Header'));
  await page.goto('/regions?q=rio');
  await expect(page.locator('html')).toHaveClass(/started/);
  await page.getByRole('banner').getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL('/es/regions?q=rio');
  await page.goto('/es/profile');
  await page.getByLabel('Biografía').fill('Nací junto al lago.');
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByLabel('Bio')).toHaveValue('Nací junto al lago.');
});

test('a language that is selected before the app has started keeps the address', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/transport?type=boat#services');
  await page.locator('footer a[hreflang="es"]').click();
  await expect(page).toHaveURL(/\/es\/transport\?type=boat#services$/);
});

test('an address sets its language, whatever profile and device prefer', {
  tag: ['@desktop', '@site', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Adela Address');
  await sql`update public.profiles set language = 'en' where id = ${person.id}`;
  const page = await signedIn(browser, person);
  await page.goto('/bookings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Bookings');
  await page.goto('/es/bookings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mis reservas');
  await expect(page).toHaveURL('/es/bookings');
  // Following a link didn't store the language either.
  expect((await sql`select language from public.profiles where id = ${person.id}`)[0]?.language).toBe('en');
  await page.goto('/bookings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Bookings');
});

test('signing in on another device shows the language of the profile', { tag: ['@desktop', '@account'] }, async ({
  browser,
}) => {
  const person = await newPerson('Pedro Perfil');
  await sql`update public.profiles set language = 'es' where id = ${person.id}`;
  const page = await browser.newPage();
  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL(/\/es(\/|$)/);
  await page.goto('/bookings');
  await expect(page).toHaveURL('/es/bookings');
});

test('a profile without a language gets that of the page', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Nora Nueva');
  await signedIn(browser, person).then((page) => page.goto('/es/bookings'));
  await expect
    .poll(async () => (await sql`select language from public.profiles where id = ${person.id}`)[0]?.language)
    .toBe('es');
});
