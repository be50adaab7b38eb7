import { expect } from '@playwright/test';
import { bookInCash } from './support/bookings.ts';
import { letHoldsExpire, newExperience, newPerson, seatsOf, sql } from './support/fixtures.ts';
import {
  acceptWaiver,
  cards,
  continueButton,
  continueToCard,
  fillForm,
  logIn,
  openCardForm,
  openExperience,
  openForm,
  payAndBook,
  payWith,
  pressBlocked,
  pressContinue,
  signedIn,
} from './support/steps.ts';
import { test } from './support/test.ts';

test('a declined card is reported, keeps the seats, and another card pays', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, form } = await openCardForm(browser, { title: 'Mangrove kayak' }, 'James Doyle');

  await payWith(form, cards.declined);
  await expect(form.getByRole('alert')).toContainText(/declined/i);
  await expect(form.getByText("We haven't charged you, and we're still holding your seats.")).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 2, sold: 0 });

  await payAndBook(form);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });
});

test('seats sold between form and payment are reported, nothing is held, and the form is kept', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const experience = await newExperience({ title: 'Small boat', spots: 2 });
  const [slow, quick] = await Promise.all([newPerson('Slow Tourist'), newPerson('Quick Tourist')]);
  const slowPage = await signedIn(browser, slow);
  const slowForm = await openExperience(slowPage, experience);
  await fillForm(slowForm);

  const quickPage = await signedIn(browser, quick);
  const quickForm = await openExperience(quickPage, experience);
  await fillForm(quickForm);
  await continueToCard(quickPage, quickForm);

  await pressBlocked(continueButton(slowForm));
  await acceptWaiver(slowPage);
  await continueButton(slowForm).click();
  await expect(slowForm.getByText(/There aren't enough seats left on this trip/)).toBeVisible();
  await expect(slowForm.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');

  await payAndBook(quickForm);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });
});

test('an expired hold releases its seats, and one button holds them again', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, tourist, page, form } = await openCardForm(browser, { title: 'Waterfall' }, 'Late Payer');

  await letHoldsExpire(tourist);
  await expect.poll(() => seatsOf(experience)).toEqual({ held: 0, sold: 0 });
  await page.reload();
  await expect(form.getByText('Your time to pay has run out')).toBeVisible();
  await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');

  await continueToCard(page, form);
  await payAndBook(form);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });
});

test('Back on the card step leads to the details: the seats stay held, nothing looks full, and the change is one step', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, page, form } = await openCardForm(browser, { title: 'Two seats', spots: 2 }, 'Changing Cleo');
  await page.goBack();
  await expect(form.getByText("We'll keep holding your seats while you change your details.")).toBeVisible();
  await expect(form.getByText(/^Full$|Not enough seats left/)).toHaveCount(0);
  await expect(form.getByRole('spinbutton', { name: 'Number of people' })).toHaveAttribute('aria-valuenow', '2');
  expect(await seatsOf(experience)).toEqual({ held: 2, sold: 0 });
  await form.getByRole('button', { name: 'Fewer people' }).click();
  await continueButton(form).click();
  await expect(form.getByLabel('Card number')).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 1, sold: 0 });
  await form.getByRole('button', { name: 'Change details' }).click();
  await continueButton(form).click();
  await payAndBook(form);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 1 });
});

test('a second tab takes over what the first one holds, and both show it', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, page, form } = await openCardForm(browser, { title: 'Two tabs' }, 'Tabbing Tim');
  const second = await page.context().newPage();
  const secondForm = await openExperience(second, experience);
  await fillForm(secondForm);
  await continueToCard(second, secondForm);
  await expect(secondForm.getByText(/already holding seats on this trip in another tab/)).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 2, sold: 0 });
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(form.getByText(/You continued in another tab/)).toBeVisible();
  await payAndBook(secondForm);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });
});

test('cash that others have used up is disabled before anything is filled in, and the card is selected', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const experience = await newExperience({ title: 'Cash boat', spots: 2, cash: true });
  const [day] = await sql<{ day: string }[]>`select ((now() at time zone 'America/Guatemala')::date + 1)::text as day`;
  await bookInCash(await newPerson('Quick Cash'), experience, { service_date: day?.day, num_people: 1 });
  const page = await signedIn(browser, await newPerson('Late Cash'));
  const form = await openExperience(page, experience);
  await form.getByRole('radio', { name: /AM|PM/ }).first().check();
  await expect(
    form.getByText('There are no seats left to pay for in cash on this trip. Please pay by card.'),
  ).toBeVisible();
  await expect(form.getByRole('radio', { name: /Cash/ })).toBeDisabled();
  await expect(form.getByRole('radio', { name: /Card/ })).toBeChecked();
});

