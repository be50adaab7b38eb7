import { expect } from '@playwright/test';
import { cancelBooking, newCardBooking } from './support/bookings.ts';
import { newExperience, newGuide, newPerson, newTeam, sql } from './support/fixtures.ts';
import { linkFromInbox } from './support/inbox.ts';
import { overflow } from './support/layout.ts';
import { continueToCard, panel, payAndBook, scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

/** The date of bookInCash. */
const DATE = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

test('a guest on the waitlist of a full boat is offered the seats of a cancelled booking, and books them with a tap', {
  tag: ['@phone', '@booking', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Elmer Lleno');
  const experience = await newExperience({ title: 'Lancha llena', guide, spots: 2 });
  const before = await newPerson('Emma Primera');
  const booking = await newCardBooking(before, experience.title);
  const anna = await newPerson('Anna Espera');

  const page = await signedIn(browser, anna);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/experiences/${experience.id}?date=${DATE}&people=2#book`);
  const form = panel(page);
  const wish = form.getByRole('button', { name: 'Notify me when 2 seats open up' });
  await scrollTo(wish);
  await wish.click();
  await expect(form.getByText("You're number 1 on the waitlist for 2 seats.")).toBeVisible();

  const own = await signedIn(browser, anna);
  await own.goto('/bookings');
  await expect(own.getByRole('article', { name: `Waitlist: ${experience.title}` })).toContainText('number 1');

  await test.step('the guide sees the waitlist', async () => {
    const day = await signedIn(browser, guide);
    await day.goto('/guide-dashboard');
    await day.getByRole('button', { name: 'Waitlist: 2 seats' }).click();
    const list = day.getByRole('dialog', { name: 'Waitlist' });
    await expect(list.getByRole('listitem')).toContainText('Anna Espera');
    await expect(list.getByRole('button', { name: /Raise the capacity/ })).toHaveCount(0);
  });

  await test.step("a guest cancels, and the waiting guest's page shows the seats without a reload", async () => {
    await cancelBooking(before, booking);
    await expect(own.getByRole('article', { name: `Seats for you: ${experience.title}` })).toContainText(
      /holding your seats for 1:59/,
    );
    // Checked with enlarged text on a small phone too.
    await own.setViewportSize({ width: 320, height: 640 });
    await own.addStyleTag({ content: 'html { font-size: 200% }' });
    expect(await overflow(own)).toBe(0);
  });

  await test.step('nobody else gets the seats', async () => {
    await expect(newCardBooking(await newPerson('Otto Schnell'), experience.title)).rejects.toThrow(/sold_out/);
  });

  await test.step('the email leads to the filled form', async () => {
    const link = new URL(await linkFromInbox(anna.email, /href="([^"]*\/experiences\/[^"]*#book)"/));
    await page.goto(link.pathname + link.search + link.hash);
    await scrollTo(form);
    await expect(form.getByText(/We're holding your seats for/)).toBeVisible();
    await expect(form.getByRole('spinbutton', { name: 'Number of people' })).toHaveAttribute('aria-valuenow', '2');
    await form.getByLabel('WhatsApp number').fill('+502 5512 3480');
    await form.getByLabel('Country of origin').selectOption({ label: 'Germany' });
    await continueToCard(page, form);
    await payAndBook(form);
    await expect(own.getByRole('article', { name: experience.title, exact: true })).toContainText('Paid');
    await expect(own.getByRole('article', { name: /Seats for you/ })).toHaveCount(0);
  });
});

test('the desk adds the seats that people wait for, and they are notified', {
  tag: ['@desktop', '@departures', '@nightly'],
}, async ({ browser }) => {
  const { manager, territoryId } = await newTeam();
  const experience = await newExperience({
    title: 'Cueva llena',
    guide: await newGuide('Elmer Caal', territoryId),
    spots: 2,
  });
  await sql`update public.experiences set territory_id = ${territoryId} where id = ${experience.id}`;
  await sql`update public.territories set visible = true where id = ${territoryId}`;
  await newCardBooking(await newPerson('Emma Primera'), experience.title);
  const anna = await newPerson('Anna Espera');
  const own = await signedIn(browser, anna);
  await own.goto(`/experiences/${experience.id}?date=${DATE}&people=1#book`);
  const form = panel(own);
  await scrollTo(form);
  await form.getByRole('button', { name: 'Notify me when 1 seat opens up' }).click();
  await expect(form.getByText("You're number 1 on the waitlist for 1 seat.")).toBeVisible();

  const page = await signedIn(browser, manager);
  await page.goto(`/territory-bookings?view=week&week=${DATE}&day=${DATE}`);
  await page.getByRole('button', { name: new RegExp(`9:00 AM, ${experience.title}: 2 of 2`) }).click();
  await page.getByRole('button', { name: 'Waitlist: 1 seat' }).click();
  const list = page.getByRole('dialog', { name: 'Waitlist' });
  await expect(list.getByRole('listitem')).toContainText('Anna Espera');
  await list.getByRole('button', { name: 'Raise the capacity for 1 seat' }).click();
  await expect(list.getByRole('listitem')).toContainText('offered until');
  await expect(list.getByRole('button', { name: /Raise the capacity/ })).toHaveCount(0);
  await expect(form.getByText(/We're holding your seats for/)).toBeVisible();
  await sql`update public.territories set visible = false where id = ${territoryId}`;
});
