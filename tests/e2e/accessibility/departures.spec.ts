import { expect } from '@playwright/test';
import { leavesIn, newCardBooking } from '../support/bookings.ts';
import { cancelDeparture, newDeparture } from '../support/departures.ts';
import { newExperience, newGuide, newPerson, newTeam, sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { newDrivingDay, newWorker, today } from '../support/shuttle.ts';
import { signedIn } from '../support/steps.ts';
import { newTerritory } from '../support/territory.ts';
import { test } from '../support/test.ts';

// Visits the pages of guides, drivers and shuttle managers.

test("a guide's day is accessible, with an open guest", { tag: ['@departures', '@nightly-desktop'] }, async ({
  browser,
}) => {
  const { guide, experience, booking } = await newDeparture('Lagoon swim');
  await leavesIn(booking);
  const page = await signedIn(browser, guide);
  await page.goto('/guide-dashboard');
  const group = page.getByRole('article', { name: experience.title });
  await group.getByRole('button', { name: /^Anna Keller/ }).click();
  await expect(group.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await judge(page, 'day of a guide');
});

test("a driver's day is accessible", { tag: ['@departures', '@nightly'] }, async ({ browser }) => {
  const { driver } = await newDrivingDay();
  const page = await signedIn(browser, driver);
  await page.goto('/driver-dashboard');
  const run = page.getByRole('region', { name: /^Today/ }).getByRole('article', { name: /^Cobán to Lanquín/ });
  await expect(run).toContainText('Lena Vogt');
  await judge(page, 'day of a driver');
});

test('a guide without bookings, a day of the calendar, and the time slots are accessible', {
  tag: ['@departures', '@nightly'],
}, async ({ browser }) => {
  const { guide, experience, day } = await newDeparture('Canyon walk');
  const free = await signedIn(browser, await newGuide('Elmer Tun'));
  await free.goto('/guide-dashboard');
  await expect(free.getByText('No upcoming bookings.')).toBeVisible();
  await judge(free, 'guide without bookings');
  const page = await signedIn(browser, guide);
  await page.goto(`/guide-dashboard?day=${day}`);
  await expect(page.getByRole('article', { name: experience.title })).toBeVisible();
  await judge(page, 'day of the calendar');
  await page.getByRole('tab', { name: /Time Slots/ }).click();
  await expect(page.getByRole('region', { name: experience.title })).toContainText('You lead this trip');
  await judge(page, 'time slots');
});

test('a departure that a guide cancels is accessible', { tag: ['@phone', '@departures', '@nightly'] }, async ({
  browser,
}) => {
  const { guide, experience } = await newDeparture('Río bajo lluvia');
  const page = await signedIn(browser, guide);
  await page.goto('/guide-dashboard');
  await page
    .getByRole('article', { name: experience.title })
    .getByRole('button', { name: /^Cancel departure/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 guests, 1 booking');
  await judge(page, 'question before a departure is cancelled');
  await dialog.getByRole('button', { name: 'Cancel and notify 2 guests' }).click();
  await expect(dialog).toContainText('1 departure is cancelled.');
  await judge(page, 'departure that is cancelled');
});

test('a departure with too few guests is accessible before and after the decision', {
  tag: ['@phone', '@departures', '@booking', '@tickets', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Elmer Decide');
  const experience = await newExperience({ title: 'Cañón con cuatro', guide });
  await sql`update public.experiences set min_to_run = 4 where id = ${experience.id}`;
  const tourist = await newPerson('Emma Espera');
  await newCardBooking(tourist, experience.title);
  const own = await signedIn(browser, tourist);
  await own.goto('/bookings');
  const ticket = own.getByRole('article', { name: experience.title, exact: true });
  await expect(ticket).toContainText('2 of 4 guests');
  await judge(own, 'ticket of a departure that waits for guests');

  const page = await signedIn(browser, guide);
  await page.goto('/guide-dashboard');
  const departure = page.getByRole('article', { name: experience.title });
  await expect(departure).toContainText('2 of 4 guests needed');
  await judge(page, 'departure that waits for guests');
  await departure.getByRole('button', { name: 'Confirm departure' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm this departure with 2 of 4 guests?' });
  await expect(dialog).toBeVisible();
  await judge(page, 'question whether it takes place');
  await dialog.getByRole('button', { name: 'Confirm departure' }).click();
  await expect(departure).toContainText("It's going ahead.");
  await judge(page, 'departure that takes place');
  await expect(ticket).toContainText("It's going ahead.");
  await judge(own, 'ticket of a departure that takes place');
});

test("a shuttle manager's day and the guest list are accessible", {
  tag: ['@desktop', '@departures', '@management', '@nightly'],
}, async ({ browser }) => {
  const { territory, shuttle } = await newDrivingDay();
  const page = await signedIn(browser, await newWorker('Rony Caal', 'shuttle_manager', territory));
  await page.goto('/shuttle-manager-dashboard');
  const run = page.getByRole('article', { name: /^Cobán to Lanquín/ });
  await run.getByRole('button', { name: 'Show passengers' }).click();
  await expect(run).toContainText('lena@journey.test');
  await judge(page, 'passengers of a run');
  await page.goto(`/guest-list/${shuttle}/${today()}?as=shuttle_manager`);
  await expect(page.getByRole('row').filter({ hasText: 'Anna Keller' })).toContainText('Hotel Backpackers');
  await judge(page, 'guest list');
});

test("departures that a manager cancels, and a guest's answer, are accessible", {
  tag: ['@desktop', '@departures', '@management', '@nightly'],
}, async ({ browser }) => {
  const { id: territoryId } = await newTerritory('Castillo');
  const { guide, experience, booking, day } = await newDeparture('Castillo al sol', { territoryId });
  const page = await signedIn(browser, await newWorker('Marta Oficina', 'territory_manager', territoryId));
  await page.goto('/territory-bookings');
  await page.getByRole('button', { name: 'Cancel departures' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service').selectOption({ label: experience.title });
  await dialog.getByLabel('From', { exact: true }).fill(day);
  await dialog.getByLabel('To', { exact: true }).fill(day);
  await expect(dialog).toContainText('2 guests, 1 booking');
  await judge(page, 'question before the days of a service are cancelled');

  await cancelDeparture(guide, booking);
  await page.goto(
    `/territory-bookings?view=week&week=${day}&day=${day}&departure=experience.${experience.id}.${experience.slotId}.${day}`,
  );
  await page.getByRole('button', { name: '0 of 1 have answered' }).click();
  const answers = page.getByRole('dialog', { name: 'Guest answers' });
  await answers.getByRole('button', { name: 'Answer for Anna Keller' }).click();
  await answers.getByRole('radio').nth(1).check();
  await judge(page, 'answer for a guest');
});

test("a territory's week and one of its departures are accessible", {
  tag: ['@departures', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const { experience, day } = await newDeparture('River Canyon', { territoryId });
  const page = await signedIn(browser, manager);
  await page.goto(`/territory-bookings?view=week&week=${day}&day=${day}`);
  await expect(page.getByRole('button', { name: new RegExp(`${experience.title}: 2 of 8`) })).toBeVisible();
  await judge(page, 'week');
  await page.goto(
    `/territory-bookings?view=week&week=${day}&day=${day}&departure=experience.${experience.id}.${experience.slotId}.${day}`,
  );
  await expect(page.getByRole('dialog', { name: experience.title })).toContainText('Anna Keller');
  await judge(page, 'departure of the week');
});
