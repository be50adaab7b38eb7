import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import ICAL from 'ical.js';
import { waiverVersion } from '../../src/features/booking/waiver/version.ts';
import { leavesIn, newCashBooking } from './support/bookings.ts';
import { wasThere } from './support/departures.ts';
import { newGuide, newPerson, type Person, seatsOf, sql } from './support/fixtures.ts';
import { cards, continueToCard, fillForm, openForm, payWith, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

const ticket = (page: Page, title: string) => page.getByRole('article', { name: title });

test('a paid booking is added to the calendar, has a receipt, and is cancelled although the response is lost', {
  tag: ['@desktop', '@booking', '@tickets', '@smoke'],
}, async ({ browser }) => {
  const { experience, tourist, page, form } = await openForm(browser, { title: 'Castle walk' }, 'Nora Lind');
  await expect(
    page.getByText('Free cancellation until 3 days before the start', { exact: false }).first(),
  ).toBeVisible();
  await fillForm(form);
  await continueToCard(page, form);
  await payWith(form, cards.good);
  await expect(form.getByRole('link', { name: 'View My Bookings' })).toBeVisible();
  // Ten days ahead, the refund is complete at any hour of the test run.
  await sql`update public.departures set service_date = current_date + 10 where service_id = ${experience.id}`;
  const [booking] = await sql<{ id: string; date: string }[]>`
    update public.bookings set booking_date = current_date + 10 where tourist_id = ${tourist.id}
    returning id, booking_date::text as date`;
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  const own = ticket(page, experience.title);

  await test.step('large, the ticket is white in the dark theme too', async () => {
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await own.getByRole('button', { name: 'Enlarge ticket' }).click();
    const large = page.getByRole('dialog', { name: experience.title });
    await expect(large).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.documentElement.classList.remove('dark'));
  });

  const download = page.waitForEvent('download');
  await own.getByRole('button', { name: /^Add to calendar/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^castle-walk-.*\.ics$/);
  const calendar = new ICAL.Component(ICAL.parse(await readFile(await file.path(), 'utf8')));
  const entry = calendar.getFirstSubcomponent('vevent');
  expect(entry?.getFirstPropertyValue('uid')).toBe(`experience-${booking?.id}@territorio`);
  expect(String(entry?.getFirstPropertyValue('dtstart'))).toBe(`${booking?.date}T15:00:00Z`);

  await own.getByRole('link', { name: /^Receipt/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Paid by card/ })).toContainText('Q770.00');
  await page.goBack();

  await own.getByRole('button', { name: /^Cancel/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog).toContainText('Your refundQ770.00');
  // The booking is cancelled, and the response is lost.
  await page.route(
    '**/rpc/cancel_booking',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(dialog.getByText(/nothing is cancelled or refunded twice/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const done = page.getByRole('dialog', { name: 'Your booking is cancelled' });
  await expect(done).toContainText("We're refunding Q770.00 to your card");
  await done.getByRole('button', { name: 'Done' }).click();
  // Stripe's response arrives through the webhook.
  await expect(own.getByText('Q770.00 refunded')).toBeVisible();
  expect(await seatsOf(experience)).toEqual({ held: 0, sold: 0 });
});

/** Returns a photo with EXIF data, including its place. */
async function cameraPhoto(page: Page): Promise<Buffer> {
  const jpeg = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 64, height: 48 });
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  const exif = Buffer.from('Exif\0\0GPS 15.6583 -88.9928', 'latin1');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const bytes = Buffer.from(jpeg);
  return Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, bytes.subarray(2)]);
}

