import { expect, type Page } from '@playwright/test';
import { type Experience, newExperience, newGuide, newPerson, type Person, sql } from './support/fixtures.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const unique = () => Math.random().toString(36).slice(2, 8);

async function newManager(role = 'territory_manager'): Promise<Person> {
  const manager = await newPerson('Sandra Manager');
  await sql`update public.profiles set territory_id = 'rio-dulce' where id = ${manager.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${manager.id}, ${role}, 'rio-dulce')`;
  return manager;
}

/** Returns a picture drawn by the browser. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
    canvas.getContext('2d')?.fillRect(0, 0, 640, 400);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

test('staff create an experience, from an empty form to a date that a tourist can book', {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser }) => {
  const [first, second] = [await newGuide(`Elmer ${unique()}`), await newGuide(`Marta ${unique()}`)];
  const page = await signedIn(browser, await newManager());
  const title = `Night Lancha ${unique()}`;
  await page.goto('/territory-management?tab=experiences');
  await page.getByRole('link', { name: 'Add Experience' }).click();
  const form = page.locator('form');
  await form.getByRole('button', { name: 'Add Experience' }).click();
  const rule = 'Please fill in all required fields with valid values. At least one image is required.';
  await expect(form.getByText(rule)).toBeVisible();

  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Description', { exact: true }).fill('By lamplight through the canyon.');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'n.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  await expect(form.getByText('Upload successful!')).toBeVisible();
  await form.getByLabel('Price per person (shared)').fill('185');
  await form.getByLabel('Maximum spots').fill('8');
  await form.getByLabel('Available spots').fill('6');
  await form.getByLabel('Duration in hours').fill('2.5');
  await form.getByRole('button', { name: 'Add time slot' }).click();
  await form.getByLabel('Start time').fill('19:00');
  await form.getByLabel('End time').fill('21:30');
  for (const guide of [first, second]) await form.getByLabel('Add a guide').selectOption({ label: guide.fullName });
  await form.getByRole('listitem', { name: new RegExp(`^${second.fullName}, 2 of 2`) }).press('ArrowUp');
  await expect(form.getByRole('listitem', { name: new RegExp(`^${second.fullName}, 1 of 2`) })).toBeFocused();
  // A reload loses nothing.
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue(title);
  await expect(form.getByLabel('Start time')).toHaveValue('19:00');
  await form.getByRole('button', { name: 'Add Experience' }).click();
  await expect(page.getByText('Experience created successfully')).toBeVisible();
  await expect(page).toHaveURL('/territory-management?tab=experiences');
  await page.getByRole('searchbox', { name: 'Search' }).fill(title);
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(page.getByRole('tab', { name: /^Experiences \d+$/ })).toBeVisible();
  await expect(row).toContainText(second.fullName);
  await expect(row).toContainText('Q185.00');
  await expect(row).toContainText('6 / 8');

  // A guest finds the departure time of the service, and no longer finds it once the service is hidden.
  const [made] = await sql<{ id: string }[]>`select id from public.experiences where title = ${title}`;
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/experiences/${made?.id}`);
  await expect(guest.getByRole('radio', { name: /7:00 PM/ })).toBeEnabled();
  await row.getByRole('button', { name: `Hide ${title}` }).click();
  await expect(row.getByText('Hidden')).toBeVisible();
  // The icon changes before the database has answered.
  await expect(async () => {
    await guest.reload();
    await expect(guest.getByRole('heading', { name: 'Experience not found' })).toBeVisible({ timeout: 5000 });
  }).toPass();
});

test("staff edit an experience with a second editor, close a date, and can't edit another territory's", {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser }) => {
  const experience = await newExperience({ title: 'Mangroves', guide: await newGuide('Rony'), bookingType: 'both' });
  const staff = await newManager('territory_staff');
  const page = await signedIn(browser, staff);
  await page.goto(`/territory-management/edit-experience/${experience.id}`);
  const form = page.locator('form');
  await form.getByRole('button', { name: 'Shared', exact: true }).click();
  await expect(form.getByLabel('Price for a private group')).toBeHidden();
  // Someone else saves first, and nothing is overwritten without asking.
  await sql`update public.experiences set description = 'Theirs.' where id = ${experience.id}`;
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(page.getByText('Experience updated successfully')).toBeVisible();
  const [saved] =
    await sql`select private_price, max_private_guests from public.experiences where id = ${experience.id}`;
  expect(saved).toEqual({ private_price: null, max_private_guests: null });

  // The calendar covers the form with its uploads. They continue, and leaving still asks.
  await page.goto(`/territory-management/edit-experience/${experience.id}`);
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'kayak.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  await page.getByRole('tab', { name: 'Calendar' }).click();
  await expect.poll(() => uploads(staff)).toBe(2);
  await page.getByRole('link', { name: 'Back to Region Management' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
  await expect(page).toHaveURL('/territory-management?tab=experiences');
  await expect.poll(() => uploads(staff)).toBe(0);

  await page.goto(`/territory-management/edit-experience/${experience.id}?tab=calendar`);
  await expect(page.getByText('Mangroves')).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  const day = page
    .getByRole('gridcell')
    .getByRole('button', { name: /0 sold, 0 held of 8 seats/ })
    .first();
  await day.click();
  const chosen = page.getByRole('region', { name: 'Selected day' });
  await chosen.getByLabel(/Seats/).fill('5');
  await chosen.getByRole('button', { name: 'Save seats' }).click();
  await expect(page.getByRole('button', { name: /0 sold, 0 held of 5 seats/ })).toBeVisible();
  await chosen.getByRole('button', { name: /^Close/ }).click();
  await expect(chosen.getByText('Closed')).toBeVisible();
  await expect(page.getByRole('button', { name: /closed, 0 sold/ })).toBeVisible();
  expect(await closedDates(experience)).toBe(1);

  const [foreign] = await sql<
    { id: string }[]
  >`select id from public.experiences where territory_id <> 'rio-dulce' limit 1`;
  await page.goto(`/territory-management/edit-experience/${foreign?.id}`);
  await expect(page.getByText('Experience not found or you do not have permission to edit it')).toBeVisible();
  await page.goto('/territory-management/edit-transport/none');
  await expect(page.getByText('Transport not found or you do not have permission to edit it')).toBeVisible();
});

/** Returns the number of a person's objects in the bucket. A small photo has two. */
async function uploads(owner: Person): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from storage.objects where bucket_id = 'media' and owner_id = ${owner.id}`;
  return row?.n ?? 0;
}

async function closedDates(experience: Experience): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from public.departures where slot_id = ${experience.slotId} and closed and capacity = 5`;
  return row?.n ?? 0;
}

