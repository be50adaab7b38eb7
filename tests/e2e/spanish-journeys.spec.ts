import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { textsIn } from '@territorio/stripe-emulator/texts';
import { leavesIn, newCashBooking } from './support/bookings.ts';
import { tagNames } from './support/cast.ts';
import { collectEnglish, englishOn } from './support/english.ts';
import { newExperience, newGuide, newPartner, newPerson, type Person, sql } from './support/fixtures.ts';
import { opened } from './support/opened.ts';
import { newDrivingDay, newWorker } from './support/shuttle.ts';
import { es } from './support/spanish.ts';
import { cards, pressBlocked, scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const cardForm = textsIn('es');

// A person who works in Spanish sees no English from the app in dialogs, toasts and errors.

test.use({ actionTimeout: 15_000 });

/** Returns a page that watches itself, and what it has shown in English. */
async function inSpanish(browser: Browser, person: Person): Promise<{ page: Page; english: Set<string> }> {
  const page = await signedIn(browser, person);
  return { page, english: await collectEnglish(page.context(), await tagNames()) };
}

async function press(part: Page | Locator, english: string, values = {}): Promise<void> {
  await part.getByRole('button', { name: es(english, values), exact: true }).click();
}

const sees = (part: Page | Locator, english: string, values = {}) =>
  expect(part.getByText(es(english, values)).first()).toBeVisible();

/** Adds a Spanish title to the author's original. */
async function translated(title: string): Promise<string> {
  const spanish = `En español: ${title}`;
  await sql`update public.experiences set language = 'en', translations = ${sql.json({ es: { title: spanish } })} where title = ${title}`;
  return spanish;
}

/** Loses the next call of this kind. */
const loseNext = (page: Page, address: string) => page.route(address, (route) => route.abort(), { times: 1 });

test('in Spanish: control: English that appears briefly is detected', { tag: ['@phone', '@site', '@nightly'] }, async ({
  browser,
}) => {
  const { page, english } = await inSpanish(browser, await newPerson('Clara Control'));
  await page.goto('/es/contact');
  await expect(page.locator('html.started')).toHaveCount(1);
  expect([...english]).toEqual([]);
  await page.evaluate(async () => {
    const toast = document.body.appendChild(document.createElement('p'));
    toast.textContent = 'Failed to create referral link. Please try again.';
    toast.title = '2 bookings';
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    toast.remove();
  });
  await expect.poll(() => [...english]).toEqual(['Failed to create referral link. Please try again.', '2 bookings']);
  expect(await englishOn(page)).toEqual([]);
});

/**
 * A tourist books two seats by card and cancels. With `troubled`, also visits the pages that lead there, and
 * everything that can fail fails once.
 */
async function bookAndCancel(browser: Browser, troubled: boolean): Promise<void> {
  const { id, title: original } = await newExperience({ title: 'Cañón al alba' });
  const title = await translated(original);
  const { page, english } = await inSpanish(browser, await newPerson('Ana Turista'));
  if (troubled) {
    await page.goto('/es');
    await page.getByRole('link', { name: es('Explore Río Dulce') }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Río Dulce' })).toBeVisible();
    await page
      .getByRole('link', { name: es('Browse Experiences') })
      .first()
      .click();
    await page.getByRole('link', { name: title }).first().click();
  } else await page.goto(`/es/experiences/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const form = page.getByRole('region', { name: es('Book this experience') });
  await scrollTo(form);
  const next = form.getByRole('button', { name: es('Continue to payment') });
  await expect(form.getByRole('radio', { name: /9:00/ })).toBeChecked();
  await press(form, 'More people');
  await form.getByLabel(es('Country of origin')).selectOption('DE');
  await pressBlocked(next);
  const waiver = page.getByRole('dialog', { name: es('Waiver and Release of Liability') });
  await waiver.getByRole('button', { name: es('I accept') }).click();
  await expect(waiver).toBeHidden();
  await next.click();
  await expect(form.getByRole('alert').first()).toBeVisible();
  await form.getByLabel(es('WhatsApp number')).fill('+502 5512 3480');
  if (troubled) {
    await loseNext(page, '**/rpc/create_hold');
    await next.click();
    await expect(form.getByRole('alert').first()).toBeVisible();
  }
  await form
    .getByRole('button', { name: new RegExp(`${es('Continue to payment')}|${es('Try again')}`) })
    .first()
    .click();

  for (const card of troubled ? [cards.declined, cards.good] : [cards.good]) {
    await form.getByLabel(cardForm.number).fill(card);
    await form.getByLabel(cardForm.expiry).fill('12 / 34');
    await form.getByLabel(cardForm.cvc).fill('123');
    await form.getByRole('button', { name: new RegExp(`^${es('Pay {amount}', { amount: 'Q' })}`) }).click();
    if (card === cards.declined) await sees(form, "We haven't charged you, and we're still holding your seats.");
  }
  await expect(form.getByRole('heading', { name: es('Booking confirmed') })).toBeVisible();
  await form.getByRole('link', { name: es('View My Bookings') }).click();

  const ticket = page.getByRole('article', { name: title });
  if (troubled) {
    await press(ticket, 'Enlarge ticket');
    const large = page.getByRole('dialog', { name: title });
    await expect(large).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
  }
  await press(ticket, 'Cancel {title}', { title });
  const question = page.getByRole('dialog', { name: es('Cancel this booking?') });
  if (troubled) await loseNext(page, '**/rpc/cancel_booking');
  await press(question, 'Cancel booking');
  if (troubled) await press(question, 'Try again');
  await press(page.getByRole('dialog', { name: es('Your booking is cancelled') }), 'Done');
  await expect(ticket).toContainText('Cancelada');
  expect([...english]).toEqual([]);
}

test('in Spanish: a tourist pays by card and cancels', {
  tag: ['@phone', '@booking', '@checkout', '@tickets', '@nightly'],
}, async ({ browser }) => {
  await bookAndCancel(browser, false);
});

test('in Spanish: a tourist finds a trip, and the page shows what fails on the way', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  await bookAndCancel(browser, true);
});

test('in Spanish: a guide messages the departure and checks in', {
  tag: ['@phone', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Gael Guía');
  const { page, english } = await inSpanish(browser, guide);
  await page.goto('/es/guide-dashboard');
  await sees(page, 'No upcoming bookings.');
  const booking = await newCashBooking(await newPerson('Ana Turista'), guide, 'Laguna azul');
  await leavesIn(booking.id);
  const spanish = await translated(booking.title);
  await page.reload();
  const group = page.getByRole('article', { name: spanish });
  await group.getByRole('button', { name: es('Message Group') }).click();
  const dialog = page.getByRole('dialog', { name: es('Send Group Message') });
  await press(dialog, 'Send message');
  await sees(dialog, 'Please enter a message');
  await dialog.getByRole('textbox').fill('La lancha sale a las siete');
  await loseNext(page, '**/rpc/send_group_message');
  await press(dialog, 'Send message');
  await sees(dialog, 'Failed to send message');
  await press(dialog, 'Send message');
  await expect(dialog).toBeHidden();

  await press(page, 'Scan a ticket');
  await press(page, 'Open ticket');
  await sees(page, 'Please enter the 8 letters and digits under the QR code');
  const code = page.getByLabel(es('Name or ticket code'));
  await code.fill('ffff ffff');
  await press(page, 'Open ticket');
  await sees(page, 'Invalid check-in code');
  const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking.id}`;
  await code.fill(row?.code ?? '');
  await press(page, 'Open ticket');
  await expect(page.getByRole('heading', { name: es('Valid ticket') })).toBeVisible();
  await press(page, 'Check in, not paid');
  await sees(page, 'Success! Passenger status has been updated.');
  expect([...english]).toEqual([]);
});

test('in Spanish: a driver uses the day', { tag: ['@phone', '@departures', '@nightly'] }, async ({ browser }) => {
  const { driver } = await newDrivingDay();
  const { page, english } = await inSpanish(browser, driver);
  await page.goto('/es/driver-dashboard');
  const run = page.getByRole('article').first();
  // Lost requests are stored, and sent again automatically.
  await loseNext(page, '**/rpc/check_in_listed');
  await press(run, 'Check In: {name}', { name: 'Anna Keller' });
  await sees(run, '{arrived} of {people} here', { arrived: 2, people: 2 });
  await run.getByRole('button', { name: /^Anna Keller/ }).click();
  await press(run, 'Undo: {name}', { name: 'Anna Keller' });
  await sees(run, '{arrived} of {people} here', { arrived: 0, people: 2 });
  expect([...english]).toEqual([]);
});

test('in Spanish: a desk edits a listing, and a booking', { tag: ['@desktop', '@management', '@nightly'] }, async ({
  browser,
}) => {
  const guide = await newGuide('Gina Guía');
  const tourist = await newPerson('Ana Turista');
  const { title } = await newCashBooking(tourist, guide, 'Paseo del río');
  const [experience] = await sql<{ id: string }[]>`select id from public.experiences where title = ${title}`;
  const { page, english } = await inSpanish(browser, await newWorker('Rosa Oficina', 'territory_staff', 'rio-dulce'));
  await page.goto(`/es/territory-management/edit-experience/${experience?.id}`);
  const form = page.locator('form').first();
  await form.getByLabel(es('Description'), { exact: true }).first().fill('');
  await press(form, 'Save Changes');
  await expect(form.getByRole('alert').first()).toBeVisible();
  await form.getByLabel(es('Description'), { exact: true }).first().fill('Un paseo por la orilla.');
  await sql`update public.experiences set description = 'Otra.' where id = ${experience?.id ?? ''}`;
  await press(form, 'Save Changes');
  await sees(form, 'Someone else changed this while you were working on it');
  await press(form, 'Keep my changes');
  await sees(page, 'Experience updated successfully');

  const spanish = await translated(title);
  await page.goto(`/es/territory-bookings?q=${encodeURIComponent(title)}&when=all`);
  const row = page.getByRole('row', { name: new RegExp(spanish) });
  const status = row.getByRole('combobox').first();
  for (const [value, kind] of [
    ['confirmed', 'Confirmed'],
    ['cancelled', 'Cancelled'],
  ] as const) {
    await status.selectOption(value);
    const question = page.getByRole('alertdialog', { name: es('Set to {status}', { status: es(kind) }) });
    if (value === 'cancelled') await loseNext(page, '**/rpc/set_booking_status');
    await question.getByRole('button', { name: es('Set to {status}', { status: es(kind) }) }).click();
    if (value !== 'cancelled') continue;
    await sees(question, 'Failed to update booking status. Please try again.');
    await question.getByRole('button', { name: es('Set to {status}', { status: es(kind) }) }).click();
  }
  await expect(status).toHaveValue('cancelled');
  await row.getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: spanish })).toBeVisible();
  await page.goto('/es/territory-bookings?q=nada-de-nada&when=all');
  await expect(page.getByRole('main')).toBeVisible();
  expect([...english]).toEqual([]);
});

