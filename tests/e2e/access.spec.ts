import { expect, type Page } from '@playwright/test';
import { newPerson, sql } from './support/fixtures.ts';
import { logIn, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const newEmail = () => `signup.${Date.now()}.${Math.random().toString(36).slice(2)}@journey.test`;

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill('New Traveller');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('volcano-1');
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

test('a visitor signs up, confirms by the link in the inbox, and is signed in at the earlier page', {
  tag: ['@phone', '@account', '@core', '@smoke'],
}, async ({ page, browser }) => {
  const email = newEmail();
  await page.goto('/territories/rio-dulce?q=boat');
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await signUp(page, email);

  const link = await linkFromInbox(email);
  const confirm = { name: 'Confirm and sign in' };
  // Mail scanners open the link first, with and without scripts, which must not use it up.
  for (const javaScriptEnabled of [false, true]) {
    const scanner = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await scanner.goto(link);
    if (javaScriptEnabled) await expect(scanner.getByRole('button', confirm)).toBeVisible();
    await scanner.context().close();
  }
  await page.goto(link);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', confirm).click();
  await expect(page).toHaveURL(/:\d+\/territories\/rio-dulce\?q=boat$/);
  await page.goto('/bookings');
  await expect(page.getByText('No bookings yet')).toBeVisible();
});

test("a partner's code stays through the pages, and the account is registered to it", {
  tag: ['@desktop', '@referrals', '@nightly'],
}, async ({ page, browser }) => {
  const partner = await newPerson('Hotel Marea');
  const [link] = await sql<{ id: string; code: string }[]>`
    insert into public.referral_links (user_id, name) values (${partner.id}, 'Lobby') returning id, code`;
  const { id = '', code = '' } = link ?? {};
  const banner = page.getByText("You're browsing through a hotel partner referral.");
  await page.goto(`/register?ref=${code}`);
  await expect(banner).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(new RegExp(`/login\\?ref=${code}$`));
  await expect(banner).toBeVisible();
  await page.getByRole('link', { name: 'Browse Experiences' }).click();
  await expect(page).toHaveURL(new RegExp(`/regions\\?ref=${code}$`));
  await expect(banner).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Rio Dulce|Río Dulce/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/territories/rio-dulce\\?ref=${code}$`));
  await expect(banner).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(new RegExp(`/register\\?ref=${code}$`));
  const email = newEmail();
  await signUp(page, email);

  // The email is opened in another browser, without code and sign-up secret. It confirms, and asks for the
  // password.
  const other = await (await browser.newContext()).newPage();
  await other.goto(await linkFromInbox(email));
  await other.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(other.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await other.getByLabel('New password').fill('volcano-1');
  await other.getByLabel('Confirm password').fill('volcano-1');
  await other.getByRole('button', { name: 'Save password' }).click();
  await other.getByRole('link', { name: 'Go to Home Page' }).click();
  await expect(other.getByRole('button', { name: /^Profile menu/ })).toBeVisible();
  const registrations = (of: string) => sql`
    select r.referral_link_id from public.referral_registrations r join public.profiles p on p.id = r.user_id where p.email = ${of}`;
  expect(await registrations(email)).toEqual([{ referral_link_id: id }]);

  // An existing account, and the partner, whose own bookings nobody referred.
  const old = await newPerson('Old Account');
  const guest = await signedIn(browser, old);
  await guest.goto(`/regions?ref=${code}`);
  await expect(guest.getByText("You're browsing through a hotel partner referral.")).toBeVisible();
  expect(await registrations(old.email)).toEqual([{ referral_link_id: id }]);
  const own = await signedIn(browser, partner);
  const asked = own.waitForResponse('**/rest/v1/rpc/register_referral');
  await own.goto(`/regions?ref=${code}`);
  expect(await (await asked).json()).toEqual({ registered: false, referral_link_id: null });
  await expect(own.getByText("You're browsing through a hotel partner referral.")).toBeHidden();
});

test('a forgotten password is replaced through the link', { tag: ['@desktop', '@account'] }, async ({ page }) => {
  const person = await newPerson('Forgetful Fran');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  await page.goto(await linkFromInbox(person.email));
  await page.getByRole('button', { name: 'Continue' }).first().click();
  await page.getByLabel('New password').fill('new-volcano-1');
  await page.getByLabel('Confirm password').fill('new-volcano-2');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Passwords do not match').first()).toBeVisible();
  await page.getByLabel('Confirm password').fill('new-volcano-1');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('link', { name: 'Go to Home Page' })).toBeVisible();
});

test('a wrong password, protected pages and unknown paths are refused', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ page, browser }) => {
  await page.goto('/bookings');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill('tourist@territorio.test');
  await page.getByLabel('Password', { exact: true }).fill('not-it');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Incorrect email or password. Please try again.')).toBeVisible();
  await logIn(page, { email: 'tourist@territorio.test' });
  await expect(page).toHaveURL(/\/bookings/);
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/login');
  await expect(page).not.toHaveURL(/\/login/);

  const guide = await signedIn(browser, await newPerson('Signs Out'));
  await guide.goto('/');
  await guide
    .getByRole('button', { name: /account|menu/i })
    .last()
    .click();
  await guide
    .getByRole('menuitem', { name: 'Sign Out' })
    .or(guide.getByRole('button', { name: 'Sign Out' }))
    .first()
    .click();
  await expect(guide).toHaveURL(/\/login/);
});

/** Returns the link to the app in the newest email to an address. */
async function linkFromInbox(email: string): Promise<string> {
  const inbox = `http://127.0.0.1:${process.env.INBOX_PORT}`;
  let link = '';
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${inbox}/email`)).json()) as {
        to: { address: string }[];
        html?: string;
        text?: string;
      }[];
      const mail = mails.reverse().find((candidate) => candidate.to.some((to) => to.address === email));
      link = /href="([^"]*callback#[^"]*)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}
