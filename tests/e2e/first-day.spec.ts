import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { violationsInBothThemes } from './support/axe.ts';
import { newPerson, type Person, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { overflow } from './support/layout.ts';
import { acceptWaiver, fillForm, panel, pressBlocked, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

// Takes an empty territory to its first sold seat, with people who follow the screens.

const unique = () => Math.random().toString(36).slice(2, 8);

let clicks = 0;
/** Clicks like a person, and counts it. */
async function press(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

async function newAdmin(): Promise<Person> {
  const admin = await newPerson('Ana Admin');
  await sql`insert into private.role_grants (user_id, role) values (${admin.id}, 'admin')`;
  return admin;
}

/** Adds a picture that the browser draws itself. */
async function addPhoto(page: Page, form: Locator): Promise<void> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 800 });
    canvas.getContext('2d')?.fillRect(0, 0, 1200, 800);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  clicks += 1;
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'pools.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') });
  await expect(form.getByText('Upload successful!')).toBeVisible();
}

async function addRegion(page: Page, name: string, manager: string): Promise<void> {
  await page.goto('/admin?tab=territories');
  await press(page.getByRole('button', { name: 'Add region' }));
  const form = page.locator('form');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Description', { exact: true }).fill('Limestone pools over the Cahabón.');
  await addPhoto(page, form);
  await form.getByLabel('Manager’s name').fill('Sandra Ical');
  await form.getByLabel('Manager’s email').fill(manager);
  await expect(form.getByLabel('Status')).toHaveValue('hidden');
  await press(form.getByRole('button', { name: 'Add region' }));
  await expect(page.getByText(`We've created the region and sent an invitation to ${manager}.`)).toBeVisible();
}

/** Opens the email in a separate browser, and chooses a password. */
async function accept(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const link = new URL(await linkFromInbox(email, /href="([^"]*callback\?invite=[^"]*)"/));
  clicks += 1;
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('volcano-1');
  await page.keyboard.press('Enter');
  clicks += 1;
  await expect(page.getByText('You accepted the invitation.')).toBeVisible();
  return page;
}

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: false }) });
const backToSteps = (page: Page) => press(page.getByRole('tab', { name: 'First steps' }));

async function saySettings(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Open settings' }));
  await page.getByLabel('Meeting point', { exact: true }).fill('At the gate of the park, under the big ceiba.');
  await press(page.getByRole('button', { name: 'Save texts' }));
  await expect(page.getByText('Territory updated successfully')).toBeVisible();
  await backToSteps(page);
}

async function inviteGuide(page: Page, email: string): Promise<void> {
  await press(page.getByRole('link', { name: 'Invite a guide' }));
  await page.getByLabel('Full Name').fill('Marta Xol');
  await page.getByLabel('Email').fill(email);
  await press(page.getByRole('button', { name: 'Send Invitation' }));
  await expect(page).toHaveURL(/tab=guides/);
  await backToSteps(page);
  await expect(page.getByText('Waiting for Marta Xol to accept the invitation')).toBeVisible();
  await expect(page.getByText(/^Invitation sent /)).toBeVisible();
}

