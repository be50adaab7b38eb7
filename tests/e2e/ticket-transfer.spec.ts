import { expect } from '@playwright/test';
import { newCardBooking } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { logIn, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// A guest who can't travel transfers the ticket to a friend by email, who accepts with their own account.

test('a ticket is offered, accepted by the link in the email, and belongs to the friend', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const experience = await newExperience({ title: 'Laguna regalada', guide: await newGuide('Marta Cambio') });
  const [anna, ben] = [await newPerson('Anna Cede'), await newPerson('Ben Recibe')];
  const booking = await newCardBooking(anna, experience.title);
  const codeOf = async () => (await sql`select code from public.booking_codes where booking_id = ${booking}`)[0]?.code;
  const before = await codeOf();

  const page = await signedIn(browser, anna);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/bookings');
  await page.getByRole('button', { name: `Transfer ticket: ${experience.title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who gets the ticket?').fill('Ben');
  await dialog.getByLabel('Their email address').fill(ben.email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('The ticket stays yours until Ben accepts.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(
    page.getByText(`You've offered this ticket to Ben, ${ben.email}. It's yours until they accept.`),
  ).toBeVisible();

  const link = new URL(await linkFromInbox(ben.email, /href="([^"]*\/ticket-transfer#[0-9a-f]+)"/));
  const friend = await (await browser.newContext()).newPage();
  await friend.setViewportSize({ width: 320, height: 640 });
  await friend.goto(link.pathname + link.hash);
  await expect(friend.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
  await expect(friend.getByText('Anna Cede is giving you this ticket')).toBeVisible();
  await friend.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await logIn(friend, ben);
  await expect(friend.getByText('In the name of Ben Recibe')).toBeVisible();
  await friend.getByLabel('WhatsApp number').fill('5555 1234');
  await friend.getByLabel('Country of origin').selectOption('GT');
  await friend.getByRole('checkbox', { name: 'I have read and accept the waiver' }).check();
  await friend.getByRole('button', { name: 'Accept ticket' }).click();
  await expect(friend.getByRole('heading', { name: 'The ticket is yours' })).toBeVisible();
  await friend.getByRole('main').getByRole('link', { name: 'My Bookings' }).click();
  await expect(friend.getByRole('article', { name: experience.title })).toBeVisible();
  expect(await codeOf()).not.toBe(before);

  // The giver's page updates live.
  await expect(page.getByText(/^Transferred to Ben on /)).toBeVisible();
  await expect(page.getByRole('article', { name: experience.title })).toHaveCount(0);
});

test('a link that nobody was sent is refused', { tag: ['@phone', '@booking', '@tickets', '@nightly'] }, async ({
  page,
}) => {
  await page.goto(`/ticket-transfer#${'0'.repeat(64)}`);
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});
