import { expect } from '@playwright/test';
import { violationsInBothThemes } from './support/axe.ts';
import { addressesOf, cast, pageOf } from './support/cast.ts';
import { judge } from './support/judge.ts';
import { overflow } from './support/layout.ts';
import { opened } from './support/opened.ts';
import { test } from './support/test.ts';

// axe checks every page for each role in both themes, and its width. States that take several steps (a form with
// errors, a dialog) are in accessibility/, by area. Each run visits a sample of both, and the nightly run all of
// it.

const areas: Record<keyof typeof cast, string[]> = {
  'what a visitor sees': ['@site', '@catalogue', '@account'],
  'a tourist and their guide': [
    '@booking',
    '@checkout',
    '@dock',
    '@check-in',
    '@tickets',
    '@departures',
    '@messaging',
    '@payouts',
  ],
  'those who drive and send out shuttles': ['@dock', '@departures', '@management'],
  'a partner, a manager and an admin': ['@referrals', '@management', '@admin'],
};

test('control: the checks find a fault in the dark theme, and a part that is too wide', {
  tag: ['@phone', '@site', '@nightly'],
}, async ({ page }) => {
  await page.setContent(`<meta name="viewport" content="width=device-width"><style>.dark p { color: #222; background: #111 }</style>
    <p style="width: 500px">Hard to read</p>`);
  expect(await violationsInBothThemes(page)).toContainEqual(expect.stringMatching(/^dark: color-contrast: /));
  expect(await overflow(page)).toBeGreaterThan(0);
});

test('the home page and a territory are accessible', { tag: ['@site', '@catalogue', '@nightly-desktop'] }, async ({
  page,
}) => {
  for (const address of ['/', '/territories/rio-dulce']) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(address);
    // The theme follows the phone's.
    await expect(page.locator('html.dark')).toHaveCount(1);
    await opened(page);
    await judge(page, address);
  }
});

for (const [name, layOut] of Object.entries(cast)) {
  test(`every page is accessible: ${name}`, { tag: [...areas[name as keyof typeof cast], '@nightly'] }, async ({
    browser,
  }) => {
    test.setTimeout(300_000); // up to 25 pages
    for (const role of await layOut()) {
      const page = await pageOf(browser, role);
      for (const address of addressesOf(role)) {
        await page.goto(address);
        await opened(page);
        await judge(page, `${role.who}: ${address}`);
      }
      await page.context().close();
    }
  });
}
