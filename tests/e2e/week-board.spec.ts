import { expect, type Locator, type Page } from '@playwright/test';
import { bookInCash } from './support/bookings.ts';
import { type Experience, newExperience, newGuide, newPerson, newTeam, sql } from './support/fixtures.ts';
import { keptDay, signalOf, workers } from './support/signal.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** The date of bookInCash, five days ahead. */
const DATE = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

/** Creates a cash booking for two. The territory is visible only for that. */
async function book(territoryId: string, experience: Experience, name: string): Promise<void> {
  const tourist = await newPerson(name);
  await sql`update public.territories set visible = true where id = ${territoryId}`;
  await bookInCash(tourist, experience, { service_date: DATE });
  await sql`update public.territories set visible = false where id = ${territoryId}`;
}

/** Creates a separate territory with a daily experience at nine, its guide and a booking for two. */
async function newWeek() {
  const { manager, territoryId } = await newTeam();
  const guide = await newGuide('Elmer Caal', territoryId);
  const experience = await newExperience({ title: 'River Canyon', guide, cash: true });
  await sql`update public.experiences set territory_id = ${territoryId} where id = ${experience.id}`;
  await book(territoryId, experience, 'Anna Keller');
  return { manager, territoryId, guide, experience };
}

const departure = (page: Page, seats: string): Locator =>
  page.getByRole('button', { name: new RegExp(`9:00 AM, River Canyon .*: ${seats}`) });

test('a manager plans the week: bookings, missing guides, and no more sales', {
  tag: ['@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId, guide, experience } = await newWeek();
  const page = await signedIn(browser, manager);
  const signal = await signalOf(page);
  await page.goto('/territory-bookings');
  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await page.goto(`/territory-bookings?view=week&week=${DATE}&day=${DATE}`);
  await expect(departure(page, '2 of 8')).toBeVisible();

  // Someone else books.
  await book(territoryId, experience, 'James Whitfield');
  await departure(page, '4 of 8').click();
  const drawer = page.getByRole('dialog', { name: experience.title });
  await expect(drawer.getByText('Elmer Caal')).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Anna Keller/ })).toContainText('Collect Q770.00');
  await expect(drawer.getByText('Q1,540.00').first()).toBeVisible();
  await drawer.getByRole('button', { name: /James Whitfield/ }).click();
  const booking = page.getByRole('dialog', { name: experience.title }).filter({ hasText: 'History' });
  await expect(booking).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(booking).toBeHidden();

  await drawer.getByRole('button', { name: 'Close sales' }).click();
  await expect(drawer.getByRole('button', { name: 'Open sales' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(departure(page, '4 of 8, Closed')).toBeVisible();

  // The guide leaves, and the booked guests have none.
  await sql`update private.role_grants set revoked_at = now() where user_id = ${guide.id} and territory_id = ${territoryId}`;
  await page.getByRole('link', { name: '1 departure needs a guide or driver', exact: true }).click();
  await expect(departure(page, '4 of 8, No guide')).toBeVisible();
  await expect(page.getByRole('button', { name: /River Canyon/ })).toHaveCount(1);

  await signal.lose();
  await departure(page, '4 of 8').click();
  await expect(drawer.getByRole('button', { name: /Anna Keller/ })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Open sales' })).toBeHidden();
  await signal.find();
  await expect(drawer.getByRole('button', { name: 'Open sales' })).toBeVisible();

  // The week survives a reload offline too.
  await page.goto(`/territory-bookings?view=week&week=${DATE}&day=${DATE}`);
  await expect(departure(page, '4 of 8, No guide')).toBeVisible();
  await expect.poll(() => workers(page)).toEqual(['/ activated']);
  await expect.poll(() => keptDay(page, manager)).toContain('"unled":true');
  await page.context().setOffline(true);
  await page.reload();
  await expect(departure(page, '4 of 8, No guide')).toBeVisible();
});
