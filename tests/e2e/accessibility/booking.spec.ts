import { expect } from '@playwright/test';
import { bookInCash, cancelBooking, newCardBooking } from '../support/bookings.ts';
import { newExperience, newGuide, newPerson, sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { newWorker } from '../support/shuttle.ts';
import {
  acceptWaiver,
  cards,
  continueButton,
  continueToCard,
  fillForm,
  openCardForm,
  openExperience,
  openForm,
  panel,
  payAndBook,
  payWith,
  pressBlocked,
  scrollTo,
  signedIn,
} from '../support/steps.ts';
import { test } from '../support/test.ts';

// The date of newCardBooking.
const DATE = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

test('the booking form with its errors and the card form are accessible', {
  tag: ['@booking', '@checkout', '@nightly-desktop'],
}, async ({ browser }) => {
  const { page, form } = await openForm(browser, { title: 'Quiet bay', bookingType: 'both' }, 'Anna Axe');
  await form.getByRole('radio', { name: /9:00 AM/ }).check();
  await pressBlocked(continueButton(form));
  await acceptWaiver(page);
  await pressBlocked(continueButton(form));
  await expect(form.getByLabel('WhatsApp number')).toHaveAttribute('aria-invalid', 'true');
  await judge(page, 'booking form with errors');
  await fillForm(form, 1);
  await continueToCard(page, form);
  await judge(page, 'card form');
});

test('the waiver is accessible', { tag: ['@booking', '@checkout', '@nightly'] }, async ({ browser }) => {
  const { page, form } = await openForm(browser, { title: 'Quiet bay' }, 'Anna Axe');
  await fillForm(form);
  await pressBlocked(continueButton(form));
  await expect(page.getByRole('dialog', { name: 'Waiver and Release of Liability' })).toBeVisible();
  await judge(page, 'waiver');
});

test('a declined card and a booked trip are accessible', { tag: ['@booking', '@checkout', '@nightly'] }, async ({
  browser,
}) => {
  const { page, form } = await openCardForm(browser, { title: 'Quiet bay' }, 'Anna Axe');
  await payWith(form, cards.declined);
  await expect(form.getByRole('alert')).toBeVisible();
  await judge(page, 'declined card');
  await payAndBook(form);
  await judge(page, 'booked');
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await judge(page, 'my bookings, paid by card');
});

test('cash that others have used up is accessible', { tag: ['@phone', '@booking', '@checkout', '@nightly'] }, async ({
  browser,
}) => {
  const experience = await newExperience({ title: 'Cash boat', spots: 2, cash: true });
  const [day] = await sql<{ day: string }[]>`select ((now() at time zone 'America/Guatemala')::date + 1)::text as day`;
  await bookInCash(await newPerson('Quick Cash'), experience, { service_date: day?.day, num_people: 1 });
  const page = await signedIn(browser, await newPerson('Late Cash'));
  const form = await openExperience(page, experience);
  await form.getByRole('radio', { name: /AM|PM/ }).first().check();
  await expect(
    form.getByText('There are no seats left to pay for in cash on this trip. Please pay by card.'),
  ).toBeVisible();
  await judge(page, 'booking form without cash');
});

test('a full departure is accessible, with its waitlist and offered seats', {
  tag: ['@phone', '@booking', '@checkout', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Elmer Lleno');
  const experience = await newExperience({ title: 'Lancha llena', guide, spots: 2 });
  const first = await newPerson('Emma Primera');
  const booking = await newCardBooking(first, experience.title);
  const page = await signedIn(browser, await newPerson('Anna Espera'));
  await page.goto(`/experiences/${experience.id}?date=${DATE}&people=2#book`);
  const wish = panel(page).getByRole('button', { name: 'Notify me when 2 seats open up' });
  await scrollTo(wish);
  await judge(page, 'booking form of a full departure');
  await wish.click();
  await expect(panel(page).getByText("You're number 1 on the waitlist for 2 seats.")).toBeVisible();
  await page.goto('/bookings');
  await expect(page.getByRole('article', { name: `Waitlist: ${experience.title}` })).toContainText('number 1');
  await judge(page, 'my bookings with a place on a waitlist');

  const day = await signedIn(browser, guide);
  await day.goto('/guide-dashboard');
  await day.getByRole('button', { name: 'Waitlist: 2 seats' }).click();
  await expect(day.getByRole('dialog', { name: 'Waitlist' }).getByRole('listitem')).toContainText('Anna Espera');
  await judge(day, 'waitlist of a departure');
  const desk = await signedIn(browser, await newWorker('Mara Gerente', 'territory_manager', 'rio-dulce'));
  const departure = `experience.${experience.id}.${experience.slotId}.${DATE}`;
  await desk.goto(`/territory-bookings?view=week&week=${DATE}&day=${DATE}&departure=${departure}`);
  await desk.getByRole('button', { name: 'Waitlist: 2 seats' }).click();
  await expect(desk.getByRole('button', { name: 'Raise the capacity for 2 seats' })).toBeVisible();
  await judge(desk, 'waitlist for those who can raise the capacity');

  await cancelBooking(first, booking);
  await expect(page.getByRole('article', { name: `Seats for you: ${experience.title}` })).toBeVisible();
  await judge(page, 'my bookings with seats that are offered');
});