/** Ages the person's holds, as if they had held seats for that long until five minutes ago, and never paid. */
const keptWithoutPaying = (tourist: { id: string }, minutes: number) => sql`
  update private.holds set created_at = now() - ${minutes + 5} * interval '1 minute', expires_at = now() - interval '5 minutes'
  where user_id = ${tourist.id} and state = 'held'`;

test('a departure blocked by abandoned holds is reported, and the guest who pays gets the seats', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, tourist, page, form } = await openCardForm(browser, { title: 'Canyon' }, 'Empty Promise');
  await keptWithoutPaying(tourist, 20 * 60);
  await expect.poll(() => seatsOf(experience)).toEqual({ held: 0, sold: 0 });
  await page.reload();
  await continueToCard(page, form);
  await expect(form.getByText("We can't hold seats on this departure while you pay")).toBeVisible();
  await expect(form.getByRole('timer')).toHaveCount(0);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 0 });
  await payAndBook(form);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });
});

test('a guest who held seats twice without paying waits, and sees how long', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, tourist, page, form } = await openCardForm(browser, { title: 'Old bridge' }, 'Waiting Wanda');
  await keptWithoutPaying(tourist, 30);
  await expect.poll(() => seatsOf(experience)).toEqual({ held: 0, sold: 0 });
  await page.reload();
  await pressContinue(page, form);
  await expect(form.getByText(/You can hold seats again in 5 min\./)).toBeVisible();
  await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 0 });
});

test('a reload at the card form continues with the same hold', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, tourist, page, form } = await openCardForm(browser, { title: 'Night sky' }, 'Reloading Rosa');
  await page.reload();
  await expect(form.getByLabel('Card number')).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 2, sold: 0 });
  await payAndBook(form);
  const rows = await sql`select 1 from private.holds where user_id = ${tourist.id}`;
  expect(rows).toHaveLength(1);
});

test('the network fails while the payment is confirmed, and the booking appears once online', {
  tag: ['@phone', '@booking', '@checkout'],
}, async ({ browser }) => {
  const { tourist, page, form } = await openCardForm(browser, { title: 'Sunset sail' }, 'Dock Side');

  let lost = 0;
  await page.route('**/functions/v1/confirm-payment', (route) => {
    lost += 1;
    return lost <= 2 ? route.abort('internetdisconnected') : route.continue();
  });
  await payAndBook(form, { timeout: 30_000 });
  expect(lost).toBeGreaterThan(1);
  const bookings = await sql`select 1 from public.bookings where tourist_id = ${tourist.id}`;
  expect(bookings).toHaveLength(1);
});

test('a session ends during the checkout, and the form and the seats are still there after signing in', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { experience, tourist, page, form } = await openCardForm(
    browser,
    { title: 'Coffee morning' },
    'Expired Session',
  );
  expect(await seatsOf(experience)).toEqual({ held: 2, sold: 0 });

  await page.evaluate(() => localStorage.removeItem('territorio-auth'));
  await page.reload();
  await form.getByRole('link', { name: 'Sign In' }).first().click();
  await logIn(page, tourist);
  await expect(form.getByLabel('Card number')).toBeVisible();
  await payAndBook(form);
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 2 });
});

test('two clicks on the pay button make one booking and one charge', {
  tag: ['@phone', '@booking', '@checkout', '@nightly'],
}, async ({ browser }) => {
  const { tourist, page, form } = await openForm(browser, { title: 'Bird walk' }, 'Double Click');
  await fillForm(form);
  await pressBlocked(continueButton(form));
  await acceptWaiver(page);
  await continueButton(form).dblclick();
  await form.getByLabel('Card number').fill(cards.good);
  await form.getByLabel('Expiration date').fill('12 / 34');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: /^Pay Q/ }).dblclick();
  await expect(form.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();
  const [made] = await sql<{ holds: number; payments: number; bookings: number }[]>`
    select (select count(*)::int from private.holds where user_id = ${tourist.id}) holds,
      (select count(*)::int from private.charges p join private.holds h on h.id = p.hold_id where h.user_id = ${tourist.id}) payments,
      (select count(*)::int from public.bookings where tourist_id = ${tourist.id}) bookings`;
  expect(made).toEqual({ holds: 1, payments: 1, bookings: 1 });
});
