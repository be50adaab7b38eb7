import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { newPerson, sql } from './support/fixtures.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const folder = new URL('../../supabase/seed/media/avatars/', import.meta.url);
const faces = readdirSync(folder).filter((name) => name.endsWith('.webp'));
const photo = (n: number) => ({
  name: `photo-${n}.webp`,
  mimeType: 'image/webp',
  buffer: readFileSync(new URL(faces[n] ?? '', folder)),
});
const notAnImage = { name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') };

/** Returns how many emails an address has. */
async function emails(address: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${process.env.INBOX_PORT}/email`);
  const all = (await answer.json()) as { to: { address: string }[] }[];
  return all.filter(({ to }) => to.some((one) => one.address === address)).length;
}

test('a person changes name, country and bio, the draft survives a reload, and a failure is shown', {
  tag: ['@desktop', '@account', '@smoke'],
}, async ({ browser }) => {
  const person = await newPerson('Plain Paula');
  const page = await signedIn(browser, person);
  await page.goto('/');
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  await page.getByLabel('Full name').fill('   ');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert')).toHaveText('Name cannot be empty');
  await page.getByLabel('Full name').fill('Paula Pérez');
  await page.getByLabel('Country').selectOption({ label: 'Guatemala' });
  await page.getByLabel('Bio').fill('On the road.');
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Paula Pérez');
  await page.route('**/rest/v1/profiles?*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: { message: 'down' } }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to update profile');
  await page.unroute('**/rest/v1/profiles?*');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile menu: Paula Pérez' })).toBeVisible();
  const [row] = await sql`select full_name, country, bio from public.profiles where id = ${person.id}`;
  expect(row).toEqual({ full_name: 'Paula Pérez', country: 'GT', bio: 'On the road.' });
});

test('the picture is checked, cut and shown, and the previous one is deleted', {
  tag: ['@phone', '@account', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Picture Pia');
  const page = await signedIn(browser, person);
  await page.goto('/profile');
  const input = page.locator('input[type=file]');
  await input.setInputFiles(notAnImage);
  await expect(page.getByText('Please select an image file (JPEG, PNG, etc.)')).toBeVisible();
  const broken = Buffer.alloc(400);
  broken.set([0xff, 0xd8, 0xff, 0xe0]);
  await input.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken });
  const dialog = page.getByRole('dialog', { name: 'Choose which part of the picture to show' });
  await expect(dialog.getByRole('alert')).toContainText("We can't read this picture");
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The file may be large, because the part that is cut out of it is small.
  const large = { ...photo(2), buffer: Buffer.concat([photo(2).buffer, Buffer.alloc(6 * 1024 * 1024)]) };
  for (const picture of [large, photo(3)]) {
    await input.setInputFiles(picture);
    await dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
    await dialog.getByRole('button', { name: /arrow keys/ }).press('ArrowRight');
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await expect(page.getByText('Avatar updated successfully').first()).toBeVisible();
    await expect(dialog).toBeHidden();
  }
  await expect
    .poll(() => sql`select name from storage.objects where name like ${`avatars/${person.id}/%`}`)
    .toHaveLength(1);
  const [row] = await sql`select avatar_url from public.profiles where id = ${person.id}`;
  expect(row?.avatar_url).toMatch(`/storage/v1/object/public/images/avatars/${person.id}/`);
  const face = page.getByRole('button', { name: /^Profile menu/ }).locator('img.avatar');
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
});

test('a profile shows correct numbers, roles, the password link and the download', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Busy Bea');
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'tour_guide', 'rio-dulce')`;
  const page = await signedIn(browser, person);
  await page.goto('/profile');
  const activity = page.getByRole('region', { name: 'My Activity' });
  await expect(activity).toContainText('Bookings0');
  await expect(activity).toContainText('Avg. Rating–');

  const roles = page.getByRole('region', { name: 'Your roles' });
  await expect(roles).toContainText('Cannot remove the tourist role as it is required');
  await roles.getByRole('button', { name: 'Remove role: Tour guide' }).click();
  await expect(roles.getByRole('button', { name: 'Remove role: Tour guide' })).toHaveCount(0);
  await expect(activity).not.toContainText('Avg. Rating');
  await roles.getByLabel('Add a role').selectOption({ label: 'Tour guide' });
  await roles.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(roles.getByRole('button', { name: 'Remove role: Tour guide' })).toBeVisible();
  await roles.getByLabel('Add a role').selectOption({ label: 'Travel partner' });
  await roles.getByLabel('Region').selectOption({ label: 'Río Dulce' });
  await roles.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(roles.getByText(/We've sent your request/)).toBeVisible();
  await roles.getByRole('button', { name: 'Withdraw request: Travel partner, Río Dulce' }).click();
  await expect(page.getByText('Request withdrawn')).toBeVisible();
  await expect(roles.getByText(/We've sent your request/)).toHaveCount(0);
  const requests = await sql`select role, territory_id, status from public.role_requests where user_id = ${person.id}`;
  expect(requests).toEqual([{ role: 'travel_partner', territory_id: 'rio-dulce', status: 'withdrawn' }]);

  await page.getByRole('button', { name: 'Reset Password' }).click();
  const sent = page.getByText('Password reset email sent. Please check your inbox.');
  await expect(sent).toBeVisible();
  await expect(sent).toBeHidden({ timeout: 8000 });
  await expect.poll(() => emails(person.email)).toBe(1);

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await waiting;
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { profile: { email: string }[] };
  expect(data.profile[0]?.email).toBe(person.email);
});