test('in Spanish: a manager pays out, and reverses it', { tag: ['@desktop', '@payouts', '@nightly'] }, async ({
  browser,
}) => {
  const name = `Marta Choc ${randomUUID().slice(0, 6)}`;
  const { id } = await newCashBooking(await newPerson('Ana Turista'), await newGuide(name), 'Paseo del río');
  await sql.begin(async (as) => {
    await as`select private.record_sale(${id})`;
    await as`update public.bookings set status = 'paid', payment_status = 'completed' where id = ${id}`;
  });
  await leavesIn(id, -2);
  const { page, english } = await inSpanish(browser, await newWorker('Sandra Jefa', 'territory_manager', 'rio-dulce'));
  await page.goto('/es/territory-management?tab=finances&view=payouts');
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox', { name }).check();
  const bar = page.getByRole('form', { name: es('Record the payment') });
  await press(bar, 'Mark as paid');
  await sees(bar, 'Please enter a reference');
  await bar.getByLabel(es('Reference')).fill('BI 88213');
  await loseNext(page, '**/rpc/pay_out*');
  await press(bar, 'Mark as paid');
  const question = page.getByRole('alertdialog', { name: es('Record this payment?') });
  await press(question, 'Mark as paid');
  await expect(question.getByRole('alert')).toBeVisible();
  await press(question, 'Mark as paid');
  await expect(page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: es('Paid'), exact: true }).click();
  await press(page.getByRole('listitem').filter({ hasText: name }).first(), 'Reverse payout');
  const dialog = page.getByRole('dialog', { name: es('Reverse this payout') });
  await press(dialog, 'Reverse payout');
  await dialog.getByLabel(es('Reason')).fill('Cuenta equivocada');
  await press(dialog, 'Reverse payout');
  await sees(page, 'Payout reversed');
  expect([...english]).toEqual([]);
});

