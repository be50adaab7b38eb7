import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { laterToday } from '../support/bookings.ts';
import { newExperience, newGuide, sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { newDrivingDay, newWorker } from '../support/shuttle.ts';
import { reloadWithoutSignal, tellOffline, untilKept, untilWorker } from '../support/signal.ts';
import { signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

// Visits dock sales and cash, online and offline.

test.use({ serviceWorkers: 'allow' });

/** Creates a guide whose experience leaves in an hour. The desk reads the books of the whole territory. */
async function newDockDay() {
  const guide = await newGuide(`Elmer Tun ${randomUUID().slice(0, 6)}`);
  const experience = await newExperience({ title: 'Dock walk', guide });
  await sql`update public.experience_timeslots set start_time = ${laterToday()}, end_time = '23:59:59'
    where id = ${experience.slotId}`;
  return { guide, experience };
}

test('a sale to a guest on the phone, and its payment link, are accessible', {
  tag: ['@phone', '@dock', '@nightly'],
}, async ({ browser }) => {
  const { guide, experience } = await newDockDay();
  const page = await signedIn(browser, guide);
  await page.goto('/sell');
  await page.getByRole('button', { name: 'By phone, or for another day' }).click();
  await expect(page.getByRole('radio', { name: new RegExp(experience.title) })).toBeChecked();
  await page.getByRole('checkbox', { name: /accepts it for all passengers/ }).click();
  await page.getByRole('button', { name: 'Send a payment link' }).click();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('This field is required');
  await judge(page, 'sale to a guest on the phone');
  await page.getByLabel('Name').fill('Ana');
  await page.getByRole('button', { name: 'Send a payment link' }).click();
  await expect(page.getByLabel('Payment link')).toBeVisible();
  await judge(page, 'payment link');
});

test('a cash sale, its ticket, and the cash handover are accessible', {
  tag: ['@phone', '@dock', '@nightly'],
}, async ({ browser }) => {
  const { guide, experience } = await newDockDay();
  const page = await signedIn(browser, guide);
  await page.goto('/sell');
  await expect(page.getByRole('radio', { name: new RegExp(experience.title) })).toBeChecked();
  await judge(page, 'sale');
  await page.getByRole('checkbox', { name: /accepts it for all passengers/ }).click();
  await page.getByRole('button', { name: 'Receive Q770.00 in cash' }).click();
  await expect(page.getByRole('heading', { name: 'Q770.00 in cash' })).toBeVisible();
  await judge(page, 'sold in cash');
  const message = decodeURIComponent((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '');
  const guest = await browser.newPage();
  await guest.goto(message.slice(message.indexOf('/dock-ticket')));
  await expect(guest.getByText('Show this code to check in')).toBeVisible();
  await judge(guest, 'ticket of the dock');

  await page.goto('/cash-book');
  await page.getByRole('button', { name: 'Hand over Q770.00' }).click();
  await page.getByRole('button', { name: 'Notify desk' }).click();
  await expect(page.getByText(/is waiting to be counted at the desk/)).toBeVisible();
  await judge(page, 'cash that waits to be counted');
  const desk = await signedIn(browser, await newWorker('Marta Ixchel', 'territory_staff', 'rio-dulce'));
  await desk.goto('/cash-desk');
  const lines = desk.getByRole('listitem').filter({ hasText: guide.fullName });
  await lines.getByRole('button', { name: 'Count Q770.00' }).click();
  await desk.getByRole('button', { name: 'Confirm and sign' }).click();
  await expect(lines.filter({ hasText: 'Counted by Marta Ixchel' })).toContainText('Q770.00');
  await judge(desk, 'cash that was counted');
});

test("a card sale is accessible on the guest's phone", { tag: ['@phone', '@dock', '@nightly'] }, async ({
  browser,
}) => {
  const { guide, experience } = await newDockDay();
  const page = await signedIn(browser, guide);
  await page.goto('/sell');
  await expect(page.getByRole('radio', { name: new RegExp(experience.title) })).toBeChecked();
  await page.getByRole('checkbox', { name: /accepts it for all passengers/ }).click();
  await page.getByRole('button', { name: 'The guest pays by card on their phone' }).click();
  const message = page.getByRole('link', { name: 'Send link on WhatsApp' });
  const link = decodeURIComponent((await message.getAttribute('href')) ?? '');
  await judge(page, 'link to pay by card');
  const guest = await browser.newPage();
  await guest.goto(link.slice(link.indexOf('/pay')));
  await expect(guest.getByLabel('Card number')).toBeVisible();
  await judge(guest, 'card form of a sale');
});

test('an offline sale and the offline cash book are accessible', {
  tag: ['@phone', '@dock', '@nightly'],
}, async ({ browser }) => {
  const { guide, experience } = await newDockDay();
  const page = await signedIn(browser, guide);
  await page.goto('/sell');
  await expect(page.getByRole('radio', { name: new RegExp(experience.title) })).toBeChecked();
  await page.getByRole('checkbox', { name: /accepts it for all passengers/ }).click();
  await page.getByRole('button', { name: 'Receive Q770.00 in cash' }).click();
  await page.getByRole('button', { name: 'Next sale' }).click();
  await page.getByRole('button', { name: /^Hold \d seats on this phone$/ }).click();
  await expect(page.getByText(/^Held on this phone until/)).toBeVisible();
  await untilWorker(page);
  await page.goto('/cash-book');
  await untilKept(page, guide, 'handed_today');
  await page.goto('/sell');
  await untilKept(page, guide, 'reserve_id');
  await untilKept(page, guide, 'sold_by');
  await reloadWithoutSignal(page);
  await page.getByRole('checkbox', { name: /accepts it for all passengers/ }).click();
  await page.getByRole('button', { name: 'Receive Q770.00 in cash' }).click();
  await expect(page.getByText('Not sent yet')).toBeVisible();
  await judge(page, 'sale without a signal');
  await page.goto('/cash-book');
  await tellOffline(page);
  await expect(page.getByText(/^You need a signal to hand over cash/)).toBeVisible();
  await judge(page, 'cash book without a signal');
});

test("a driver's offline day is accessible, with an unsent check-in", {
  tag: ['@phone', '@dock', '@departures', '@nightly'],
}, async ({ browser }) => {
  const { driver } = await newDrivingDay();
  const page = await signedIn(browser, driver);
  await page.goto('/driver-dashboard');
  await untilWorker(page);
  await untilKept(page, driver, 'Anna Keller');
  await reloadWithoutSignal(page);
  await expect(page.getByText(/^You're offline. You're seeing the list from/)).toBeVisible();
  await judge(page, 'day without a signal');
  await page.getByRole('button', { name: 'Check In: Anna Keller' }).click();
  await expect(page.getByText('1 not sent yet')).toBeVisible();
  await judge(page, 'check-in that waits to be sent');
  await page.reload();
  await expect(page.getByText('1 not sent yet')).toBeVisible();
  await judge(page, 'the same after a reload');
});
