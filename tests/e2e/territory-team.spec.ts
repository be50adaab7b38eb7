import { expect, type Page } from '@playwright/test';
import { newGuide, newPerson, newTeam, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const unique = () => Math.random().toString(36).slice(2, 8);

/** Accepts a role with one tap in the notifications. */
async function acceptInBell(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const bell = page.getByRole('region', { name: 'Notifications' });
  await bell.getByRole('button', { name: new RegExp(`^Accept invitation: ${role}`) }).click();
  await expect(page.getByText('You accepted the invitation.')).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a manager registers staff, who choose their password, accept, and see the territory but not its money', {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser, page }) => {
  const { manager, territoryId } = await newTeam();
  const office = await signedIn(browser, manager);
  await office.goto('/');
  await office.getByRole('link', { name: 'Manage Region' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Region Management' })).toBeVisible();
  // A new territory opens with its first steps.
  await office.getByRole('tab', { name: 'Territory Settings' }).click();
  await office.getByRole('button', { name: 'Add staff member' }).click();
  const form = office.locator('form').filter({ has: office.getByLabel('Full Name') });
  await form.getByRole('button', { name: 'Add staff member' }).click();
  await expect(form.getByRole('alert').getByText('Please fill in all required fields')).toBeVisible();

  const email = `nina.${unique()}@journey.test`;
  await form.getByLabel('Full Name').fill('Nina Ixchel');
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Add staff member' }).click();
  await expect(form).toBeHidden();
  await expect(office.getByRole('list', { name: 'Pending invitations' }).getByText(email)).toBeVisible();
  await expect(office.getByRole('table', { name: 'Region staff' }).getByText(email)).toHaveCount(0);

  // One email proves the address, and leads to a password that nobody else knows.
  await page.goto(await linkFromInbox(email, /href="([^"]*callback\?invite=[^"]*)"/));
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('ixchel');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('You accepted the invitation.')).toBeVisible();
  await expect(page).toHaveURL(/\/territory-management$/);
  await page.getByRole('link', { name: 'Manage Region' }).click();
  await page.getByRole('tab', { name: 'Territory Settings' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Currency settings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Region staff' })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Finances' })).toHaveCount(0);

  const currency = async () => [
    ...(await sql`select currency_code, currency_symbol from public.territories where id = ${territoryId}`),
  ];
  // A staff member reads settings that only managers can change.
  for (const name of ['Currency', 'Time zone']) {
    await expect(page.getByLabel(name)).toBeDisabled();
    await expect(page.getByLabel(name)).toHaveAccessibleDescription('Only a manager of the region can change this');
  }
  // The manager changes the currency on two screens at the same time. The second screen reports the conflict and asks which value to keep.
  const second = await signedIn(browser, manager);
  await second.goto('/territory-management?tab=settings');
  await second.getByLabel('Currency').selectOption('USD');
  await office.getByLabel('Currency').selectOption('EUR');
  await office.getByRole('button', { name: 'Save currency' }).click();
  await office.getByRole('button', { name: 'Sell in EUR' }).click();
  await expect.poll(currency).toEqual([{ currency_code: 'EUR', currency_symbol: '€' }]);
  await second.getByRole('button', { name: 'Save currency' }).click();
  await second.getByRole('button', { name: 'Sell in USD' }).click();
  await expect(second.getByText('Someone else changed this while you were working on it')).toBeVisible();
  await second.getByRole('button', { name: 'Keep my changes' }).click();
  await expect.poll(currency).toEqual([{ currency_code: 'USD', currency_symbol: '$' }]);
});

test("a guide is invited, accepts in the notifications, can't be renamed, and is removed", {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager } = await newTeam();
  const guide = await newPerson('Mateo Caal');
  const office = await signedIn(browser, manager);
  await office.goto('/territory-management?tab=guides');
  await office.getByRole('link', { name: 'Add tour guide' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Add New Tour Guide' })).toBeVisible();
  await office.getByLabel('Full Name').fill('Somebody Else');
  await office.getByLabel('Email').fill(guide.email);
  await office.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(office.getByRole('list', { name: 'Pending invitations' }).getByText(guide.email)).toBeVisible();

  const own = await signedIn(browser, guide);
  await own.goto('/profile');
  await expect(own.getByRole('region', { name: 'Invitations' })).toBeVisible();
  await acceptInBell(own, 'Tour guide');
  await expect(own.getByRole('region', { name: 'Invitations' })).toHaveCount(0);

  await office.reload();
  await office.getByRole('button', { name: 'Edit Mateo Caal' }).click();
  for (const label of ['Full Name', 'Email']) await expect(office.getByLabel(label)).toHaveAttribute('readonly');
  await office.getByRole('link', { name: 'Back to Region Management' }).click();
  await office.getByRole('button', { name: 'Delete Mateo Caal' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // Content behind the dialog has no roles until it is closed.
  await expect(office.getByRole('alertdialog')).toHaveCount(0);
  await expect(office.getByRole('button', { name: 'Delete Mateo Caal' })).toHaveCount(0);
  expect(await sql`select full_name, roles, territory_id from public.profiles where id = ${guide.id}`).toEqual([
    { full_name: 'Mateo Caal', roles: ['tourist'], territory_id: null },
  ]);
});

test('strangers have no access: by address, by a foreign id, without a territory', {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const foreign = await newGuide('Elena Foreign');
  const tourist = await signedIn(browser, await newPerson('Tina Tourist'));
  await tourist.goto('/territory-management');
  await expect(tourist).toHaveURL(/\/$/);

  const office = await signedIn(browser, manager);
  await office.goto(`/territory-management/edit-guide/${foreign.id}`);
  await expect(
    office.getByText("We couldn't find this guide, or you don't have permission to edit their details"),
  ).toBeVisible();
  await sql`update public.profiles set territory_id = null where id = ${manager.id} and territory_id = ${territoryId}`;
  await office.goto('/territory-management');
  await expect(office.getByText('Territory ID is required')).toBeVisible();
});
