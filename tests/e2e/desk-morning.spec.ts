import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { bookInCash } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, type Person, sql } from './support/fixtures.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

async function newStaff(): Promise<Person> {
  const person = await newPerson('Rosa Staff');
  await sql`update public.profiles set territory_id = 'rio-dulce' where id = ${person.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'territory_staff', 'rio-dulce')`;
  return person;
}

/**
 * Creates three guests with cash bookings on one departure this evening. The last one has paid, and is found by her
 * phone number.
 */
async function newMorning() {
  const experience = await newExperience({ title: 'River canyon', guide: await newGuide('Elmer Caal'), cash: true });
  const ids: string[] = [];
  for (const name of ['Anna Keller', 'James Whitfield', 'Noor Haddad'])
    ids.push(await bookInCash(await newPerson(name), experience, { num_people: 1 }));
  const digits = String(Math.floor(Math.random() * 9000) + 1000);
  const last = ids[2] ?? '';
  await sql.begin(async (as) => {
    const today = as`(now() at time zone 'America/Guatemala')::date`;
    await as`update public.departures set service_date = ${today}, start_time = '23:50' where id = (select departure_id from public.bookings where id = ${last})`;
    await as`update public.bookings set booking_date = ${today}, start_time = '23:50' where id = any (${ids})`;
    await as`update public.bookings set whatsapp_number = ${`+502551${digits}7`} where id = ${last}`;
    await as`select private.record_sale(${last})`;
    await as`update public.bookings set status = 'paid', payment_status = 'completed' where id = ${last}`;
  });
  return { title: experience.title, ids, phone: `00502 551-${digits.slice(0, 2)} ${digits.slice(2)}7` };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected bookings' });
const tick = (page: Page, name: string) => page.getByLabel(new RegExp(`^Select ${name}`));

async function exportTicked(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Export' }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

test('a desk finds a guest by phone, confirms and messages two, prints a list, and cancels one with its refund shown', {
  tag: ['@management', '@nightly-phone'],
}, async ({ browser }) => {
  const { title, ids, phone } = await newMorning();
  const page = await signedIn(browser, await newStaff());
  await page.goto('/territory-bookings');
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('searchbox', { name: 'Search' }).fill(phone);
  // Until the search result arrives, other journeys' guests have this name too.
  await expect(tick(page, 'Noor Haddad')).toHaveCount(1);
  await expect(page.getByLabel(/^Select all for/)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill(title);
  await expect(tick(page, 'Anna Keller')).toBeVisible();
  const head = page.getByLabel(`Select all for ${title}, 11:50 PM`).locator('xpath=ancestor::*[self::tr or self::li]');
  await expect(head).toContainText('Elmer Caal');
  await expect(head).toContainText('3 of ');

  for (const name of ['Anna Keller', 'James Whitfield']) await tick(page, name).click();
  await expect(bar(page)).toContainText('2 selected');
  await expect(bar(page)).toContainText('2 people');
  await bar(page).getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm 2 bookings' }).click();
  await expect(page.getByText('2 bookings confirmed')).toBeVisible();

  await bar(page).getByRole('button', { name: 'Message' }).click();
  await page.getByLabel('Message', { exact: true }).fill('We leave from the second dock');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Message sent to 2 bookings')).toBeVisible();

  const file = await exportTicked(page);
  expect(file.trim().split('\r\n')).toHaveLength(3);
  expect(file).toContain('Anna Keller');
  expect(file).not.toContain('Noor Haddad');

  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar(page)).toBeHidden();
  await tick(page, 'Noor Haddad').click();
  await bar(page).getByRole('button', { name: 'Cancel bookings' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel 1 booking' });
  await expect(question).toContainText(/We'll record Q[\d.]+ as refunded in cash\. Please hand it over/);
  await question.getByRole('button', { name: 'Cancel 1 booking' }).click();
  await expect(page.getByText('1 booking cancelled')).toBeVisible();

  const rows =
    await sql`select status from public.bookings where id = any (${ids}) order by array_position(${ids}::uuid[], id)`;
  expect(rows.map((row) => row.status)).toEqual(['confirmed', 'confirmed', 'cancelled']);
  const written = await sql`select 1 from public.messages where booking_id = any (${ids})`;
  expect(written).toHaveLength(2);
});
