import { expect } from '@playwright/test';
import { violations } from './support/axe.ts';
import { newPerson, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { logIn, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

async function invite(email: string, role: string, fullName: string): Promise<string> {
  await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('role', 'service_role', true)`;
    await tx`select public.create_invite(${email}, ${[role]}, 'rio-dulce', ${fullName})`;
  });
  const link = new URL(await linkFromInbox(email, /href="([^"]*callback\?invite=[^"]*)"/));
  return link.pathname + link.search;
}

test('an invitation outlives the sign-up, also in another browser, and makes a guide', async ({ page, browser }) => {
  const email = `invited.${Date.now()}.${Math.random().toString(36).slice(2)}@journey.test`;
  await page.goto(await invite(email, 'tour_guide', 'Mateo Caal'));
  await expect(page).toHaveURL(/\/register/);
  await expect(page.getByText(/You are invited to Río Dulce as: Tour guide/)).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Mateo Caal');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('volcano-1');
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(await linkFromInbox(email, /href="([^"]*auth\/v1\/verify[^"]*)"/));
  await expect(other.getByText('This link was opened in another browser.')).toBeVisible();
  await expect(other.getByLabel('Email')).toHaveValue(email);
  await other.getByLabel('Password', { exact: true }).fill('volcano-1');
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(other.getByText('You accepted the invitation.')).toBeVisible();
  await expect(other).toHaveURL(/\/guide-dashboard$/);
  await expect(other.getByRole('heading', { level: 2, name: 'Upcoming Bookings' })).toBeVisible();
  expect(await sql`select full_name, roles from public.profiles where email = ${email}`).toEqual([
    { full_name: 'Mateo Caal', roles: ['tour_guide', 'tourist'] },
  ]);
});

test('an invitation opened as somebody else asks which account is meant, and the right one takes it up', async ({
  browser,
}) => {
  const [owner, other] = await Promise.all([newPerson('Marta Hotelera'), newPerson('Otto Other')]);
  const link = await invite(owner.email, 'travel_partner', 'Marta Hotelera');
  const page = await signedIn(browser, other);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation is for another account' })).toBeFocused();
  await expect(page.getByText(owner.email)).toBeVisible();
  await expect(page.getByText(other.email)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out and accept it' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);

  await logIn(page, owner);
  await expect(page.getByText('You accepted the invitation.')).toBeVisible();
  await expect(page).toHaveURL(/\/travel-partner-dashboard$/);
  await expect(page.getByRole('heading', { name: 'My Referral Links' })).toBeVisible();

  // A second time, and once it has ended.
  await page.goto(link);
  await expect(page).toHaveURL(/\/travel-partner-dashboard$/);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByText('This invitation was accepted already. Log in to see your pages.')).toBeVisible();
  await expect(guest).toHaveURL(/\/login$/);
  await sql`update public.invites set withdrawn_at = now(), redeemed_at = null, redeemed_by = null where email = ${owner.email}`;
  await guest.goto(link);
  await expect(guest.getByText('This invitation was withdrawn, or a newer one took its place.')).toBeVisible();
  await expect(guest).toHaveURL(/:\d+\/$/);
});
