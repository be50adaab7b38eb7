import { expect } from '@playwright/test';
import { newCardBooking } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, seatsOf } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { cards, payWith, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// A tourist adds one person. The seat is held while they pay, over a reload and a declined card, and then it is on
// the same ticket.

test('a guest adds one person, once the difference is paid', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const experience = await newExperience({ title: 'Laguna para más', guide: await newGuide('Marta Suma') });
  const anna = await newPerson('Anna Suma');
  await newCardBooking(anna, experience.title);

  const page = await signedIn(browser, anna);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/bookings');
  await page.getByRole('link', { name: `More people for ${experience.title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'More people' })).toBeVisible();
  await expect(page.getByText('You pay now')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText(/Your seats are held for/)).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 1, sold: 2 });

  const form = page.getByRole('main');
  await payWith(form, cards.declined);
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Your seats are held for/)).toBeVisible();
  await payWith(form, cards.good);
  await expect(page.getByRole('heading', { name: 'Your booking is now for 3 people' })).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 3 });
  await page.getByRole('link', { name: 'My Bookings' }).last().click();
  await expect(page.getByRole('article', { name: experience.title })).toContainText(/3\s*people/);
  await linkFromInbox(anna.email, /(now for 3 people)/);
});
