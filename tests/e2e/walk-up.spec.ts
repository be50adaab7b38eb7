import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { violationsInBothThemes } from './support/axe.ts';
import { type Experience, newExperience, newGuide, newPerson, type Person, seatsOf, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import { findSignal, keptDay, reloadWithoutSignal, tellOffline, workers } from './support/signal.ts';
import { cards, payWith, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** It leaves in an hour; where that is after midnight it is boarded already. */
async function leavesSoon({ timeslotId }: Experience): Promise<void> {
  await sql`update public.experience_timeslots set start_time = ((now() + interval '1 hour') at time zone 'America/Guatemala')::time, end_time = '23:59:59'
    where id = ${timeslotId}`;
}

async function newStaff(fullName: string): Promise<Person> {
  const person = await newPerson(fullName);
  await sql`update public.profiles set territory_id = 'rio-dulce' where id = ${person.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'territory_staff', 'rio-dulce')`;
  return person;
}

/** Presses are counted: a sale takes at most five. */
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

test.setTimeout(180_000);

test('a guide sells seats at the dock, and hands the cash over in the evening', { tag: '@phone' }, async ({
  browser,
}) => {
  // The desk reads the books of the whole territory.
  const guide = await newGuide(`Elmer Tun ${randomUUID().slice(0, 6)}`);
  const experience = await newExperience({ title: 'Dock walk', guide });
  await leavesSoon(experience);
  const page = await signedIn(browser, guide);
  let ticket = '';

  await test.step('three people in at most five taps, from the dashboard to the next sale', async () => {
    await page.goto('/guide-dashboard');
    const { tap, taps } = counting(page);
    await tap('Sell a seat', 'link');
    await expect(page.getByRole('radio', { name: new RegExp(experience.title) })).toBeChecked();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await tap('One person more');
    await tap(/accept the waiver/, 'checkbox');
    await tap('Take Q1,155.00 in cash');
    await expect(page.getByRole('heading', { name: 'Q1,155.00 in cash' })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    ticket = decodeURIComponent((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '');
    await tap('Next sale');
    await expect(page.getByRole('heading', { level: 1, name: 'Sell a seat' })).toBeVisible();
    expect(taps()).toBeLessThanOrEqual(5);
    expect(await seatsOf(experience)).toEqual({ held: 0, sold: 3 });
  });

  await test.step('the guest opens the ticket without an account', async () => {
    const guest = await browser.newPage();
    await guest.goto(ticket.slice(ticket.indexOf('/dock-ticket')));
    await expect(guest.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
    await expect(guest.getByText('Show this code to check in')).toBeVisible();
    expect(await violationsInBothThemes(guest)).toEqual([]);
    // Once it was seen it opens without a signal.
    await expect.poll(() => workers(guest)).toEqual(['/ activated']);
    await reloadWithoutSignal(guest);
    await expect(guest.getByText('Show this code to check in')).toBeVisible();
    await expect(guest.getByText(/^Your ticket as of/)).toBeVisible();
    await findSignal(guest);
    await guest.goto(`/dock-ticket#${'0'.repeat(64)}`);
    await guest.reload();
    await expect(guest.getByRole('heading', { name: 'This link is not valid any more' })).toBeVisible();
    await guest.close();
  });

  await test.step('a mistake is undone', async () => {
    await page.getByRole('checkbox', { name: /accept the waiver/ }).click();
    await page.getByRole('button', { name: 'Take Q770.00 in cash' }).click();
    await page.getByRole('button', { name: 'Undo the sale' }).click();
    await expect(page.getByRole('heading', { name: 'The sale is undone' })).toBeVisible();
    expect(await seatsOf(experience)).toEqual({ held: 0, sold: 3 });
  });

  await test.step('a card is paid on the phone of the guest, who has no account', async () => {
    await page.getByRole('button', { name: 'Next sale' }).click();
    await page.getByRole('checkbox', { name: /accept the waiver/ }).click();
    await page.getByRole('button', { name: 'They pay by card on their phone' }).click();
    await expect(page.getByRole('heading', { name: 'Q770.00 by card' })).toBeVisible();
    const message = page.getByRole('link', { name: 'Send the link by WhatsApp' });
    const link = decodeURIComponent((await message.getAttribute('href')) ?? '');
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(await seatsOf(experience)).toEqual({ held: 2, sold: 3 });
    const guest = await browser.newPage();
    await guest.goto(link.slice(link.indexOf('/pay')));
    await expect(guest.getByRole('heading', { level: 1, name: experience.title })).toBeVisible();
    await expect(guest.getByLabel('Card number')).toBeVisible();
    expect(await violationsInBothThemes(guest)).toEqual([]);
    expect(await overflow(guest)).toBe(0);
    await payWith(guest.locator('main'), cards.good);
    await expect(guest.getByText('Show this code to check in')).toBeVisible();
    await guest.close();
    // Without a press.
    await expect(page.getByRole('heading', { name: 'Q770.00 paid by card' })).toBeVisible();
    expect(await seatsOf(experience)).toEqual({ held: 0, sold: 5 });
    await page.getByRole('button', { name: 'Next sale' }).click();
  });

  await test.step('without a signal what the phone keeps is sold, and booked once the line is back', async () => {
    await page.getByRole('button', { name: 'Keep 3 seats on this phone' }).click();
    await expect(page.getByText(/^On this phone until/)).toBeVisible();
    await expect.poll(() => workers(page)).toEqual(['/ activated']);
    await page.goto('/cash-book');
    await expect(page.getByRole('button', { name: 'Hand over Q1,155.00' })).toBeVisible();
    await expect.poll(() => keptDay(page, guide)).toContain('handed_today');
    await page.goto('/sell');
    await expect.poll(() => keptDay(page, guide)).toContain('reserve_id');
    await expect.poll(() => keptDay(page, guide)).toContain('sold_by');
    await reloadWithoutSignal(page);
    await expect(page.getByRole('heading', { name: 'Your last sales' })).toBeVisible();
    await page.getByRole('checkbox', { name: /accept the waiver/ }).click();
    await page.getByRole('button', { name: 'Take Q770.00 in cash' }).click();
    await expect(page.getByText('Not sent yet')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.goto('/cash-book');
    await tellOffline(page);
    await expect(page.getByText('Q770.00 of it waits to be sent; the desk counts it after that')).toBeVisible();
    await expect(page.getByText(/^In your pocket/).locator('..')).toContainText('Q1,925.00');
    await expect(page.getByText(/^Handing over needs a signal/)).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await findSignal(page);
    await expect.poll(() => seatsOf(experience)).toEqual({ held: 1, sold: 7 });
    await expect(page.getByRole('button', { name: 'Hand over Q1,925.00' })).toBeVisible();
    await page.goto('/sell');
    // The list that the phone has kept is shown until it is read anew.
    const sales = page.getByRole('button', { name: /^Walk-up, 2 people.*Q770/ });
    await expect(sales).toHaveCount(3);
    await sales.first().click();
    await page.getByRole('button', { name: 'Undo the sale' }).click();
    await expect(page.getByRole('heading', { name: 'The sale is undone' })).toBeVisible();
  });

  await test.step('the desk counts the cash and signs', async () => {
    await page.goto('/cash-book');
    await page.getByRole('button', { name: 'Hand over Q1,155.00' }).click();
    await page.getByRole('button', { name: 'Tell the desk' }).click();
    await expect(page.getByText(/waits for the desk to count it/)).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const desk = await signedIn(browser, await newStaff('Marta Ixchel'));
    await desk.goto('/cash-desk');
    const lines = desk.getByRole('listitem').filter({ hasText: guide.fullName });
    await lines.getByRole('button', { name: 'Count Q1,155.00' }).click();
    await desk.getByRole('button', { name: 'Confirm and sign' }).click();
    await expect(lines.filter({ hasText: 'Counted by Marta Ixchel' })).toContainText('Q1,155.00');
    expect(await violationsInBothThemes(desk)).toEqual([]);
    expect(await overflow(desk)).toBe(0);
    // Heard without a reload.
    await expect(page.getByText(/waits for the desk to count it/)).toBeHidden();
    await expect(page.getByText(/Counted by Marta Ixchel/)).toBeVisible();
  });
});
