import { expect } from '@playwright/test';
import { bookInCash, newCardBooking } from './support/bookings.ts';
import { cancelDeparture, codeOf } from './support/departures.ts';
import { newExperience, newGuide, newPerson, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// A guide cancels a departure because of the weather, and its guests choose by the emailed link, and in My
// Bookings.

test('a guest without an account moves by the link, and another takes the refund in My Bookings', {
  tag: ['@phone', '@booking', '@tickets', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Marta Viento');
  const experience = await newExperience({ title: `Laguna al alba ${Date.now().toString(36)}`, guide, cash: true });
  const [anna, ben] = [await newPerson('Anna Mueve'), await newPerson('Ben Regresa')];
  const cash = await bookInCash(anna, experience);
  const card = await newCardBooking(ben, experience.title);
  const before = await codeOf(cash);
  await cancelDeparture(guide, cash);

  const link = await linkFromInbox(anna.email, /href="([^"]*\/offer#[0-9a-f]+)"/);
  const page = await (await browser.newContext()).newPage();
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
  await expect(
    page.getByRole('heading', { level: 1, name: new RegExp(`^Cancelled: ${experience.title}`) }),
  ).toBeVisible();
  await expect(page.getByText('The wind is too strong today.')).toBeVisible();
  await page.getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: /^Move to / }).click();
  await expect(page.getByRole('status')).toContainText("You're booked for");
  // The old code no longer works, and the link can be answered once.
  expect(await codeOf(cash)).not.toBe(before);
  await page.reload();
  await expect(page.getByText(/^You're booked for/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move to / })).toHaveCount(0);
  await linkFromInbox(anna.email, /(the old one no longer works)/);

  const own = await signedIn(browser, ben);
  await own.goto('/bookings');
  const choice = own.getByRole('article', { name: new RegExp(`^Cancelled: ${experience.title}`) });
  await expect(choice).toBeVisible();
  // No ticket is shown for a cancelled departure.
  await expect(own.getByRole('button', { name: /^Enlarge QR code/ })).toHaveCount(0);
  await choice.getByRole('radio', { name: /A full refund/ }).check();
  await choice.getByRole('button', { name: /^Refund me / }).click();
  await expect(choice).toContainText('Your booking has ended');
  await expect
    .poll(async () => (await sql`select status from public.bookings where id = ${card}`)[0]?.status)
    .toMatch(/cancelled|refunded/);
});

test('a link that nobody was sent is refused', { tag: ['@phone', '@booking', '@tickets', '@nightly'] }, async ({
  page,
}) => {
  await page.goto(`/offer#${'0'.repeat(64)}`);
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});
