import { expect } from '@playwright/test';
import { newPerson, newTeam, type Person, sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { newWorker } from '../support/shuttle.ts';
import { signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

// Visits a territory's team: members, invitations and requests.

/** Creates an unanswered invitation to be a guide. */
const invite = ({ email, fullName }: Pick<Person, 'email' | 'fullName'>, territoryId: string) => sql`
  insert into public.invites (code_hash, email, full_name, roles, territory_id)
  values (gen_random_uuid()::text, ${email}, ${fullName}, '{tour_guide}', ${territoryId})`;

test('staff and guides are accessible while added, invited and changed', {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const guide = await newWorker('Mateo Caal', 'tour_guide', territoryId);
  await invite(await newPerson('Marta Xol'), territoryId);
  const page = await signedIn(browser, manager);
  await page.goto('/territory-management?tab=settings');
  await page.getByRole('button', { name: 'Add staff member' }).click();
  const form = page.locator('form').filter({ has: page.getByLabel('Full Name') });
  await form.getByRole('button', { name: 'Add staff member' }).click();
  await expect(form.getByRole('alert').getByText('Please fill in all required fields')).toBeVisible();
  await judge(page, 'staff member without a name');

  await page.goto('/territory-management?tab=guides');
  await expect(page.getByRole('list', { name: 'Pending invitations' })).toContainText('Marta Xol');
  await judge(page, 'guides and invitations');
  await page.getByRole('link', { name: 'Add tour guide' }).click();
  await page.getByLabel('Full Name').fill('Somebody Else');
  await page.getByLabel('Email').fill(guide.email);
  await judge(page, 'new guide');
  await page.goto(`/territory-management/edit-guide/${guide.id}`);
  for (const label of ['Full Name', 'Email']) await expect(page.getByLabel(label)).toHaveAttribute('readonly');
  await judge(page, 'guide with an account');
  await page.goto('/territory-management?tab=guides');
  await page.getByRole('button', { name: 'Delete Mateo Caal' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await judge(page, 'question before a guide is taken off');
});

test('a territory without guides, and its first steps, are accessible', { tag: ['@management', '@nightly'] }, async ({
  browser,
}) => {
  const { manager } = await newTeam();
  const page = await signedIn(browser, manager);
  await page.goto('/territory-management');
  await expect(page.getByRole('heading', { name: 'Open your region' })).toBeVisible();
  await judge(page, 'first steps of a region');
  await page.goto('/territory-management?tab=guides');
  await expect(page.getByText(/There are no guides here yet/)).toBeVisible();
  await judge(page, 'region without guides');
});

test('a requested role and an offered one are accessible', {
  tag: ['@phone', '@account', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const person = await newPerson('Mateo Caal');
  await sql`insert into public.role_requests (user_id, role, territory_id) values (${person.id}, 'tour_guide', ${territoryId})`;
  const page = await signedIn(browser, person);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: /^Withdraw request: Tour guide/ })).toBeVisible();
  await judge(page, 'profile with a role that is asked for');
  const office = await signedIn(browser, manager);
  await office.goto('/territory-management?tab=guides');
  await expect(office.getByText('Mateo Caal requests the role of Tour guide')).toBeVisible();
  await judge(office, 'guides with somebody who asks');
  await office.getByRole('button', { name: 'Decline Mateo Caal as Tour guide' }).click();
  await expect(office.getByRole('dialog')).toBeVisible();
  await judge(office, 'reason of a refusal');

  const other = await newPerson('Marta Xol');
  await invite(other, territoryId);
  const own = await signedIn(browser, other);
  await own.goto('/profile');
  await expect(own.getByRole('region', { name: 'Invitations' })).toBeVisible();
  await judge(own, 'profile with an invitation');
});
