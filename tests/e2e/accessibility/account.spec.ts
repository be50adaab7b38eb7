import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { newCashBooking } from '../support/bookings.ts';
import { api, newGuide, newPerson, password, publishableKey, sql } from '../support/fixtures.ts';
import { linkFromInbox } from '../support/inbox.ts';
import { judge } from '../support/judge.ts';
import { newPhoto } from '../support/photo.ts';
import { signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

/** Returns an invitation opened by its emailed link. */
async function invitationTo(email: string): Promise<string> {
  const code = `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
  await sql`insert into public.invites (code_hash, email, full_name, roles, territory_id)
    values (private.hash_code(${code}), ${email}, 'Mateo Caal', '{tour_guide}', 'rio-dulce')`;
  return `/callback?invite=${code}`;
}

const newEmail = () => `mateo.${randomUUID().slice(0, 8)}@journey.test`;

test('an invitation is accessible for a new person, and for another account', {
  tag: ['@account', '@nightly'],
}, async ({ browser, page }) => {
  await page.goto(await invitationTo(newEmail()));
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await judge(page, 'invitation for somebody new');
  const owner = await newPerson('Marta Hotelera');
  const other = await signedIn(browser, await newPerson('Otto Other'));
  await other.goto(await invitationTo(owner.email));
  await expect(other.getByRole('heading', { name: 'This invitation is for another account' })).toBeFocused();
  await judge(other, 'invitation for another account');
});

test("the page of an email's link is accessible", { tag: ['@desktop', '@account', '@nightly'] }, async ({
  baseURL,
  page,
}) => {
  const email = newEmail();
  const answer = await fetch(`${api}/auth/v1/signup?redirect_to=${baseURL}/callback`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.ok).toBe(true);
  await page.goto(await linkFromInbox(email, /href="([^"]*callback#[^"]*)"/));
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeFocused();
  await judge(page, 'link of an email');
});

test('the forms for messages, submissions and partners are accessible with their errors', {
  tag: ['@account', '@messaging', '@referrals', '@nightly'],
}, async ({ browser, page }) => {
  const own = await signedIn(browser, await newPerson('Anna Axe'));
  for (const [on, path, send] of [
    [own, '/contact', 'Send Message'],
    [own, '/submissions', 'Submit'],
    [page, '/regional-partner', 'Send application'],
  ] as const) {
    await on.goto(path);
    await on.getByRole('button', { name: send }).click();
    await expect(on.getByRole('alert').first()).toBeVisible();
    await judge(on, `${path} with errors`);
  }
});

test('a picture that is being cut is accessible', { tag: ['@phone', '@account', '@nightly'] }, async ({ browser }) => {
  const page = await signedIn(browser, await newPerson('Picture Pia'));
  await page.goto('/profile');
  await page.locator('input[type=file]').setInputFiles(newPhoto());
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
  await judge(page, 'picture that is cut out');
});

test('a blocked account deletion and a wrong password are accessible', {
  tag: ['@phone', '@account', '@nightly'],
}, async ({ browser }) => {
  const person = await newPerson('Gwendolyn Gone');
  const booking = await newCashBooking(person, await newGuide('Stella Stays'));
  const page = await signedIn(browser, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await expect(dialog.getByText('You have upcoming bookings')).toBeVisible();
  await judge(page, 'account with a booking ahead');
  await sql`update public.bookings set booking_date = booking_date - 30 where id = ${booking.id}`;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill('not mine');
  await dialog.getByRole('button', { name: 'Delete my account', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText("That's not your password.");
  await judge(page, 'wrong password');
});