async function addDraft(page: Page, title: string): Promise<void> {
  await press(page.getByRole('link', { name: 'Add experience' }));
  const form = page.locator('form');
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Description', { exact: true }).fill('Before the buses come.');
  await addPhoto(page, form);
  await form.getByLabel('Price per person (shared)').fill('195');
  await form.getByLabel('Maximum spots').fill('8');
  await form.getByLabel('Available spots').fill('8');
  await form.getByLabel('Duration in hours').fill('3');
  await press(form.getByRole('button', { name: 'Add time slot' }));
  await form.getByLabel('Start time').fill('09:00');
  await form.getByLabel('End time').fill('12:00');
  await press(form.getByLabel('Guests can pay in cash on the day'));
  await expect(form.getByText('Waiting for Marta Xol to accept the invitation')).toBeVisible();
  await expect(form.getByText("Without a guide, we'll save this as a hidden draft")).toBeVisible();
  await press(form.getByRole('button', { name: 'Add Experience' }));
  await expect(page.getByText("We've saved this as a hidden draft", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/tab=experiences/);
  // The disabled visibility button explains why.
  await page
    .getByRole('button', { name: `Show ${title}` })
    .first()
    .click();
  await expect(page.getByText('A guide must accept this experience before visitors can see it.')).toBeVisible();
  await backToSteps(page);
}

async function addPickup(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Add pickup location' }));
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Add pickup location' }) });
  await form.getByLabel('Name', { exact: true }).fill('The gate');
  await press(form.getByRole('button', { name: 'Add pickup location' }));
  await expect(page.getByText('Pickup location saved')).toBeVisible();
  await backToSteps(page);
}

async function makeVisible(page: Page): Promise<void> {
  await page.reload();
  await press(page.getByRole('button', { name: 'Make region visible' }));
  const dialog = page.getByRole('alertdialog');
  await press(dialog.getByRole('button', { name: 'Make region visible' }));
  await expect(page.getByRole('heading', { name: 'Your region is open' })).toBeVisible();
}

async function bookInCash(page: Page, region: string, title: string): Promise<void> {
  await page.goto(`/territories/${region}`);
  await expect(page.getByText('At the gate of the park, under the big ceiba.')).toBeVisible();
  await press(
    page
      .locator('#experiences')
      .getByRole('link', { name: new RegExp(title) })
      .first(),
  );
  const form = panel(page);
  await fillForm(form, 2);
  await form.getByRole('radio', { name: /cash/i }).check();
  await pressBlocked(form.getByRole('button', { name: 'Book and pay in cash' }));
  await acceptWaiver(page);
  await form.getByRole('button', { name: 'Book and pay in cash' }).click();
  // Counts the clicks: the time, one more person, the country, cash, the button, the waiver, the button.
  clicks += 7;
  await expect(form.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();
}

test('an empty territory sells its first seat', { tag: ['@desktop', '@management', '@nightly'] }, async ({
  browser,
}) => {
  test.setTimeout(180_000);
  clicks = 0;
  const key = unique();
  const name = `Semuc ${key}`;
  const [sandra, marta] = [`sandra.${key}@journey.test`, `marta.${key}@journey.test`];
  await addRegion(await signedIn(browser, await newAdmin()), name, sandra);

  const office = await accept(browser, sandra);
  await expect(office).toHaveURL(/\/territory-management$/);
  await expect(office.getByRole('heading', { name: 'Open your region' })).toBeVisible();
  await expect(office.getByText('0 of 6 done')).toBeVisible();
  await saySettings(office);
  await inviteGuide(office, marta);
  await addDraft(office, `Pools ${key}`);
  await addPickup(office);
  await expect(office.getByText('5 of 6 done')).toBeHidden();
  await expect(office.getByText('4 of 6 done')).toBeVisible();
  await expect(step(office, 'Make region visible')).toContainText('Available once Marta Xol accepts');
  await expect(office.getByRole('button', { name: 'Make region visible' })).toBeDisabled();
  expect(await violationsInBothThemes(office)).toEqual([]);

  const guide = await accept(browser, marta);
  await expect(guide).toHaveURL(/\/guide-dashboard$/);
  await makeVisible(office);

  await bookInCash(await signedIn(browser, await newPerson('Kofi Mensah')), `semuc-${key}`, `Pools ${key}`);
  const [sold] = await sql<{ sold: number }[]>`
    select sum(sold)::int as sold from public.departures where territory_id = ${`semuc-${key}`}`;
  expect(sold).toEqual({ sold: 2 });
  console.info(`clicks an empty region sells its first seat: ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(40);
});

test('a failed email loses nothing, and each error is beside its field', {
  tag: ['@desktop', '@management', '@nightly'],
}, async ({ browser }) => {
  const key = unique();
  const admin = await newAdmin();
  const page = await signedIn(browser, admin);
  const elsewhere = await newPerson('Elmer Elsewhere');
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${elsewhere.id}, 'territory_manager', 'rio-dulce')`;
  await page.goto('/admin?edit=new');
  const form = page.locator('form');
  await form.getByLabel('Name', { exact: true }).fill('Río Dulce');
  await form.getByLabel('Description', { exact: true }).fill('Again.');
  await addPhoto(page, form);
  await form.getByLabel('Manager’s email').fill(elsewhere.email);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  /** Measures from the field to the button, because the page itself may scroll. */
  const distance = async () =>
    (await top(form.getByRole('button', { name: 'Add region' }))) - (await top(form.getByLabel('Manager’s email')));
  const before = await distance();
  await form.getByLabel('Manager’s name').focus();
  await expect(form.getByText('Elmer Elsewhere already works elsewhere: Region manager in Río Dulce.')).toBeVisible();
  // The message shown when the field loses focus doesn't move the button away from the click.
  expect(await distance()).toBe(before);
  await form.getByRole('button', { name: 'Add region' }).click();
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    'A region with this name already exists',
  );
  await form.getByLabel('Name', { exact: true }).fill(`Cobán ${key}`);
  await form.getByLabel('Manager’s email').fill(admin.email);
  await form.getByLabel('Manager’s name').focus();
  await expect(form.getByText(/already has an account and can use it to accept/)).toBeVisible();
  await form.getByRole('button', { name: 'Add region' }).click();
  await expect(form.getByLabel('Manager’s email')).toHaveAccessibleDescription(/You can't decide on your own role/);
  expect(await sql`select 1 from public.territories where id = ${`coban-${key}`}`).toEqual([]);
  const manager = `sandra.${key}@journey.test`;
  await form.getByLabel('Manager’s email').fill(manager);
  await form.getByRole('button', { name: 'Add region' }).click();
  await expect(page.getByText(`We've created the region and sent an invitation to ${manager}.`)).toBeVisible();

  // The email is lost. The territory exists, and the invitation waits.
  await sql`update private.outbox set state = 'dead' where recipient = ${manager}`;
  await page.goto(`/admin?edit=coban-${key}`);
  await page.getByRole('button', { name: `Send again: invitation to ${manager}` }).click();
  await expect(page.getByText(`Invitation sent again to ${manager}`)).toBeVisible();
  await linkFromInbox(manager, /href="([^"]*callback\?invite=[^"]*)"/);
  // No check reports a problem.
  await sql`update private.outbox set state = 'discarded' where recipient = ${manager} and state = 'dead'`;
});

test('the first steps on a phone can be hidden, and shown again', {
  tag: ['@phone', '@management', '@nightly'],
}, async ({ browser }) => {
  const key = unique();
  const manager = await newPerson('Sandra Ical');
  await sql`insert into public.territories (id, name, description, visible) values (${`new-${key}`}, 'Nuevo', 'New.', false)`;
  await sql`update public.profiles set territory_id = ${`new-${key}`} where id = ${manager.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${manager.id}, 'territory_manager', ${`new-${key}`})`;
  const page = await signedIn(browser, manager);
  await page.goto('/territory-management');
  await expect(page.getByRole('heading', { name: 'Open your region' })).toBeVisible();
  for (const width of [320, 412]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `${width} px`).toBe(0);
  }
  await page.getByRole('button', { name: 'Hide steps' }).click();
  await expect(page.getByRole('tab', { name: 'First steps' })).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Show first steps' }).click();
  await expect(page.getByRole('heading', { name: 'Open your region' })).toBeVisible();
});
