import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newCashBooking } from './support/bookings.ts';
import { newGuide, newPerson, sql } from './support/fixtures.ts';
import { scrollTo, signedIn } from './support/steps.ts';
import { newTerritory } from './support/territory.ts';
import { test } from './support/test.ts';

// People can edit and delete what they wrote.

const menu = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test("a review is edited from the ticket, marked below its reply, and deleted on the service's page", {
  tag: ['@phone', '@catalogue', '@nightly'],
}, async ({ browser }) => {
  const [tourist, guide] = await Promise.all([newPerson('Iris Blom'), newGuide('Mateo Pop')]);
  const { id, title } = await newCashBooking(tourist, guide, `Fern walk ${randomUUID().slice(0, 6)}`);
  const [booking] = await sql<{ service_id: string }[]>`
    update public.bookings set check_in_status = 'checked_in', status = 'checked_in', checked_in_at = now() where id = ${id}
    returning service_id`;
  await sql`insert into public.reviews (booking_id, service_id, kind, territory_id, author_id, rating, text, reply, replied_by, replied_at)
    values (${id}, ${booking?.service_id ?? ''}, 'experience', 'rio-dulce', ${tourist.id}, 2, 'Too many ferns.', 'We are sorry.', ${guide.id}, now())`;
  const page = await signedIn(browser, tourist);
  await page.goto('/bookings');
  await page.getByRole('button', { name: `Edit your review of ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^5 stars/ }).check({ force: true });
  await dialog.getByLabel('Your review').fill('Never enough ferns.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/experiences/${booking?.service_id}`);
  await scrollTo(page.getByRole('heading', { name: 'Reviews' }));
  const review = page.getByRole('listitem').filter({ hasText: 'Never enough ferns.' });
  await expect(review.getByText('edited', { exact: true })).toBeVisible();
  await expect(review.getByText('The review was edited after this reply.')).toBeVisible();
  await expect(page.getByText('Too many ferns.')).toBeHidden();

  await menu(page, 'Actions for the review by Iris Blom', 'Delete review');
  const question = page.getByRole('alertdialog', { name: 'Delete your review?' });
  await question.getByRole('button', { name: 'Delete review' }).click();
  await expect(review).toBeHidden();
  await page.goto('/bookings');
  await expect(page.getByRole('link', { name: `Message about ${title}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Write a review of ${title}` })).toBeHidden();
});

test('a board message is edited in its place, and leaves a placeholder above the answers of others', {
  tag: ['@phone', '@messaging', '@nightly'],
}, async ({ browser }) => {
  const key = randomUUID().slice(0, 6);
  // Uses a separate board, because messages that others post at the same time would move this one away from its
  // menu.
  const territory = await newTerritory('Own Words');
  const [author, other] = await Promise.all([newPerson(`Nora ${key}`), newPerson('Otto Che')]);
  const text = `Who sails on Friday? ${key}`;
  const [message] = await sql<{ id: string }[]>`
    insert into public.territory_messages (territory_id, user_id, message) values (${territory.id}, ${author.id}, ${text}) returning id`;
  const [page, reader] = await Promise.all([signedIn(browser, author), signedIn(browser, other)]);
  for (const one of [page, reader]) {
    await one.goto(`/territories/${territory.id}`);
    await scrollTo(one.locator('#board'));
    await expect(one.getByText(text)).toBeVisible();
  }
  await menu(page, `Actions for Nora ${key}'s message`, 'Edit message');
  const field = page.getByLabel('Your message', { exact: true });
  await expect(field).toBeFocused();
  await field.fill(`${text} And Saturday?`);
  await page.getByRole('button', { name: 'Save' }).click();
  const edited = page.getByRole('article').filter({ hasText: `${text} And Saturday?` });
  await expect(edited.getByText('edited', { exact: true })).toBeVisible();
  // Open boards show it without a reload.
  await expect(reader.getByText(`${text} And Saturday?`)).toBeVisible();

  await sql`insert into public.territory_messages (territory_id, user_id, parent_id, message)
    values (${territory.id}, ${other.id}, ${message?.id ?? ''}, 'I do')`;
  await menu(page, `Actions for Nora ${key}'s message`, 'Delete message');
  const question = page.getByRole('alertdialog', { name: 'Delete your message?' });
  await question.getByRole('button', { name: 'Delete message' }).click();
  await expect(edited).toBeHidden();
  const board = reader.locator('#board');
  await expect(board.getByText(text)).toBeHidden();
  await expect(board.getByText('Deleted by its author').first()).toBeVisible();
});