test('in Spanish: a partner creates a link and reads commissions', {
  tag: ['@phone', '@referrals', '@nightly'],
}, async ({ browser }) => {
  const hotel = await newPartner('Hotel Marea');
  const { page, english } = await inSpanish(browser, hotel);
  await page.goto('/es/travel-partner-dashboard');
  await sees(page, 'You have no referral links yet');
  await press(page, 'Create Link');
  const dialog = page.getByRole('dialog', { name: es('Create Link') });
  await press(dialog, 'Create Link');
  await sees(dialog, 'Please enter a name for your referral link');
  await dialog.getByRole('textbox').first().fill('Recepción');
  await loseNext(page, '**/rest/v1/referral_links*');
  await press(dialog, 'Create Link');
  await sees(dialog, 'Failed to create referral link. Please try again.');
  await press(dialog, 'Create Link');
  await sees(page, 'Referral link created successfully');
  const link = page.getByRole('article', { name: 'Recepción' });
  await press(link, 'Download QR code');
  await press(page.getByRole('dialog', { name: 'Recepción' }), 'Close');
  await sql`insert into public.referral_registrations (user_id, referral_link_id)
    select ${(await newPerson('Kofi Mensah')).id}, id from public.referral_links where user_id = ${hotel.id}`;
  await expect(page.getByRole('region', { name: es('Commission Summary') })).toBeVisible();
  await press(link, 'Deactivate {name}', { name: 'Recepción' });
  await sees(page, 'Referral link deactivated successfully');
  await press(link, 'Delete {name}', { name: 'Recepción' });
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: es('Delete'), exact: true })
    .click();
  await sees(page, 'Referral link deleted successfully');
  expect([...english]).toEqual([]);

  const rich = await inSpanish(browser, { id: '', fullName: '', email: 'partner@territorio.test' });
  await rich.page.goto('/es/travel-partner-dashboard');
  await scrollTo(rich.page.getByRole('heading', { name: es('Last 12 months') }));
  await expect(rich.page.getByRole('table').first()).toBeAttached();
  expect([...rich.english]).toEqual([]);
});

