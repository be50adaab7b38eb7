import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { newPerson, type Person, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import { signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** Returns six letters a–z, which go into names and addresses. */
const unique = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');

async function newAdmin(): Promise<Person> {
  const admin = await newPerson('Ada Admin');
  await sql`insert into private.role_grants (user_id, role) values (${admin.id}, 'admin')`;
  return admin;
}

/** Returns a photo of 1,200 pixels width, drawn by the browser itself. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 800 });
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#1f7a6d';
      context.fillRect(0, 0, 1200, 800);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

async function fillTerritory(page: Page, form: Locator, name: string): Promise<void> {
  for (const text of ['Territory name is required', 'Description is required', 'At least one image is required'])
    await expect(form.getByRole('alert').getByText(text)).toBeVisible();

  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Description', { exact: true }).fill('A lake between two volcanoes.');
  const picker = form.locator('input[type=file]');
  await picker.setInputFiles({ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await expect(form.getByText('Please select an image or video file')).toBeVisible();
  await form.getByRole('button', { name: 'Remove note.jpg' }).click();
  await picker.setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  await expect(form.getByText('Upload successful!')).toBeVisible();
  // Text and uploads survive a reload.
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(name);
  await form.getByRole('button', { name: 'Add region' }).click();
  await expect(page.getByText('Territory created successfully')).toBeVisible();
}

test('an admin manages a territory from the first photo to the last question', {
  tag: ['@desktop', '@admin', '@smoke'],
}, async ({ browser }) => {
  const name = `Lago Verde ${unique()}`;
  const page = await signedIn(browser, await newAdmin());
  await page.goto('/admin?tab=territories');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: 'Add region' }).click();
  // The first match, because another manager is invited below.
  const form = page.locator('form').first();
  await form.getByRole('button', { name: 'Add region' }).click();
  await fillTerritory(page, form, name);

  const id = name.toLowerCase().replaceAll(' ', '-');
  const [made] = await sql<{ image_urls: string[] }[]>`select image_urls from public.territories where id = ${id}`;
  expect(made?.image_urls[0]).toMatch(
    /territory-media\/[0-9a-f-]{36}\.webp#v=2&s=480,720,960&c=[0-9a-f]{6}&w=1200&h=800$/,
  );
  const variant = made?.image_urls[0]?.replace(/\.webp#.*/, '/w480.webp') ?? '';
  const answer = await page.request.get(`http://127.0.0.1:${process.env.API_PORT}${variant}`);
  expect(answer.headers()['content-type']).toBe('image/webp');

  // Doesn't wait for the search to settle, because it survives opening the form and going back.
  await page.getByRole('searchbox', { name: 'Search' }).fill(name.toUpperCase());
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: `Hide ${name}` }).click();
  await expect(row.getByText('Hidden')).toBeVisible();

  // Someone else saves first, and nothing is overwritten without asking.
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  await form.getByLabel('Description', { exact: true }).fill('Mine.');
  // This journey has confirmed once. The form itself asks within the same task (unsaved-guard.test.tsx).
  await expect(form.getByLabel('Description', { exact: true })).toHaveValue('Mine.');
  await form.getByRole('link', { name: 'Cancel' }).click();
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await sql`update public.territories set description = 'Theirs.' where id = ${id}`;
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Someone else changed this while you were working on it')).toBeVisible();
  await form.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(page.getByText('Territory updated successfully')).toBeVisible();
  expect(await sql`select description from public.territories where id = ${id}`).toEqual([{ description: 'Mine.' }]);

  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Territory' });
  await expect(dialog).toContainText(`Are you sure you want to delete ${name}? This action cannot be undone.`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Territory deleted successfully')).toBeVisible();
  await expect(page.getByText('No territories match your search criteria.')).toBeVisible();
});

