import { expect } from '@playwright/test';
import { cancelBooking, leavesIn, newCashBooking } from './support/bookings.ts';
import { newGuide, newPerson, sql } from './support/fixtures.ts';
import { overflow } from './support/layout.ts';
import { signalOf } from './support/signal.ts';
import { checkInListed, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

test('a guide at the dock sees a booking appear, messages the departure, and checks a guest in', {
  tag: ['@departures', '@nightly-desktop', '@smoke'],
}, async ({ browser }) => {
  const guide = await newGuide('Rony Caal');
  const tourist = await newPerson('Anna Keller');
  const page = await signedIn(browser, guide);
  await page.goto('/guide-dashboard');
  await expect(page.getByText('No upcoming bookings.')).toBeVisible();

  const booking = await newCashBooking(tourist, guide);
  const group = page.getByRole('article', { name: booking.title });
  await expect(group).toContainText('2guests');
  await group.getByRole('button', { name: 'Show guests' }).click();
  await expect(group.getByText(/^Check-in opens on /)).toBeVisible();
  await expect(group.getByRole('button', { name: /^Check In/ })).toHaveCount(0);
  await group.getByRole('button', { name: 'Hide guests' }).click();
  await leavesIn(booking.id);
  await sql`update public.bookings set status = 'confirmed' where id = ${booking.id}`;
  await expect(page.getByRole('heading', { level: 2, name: /^Today/ })).toBeVisible();

  await test.step('the departure gets a message, and the input survives a lost connection', async () => {
    await group.getByRole('button', { name: 'Message Group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send Group Message' });
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await expect(dialog.getByText('Please enter a message')).toBeVisible();
    await dialog.getByLabel('Message').fill('The boat leaves at seven');
    await page.route('**/rpc/send_group_message', (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await expect(dialog.getByText('Failed to send message')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await group.getByRole('button', { name: 'Message Group' }).click();
    await expect(dialog.getByLabel('Message')).toHaveValue('The boat leaves at seven');
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('We sent your message to 1 booking')).toBeVisible();
    const sent = await sql`select message from public.messages where booking_id = ${booking.id}`;
    expect(sent.map(({ message }) => message)).toEqual(['The boat leaves at seven']);
  });

  await test.step('a check-in whose request is lost is stored and sent', async () => {
    // It is the next departure now, so it opened automatically.
    await expect(group.getByRole('button', { name: 'Hide guests' })).toBeVisible();
    await expect(group.getByText('2 guests', { exact: true })).toBeVisible();
    await expect(group.getByText(/^Payment pending/)).toBeVisible();
    await group.getByRole('button', { name: /^Anna Keller/ }).click();
    await expect(group.getByRole('link', { name: 'WhatsApp +502 5512 3480' })).toHaveAttribute(
      'href',
      'https://wa.me/50255123480',
    );
    await group.getByRole('button', { name: /^Anna Keller/ }).click();
    await checkInListed(page, group, 'Anna Keller', { cash: true });
  });

  await test.step('a mistaken check-in is undone, and then the guests arrive and pay', async () => {
    await group.getByRole('button', { name: 'Undo: Anna Keller' }).click();
    await expect(group.getByText('0 of 2 here')).toBeVisible();
    await group.getByRole('button', { name: /^Check in, Q.* received: Anna Keller/ }).click();
    await expect(group.getByText('2 of 2 here')).toBeVisible();
    // The list shows it before the response arrives.
    const row = () =>
      sql`select status, payment_status, check_in_status from public.bookings where id = ${booking.id}`.then(
        ([one]) => one,
      );
    await expect
      .poll(row)
      .toEqual({ status: 'checked_in', payment_status: 'completed', check_in_status: 'checked_in' });
  });

  await test.step('the tourist reads the message', async () => {
    const phone = await signedIn(browser, tourist);
    await phone.goto(booking.path);
    await expect(phone.getByText('The boat leaves at seven')).toBeVisible();
    // Notifications about open content have been read; those about the booking, the current arrival and the cash have
    // not.
    await expect(phone.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
    const unread = () =>
      sql`select 1 from public.notifications where user_id = ${tourist.id} and type = 'message' and not read`;
    await expect.poll(async () => (await unread()).length).toBe(0);
  });
});

test('a row is complete at large text sizes: it opens, and its button works', {
  tag: ['@phone', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Rony Caal');
  const booking = await newCashBooking(await newPerson('James Whitfield-Montgomery'), guide);
  await leavesIn(booking.id);
  const page = await signedIn(browser, guide);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/guide-dashboard');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.getByRole('button', { name: /^James Whitfield/ }).click();
  await expect(page.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Check In: James Whitfield-Montgomery' }).click();
  await page.getByRole('button', { name: /^Check in, not paid/ }).click();
  const count = page.getByText('2 of 2 here');
  await expect(count).toBeVisible();

  // The header has more than one row on a taller phone too. It scrolls away, and doesn't cover the count.
  await page.setViewportSize({ width: 390, height: 844 });
  await count.evaluate((line) => scrollBy(0, line.getBoundingClientRect().top - 8));
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(count).toBeInViewport();
});

test('a guide uses a month, declines a slot, and keeps the list offline', {
  tag: ['@desktop', '@departures', '@nightly'],
}, async ({ browser }) => {
  const guide = await newGuide('Elmer Tun');
  const booking = await newCashBooking(await newPerson('James Whitfield'), guide, 'Canyon walk');
  const [{ date = '' } = {}] = await sql<
    { date: string }[]
  >`select booking_date::text as date from public.bookings where id = ${booking.id}`;
  const pau = await newPerson('Pau Ferrer');
  const left = await newCashBooking(pau, guide, 'Night walk');
  const page = await signedIn(browser, guide);
  const signal = await signalOf(page);
  await page.goto(`/guide-dashboard?day=${date}`);
  const group = page.getByRole('article', { name: booking.title });
  await expect(group).toBeVisible();
  await expect(page.getByRole('button', { name: /, 2 bookings$/ })).toBeVisible();
  // The list of all days shows the same two, once loaded.
  const allDays = page.waitForResponse('**/rpc/day_departures');
  await page.getByRole('button', { name: /, 2 bookings$/ }).click();
  await allDays;
  await expect(page).toHaveURL(/\/guide-dashboard$/);

  await test.step('offline the list stays and shows its age, and what was missed appears afterwards', async () => {
    await signal.lose();
    await expect(page.getByText(/We'll update it when you're back online/)).toBeVisible();
    await expect(group).toBeVisible();
    const missed = await newCashBooking(await newPerson('Lena Vogt'), guide, 'Cave swim');
    await cancelBooking(pau, left.id);
    await signal.find();
    const swim = page.getByRole('article', { name: missed.title });
    await expect(swim).toBeVisible();
    await expect(page.getByRole('article', { name: left.title })).toBeHidden();
    await expect(page.getByText(/We'll update it when you're back online/)).toBeHidden();
    // The old connection is dead, and this arrives over a new one.
    await sql`update public.bookings set status = 'checked_in', check_in_status = 'checked_in' where id = ${missed.id}`;
    await expect(swim).toContainText('2 of 2 here');
  });

  await page.getByRole('tab', { name: /Time Slots/ }).click();
  const slots = page.getByRole('region', { name: booking.title });
  await expect(slots).toContainText('You lead this trip');
  await slots.getByRole('button', { name: /^Accept/ }).click();
  await expect(page.getByText('Time slot accepted successfully')).toBeVisible();
  await page.route('**/guide_timeslot_responses*', (route) => route.abort(), { times: 1 });
  await slots.getByRole('button', { name: /^Decline (?!a date)/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByText('Failed to update response. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Time slot declined successfully')).toBeVisible();
  await expect(slots).toContainText('No guide');
  await page.getByRole('tab', { name: 'Upcoming Bookings' }).click();
  await expect(page.getByRole('article', { name: /^Cave swim/ })).toBeVisible();
  await expect(group).toBeHidden();
});
