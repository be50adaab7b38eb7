import { expect, type Locator, type Page } from '@playwright/test';
import { readQr } from '../support/qr.ts';
import { newPartner, newPerson, sql } from './support/fixtures.ts';
import { scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const card = (page: Page, name: string): Locator => page.getByRole('article', { name });

test('a partner creates a link, shares it, sees who comes through it, and deactivates it', {
  tag: ['@desktop', '@referrals', '@smoke'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newPartner('Hotel Marea'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/travel-partner-dashboard');
  await expect(page.getByText('No referral links yet')).toBeVisible();

  await page.getByRole('button', { name: 'Create Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Link' });
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog.getByText('Please enter a name for your referral link')).toBeVisible();
  await dialog.getByLabel('Name').fill('Lobby');

  await test.step('a failed request keeps the input', async () => {
    await page.route('**/rest/v1/referral_links*', (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await expect(dialog.getByText('Failed to create referral link. Please try again.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await expect(page.getByText('Referral link created successfully')).toBeVisible();
  });

  const shown = await card(page, 'Lobby').getByLabel('Referral link').inputValue();
  const address = `${new URL(page.url()).protocol}//${shown}`;
  await test.step('the copied address and the downloaded QR code are those of the link', async () => {
    expect(shown).toMatch(/^[^/]+\/register\?ref=[A-Z0-9]{6}$/);
    await card(page, 'Lobby').getByRole('button', { name: 'Copy' }).click();
    await expect(card(page, 'Lobby').getByText('Copied!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await card(page, 'Lobby').getByRole('button', { name: 'Download QR' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const png = await read(await (await waiting).createReadStream());
    expect(await readQr(png)).toBe(address);
    await page.keyboard.press('Escape');
  });

  await test.step('a registration appears without a reload', async () => {
    const guest = await newPerson('Kofi Mensah');
    const code = address.slice(-6);
    await sql`insert into public.referral_registrations (user_id, referral_link_id)
      select ${guest.id}, id from public.referral_links where code = ${code}`;
    await expect(page.getByText('Registered with Lobby')).toBeVisible();
    await expect(card(page, 'Lobby')).toContainText('1 registration');
  });

  await card(page, 'Lobby').getByRole('button', { name: 'Edit name of Lobby' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Front desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Referral link updated successfully')).toBeVisible();
  await card(page, 'Front desk').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Referral link deactivated successfully')).toBeVisible();
  await expect(card(page, 'Front desk').getByRole('button', { name: 'Activate' })).toBeFocused();
  await card(page, 'Front desk').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Referral link activated successfully')).toBeVisible();
  await card(page, 'Front desk').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/Its referrals and commissions are also removed/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Referral link deleted successfully')).toBeVisible();
  await expect(page.getByText('No referral links yet')).toBeVisible();
});

test('a partner with guests sees money, months and statement, and prints the card for the reception', {
  tag: ['@referrals', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, { email: 'partner@territorio.test' });
  await page.goto('/travel-partner-dashboard');
  const summary = page.getByRole('region', { name: 'Commission Summary' });
  await expect(summary).toContainText(/Q[\d,]+\.\d\d/);
  // The chart loads when scrolled to, and is far down on a phone.
  await scrollTo(page.getByRole('heading', { name: 'Last 12 months' }));
  await expect(page.getByRole('table', { name: 'Commissions by month' }).getByRole('row')).toHaveCount(13);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const file = (await read(await (await waiting).createReadStream())).toString('utf8');
  expect(file.split('\r\n')[0]).toContain('Commission Amount,Currency,Commission Status');
  expect(file.split('\r\n').length).toBeGreaterThan(100);

  const [card] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Print card' }).first().click(),
  ]);
  await expect(card.getByText('Recommended by Posada Nuevo Sol')).toBeVisible();
  // A guest in the lobby sees the greeting and the territories, and no form.
  const address = (await card.getByText(/\/regions\?ref=/).textContent()) ?? '';
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${new URL(page.url()).protocol}//${address}`);
  await expect(guest.getByText('Posada Nuevo Sol welcomes you')).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'Choose a region' })).toBeVisible();
  // The code is still large enough to scan with a long name.
  await card.getByText(/^Recommended by/).evaluate((line) => {
    line.textContent = 'Hotel y Restaurante '.repeat(12);
  });
  const code = await card.getByRole('img', { name: 'QR code' }).boundingBox();
  expect(code?.height).toBeGreaterThan(200);
});

async function read(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
