import { expect } from '@playwright/test';
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

test('an invitation creates an account and a guide with one email', {
  tag: ['@phone', '@account', '@management', '@nightly'],
}, async ({ page }) => {
  const email = `invited.${Date.now()}.${Math.random().toString(36).slice(2)}@journey.test`;
  await page.goto(await invite(email, 'tour_guide', 'Mateo Caal'));
  await expect(page).toHaveURL(/\/register/);
  await expect(page.getByText(/You're invited to join Río Dulce as: Tour guide/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Mateo Caal');
  await page.getByLabel('Password', { exact: true }).fill('volcano-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You accepted the invitation.')).toBeVisible();
  await expect(page).toHaveURL(/\/guide-dashboard$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Upcoming Bookings' })).toBeVisible();
  expect(await sql`select full_name, roles from public.profiles where email = ${email}`).toEqual([
    { full_name: 'Mateo Caal', roles: ['tour_guide', 'tourist'] },
  ]);
});

test("a person who signed up with another's address gets no role, and loses the account when its owner accepts", {
  tag: ['@phone', '@account', '@nightly'],
}, async ({ page, browser }) => {
  const victim = `victim.${Date.now()}.${Math.random().toString(36).slice(2)}@journey.test`;
  await page.goto('/register');
  await page.getByLabel('Full name').fill('A Stranger');
  await page.getByLabel('Email').fill(victim);
  await page.getByLabel('Password', { exact: true }).fill('known-to-me');
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  // The owner confirms in their own browser, and is invited.
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(await linkFromInbox(victim, /href="([^"]*callback#[^"]*)"/));
  await owner.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(owner.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  const link = await invite(victim, 'territory_staff', 'Victoria');

  await page.goto('/login');
  await logIn(page, { email: victim }, 'known-to-me');
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/profile');
  // They don't learn which territory invited the owner either.
  await expect(page.getByRole('heading', { name: /Profile/, level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Accept:/ })).toHaveCount(0);
  expect(await sql`select roles from public.profiles where email = ${victim}`).toEqual([{ roles: ['tourist'] }]);

  // The owner, who has chosen no password yet, opens the invitation and asks for a code.
  await owner.goto(link);
  await owner.getByRole('button', { name: 'Send me a code' }).click();
  await expect(owner.getByText("We've sent the code.")).toBeVisible();
  await owner.getByLabel('Code from the email').fill(await linkFromInbox(victim, /type=recovery[\s\S]*>(\d{6})</));
  await owner.getByLabel('New password').fill('mine-alone-1');
  await owner.getByRole('button', { name: 'Save and accept' }).click();
  await expect(owner.getByText('You accepted the invitation.')).toBeVisible();
  await expect(owner).toHaveURL(/\/territory-management$/);
});

test('an invitation opened by another account asks which is meant, and the correct one accepts it', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ browser }) => {
  const [owner, other] = await Promise.all([newPerson('Marta Hotelera'), newPerson('Otto Other')]);
  const link = await invite(owner.email, 'travel_partner', 'Marta Hotelera');
  const page = await signedIn(browser, other);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation is for another account' })).toBeFocused();
  await expect(page.getByText(owner.email)).toBeVisible();
  await expect(page.getByText(other.email)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out and accept invitation' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);

  await logIn(page, owner);
  await expect(page.getByText('You accepted the invitation.')).toBeVisible();
  await expect(page).toHaveURL(/\/travel-partner-dashboard$/);
  await expect(page.getByRole('heading', { name: 'My Referral Links' })).toBeVisible();

  // Repeats it once the link has expired.
  await page.goto(link);
  await expect(page).toHaveURL(/\/travel-partner-dashboard$/);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByText('This invitation has already been used. Log in to see your pages.')).toBeVisible();
  await expect(guest).toHaveURL(/\/login$/);
  await sql`update public.invites set withdrawn_at = now(), redeemed_at = null, redeemed_by = null where email = ${owner.email}`;
  await guest.goto(link);
  await expect(guest.getByText('This invitation was withdrawn or replaced by a newer one.')).toBeVisible();
  await expect(guest).toHaveURL(/:\d+\/$/);
});
