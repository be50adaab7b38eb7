import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { newPerson, type Person, sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { opened } from '../support/opened.ts';
import { signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

async function newAdmin(): Promise<Person> {
  const admin = await newPerson('Ada Admin');
  await sql`insert into private.role_grants (user_id, role) values (${admin.id}, 'admin')`;
  return admin;
}

test("people and a person's roles are accessible", { tag: ['@desktop', '@admin', '@smoke'] }, async ({ browser }) => {
  const person = await newPerson(`Wanda ${randomUUID().replace(/[\d-]/g, '')}`);
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'tour_guide', 'rio-dulce')`;
  const page = await signedIn(browser, await newAdmin());
  await page.goto(`/admin?tab=people&q=${person.fullName.replace(' ', '+')}`);
  const roles = page.getByRole('button', { name: `Roles of ${person.fullName}` });
  await expect(roles).toBeVisible();
  await judge(page, 'people');
  await roles.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('travel_partner');
  await dialog.getByRole('combobox', { name: 'Region' }).selectOption({ label: 'Río Dulce' });
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByRole('list', { name: 'Roles offered' })).toContainText('Río Dulce');
  await judge(page, 'roles of a person');
});

test('failed and queued items are accessible', { tag: ['@desktop', '@admin', '@nightly'] }, async ({ browser }) => {
  const lost = `${randomUUID()}.webp`;
  await sql`insert into private.troubles (kind, item, error, attempts, next_attempt_at, parked_at)
    values ('media', ${lost}, 'Storage has lost the file', 12, now(), now())`;
  const page = await signedIn(browser, await newAdmin());
  await page.goto('/admin?tab=checks');
  const row = page
    .getByRole('table', { name: 'Failures and items waiting' })
    .getByRole('row', { name: new RegExp(lost) });
  await expect(row).toContainText('Needs attention');
  await judge(page, 'checks');
  await page.setViewportSize({ width: 320, height: 800 });
  await judge(page, 'checks on a phone');
  // Removes the reference to a missing file.
  await sql`select service.clear_trouble('media', ${lost})`;
});

test("a territory's form and a list of bookings are accessible", { tag: ['@admin', '@nightly'] }, async ({
  browser,
}) => {
  const page = await signedIn(browser, await newAdmin());
  await page.goto('/admin?edit=rio-dulce');
  await opened(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Río Dulce');
  await judge(page, 'region that is edited');
  await page.goto('/all-bookings?region=rio-dulce&when=all');
  await expect(page.getByRole('button', { name: /^Details of/ }).first()).toBeVisible();
  await judge(page, 'bookings of a region');
});