test('staff add a boat and the dock that it leaves from', { tag: ['@desktop', '@management', '@nightly'] }, async ({
  browser,
}) => {
  const dock = `Muelle ${unique()}`;
  const title = `Lancha ${unique()}`;
  const page = await signedIn(browser, await newManager());
  await page.goto('/territory-management?tab=transport');
  await page.getByRole('button', { name: 'Add pickup location' }).click();
  const place = page.getByRole('form', { name: 'Add pickup location' });
  await place.getByRole('button', { name: 'Add pickup location' }).click();
  await expect(place.getByText('Name is required').first()).toBeVisible();
  await place.getByLabel('Name', { exact: true }).fill(dock);
  await place.getByRole('button', { name: 'Add pickup location' }).click();
  await expect(page.getByText('Pickup location saved')).toBeVisible();

  await page.getByRole('link', { name: 'Add Transport Service' }).click();
  const form = page.locator('form');
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Description', { exact: true }).fill('Across the lake.');
  await form.getByRole('button', { name: 'Boat' }).click();
  await form.getByLabel('Pickup location').selectOption({ label: dock });
  await form.getByLabel('Price per person (shared)').fill('50');
  await form.getByRole('button', { name: 'Add Transport Service' }).click();
  await expect(form.getByRole('link', { name: 'Please set a departure time for the shuttle service' })).toBeVisible();
  await form.getByRole('textbox', { name: 'Departure time' }).fill('07:00');
  await form.getByLabel('Travel time in hours').fill('1.5');
  await form.getByRole('button', { name: 'Add Transport Service' }).click();
  await expect(page.getByText('Transport service saved successfully')).toBeVisible();
  const row = page.getByRole('table', { name: 'Transport Services' }).getByRole('row', { name: new RegExp(title) });
  await expect(row).toContainText('Q50.00');
  await expect(row).toContainText('10 / 10');
  await row.getByRole('button', { name: `Delete ${title}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Transport Service' });
  await expect(dialog).toContainText(`Are you sure you want to delete ${title}? This action cannot be undone.`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});
