import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newCashBooking } from '../support/bookings.ts';
import { newGuide, newPerson, type Person, sql } from '../support/fixtures.ts';
import { linkFromInbox } from '../support/inbox.ts';
import { judge } from '../support/judge.ts';
import { scrollTo, signedIn } from '../support/steps.ts';
import { newTerritory } from '../support/territory.ts';
import { test } from '../support/test.ts';

const openBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('link').first()).toBeVisible();
};

/** Sends a guide's message to a booking's guest. */
const write = (guide: Person, booking: string, text: string) =>
  sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: guide.id, role: 'authenticated' })}, true)`;
    await as`set local role authenticated`;
    await as`select public.send_message(${booking}, ${text})`;
  });

async function newConversation() {
  const [tourist, guide] = await Promise.all([newPerson('Iris Blom'), newGuide('Mateo Pop')]);
  const booking = await newCashBooking(tourist, guide);
  await write(guide, booking.id, 'Bring boots.');
  return { tourist, guide, booking };
}

test('the notifications are accessible', { tag: ['@messaging', '@nightly'] }, async ({ browser }) => {
  const { tourist } = await newConversation();
  const page = await signedIn(browser, tourist);
  await page.goto('/profile');
  await openBell(page);
  await judge(page, 'bell');
});

test('the messages and a conversation are accessible', { tag: ['@messaging', '@nightly'] }, async ({ browser }) => {
  const { tourist, booking } = await newConversation();
  const page = await signedIn(browser, tourist);
  await page.goto('/bookings');
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const first = page.getByRole('region', { name: 'Messages' }).getByRole('link').first();
  await expect(first).toBeVisible();
  await judge(page, 'messages');
  await first.click();
  await expect(page).toHaveURL(new RegExp(booking.path));
  await expect(page.getByRole('main').getByRole('region', { name: 'Messages' })).toContainText('Bring boots.');
  await judge(page, 'conversation');
});

test('unsubscribed emails are accessible', { tag: ['@phone', '@messaging', '@nightly'] }, async ({ page }) => {
  const { tourist } = await newConversation();
  // The email waits, in case the message is read on the page.
  await sql`update private.outbox set next_attempt_at = now() where template = 'message' and recipient = ${tourist.email}`;
  await page.goto(await linkFromInbox(tourist.email, /href="([^"]*\/unsubscribe\?[^"]*)"/));
  await expect(page.getByRole('heading', { name: 'Unsubscribe from these emails?' })).toBeVisible();
  await judge(page, 'question before letters are stopped');
});

test('an edited board message is accessible', { tag: ['@phone', '@messaging', '@nightly'] }, async ({ browser }) => {
  const territory = await newTerritory('Own Words');
  const author = await newPerson(`Nora ${randomUUID().slice(0, 6)}`);
  await sql`insert into public.territory_messages (territory_id, user_id, message) values (${territory.id}, ${author.id}, 'Who sails on Friday?')`;
  const page = await signedIn(browser, author);
  await page.goto(`/territories/${territory.id}`);
  await scrollTo(page.locator('#board'));
  await page.getByRole('button', { name: `Actions for ${author.fullName}'s message` }).click();
  await page.getByRole('menuitem', { name: 'Edit message' }).click();
  await expect(page.getByLabel('Your message', { exact: true })).toBeFocused();
  await judge(page, 'message of the board that is edited');
});
