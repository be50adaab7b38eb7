import { type Browser, expect } from '@playwright/test';
import { newCardBooking } from '../support/bookings.ts';
import { cancelDeparture, newDeparture, wasThere } from '../support/departures.ts';
import { newExperience, newGuide, newPerson, sql } from '../support/fixtures.ts';
import { linkFromInbox } from '../support/inbox.ts';
import { judge } from '../support/judge.ts';
import { newPhoto } from '../support/photo.ts';
import { logIn, signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

// Visits a guest's own bookings.

/** Returns a guest's page with a booking for two, paid by card. */
async function newTicket(browser: Browser, title: string) {
  const tourist = await newPerson('Anna Axe');
  const experience = await newExperience({ title, guide: await newGuide('Marta Choc') });
  const booking = await newCardBooking(tourist, experience.title);
  return { tourist, experience, booking, page: await signedIn(browser, tourist) };
}

test('My Bookings, and the question before a booking is cancelled, are accessible', {
  tag: ['@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const { experience, page } = await newTicket(browser, 'Castle walk');
  await page.goto('/bookings');
  const ticket = page.getByRole('article', { name: experience.title });
  await expect(ticket).toBeVisible();
  await judge(page, 'my bookings');
  await ticket.getByRole('button', { name: /^Cancel/ }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel this booking?' })).toContainText('Your refund');
  await judge(page, 'question before a booking is cancelled');
});

test('a ticket is accessible, large in the dark theme, and so is its receipt', {
  tag: ['@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const { experience, booking, page } = await newTicket(browser, 'Castle walk');
  await page.goto('/bookings');
  await page.getByRole('article', { name: experience.title }).getByRole('button', { name: 'Enlarge ticket' }).click();
  await expect(page.getByRole('dialog', { name: experience.title })).toBeVisible();
  await judge(page, 'large ticket');
  await page.goto(`/bookings/experience/${booking}/receipt`);
  await expect(page.getByRole('row', { name: /^Paid by card/ })).toContainText('Q770.00');
  await judge(page, 'receipt of a card');
});

test('changes of date, more people and fewer people are accessible', {
  tag: ['@phone', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const { experience, booking, page } = await newTicket(browser, 'Laguna otro día');
  await page.goto(`/bookings/experience/${booking}/change-date`);
  await expect(page.getByText('The price is the same.')).toBeVisible();
  await judge(page, 'change of the date');
  await page.goto(`/bookings/experience/${booking}/more-people`);
  await expect(page.getByText('To pay now')).toBeVisible();
  await judge(page, 'more people');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText(/We're holding your seats for/)).toBeVisible();
  await judge(page, 'card form for more people');
  await page.goto('/bookings');
  await page.getByRole('link', { name: `Fewer people for ${experience.title}` }).click();
  await expect(page.getByRole('main')).toContainText('Your refund');
  await judge(page, 'fewer people');
  await sql`update public.experiences set shared_price = shared_price + 60 where id = ${experience.id}`;
  await page.goto(`/bookings/experience/${booking}/change-date`);
  await page
    .getByRole('radio', { name: /\+ Q120\.00/ })
    .first()
    .check();
  await judge(page, 'change to a date that costs more');
});

test('a ticket for someone else is accessible', { tag: ['@phone', '@booking', '@tickets', '@nightly'] }, async ({
  browser,
}) => {
  const { experience, page } = await newTicket(browser, 'Laguna regalada');
  const ben = await newPerson('Ben Recibe');
  await page.goto('/bookings');
  await page.getByRole('button', { name: `Transfer ticket: ${experience.title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who gets the ticket?').fill('Ben');
  await dialog.getByLabel('Their email address').fill(ben.email);
  await judge(page, 'offer of a ticket');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(
    page.getByText(`You've offered this ticket to Ben, ${ben.email}. It's yours until they accept.`),
  ).toBeVisible();
  await judge(page, 'my bookings with a ticket that is offered');

  const link = new URL(await linkFromInbox(ben.email, /href="([^"]*\/ticket-transfer#[0-9a-f]+)"/));
  const friend = await (await browser.newContext()).newPage();
  await friend.goto(link.pathname + link.hash);
  await expect(friend.getByText('Anna Axe is giving you this ticket')).toBeVisible();
  await judge(friend, 'offered ticket, not signed in');
  await friend.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await logIn(friend, ben);
  await friend.getByLabel('WhatsApp number').fill('5555 1234');
  await judge(friend, 'offered ticket, signed in');
});

test('shared tickets are accessible', { tag: ['@phone', '@booking', '@tickets', '@nightly'] }, async ({ browser }) => {
  const { tourist, experience } = await newDeparture('Lagoon swim', { people: 4 });
  const page = await signedIn(browser, tourist);
  await page.goto('/bookings');
  await page.getByRole('button', { name: `Share tickets for ${experience.title}` }).click();
  await page.getByRole('button', { name: 'Share the ticket of Passenger 4' }).click();
  await expect(page.getByLabel('Ticket link for Passenger 4')).toBeVisible();
  await judge(page, 'tickets of a group');
});

test('the choice of a guest whose departure is cancelled is accessible', {
  tag: ['@phone', '@booking', '@tickets', '@departures', '@nightly'],
}, async ({ browser }) => {
  const { guide, tourist, experience, booking } = await newDeparture(`Laguna al alba ${Date.now().toString(36)}`);
  await cancelDeparture(guide, booking);
  const { pathname, hash } = new URL(await linkFromInbox(tourist.email, /href="([^"]*\/offer#[0-9a-f]+)"/));
  const page = await (await browser.newContext()).newPage();
  await page.goto(pathname + hash);
  await expect(page.getByText('The wind is too strong today.')).toBeVisible();
  await judge(page, 'choice by the link');
  const own = await signedIn(browser, tourist);
  await own.goto('/bookings');
  const choice = own.getByRole('article', { name: new RegExp(`^Cancelled: ${experience.title}`) });
  await choice.getByRole('radio').first().check();
  await judge(own, 'choice in my bookings');
});

test('a review is accessible: its form with an error, and its change', { tag: ['@catalogue', '@nightly'] }, async ({
  browser,
}) => {
  const { guide, tourist, experience, booking } = await newDeparture('Fern walk');
  await wasThere(booking);
  const page = await signedIn(browser, tourist);
  await page.goto('/bookings');
  await page.getByRole('button', { name: /^Write a review/ }).click();
  const dialog = page.getByRole('dialog', { name: 'How was it?' });
  await dialog.getByRole('button', { name: 'Publish review' }).click();
  await expect(dialog.getByText('Please choose a rating from 1 to 5')).toBeVisible();
  await judge(page, 'review without a rating');
  await dialog.getByRole('radio', { name: /^4 stars/ }).check({ force: true });
  await dialog.getByLabel('Your review').fill('Warm water under cold rain.');
  await dialog.locator('input[type=file]').setInputFiles(newPhoto());
  await expect(dialog.getByText('Photo added')).toBeVisible();
  await judge(page, 'review');
  await sql`insert into public.reviews (booking_id, service_id, kind, territory_id, author_id, rating, text, reply, replied_by, replied_at)
    values (${booking}, ${experience.id}, 'experience', 'rio-dulce', ${tourist.id}, 2, 'Too many ferns.', 'We are sorry.', ${guide.id}, now())`;
  await page.goto('/bookings');
  await page.getByRole('button', { name: `Edit your review of ${experience.title}` }).click();
  await expect(page.getByRole('dialog').getByLabel('Your review')).toHaveValue('Too many ferns.');
  await judge(page, 'change of a review');
});
