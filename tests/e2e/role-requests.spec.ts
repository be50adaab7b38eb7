import { expect } from '@playwright/test';
import { newPerson, newTeam, sql } from './support/fixtures.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const unique = () => Math.random().toString(36).slice(2, 8);

test('a role is requested in a territory, declined with a reason, requested again and approved', {
  tag: ['@phone', '@account', '@admin', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const [region] = await sql<{ name: string }[]>`
    update public.territories set visible = true where id = ${territoryId} returning name`;
  const person = await newPerson(`Mateo ${unique()}`);
  const page = await signedIn(browser, person);
  const office = await signedIn(browser, manager);
  await office.goto('/territory-management?tab=guides');
  await expect(
    office.getByRole('table', { name: 'Tour Guides' }).or(office.getByText(/There are no guides here yet/)),
  ).toBeVisible();

  const ask = async () => {
    await page.getByLabel('Add a role').selectOption({ label: 'Tour guide' });
    await page.getByLabel('Region', { exact: true }).selectOption({ label: region?.name ?? '' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('button', { name: `Withdraw request: Tour guide, ${region?.name}` })).toBeVisible();
  };
  await page.goto('/profile');
  await ask();

  // It arrives without a reload, in the tab too, and the notification leads there.
  await expect(office.getByText(`${person.fullName} requests the role of Tour guide`)).toBeVisible();
  await expect(office.getByRole('tab', { name: /Tour Guides.*1 request/ })).toBeVisible();
  await office.getByRole('button', { name: `Decline ${person.fullName} as Tour guide` }).click();
  await office.getByLabel(/^Reason/).fill('We have enough guides until spring.');
  await office.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(office.getByText('Role request declined')).toBeVisible();

  await expect(page.getByRole('button', { name: /^Withdraw request: Tour guide/ })).toBeHidden();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText(/Your request was declined.*until spring/)).toBeVisible();
  await page.keyboard.press('Escape');
  await ask();
  await office.getByRole('button', { name: `Approve ${person.fullName} as Tour guide` }).press('Enter');
  await expect(office.getByText('Role request approved')).toBeVisible();
  await expect(office.getByText(person.email)).toBeVisible();

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: /Role approved/ }).click();
  await expect(page).toHaveURL(/\/guide-dashboard$/);
});
