import { type Browser, expect, type Page } from '@playwright/test';
import { addressesOf, cast, type Role, tagNames } from './support/cast.ts';
import { englishOn } from './support/english.ts';
import { brokenWords, layoutFaults, overflow } from './support/layout.ts';
import { opened } from './support/opened.ts';
import { speakPseudo } from './support/pseudo.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// A person who reads Spanish sees no English sentence of the app, and no page too narrow for longer words.

test.setTimeout(180_000);

const SMALL = { width: 320, height: 568 };

const pageOf = async (browser: Browser, { person }: Role): Promise<Page> =>
  person ? signedIn(browser, person) : (await browser.newContext()).newPage();

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await opened(page);
  // Includes content that loads when scrolled to.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await opened(page);
}

test('in Spanish: control: English text is detected', { tag: ['@phone', '@site', '@nightly'] }, async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await open(page, '/terms');
  expect(await englishOn(page)).toEqual(
    expect.arrayContaining(['Terms of Service', 'About Territorio', 'Menu', 'Privacy', 'Your account']),
  );
});

// Lengthens the catalogue. Translated texts are in brackets, and everything else is untranslated English from the
// source.
async function walk(browser: Browser, role: Role, addresses: readonly string[]): Promise<void> {
  const written = await tagNames();
  const page = await pageOf(browser, role);
  await speakPseudo(page.context());
  await page.setViewportSize(SMALL);
  // The audit log quotes what people wrote, in any language.
  for (const address of addresses.filter((one) => !one.endsWith('tab=audit'))) {
    await test.step(address, async () => {
      await open(page, `/es${address === '/' ? '' : address}`);
      await expect(page.locator('body')).toContainText('[!!! ');
      expect
        .soft(
          (await englishOn(page)).filter((words) => !written.has(words)),
          address,
        )
        .toEqual([]);
      expect.soft(await layoutFaults(page), address).toEqual([]);
      await expect.soft.poll(() => overflow(page), `${address} is too wide`).toBeLessThanOrEqual(0);
    });
  }
}

for (const [name, layOut] of Object.entries(cast)) {
  test(`in Spanish, with longer words, pages fit: ${name}`, { tag: ['@phone', '@site', '@nightly'] }, async ({
    browser,
  }) => {
    for (const role of await layOut()) await walk(browser, role, addressesOf(role));
  });
}

test("in Spanish, with longer words, a booking form and a guide's day fit", { tag: ['@phone', '@site'] }, async ({
  browser,
}) => {
  const [visitor] = await cast['what a visitor sees']();
  const [, guide] = await cast['a tourist and their guide']();
  for (const [role, part] of [
    [visitor, /^\/experiences\/./],
    [guide, /^\/guide-dashboard$/],
  ] as const) {
    if (!role) throw new Error('The cast has nobody for this page.');
    const addresses = addressesOf(role).filter((address) => part.test(address));
    expect(addresses).toHaveLength(1);
    await walk(browser, role, addresses);
  }
});

// Spanish words are longer. These pages have cards with amounts, forms, long labels and names.
const LARGE = /tab=(finances|settings|checks|experiences)|\/(profile|transport|fewer-people|territory-bookings)$/;
/** Addresses are too long for a line, and break anywhere. */
const isWord = (text: string) => !/[.:]\S/.test(text);

test('in Spanish, at 200 % text size, pages fit', { tag: ['@phone', '@site', '@nightly'] }, async ({ browser }) => {
  for (const layOut of Object.values(cast)) {
    for (const role of await layOut()) {
      const addresses = addressesOf(role).filter((address) => LARGE.test(address));
      if (addresses.length === 0) continue;
      const page = await pageOf(browser, role);
      await page.setViewportSize(SMALL);
      for (const address of addresses) {
        await open(page, `/es${address}`);
        await page.addStyleTag({ content: 'html { font-size: 200% }' });
        await expect.soft.poll(() => overflow(page), `${address} is too wide`).toBeLessThanOrEqual(0);
        expect.soft((await brokenWords(page.locator('main'))).filter(isWord), address).toEqual([]);
      }
    }
  }
});
