import { expect } from '@playwright/test';
import { leavesIn } from '../support/bookings.ts';
import { newDeparture, takeCash } from '../support/departures.ts';
import { newExperience, newGuide, newTeam, sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { opened } from '../support/opened.ts';
import { newWorker } from '../support/shuttle.ts';
import { signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';

const newManager = () => newWorker('Mara Gerente', 'territory_manager', 'rio-dulce');
const newStaff = () => newWorker('Rosa Staff', 'territory_staff', 'rio-dulce');

test("a territory's bookings, and an experience's form with its errors, are accessible", {
  tag: ['@management', '@nightly-phone'],
}, async ({ browser }) => {
  const { experience } = await newDeparture('River walk');
  const page = await signedIn(browser, await newManager());
  await page.goto(`/territory-bookings?when=all&q=${encodeURIComponent(experience.title)}`);
  await expect(page.getByLabel(/^Select Anna Keller/)).toHaveCount(1);
  await judge(page, 'bookings of a region');
  await page.goto('/territory-management/edit-experience/new');
  const form = page.locator('form');
  await form.getByRole('button', { name: 'Add Experience' }).click();
  await expect(form.getByText(/^Please fill in all required fields with valid values/)).toBeVisible();
  await judge(page, 'new experience with errors');
});

test('selected bookings, and the question before they are cancelled, are accessible', {
  tag: ['@management', '@nightly'],
}, async ({ browser }) => {
  const { experience, booking } = await newDeparture('River walk');
  await takeCash(booking);
  const page = await signedIn(browser, await newStaff());
  await page.goto(`/territory-bookings?when=all&q=${encodeURIComponent(experience.title)}`);
  await page.getByLabel(/^Select Anna Keller/).click();
  const bar = page.getByRole('region', { name: 'Selected bookings' });
  await expect(bar).toContainText('1 selected');
  await judge(page, 'ticked bookings');
  await bar.getByRole('button', { name: 'Cancel bookings' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Cancel 1 booking' })).toContainText('refunded in cash');
  await judge(page, 'question before ticked bookings are cancelled');
});

test('a booking is accessible with its refund and the reason for a no-show', {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser }) => {
  const { experience, booking } = await newDeparture('River walk');
  await takeCash(booking);
  await sql`insert into private.booking_notes (id, booking_id, territory_id, text)
    values (gen_random_uuid(), ${booking}, 'rio-dulce', 'Needs a hand on board')`;
  await sql`insert into private.booking_tags (booking_id, tag) values (${booking}, 'VIP'), (${booking}, 'A long birthday tag ñ')`;
  const page = await signedIn(browser, await newStaff());
  const address = `/territory-bookings?when=all&q=${encodeURIComponent(experience.title)}`;
  await page.goto(address);
  await page
    .getByRole('row', { name: new RegExp(experience.title) })
    .getByRole('button', { name: /^Details of/ })
    .click();
  const drawer = page.getByRole('dialog', { name: experience.title });
  await expect(drawer.getByText('Anna Keller').first()).toBeVisible();
  await judge(page, 'booking');
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await refund.getByLabel('Partial amount').check();
  await refund.getByLabel(/^Amount/).fill('770.01');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText('You can refund Q770.00 at most')).toBeVisible();
  await judge(page, 'refund of too much');
  await leavesIn(booking, -72);
  await page.goto(address);
  await page.getByRole('combobox', { name: /^Status of/ }).selectOption('no_show');
  const question = page.getByRole('dialog', { name: 'Set to No Show' });
  await question.getByRole('button', { name: 'Set to No Show' }).click();
  await expect(question.getByText('Please give a reason')).toBeVisible();
  await judge(page, 'no-show without a reason');
});

test('all bookings and the finances are accessible', { tag: ['@management', '@payouts', '@nightly'] }, async ({
  browser,
}) => {
  const page = await signedIn(browser, await newManager());
  const overview = '/territory-management?tab=finances&view=overview';
  for (const address of ['/territory-bookings?when=all', '/territory-management?tab=finances', overview]) {
    await page.goto(address);
    if (address === overview) await expect(page.getByText('Revenue by share')).toBeAttached();
    else await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeEnabled();
    await opened(page);
    await judge(page, address);
  }
});

test('an experience and its calendar are accessible', { tag: ['@management', '@nightly'] }, async ({ browser }) => {
  const experience = await newExperience({ title: 'Ceiba', guide: await newGuide('Beto') });
  const page = await signedIn(browser, await newManager());
  await page.goto(`/territory-management/edit-experience/${experience.id}?tab=calendar`);
  await page.getByRole('button', { name: 'Next month' }).click();
  const day = page
    .getByRole('gridcell')
    .getByRole('button', { name: /0 sold, 0 held of 8 seats/ })
    .first();
  await expect(day).toBeVisible();
  await judge(page, 'calendar of an experience');
  await day.click();
  await expect(page.getByRole('region', { name: 'Selected day' }).getByLabel(/Seats/)).toBeVisible();
  await judge(page, 'day of the calendar');
});

test('an experience with an outdated translation is accessible', {
  tag: ['@phone', '@management', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const experience = await newExperience({ title: 'Las pozas de noche' });
  await sql`update public.experiences set territory_id = ${territoryId}, language = 'es', translations = '{"en": {"title": "The pools by night"}}'
    where id = ${experience.id}`;
  await sql`update public.experiences set title = 'Las pozas a la luz de la luna' where id = ${experience.id}`;
  const page = await signedIn(browser, manager);
  await page.goto(`/es/territory-management/edit-experience/${experience.id}`);
  await expect(page.locator('form').getByLabel('Título, en inglés', { exact: true })).toHaveAccessibleDescription(
    'El texto original cambió después de esta traducción',
  );
  await judge(page, 'translation that is older than its text');
});

test('a travel alert is accessible: its form with an error, offline, and on the list', {
  tag: ['@phone', '@management', '@catalogue', '@nightly'],
}, async ({ browser }) => {
  const { manager } = await newTeam();
  const page = await signedIn(browser, manager);
  await page.goto('/territory-management?tab=conditions');
  await page.getByRole('button', { name: 'Post a travel alert' }).press('Enter');
  const form = page.getByRole('form', { name: 'Post a travel alert' });
  await form.getByRole('button', { name: 'Post' }).click();
  await expect(form.getByRole('alert')).toContainText('Please describe in one sentence what happened');
  await judge(page, 'condition without a text');
  await form.getByRole('textbox', { name: 'What happened', exact: true }).fill('A landslide above the bridge');
  await form.getByRole('checkbox', { name: 'All services in the region' }).check();
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Post' }).press('Enter');
  await expect(form.getByRole('alert')).toContainText("Failed to save the travel alert. You're offline.");
  await judge(page, 'condition without a signal');
  await page.context().setOffline(false);
  await expect(form.getByRole('alert')).toContainText("You're back online. Please try again.");
  await form.getByRole('button', { name: 'Post' }).press('Enter');
  await expect(page.getByText('Travel alert saved')).toBeVisible();
  await judge(page, 'conditions of a region');
});
