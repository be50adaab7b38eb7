import { type Browser, expect, type Page } from '@playwright/test';
import { cards, continueToCard, fillForm, openExperience, payWith, signedIn, ticketAddress } from './support/steps.ts';
import { test } from './support/test.ts';
import { newExperience, newGuide, newPerson, sql } from './support/world.ts';

async function paidTicket(
  browser: Browser,
): Promise<{ page: Page; address: string; guide: Awaited<ReturnType<typeof newGuide>> }> {
  const guide = await newGuide('Rony Caal');
  const experience = await newExperience({ title: 'River run', guide });
  const tourist = await newPerson('Lucia Vega');
  const page = await signedIn(browser, tourist);
  const form = await openExperience(page, experience);
  await fillForm(form);
  await continueToCard(page, form);
  await payWith(form, cards.good);
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  await expect(page.getByRole('article', { name: experience.title })).toBeVisible();
  const [booking] = await sql<{ id: string }[]>`select id from public.bookings where tourist_id = ${tourist.id}`;
  return { page, address: await ticketAddress(page, booking?.id ?? ''), guide };
}

test('only the guide of the experience, with the right code, gets to check in', async ({ browser, page }) => {
  const { address, guide } = await paidTicket(browser);
  const wrongCode = address.replace(/code=.*/, `code=${'0'.repeat(32)}`);

  await test.step('a guest is asked to log in', async () => {
    await page.goto(address);
    await expect(page.getByText('Authentication Required: Please log in to check in passengers.')).toBeVisible();
    await expect(page.getByText('Lucia Vega')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  });
  await test.step('a tourist may not', async () => {
    const tourist = await signedIn(browser, await newPerson('Nosy Neighbour'));
    await tourist.goto(address);
    await expect(tourist.getByText('You do not have permission to check in passengers')).toBeVisible();
  });
  await test.step('another guide is not assigned', async () => {
    const other = await signedIn(browser, await newGuide('Elmer Tun'));
    await other.goto(address);
    await expect(other.getByText('You are not assigned to this experience')).toBeVisible();
  });
  await test.step('a wrong code is refused', async () => {
    const own = await signedIn(browser, guide);
    await own.goto(wrongCode);
    await expect(own.getByText('Invalid check-in code')).toBeVisible();
    await own.goto(address);
    await own.getByRole('button', { name: 'Mark as No Show' }).click();
    await own.getByRole('button', { name: 'Yes, mark as no show' }).click();
    await expect(own.getByText('Success! Passenger status has been updated.')).toBeVisible();
    // The page moves on after two seconds; the ticket itself now says what happened.
    await own.waitForURL((url) => !url.pathname.startsWith('/check-in'));
    await own.goto(address);
    await expect(own.getByRole('heading', { name: 'Marked as no show' })).toBeVisible();
  });
});

test('a link without a code, or to no booking, explains itself', async ({ browser }) => {
  const page = await signedIn(browser, await newGuide('Lost Link'));
  await page.goto('/check-in/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Invalid check-in link' })).toBeVisible();
});
