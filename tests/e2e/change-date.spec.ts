import { expect } from '@playwright/test';
import { newCardBooking } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, seatsOf, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { cards, payWith, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// A guest changes the date in My Bookings while cancelling is free. An old picture of the ticket shows where it has
// moved.

test('a tourist moves a paid booking to another day, and its old code reports it at the dock', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Marta Cambia');
  const experience = await newExperience({ title: 'Laguna otro día', guide });
  const anna = await newPerson('Anna Cambia');
  const booking = await newCardBooking(anna, experience.title);
  const codeOf = async () =>
    (await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking}`)[0]?.code ?? '';
  const before = await codeOf();

  const page = await signedIn(browser, anna);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/bookings');
  await page.getByRole('link', { name: `Change date of ${experience.title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change date' })).toBeVisible();
  await expect(page.getByText('The price is the same.')).toBeVisible();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: /^Change to / }).click();
  await expect(page.getByRole('heading', { name: /^You're booked for/ })).toBeVisible();
  await page.getByRole('link', { name: 'My Bookings' }).last().click();
  const after = await codeOf();
  expect(after).not.toBe(before);
  await expect(page.getByText(after.slice(0, 4), { exact: false }).first()).toBeVisible();
  await linkFromInbox(anna.email, /(the old one no longer works)/);

  const dock = await signedIn(browser, guide);
  await dock.goto(`/check-in/${booking}?code=${before}`);
  await expect(dock.getByRole('heading', { name: 'Moved to another departure' })).toBeVisible();
  await expect(dock.getByText(experience.title)).toBeVisible();
  await expect(dock.getByRole('button', { name: 'Check In' })).toHaveCount(0);
});

test('a more expensive day is paid first, over a declined card and a reload', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const experience = await newExperience({ title: 'Laguna más cara', guide: await newGuide('Marta Cambia') });
  const anna = await newPerson('Anna Cambia');
  await newCardBooking(anna, experience.title);
  await sql`update public.experiences set shared_price = shared_price + 60 where title = ${experience.title}`;

  const page = await signedIn(browser, anna);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/bookings');
  await page.getByRole('link', { name: `Change date of ${experience.title}` }).click();
  await page
    .getByRole('radio', { name: /\+ Q120\.00/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText(/We're holding your seats for/)).toBeVisible();
  expect(await seatsOf(experience)).toMatchObject({ sold: 2 });

  const form = page.getByRole('main');
  await payWith(form, cards.declined);
  await expect(page.getByRole('alert').filter({ hasText: "We haven't charged you" })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/We're holding your seats for/)).toBeVisible();
  await payWith(form, cards.good);
  await expect(page.getByRole('heading', { name: /^You're booked for/ })).toBeVisible();
  await linkFromInbox(anna.email, /(the old one no longer works)/);
});

test('one of two drops out: the seat is free and the share is refunded', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const experience = await newExperience({ title: 'Laguna para uno', guide: await newGuide('Marta Cambia') });
  const anna = await newPerson('Anna Cambia');
  await newCardBooking(anna, experience.title);

  const page = await signedIn(browser, anna);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/bookings');
  await page.getByRole('link', { name: `Fewer people for ${experience.title}` }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Your refund');
  await expect(main).toContainText('Q385.00');
  await main.getByRole('button', { name: 'Change to 1 person' }).click();
  await expect(page.getByRole('heading', { name: 'Your booking is now for 1 person' })).toBeVisible();
  await expect(main).toContainText("We're refunding Q385.00 to your card");
  await main.getByRole('link', { name: 'My Bookings' }).last().click();
  const ticket = page.getByRole('article', { name: experience.title });
  await expect(ticket).toContainText(/1\s*person/);
  await expect(page.getByRole('link', { name: /^Fewer people for/ })).toHaveCount(0);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 1 });
  await linkFromInbox(anna.email, /(Your ticket stays the same)/);
});
