import { expect } from '@playwright/test';
import { newCardBooking } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, sql } from './support/fixtures.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test('a guide confirms a trip with too few guests, and the open ticket shows it at once', {
  tag: ['@phone', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Elmer Decide');
  const experience = await newExperience({ title: 'Cañón con cuatro', guide });
  await sql`update public.experiences set min_to_run = 4 where id = ${experience.id}`;
  const tourist = await newPerson('Emma Espera');
  await newCardBooking(tourist, experience.title);

  const own = await signedIn(browser, tourist);
  await own.goto('/bookings');
  const ticket = own.getByRole('article', { name: experience.title, exact: true });
  await expect(ticket).toContainText(
    /2 of 4 guests so far. We'll confirm by .+, 6:00 PM; if not, the card won't be charged/,
  );
  await expect(ticket).toContainText('Your card is authorised.');

  const page = await signedIn(browser, guide);
  await page.goto('/guide-dashboard');
  const departure = page.getByRole('article', { name: experience.title });
  await expect(departure).toContainText('2 of 4 guests needed');
  await departure.getByRole('button', { name: 'Run it anyway' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Run it with 2 of 4 guests?' });
  await dialog.getByRole('button', { name: 'Run it' }).click();
  await expect(departure).toContainText("It's going ahead.");

  // Updated immediately. The page's own refetch each minute would be too late.
  await expect(ticket).toContainText("It's going ahead.");
  await expect(ticket).not.toContainText('guests so far');
});