test('a guest reviews the trip with a photo, the card counts it, and the guide replies', {
  tag: ['@desktop', '@catalogue', '@nightly'],
}, async ({ browser }) => {
  const [tourist, guide] = await Promise.all([newPerson('Iris Blom'), newGuide('Mateo Pop')]);
  const { id, title } = await newCashBooking(tourist, guide, 'Waterfall day');
  const [booking] = await wasThere(id);
  const page = await signedIn(browser, tourist);
  await page.goto('/bookings');
  await ticket(page, title)
    .getByRole('button', { name: /^Write a review/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'How was it?' });
  await dialog.getByRole('button', { name: 'Publish review' }).click();
  await expect(dialog.getByText('Please choose a rating from 1 to 5')).toBeVisible();
  await dialog.getByRole('radio', { name: /^1 star/ }).focus();
  for (let n = 1; n < 4; n += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: /^4 stars/ })).toBeChecked();
  await dialog.getByLabel('Your review').fill('Warm water under cold rain.');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'IMG_0001.jpg',
    mimeType: 'image/jpeg',
    buffer: await cameraPhoto(page),
  });
  await expect(dialog.getByText('Photo added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish review' }).click();
  await expect(dialog).toBeHidden();
  await expect(ticket(page, title).getByRole('button', { name: /^Write a review/ })).toBeHidden();

  await page.goto('/territories/rio-dulce');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
  // Built data is refetched for visitors.
  await page.locator('#experiences').evaluate((section) => section.scrollIntoView());
  await expect(card.getByText('Rated 4.0 of 5')).toBeAttached();
  await expect(card.getByText('(1)')).toBeVisible();

  const host = await signedIn(browser, guide);
  await host.goto(`/experiences/${booking?.service_id}`);
  await host.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded();
  const review = host.getByRole('listitem').filter({ hasText: 'Warm water under cold rain.' });
  const photo = review.getByRole('button', { name: 'Photo 1 by Iris Blom' }).getByRole('presentation');
  const stored = await host.request.get((await photo.getAttribute('src')) ?? '');
  expect((await stored.body()).toString('latin1')).toMatch(/^RIFF(?!.*(Exif|GPS))/s);
  await review.getByRole('button', { name: 'Reply to Iris Blom' }).click();
  await review.getByLabel('Your reply to Iris Blom').fill('It rains for you again in June.');
  await review.getByRole('button', { name: 'Publish reply' }).click();
  await expect(review.getByText("Operator's reply")).toBeVisible();
  await page.goto(`/experiences/${booking?.service_id}`);
  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('It rains for you again in June.')).toBeVisible();
});

/** Creates a paid seat on its own shuttle, booked by the checkout functions and paid without the card form. */
async function newRide(tourist: Person): Promise<{ title: string; address: string }> {
  const title = `Canyon shuttle ${randomUUID().slice(0, 6)}`;
  const [transport] = await sql<{ id: string }[]>`
    insert into public.territory_transports (territory_id, transport_type_id, title, description, shared_price, pickup_location,
      departure_time, duration_hours)
    values ('rio-dulce', 'shuttle', ${title}, 'An hour by van.', 200, 'The dock', '13:30', 1) returning id`;
  const wish = {
    idempotency_key: randomUUID(),
    kind: 'transport',
    service_id: transport?.id ?? '',
    service_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    booking_type: 'shared',
    num_people: 1,
    payment_method: 'card',
    whatsapp_number: '+50255123480',
    country: 'DE',
    waiver_version: waiverVersion,
    passenger_details: [{ name: tourist.fullName, email: tourist.email, whatsapp: '+50255123480', country: 'DE' }],
  };
  const booking = await sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: tourist.id, role: 'authenticated' })}, true)`;
    const [hold] = await as<{ id: string }[]>`select public.create_hold(${as.json(wish)}) ->> 'hold_id' as id`;
    const [made] = await as<{ id: string }[]>`select private.consume_hold(${hold?.id ?? ''}) as id`;
    await as`select private.booking_paid(${made?.id ?? ''})`;
    const [code] = await as<{ code: string }[]>`
      select code from public.booking_codes where booking_id = ${made?.id ?? ''}`;
    return { id: made?.id ?? '', code: code?.code };
  });
  await leavesIn(booking.id);
  return { title, address: `/check-in/${booking.id}?code=${booking.code}` };
}

async function newShuttleManager(fullName: string): Promise<Person> {
  const person = await newPerson(fullName);
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, 'shuttle_manager', 'rio-dulce')`;
  return person;
}

test('two phones at one van: one checks the passenger in, and the other is told', {
  tag: ['@desktop', '@departures', '@nightly'],
}, async ({ browser }) => {
  const [tourist, manager, helper] = await Promise.all([
    newPerson('Lea Horn'),
    newShuttleManager('Otto Che'),
    newShuttleManager('Rita Coc'),
  ]);
  const { title, address } = await newRide(tourist);
  const [first, second] = await Promise.all([signedIn(browser, manager), signedIn(browser, helper)]);
  for (const phone of [first, second]) {
    await phone.goto(address);
    await expect(phone.getByRole('heading', { name: 'Valid ticket' })).toBeVisible();
    await expect(phone.getByText(title)).toBeVisible();
  }
  await first.getByRole('button', { name: 'Check In' }).click();
  await expect(first.getByText('Success! Passenger status has been updated.')).toBeVisible();
  await second.getByRole('button', { name: 'Check In' }).click();
  await expect(second.getByRole('heading', { name: 'Already checked in' })).toBeVisible();
  // Continues to the manager's own dashboard.
  await expect(first).toHaveURL(/\/(shuttle-manager-dashboard)?$/);
  const events = await sql`
    select 1 from public.booking_events e join public.bookings b on b.id = e.booking_id
     where b.tourist_id = ${tourist.id} and e.to_status = 'checked_in'`;
  expect(events).toHaveLength(1);
});
