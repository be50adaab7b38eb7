import { expect } from '@playwright/test';
import { leavesIn } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, seatsOf, sql } from './support/fixtures.ts';
import { brokenWords } from './support/layout.ts';
import {
  acceptWaiver,
  cards,
  continueButton,
  fillForm,
  logIn,
  panel,
  payWith,
  pressBlocked,
  scrollTo,
  signedIn,
  ticketAddress,
} from './support/steps.ts';
import { test } from './support/test.ts';

test('a guest finds an experience, pays for two and is checked in by the guide', {
  tag: ['@booking', '@checkout', '@dock', '@check-in', '@core', '@nightly-desktop', '@smoke'],
}, async ({ page, browser }) => {
  const guide = await newGuide('Marta Quej');
  const experience = await newExperience({ title: 'Canyon at dawn', guide });
  const tourist = await newPerson('Anna Berg');

  await page.goto('/');
  await page.getByRole('link', { name: 'Explore Río Dulce' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Río Dulce' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse Experiences' }).click();
  await page.getByRole('link', { name: experience.title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();

  const form = panel(page);
  await fillForm(form, 2);
  await form.getByRole('link', { name: 'Sign In' }).click();
  await logIn(page, tourist);

  // Back at the same form, with all entered data.
  await expect(page).toHaveURL(new RegExp(`/experiences/${experience.id}`));
  await expect(form.getByRole('spinbutton', { name: 'Number of people' })).toHaveAttribute('aria-valuenow', '2');
  await expect(form.getByLabel('Country of origin')).toHaveValue('DE');
  await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
  await expect(form.getByLabel('WhatsApp number')).toHaveValue(/5512 ?3480/);

  await pressBlocked(continueButton(form));
  await acceptWaiver(page);
  await continueButton(form).click();
  await payWith(form, cards.secure);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(form.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();

  const bookings = () => sql<{ id: string; status: string; total_price: string }[]>`
    select id, status, total_price from public.bookings where tourist_id = ${tourist.id}`;
  // The seats are booked. The charge may still be pending if Stripe's event was faster than the page.
  await expect.poll(bookings).toMatchObject([{ status: 'paid', total_price: '770.00' }]);
  const [booking] = await bookings();
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });

  await form.getByRole('link', { name: 'View My Bookings' }).click();
  const ticket = page.getByRole('article', { name: experience.title });
  await expect(ticket.getByText('Paid', { exact: true })).toBeVisible();
  await expect(ticket.getByText('Pending Check-in')).toBeVisible();

  const guidePage = await signedIn(browser, guide);
  await leavesIn(booking?.id ?? '');
  await guidePage.goto(await ticketAddress(page, booking?.id ?? ''));
  await expect(guidePage.getByText('Anna Berg')).toBeVisible();
  await guidePage.getByRole('button', { name: 'Check In', exact: true }).click();
  await expect(guidePage.getByText('Success! Passenger status has been updated.')).toBeVisible();

  // The tourist's page was never reloaded.
  await expect(ticket.getByText('Checked In').first()).toBeVisible();
});

test('a guest pays cash where it is allowed: a ticket now, the amount to collect at check-in', {
  tag: ['@phone', '@booking', '@checkout'],
}, async ({ page, browser }) => {
  const guide = await newGuide('Beto Choc');
  const experience = await newExperience({ title: 'Market walk', guide, cash: true });
  const tourist = await newPerson('Kofi Mensah');

  const touristPage = await signedIn(browser, tourist);
  await touristPage.goto(`/experiences/${experience.id}`);
  const form = panel(touristPage);
  await fillForm(form, 3);
  await form.getByRole('radio', { name: /cash/i }).check();
  await pressBlocked(form.getByRole('button', { name: 'Book and pay in cash' }));
  await acceptWaiver(touristPage);
  await form.getByRole('button', { name: 'Book and pay in cash' }).click();
  await expect(form.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  await expect(touristPage.getByText('Ordered', { exact: true })).toBeVisible();

  const [booking] = await sql<{ id: string }[]>`select id from public.bookings where tourist_id = ${tourist.id}`;
  await page.goto('/login');
  await logIn(page, guide);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto(await ticketAddress(touristPage, booking?.id ?? ''));
  await expect(page.getByText('Collect in cash')).toBeVisible();
  await expect(page.getByText('Q1,155.00')).toBeVisible();
});

test("the home page leads to a territory's services of a day, and the form begins with it", {
  tag: ['@phone', '@site', '@catalogue', '@smoke'],
}, async ({ page }) => {
  const experience = await newExperience({ title: 'Mangroves by kayak', spots: 3 });
  const full = await newExperience({ title: 'Castle by lancha', spots: 1 });
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(Date.now() + 3 * 86_400_000);

  await page.goto('/');
  const search = page.getByRole('search', { name: 'Find a trip' });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 568 });
  for (const name of ['Find experiences', 'Find transport'])
    expect(await brokenWords(search.getByRole('button', { name }))).toEqual([]);
  if (size) await page.setViewportSize(size);
  await search.getByLabel('Region').selectOption({ label: 'Río Dulce' });
  await search.getByLabel('Date').fill(date);
  await search.getByLabel('People').selectOption('2');
  await search.getByRole('button', { name: 'Find experiences' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Río Dulce' })).toBeVisible();
  await expect(page.getByRole('link', { name: experience.title })).toBeVisible();
  await expect(page.getByRole('link', { name: full.title })).toBeHidden();
  await expect(page.getByRole('article').filter({ hasText: experience.title })).toContainText('3 left');

  await page.getByRole('link', { name: experience.title }).click();
  const form = panel(page);
  await expect(page.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
  await scrollTo(form);
  await expect(form.getByRole('spinbutton', { name: 'Number of people' })).toHaveAttribute('aria-valuenow', '2');
  // A single time needs no selection, and one more person changes no offer.
  await expect(form.getByRole('radio', { name: /9:00 AM/ })).toBeChecked();
  await form.getByRole('button', { name: 'More people' }).click();
  await expect(form.getByRole('spinbutton', { name: 'Number of people' })).toHaveAttribute('aria-valuenow', '3');
});
