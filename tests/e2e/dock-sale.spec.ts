import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { laterToday } from './support/bookings.ts';
import { type Experience, newExperience, newGuide, newPerson, type Person, seatsOf, sql } from './support/fixtures.ts';
import { findSignal, reloadWithoutSignal, tellOffline, untilKept, untilWorker } from './support/signal.ts';
import { cards, payWith, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** Moves the departure to today, within an hour. */
async function leavesSoon({ slotId }: Experience): Promise<void> {
  await sql`update public.experience_timeslots set start_time = ${laterToday()}, end_time = '23:59:59'
    where id = ${slotId}`;
}

async function newStaff(fullName: string): Promise<Person> {
  const person = await newPerson(fullName);
  await sql`update public.profiles set territory_id = 'rio-dulce' where id = ${person.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'territory_staff', 'rio-dulce')`;
  return person;
}

/** Counts clicks, because a sale takes at most five. */
function counting(page: Page) {
  let taps = 0;
  return {
    tap: async (name: string | RegExp, role: 'button' | 'link' | 'checkbox' = 'button') => {
      taps++;
      await page.getByRole(role, { name }).click();
    },
    taps: () => taps,
  };
}

/** Creates a guide whose experience leaves soon. The desk reads the books of the whole territory. */
async function newDockDay(browser: Browser) {
  const guide = await newGuide(`Elmer Tun ${randomUUID().slice(0, 6)}`);
  const experience = await newExperience({ title: 'Dock walk', guide });
  await leavesSoon(experience);
  return { guide, experience, page: await signedIn(browser, guide) };
}

const acceptWaiver = (page: Page) => page.getByRole('checkbox', { name: /accepts it for all passengers/ }).click();

/** Returns the link to the ticket of the last sale, as a guest gets it. */
async function ticketOf(page: Page): Promise<string> {
  const message = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  return decodeURIComponent(message ?? '').replace(/^.*(?=\/dock-ticket)/s, '');
}

/** Sells to three people, who pay in cash. */
async function sellToThree(page: Page): Promise<void> {
  await page.goto('/sell');
  await page.getByRole('button', { name: 'Add one person' }).click();
  await acceptWaiver(page);
  await page.getByRole('button', { name: 'Receive Q1,155.00 in cash' }).click();
  await expect(page.getByRole('heading', { name: 'Q1,155.00 in cash' })).toBeVisible();
}

test('a guide sells seats at the dock, and hands over the cash in the evening', {
  tag: ['@phone', '@dock', '@smoke'],
}, async ({ browser }) => {
  const { guide, experience, page } = await newDockDay(browser);
  let ticket = '';

  await test.step('three people are sold in at most five taps, from the dashboard to the next sale', async () => {
    await page.goto('/guide-dashboard');
    const { tap, taps } = counting(page);
    await tap('Sell a seat', 'link');
    await expect(page.getByRole('radio', { name: new RegExp(experience.title) })).toBeChecked();
    await tap('Add one person');
    await tap(/accepts it for all passengers/, 'checkbox');
    await tap('Receive Q1,155.00 in cash');
    await expect(page.getByRole('heading', { name: 'Q1,155.00 in cash' })).toBeVisible();
    ticket = await ticketOf(page);
    await tap('Next sale');
    await expect(page.getByRole('heading', { level: 1, name: 'Sell a seat' })).toBeVisible();
    expect(taps()).toBeLessThanOrEqual(5);
    expect(await seatsOf(experience)).toEqual({ held: 0, sold: 3 });
  });

  await test.step('the guest opens the ticket without an account', async () => {
    const guest = await browser.newPage();
    await guest.goto(ticket);
    await expect(guest.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
    await expect(guest.getByText('Show this code to check in')).toBeVisible();
    await guest.close();
  });

  await test.step('a mistake is undone', async () => {
    await acceptWaiver(page);
    await page.getByRole('button', { name: 'Receive Q770.00 in cash' }).click();
    await page.getByRole('button', { name: 'Void sale' }).click();
    await page.getByRole('alertdialog', { name: 'Void this sale?' }).getByRole('button', { name: 'Void sale' }).click();
    await expect(page.getByRole('heading', { name: "You've voided the sale" })).toBeVisible();
    expect(await seatsOf(experience)).toEqual({ held: 0, sold: 3 });
  });

  await test.step('the desk counts the cash and signs', async () => {
    await page.goto('/cash-book');
    await page.getByRole('button', { name: 'Hand over Q1,155.00' }).click();
    await page.getByRole('button', { name: 'Notify desk' }).click();
    await expect(page.getByText(/is waiting to be counted at the desk/)).toBeVisible();
    const desk = await signedIn(browser, await newStaff('Marta Ixchel'));
    await desk.goto('/cash-desk');
    const lines = desk.getByRole('listitem').filter({ hasText: guide.fullName });
    await lines.getByRole('button', { name: 'Count Q1,155.00' }).click();
    await desk.getByRole('button', { name: 'Confirm and sign' }).click();
    await expect(lines.filter({ hasText: 'Counted by Marta Ixchel' })).toContainText('Q1,155.00');
    // Updated without a reload.
    await expect(page.getByText(/is waiting to be counted at the desk/)).toBeHidden();
    await expect(page.getByText(/Counted by Marta Ixchel/)).toBeVisible();
  });
});

test('a card is paid on the phone of the guest, who has no account', {
  tag: ['@phone', '@dock', '@nightly'],
}, async ({ browser }) => {
  const { experience, page } = await newDockDay(browser);
  await page.goto('/sell');
  await acceptWaiver(page);
  await page.getByRole('button', { name: 'The guest pays by card on their phone' }).click();
  await expect(page.getByRole('heading', { name: 'Q770.00 by card' })).toBeVisible();
  const message = page.getByRole('link', { name: 'Send link on WhatsApp' });
  const link = decodeURIComponent((await message.getAttribute('href')) ?? '');
  expect(await seatsOf(experience)).toEqual({ held: 2, sold: 0 });
  const guest = await browser.newPage();
  await guest.goto(link.slice(link.indexOf('/pay')));
  await expect(guest.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
  await expect(guest.getByLabel('Card number')).toBeVisible();
  await payWith(guest.locator('main'), cards.good);
  await expect(guest.getByText('Show this code to check in')).toBeVisible();
  await guest.close();
  // No tap is needed.
  await expect(page.getByRole('heading', { name: 'Q770.00 paid by card' })).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });
});

test.describe('a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('opens the ticket of a sale offline once it was seen, and shows none for a link that nobody was sent', {
    tag: ['@phone', '@dock', '@nightly'],
  }, async ({ browser }) => {
    const { page } = await newDockDay(browser);
    await sellToThree(page);
    const guest = await browser.newPage();
    await guest.goto(await ticketOf(page));
    await expect(guest.getByText('Show this code to check in')).toBeVisible();
    await untilWorker(guest);
    await reloadWithoutSignal(guest);
    await expect(guest.getByText('Show this code to check in')).toBeVisible();
    await expect(guest.getByText(/^You're seeing your ticket as of/)).toBeVisible();
    await findSignal(guest);
    await guest.goto(`/dock-ticket#${'0'.repeat(64)}`);
    await guest.reload();
    await expect(guest.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    await guest.close();
  });

  test('sells held seats offline, and books them once online', {
    tag: ['@phone', '@dock', '@nightly'],
  }, async ({ browser }) => {
    const { guide, experience, page } = await newDockDay(browser);
    await sellToThree(page);
    await page.getByRole('button', { name: 'Next sale' }).click();
    await page.getByRole('button', { name: 'Hold 4 seats on this phone' }).click();
    await expect(page.getByText(/^Held on this phone until/)).toBeVisible();
    await untilWorker(page);
    await page.goto('/cash-book');
    await expect(page.getByRole('button', { name: 'Hand over Q1,155.00' })).toBeVisible();
    await untilKept(page, guide, 'handed_today');
    await page.goto('/sell');
    await untilKept(page, guide, 'reserve_id');
    await untilKept(page, guide, 'sold_by');
    await reloadWithoutSignal(page);
    await expect(page.getByRole('heading', { name: 'Your last sales' })).toBeVisible();
    await acceptWaiver(page);
    await page.getByRole('button', { name: 'Receive Q770.00 in cash' }).click();
    await expect(page.getByText('Not sent yet')).toBeVisible();
    await page.goto('/cash-book');
    await tellOffline(page);
    await expect(page.getByText("Q770.00 hasn't been sent yet. The desk will count it afterwards.")).toBeVisible();
    await expect(page.getByText(/^Your cash in/).locator('..')).toContainText('Q1,925.00');
    await expect(page.getByText(/^You need a signal to hand over cash/)).toBeVisible();
    await findSignal(page);
    await expect.poll(() => seatsOf(experience)).toEqual({ held: 2, sold: 5 });
    await expect(page.getByRole('button', { name: 'Hand over Q1,925.00' })).toBeVisible();
    await page.goto('/sell');
    // The stored list is shown until it is refetched.
    const sale = page.getByRole('button', { name: /^Walk-in, 2 people.*Q770/ });
    await expect(sale).toHaveCount(1);
    await sale.click();
    await page.getByRole('button', { name: 'Void sale' }).click();
    await page.getByRole('alertdialog', { name: 'Void this sale?' }).getByRole('button', { name: 'Void sale' }).click();
    await expect(page.getByRole('heading', { name: "You've voided the sale" })).toBeVisible();
  });
});
