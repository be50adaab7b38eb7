import { expect, type Page } from '@playwright/test';
import { leavesIn } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, password, sql } from './support/fixtures.ts';
import { enter, press } from './support/keys.ts';
import { cards, openExperience, ticketAddress } from './support/steps.ts';
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
  await enter(page, form.getByLabel('WhatsApp Number'), '55123480');
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
  await press(guidePage, guidePage.getByRole('button', { name: 'Check In' }), 'Enter');
  await expect(guidePage.getByText('Success! Passenger status has been updated.')).toBeVisible();
});
