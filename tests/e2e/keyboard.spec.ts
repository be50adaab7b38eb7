import { expect, type Page } from '@playwright/test';
import { leavesIn, newCardBooking } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, password, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { enter, press } from './support/keys.ts';
import { cards, openExperience, signedIn, ticketAddress } from './support/steps.ts';
import { test } from './support/test.ts';

async function logInByKeyboard(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await enter(page, page.getByLabel('Email'), email);
  await enter(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
}

test('a guest books, pays, finds the ticket and is checked in, only by keyboard', {
  tag: ['@desktop', '@booking', '@dock', '@check-in', '@tickets', '@core'],
}, async ({ page, browser }) => {
  const guide = await newGuide('Keyboard Guide');
  const experience = await newExperience({ title: 'Castle at sunset', guide });
  const tourist = await newPerson('Keyboard Tourist');
  await logInByKeyboard(page, tourist.email);

  const form = await openExperience(page, experience);
  await press(page, form.getByRole('radio', { name: /9:00 AM/ }), 'Space');
  await press(page, form.getByRole('spinbutton', { name: 'Number of people' }), 'ArrowUp');
  await enter(page, form.getByLabel('WhatsApp number'), '55123480');
  await enter(page, form.getByLabel('Country of origin'), 'Germ');
  await press(page, form.getByLabel('I have read and accept the waiver'), 'Space');
  await press(page, form.getByRole('button', { name: 'Continue to payment' }), 'Enter');

  await enter(page, form.getByLabel('Card number'), cards.secure);
  await enter(page, form.getByLabel('Expiration date'), '1234');
  await enter(page, form.getByLabel('Security code'), '123');
  await press(page, form.getByRole('button', { name: /^Pay Q/ }), 'Enter');
  await press(page, page.getByRole('button', { name: 'Complete authentication' }), 'Enter');
  await expect(form.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();
  await press(page, form.getByRole('link', { name: 'View My Bookings' }), 'Enter');
  await expect(page.getByRole('article', { name: experience.title })).toBeVisible();

  const [booking] = await sql<{ id: string; num_people: number; whatsapp_number: string; country: string }[]>`
    select id, num_people, whatsapp_number, country from public.bookings where tourist_id = ${tourist.id}`;
  expect(booking).toMatchObject({ num_people: 2, whatsapp_number: '+50255123480', country: 'DE' });

  await leavesIn(booking?.id ?? '');
  const guidePage = await (await browser.newContext()).newPage();
  await logInByKeyboard(guidePage, guide.email);
  await guidePage.goto(await ticketAddress(page, booking?.id ?? ''));
  await press(guidePage, guidePage.getByRole('button', { name: 'Check In', exact: true }), 'Enter');
  await expect(guidePage.getByText('Success! Passenger status has been updated.')).toBeVisible();
});

test('an account is deleted by keyboard, after the question was closed once', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newPerson('Keyboard Leaver'));
  await page.goto('/profile');
  const opener = page.getByRole('button', { name: 'Delete my account…' });
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await press(page, opener, 'Enter');
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  const field = dialog.getByLabel('Your password', { exact: true });
  await enter(page, field, 'not mine');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('That password is wrong.');
  await expect(dialog.locator(':focus')).toBeVisible();
  await press(page, field, 'ControlOrMeta+a');
  await page.keyboard.type(password);
  await press(page, dialog.getByRole('button', { name: 'Delete my account', exact: true }), 'Space');
  await expect(page.getByText("We've deleted your account")).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.locator(':focus')).toBeVisible();
});

test('a guide decides by keyboard that a trip goes ahead', {
  tag: ['@desktop', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Keyboard Decider');
  const experience = await newExperience({ title: 'Four by keyboard', guide });
  await sql`update public.experiences set min_to_run = 4 where id = ${experience.id}`;
  await newCardBooking(await newPerson('Waiting Wanda'), experience.title);
  const page = await signedIn(browser, guide);
  await page.goto('/guide-dashboard');
  const departure = page.getByRole('article', { name: experience.title });
  const opener = departure.getByRole('button', { name: 'Confirm departure' });
  const dialog = page.getByRole('alertdialog', { name: 'Confirm this departure with 2 of 4 guests?' });
  await press(page, opener, 'Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Confirm departure' }), 'Enter');
  await expect(departure).toContainText("It's going ahead.");
  await expect(page.locator(':focus')).toBeVisible();
});

test('a new password is set by keyboard, with the emailed link', {
  tag: ['@desktop', '@account', '@nightly'],
}, async ({ page }) => {
  const { email } = await newPerson('Keyboard Forgetful');
  await page.goto('/login');
  await press(page, page.getByRole('button', { name: 'Forgot password?' }), 'Enter');
  await enter(page, page.getByLabel('Email'), email);
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toBeVisible();
  await page.goto(await linkFromInbox(email, /href="([^"]*type=recovery[^"]*)"/));
  await press(page, page.getByRole('button', { name: 'Continue' }).first(), 'Enter');
  await enter(page, page.getByLabel('New password', { exact: true }), 'by keyboard 1');
  await enter(page, page.getByLabel('Confirm password', { exact: true }), 'by keyboard 1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeFocused();
});