test('an admin uses queues, people, emails, checks and the audit log', {
  tag: ['@desktop', '@admin', '@nightly'],
}, async ({ browser }) => {
  const guide = await newPerson(`Wanda ${unique()}`);
  await sql`insert into public.role_requests (user_id, role, territory_id) values (${guide.id}, 'tour_guide', 'rio-dulce')`;
  const text = `Where is my boat? ${unique()}`;
  await sql`insert into public.contact_messages (name, email, message, created_at) values ('Walter', 'walter@journey.test', ${text}, '2020-01-01')`;
  await sql`insert into private.outbox (dedupe_key, kind, template, recipient, state, attempts, last_error)
    values (${unique()}, 'email', 'booking', ${guide.email}, 'dead', 8, 'mailbox full')`;
  const page = await signedIn(browser, await newAdmin());

  await page.goto('/admin?tab=reviews&queue=contact');
  await page.getByRole('button', { name: `Mark as done: ${text}` }).click();
  await expect(page.getByText('Marked as done')).toBeVisible();
  await expect(page.getByText(text)).toBeHidden();

  await page.getByRole('tab', { name: /People/ }).click();
  await page.getByRole('button', { name: `Approve ${guide.fullName} as Tour guide` }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(guide.fullName);
  const row = page.getByRole('row', { name: new RegExp(guide.fullName) });
  await expect(row.getByText(/Tour guide, Río Dulce/)).toBeVisible();
  // Without the role, the list of guides omits them, and the dialog stays.
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('tour_guide');
  await row.getByRole('button', { name: `Roles of ${guide.fullName}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Remove Tour guide/ }).click();
  await expect(dialog.getByText('This person only has the tourist role so far.')).toBeVisible();
  // The person must accept a role in a territory.
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('tour_guide');
  await dialog.getByRole('combobox', { name: 'Region' }).selectOption({ label: 'Río Dulce' });
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByRole('list', { name: 'Roles offered' })).toContainText('Tour guide, Río Dulce');
  await expect(dialog.getByText('This person only has the tourist role so far.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Withdraw invitation: Tour guide, Río Dulce' }).click();
  await expect(dialog.getByRole('list', { name: 'Roles offered' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Mail' }).click();
  const mail = page.getByRole('row', { name: new RegExp(guide.email) });
  await expect(mail).toContainText('mailbox full');
  await mail.getByRole('button', { name: /Discard/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(mail).toBeHidden();

  await page.getByRole('tab', { name: 'Checks' }).click();
  await expect(page.getByText(/^Last run/)).toBeVisible();
  const lost = `${unique()}.webp`;
  await sql`insert into private.troubles (kind, item, error, attempts, next_attempt_at, parked_at)
    values ('media', ${lost}, 'Storage has lost the file', 12, now(), now())`;
  await page.reload();
  const troubles = page.getByRole('table', { name: 'Failed and pending tasks' });
  await expect(troubles.getByRole('row', { name: new RegExp(lost) })).toContainText('Needs attention');
  await troubles.getByRole('button', { name: `Try again: ${lost}` }).click();
  await expect(page.getByText("We'll retry this task within a minute")).toBeVisible();
  // Removes the reference to a missing file.
  await sql`select service.clear_trouble('media', ${lost})`;
  await page.getByRole('button', { name: 'Run checks now' }).click();
  await expect(page.getByRole('table', { name: 'Rules' }).getByText('No records').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByRole('row', { name: /Email discarded/ }).first()).toContainText('Ada Admin');
  // Shows everything done to this guide, and nothing else. The filters stay in the address.
  await page.getByRole('search').getByLabel('Search').fill(guide.email);
  await page.getByLabel('Action').selectOption({ label: 'Role revoked' });
  await expect(log.getByRole('row').filter({ hasText: guide.id })).toHaveCount(1);
  await page.reload();
  await expect(log.getByRole('row')).toHaveCount(2);
  await expect(log.getByRole('row').last()).toContainText(guide.id);
  await page.getByLabel('Done by').fill('nobody at all');
  await expect(page.getByText('No entries match these filters.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Checks' })).toHaveAttribute('aria-selected', 'true');
});

test('an admin finds, sums up and exports the bookings of a territory', {
  tag: ['@desktop', '@admin', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newAdmin());
  await page.goto('/all-bookings?when=all');
  await page.getByLabel('Region').selectOption({ label: 'Río Dulce' });
  const table = page.getByRole('table', { name: 'Bookings' });
  const first = table.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  const [known] = await sql<{ full_name: string; bookings: string; booked: string }[]>`
    select p.full_name, count(*) as bookings, sum(b.total_price) as booked from public.bookings b join public.profiles p on p.id = b.tourist_id
    where b.territory_id = 'rio-dulce' and p.full_name not like '% % %' group by 1 order by count(*) desc limit 1`;
  await page.getByRole('searchbox', { name: 'Search' }).fill(known?.full_name ?? '');
  await expect(page).toHaveURL(/q=/);
  // Only the header row is left without the name.
  await expect(table.getByRole('row').filter({ hasNotText: known?.full_name ?? '' })).toHaveCount(1);
  await first.getByRole('button', { name: /^Details of/ }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Payment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first.getByRole('button', { name: /^Details of/ })).toBeFocused();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^bookings_rio-dulce_\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFDate,Type,Title,Tourist Name,Tourist Hotel,Total Amount,Status,Operator Name,Operator Amount,Territory Amount,App Amount,Partner Amount,Partner Name,Currency,Refunded,Booking Number,Departure Time,Phone,Payment Method,Paid On,Refunded On,Stripe Payment,Stripe Charge,Stripe Payout,Not Collected,Commission Amount,Commission Status',
  );
  expect(lines.length - 1).toBeGreaterThanOrEqual(Number(known?.bookings));
  await page.getByLabel('Start date').fill('2099-01-01');
  await expect(page.getByText('No bookings found')).toBeVisible();
});

test('bookings fit each width of a phone, and an admin finds and edits a territory', {
  tag: ['@phone', '@admin', '@nightly'],
}, async ({ browser }) => {
  const page = await signedIn(browser, await newAdmin());
  await page.goto('/all-bookings?region=rio-dulce');
  // Rows below the window count with their estimated height.
  await expect(page.getByRole('list', { name: 'Bookings' }).getByRole('listitem').first()).toBeVisible();
  for (const width of [320, 360, 390, 412]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.goto('/admin?tab=territories');
  // On a phone, only rows near the window are rendered.
  await page.getByRole('searchbox').fill('Río Dulce');
  await page.getByRole('listitem').getByRole('button', { name: 'Edit Río Dulce' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Río Dulce');
});
