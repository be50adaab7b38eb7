import { expect, type Page } from '@playwright/test';
import { traces } from '../support/traces.ts';
import { newCashBooking } from './support/bookings.ts';
import { newGuide, newPerson, type Person, password, secretKey, sql } from './support/fixtures.ts';
import { logIn, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const api = `http://127.0.0.1:${process.env.API_PORT}`;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account' });
const open = (page: Page) => page.getByRole('button', { name: 'Delete my account…' }).click();

/** Uploads a portrait like the browser. */
async function putPortrait(person: Person): Promise<string> {
  const name = `avatars/${person.id}/me.webp`;
  const stored = await fetch(`${api}/storage/v1/object/images/${name}`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'image/webp' },
    // Storage recognises a WebP picture by this.
    body: Buffer.from('RIFF....WEBP'),
  });
  expect(stored.status).toBe(200);
  return `${api}/storage/v1/object/public/images/${name}`;
}

async function farewell(email: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${process.env.INBOX_PORT}/email`);
  const mails = (await answer.json()) as { to: { address: string }[]; subject: string }[];
  return mails.find((mail) => mail.to[0]?.address === email && mail.subject === 'Your account was deleted');
}

test('an account with a future booking is kept, later deleted everywhere, and the address can sign up again', {
  tag: ['@phone', '@account', '@nightly'],
}, async ({ page, browser }) => {
  // The name is unique, to search for its traces.
  const person = await newPerson(`Gone Gwendolyn ${'again '.repeat(test.info().retry)}`.trim());
  const booking = await newCashBooking(person, await newGuide('Stays Stella'));
  await sql`insert into public.messages (booking_id, sender_id, message)
    values (${booking.id}, ${person.id}, ${`Yours, ${person.fullName}`})`;
  const portrait = await putPortrait(person);
  const other = await signedIn(browser, person);
  await other.goto('/');

  await page.goto('/login');
  await logIn(page, person);
  await expect(page).not.toHaveURL(/login/);
  await page.goto('/profile');
  await page.getByLabel('Bio').fill('An unfinished draft');
  await open(page);
  await expect(dialog(page).getByText('You have upcoming bookings')).toBeVisible();
  await expect(dialog(page).getByRole('listitem')).toContainText(booking.title);
  await expect(dialog(page).getByLabel('Your password')).toHaveCount(0);

  await sql`update public.bookings set booking_date = booking_date - 30 where id = ${booking.id}`;
  const field = dialog(page).getByLabel('Your password', { exact: true });
  // If the dialog receives the change itself, there is nothing left to click.
  const again = dialog(page).getByRole('button', { name: 'Check again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(field).toBeVisible({ timeout: 1000 });
  }).toPass();
  await field.fill('not mine');
  await dialog(page).getByRole('button', { name: 'Delete my account', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText("That's not your password.");
  await field.fill(password);
  await dialog(page).getByRole('button', { name: 'Delete my account', exact: true }).click();
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  // The header has links for visitors at any width. On a phone, `Login` is in the menu.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /draft|Gwendolyn/,
  );

  // The other device notices when it next loads.
  await other.goto('/profile');
  await expect(other).toHaveURL(/\/login/);
  await logIn(other, person);
  await expect(other.getByText('Incorrect email or password. Please try again.')).toBeVisible();

  await expect.poll(() => farewell(person.email), { timeout: 15_000 }).toBeTruthy();
  await expect.poll(() => traces(sql, [person.id, person.email, person.fullName])).toEqual([]);
  expect((await fetch(portrait)).ok).toBe(false);
  const left = await sql`select tourist_id, num_people from public.bookings where id = ${booking.id}`;
  expect(left).toEqual([{ tourist_id: null, num_people: 2 }]);

  await page.goto('/register');
  await page.getByLabel('Full name').fill('Back Again');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('another one');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
});

test('a deletion is completed by a retry after the response was lost', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newPerson('Lost Lorenzo'));
  await page.goto('/profile');
  await open(page);
  let lose = true;
  await page.route('**/functions/v1/delete-account', async (route) => {
    if (route.request().method() !== 'POST' || !lose) return route.continue();
    lose = false;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await dialog(page).getByLabel('Your password', { exact: true }).fill(password);
  const remove = dialog(page).getByRole('button', { name: 'Delete my account', exact: true });
  await remove.click();
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to delete your account');
  await remove.click();
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
});