test('in Spanish: an admin creates a territory and settles a queue', {
  tag: ['@desktop', '@admin', '@nightly'],
}, async ({ browser }) => {
  const admin = await newPerson('Ada Admin');
  await sql`insert into private.role_grants (user_id, role) values (${admin.id}, 'admin')`;
  const text = `¿Dónde está mi lancha? ${randomUUID().slice(0, 6)}`;
  await sql`insert into public.contact_messages (name, email, message, created_at) values ('Walter', 'walter@journey.test', ${text}, '2020-01-01')`;
  const { page, english } = await inSpanish(browser, admin);
  await page.goto('/es/admin?tab=territories');
  await press(page, 'Add region');
  const form = page.locator('form').first();
  await press(form, 'Add region');
  await sees(form, 'Territory name is required');
  const name = `Lago ${randomUUID().slice(0, 6)}`;
  await form.getByLabel(es('Name'), { exact: true }).fill(name);
  await form.getByLabel(es('Description')).first().fill('Un lago entre dos volcanes.');
  const picker = form.locator('input[type=file]');
  await picker.setInputFiles({ name: 'nota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await sees(form, 'Please select an image or video file');
  await press(form, 'Remove {name}', { name: 'nota.jpg' });
  await picker.setInputFiles('public/og.jpg');
  await sees(form, 'Upload successful!');
  await press(form, 'Add region');
  await sees(page, 'Territory created successfully');
  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await press(row, 'Delete {name}', { name });
  await press(page.getByRole('alertdialog'), 'Delete');
  await sees(page, 'Territory deleted successfully');

  await page.goto('/es/admin?tab=reviews&queue=contact');
  await page.getByRole('button', { name: text }).click();
  await sees(page, 'Marked as done');
  // The audit log quotes what people wrote, in any language.
  for (const tab of ['people', 'mail', 'checks', 'limits']) {
    await page.goto(`/es/admin?tab=${tab}`);
    await opened(page);
  }
  expect([...english]).toEqual([]);
});
