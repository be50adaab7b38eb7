import { expect, type Page } from '@playwright/test';
import { newGuide, sql } from './support/fixtures.ts';
import { acceptWaiver, fillForm, openForm, pressBlocked, signedIn, ticketAddress } from './support/steps.ts';
import { test } from './support/test.ts';

/** Returns a page of a passport, drawn by the browser itself. */
async function photo(page: Page, text: string): Promise<Buffer> {
  const base64 = await page.evaluate((words) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    canvas.getContext('2d')?.fillText(words, 40, 40);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  }, text);
  return Buffer.from(base64, 'base64');
}

test('a party of three sends two passports, the guide opens each, and one is withdrawn', {
  tag: ['@phone', '@booking', '@dock', '@check-in'],
}, async ({ browser }) => {
  const guide = await newGuide('Delia Cuz');
  const options = { title: 'Border walk', guide, cash: true, passport: true };
  const { experience, tourist, page, form } = await openForm(browser, options, 'Noor Haddad');
  await fillForm(form, 3);
  const send = async (name: string, button: string) => {
    const chooser = page.waitForEvent('filechooser');
    await form.getByRole('button', { name: button }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer: await photo(page, name) });
    await expect(form.getByText(name)).toBeVisible();
  };
  await send('noor.jpg', 'Choose photo');
  await expect(form.getByText('Passport 2 of 3, if you have it with you.')).toBeVisible();
  await send('sami.jpg', 'Choose photo');

  await form.getByRole('radio', { name: /cash/i }).check();
  const book = form.getByRole('button', { name: 'Book and pay in cash' });
  await pressBlocked(book);
  await acceptWaiver(page);
  await book.click();
  await expect(form.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  const ticket = page.getByRole('article', { name: experience.title });
  await expect(ticket.getByText('2 passport photos stored.')).toBeVisible();
  const [booking] = await sql<{ id: string }[]>`select id from public.bookings where tourist_id = ${tourist.id}`;

  const work = await signedIn(browser, guide);
  const address = await ticketAddress(page, booking?.id ?? '');
  await work.goto(address);
  await expect(work.getByText('2 of 3 passports')).toBeVisible();
  for (const place of [1, 2]) {
    await work.getByRole('button', { name: `View passport ${place}` }).click();
    await expect(work.getByRole('img', { name: "Guest's passport" })).toBeVisible();
    await work.keyboard.press('Escape');
  }

  await ticket.getByRole('button', { name: /^Delete photo of passport 1/ }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Delete photo' })
    .click();
  await expect(ticket.getByText('1 passport photo stored.')).toBeVisible();
  await work.goto(address);
  await expect(work.getByText('1 of 3 passports')).toBeVisible();
  const looked = await sql<{ place: string }[]>`select distinct detail ->> 'passport' as place from public.audit_log
    where action = 'passport_opened' and actor_id = ${guide.id} order by place`;
  expect(looked.map(({ place }) => place)).toEqual(['1', '2']);
});
