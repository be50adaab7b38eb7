import { expect } from '@playwright/test';
import { newPerson, sql } from './support/fixtures.ts';
import { acceptWaiver, continueButton, logIn, payAndBook, pressBlocked, scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';
import {
  continueToCard,
  fillForm,
  inDays,
  namePassenger,
  newTerritory,
  newTransport,
  panel,
  seatsOf,
  titles,
  withFilters,
  withSearch,
} from './support/transport.ts';

test('a guest finds a shuttle by the filters and pays for two', {
  tag: ['@booking', '@checkout', '@catalogue', '@nightly'],
}, async ({ page }) => {
  const territory = await newTerritory('Shuttle Valley');
  const shuttle = await newTransport(territory, { title: 'Shuttle to Flores' });
  await newTransport(territory, { title: 'Slow boat', type: 'boat' });
  await newTransport(territory, { title: 'Dear shuttle', price: 900 });
  await sql`update public.territory_transports set destination_territory_id = 'peten' where id = ${shuttle.id}`;
  const tourist = await newPerson('Anna Berg');

  await page.goto('/transport');
  await withFilters(page, async (filters) => {
    await filters.getByLabel('Departure region').selectOption({ label: territory.name });
    await filters.getByLabel('Shuttle').check();
    await filters.getByLabel('Highest price').fill('300');
  });
  await expect(titles(page)).toHaveText([shuttle.title]);
  await expect(page).toHaveURL(/max=300/);
  await page.reload();
  await expect(titles(page)).toHaveText([shuttle.title]);
  await page.getByRole('link', { name: shuttle.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: shuttle.title })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('From Q200.00 per person')).toBeVisible();
  await expect(main.getByText('4 h 30 min')).toBeVisible();
  await expect(main.getByRole('link', { name: 'View on Google Maps' })).toHaveAttribute(
    'href',
    'https://maps.example/market-gate',
  );

  const form = panel(page);
  await scrollTo(form);
  await fillForm(form, 2);
  await namePassenger(form, 2, 'Theo Berg');
  await form.getByRole('link', { name: 'Sign In' }).click();
  await logIn(page, tourist);
  await expect(page).toHaveURL(new RegExp(`/transport/${shuttle.id}`));
  // The typed text is back. The first passenger is now the booker, and the second is kept.
  await expect(form.getByRole('button', { name: /Anna Berg/ })).toBeVisible();
  await form.getByRole('button', { name: 'Fewer people' }).click();
  await expect(form.getByText('Theo Berg')).toBeHidden();
  await form.getByRole('button', { name: 'More people' }).click();

  await continueToCard(page, form);
  await payAndBook(form);

  // The booking is confirmed once the card is authorised. The capture follows immediately.
  const booking = async () => {
    const [row] = await sql`
    select status, payment_status, total_price, array(select p ->> 'name' from jsonb_array_elements(passenger_details) p) names
      from public.bookings where tourist_id = ${tourist.id}`;
    return row;
  };
  await expect.poll(booking).toEqual({
    status: 'paid',
    payment_status: 'completed',
    total_price: '400.00',
    names: ['Anna Berg', 'Theo Berg'],
  });
  expect(await seatsOf(shuttle)).toEqual({ held: 0, sold: 2 });
  // They leave tomorrow. The return trip is searched from there, for both, on the day after.
  const back = `/transport?region=peten&to=${territory.id}&date=${inDays(2)}&people=2`;
  await expect(form.getByRole('link', { name: 'Return trip' })).toHaveAttribute('href', back);
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  const ticket = page.getByRole('article', { name: shuttle.title });
  await expect(ticket.getByText('Paid', { exact: true })).toBeVisible();
  await ticket.getByRole('link', { name: `Return trip: ${shuttle.title}` }).click();
  await expect(page).toHaveURL(back);
  await withSearch(page, async (search) => {
    await expect(search.getByLabel('To', { exact: true })).toHaveValue(territory.id);
    await expect(search.getByLabel('People')).toHaveValue('2');
  });
});

test.describe('booking steps that are the same on a phone', { tag: '@desktop' }, () => {
  test('a private vehicle takes the whole departure, and Book Again starts over', {
    tag: ['@booking', '@checkout', '@nightly'],
  }, async ({ browser }) => {
    const territory = await newTerritory('Private Valley');
    const service = await newTransport(territory, { title: 'Van to Flores', bookingType: 'both' });
    const tourist = await newPerson('Kofi Mensah');
    const page = await signedIn(browser, tourist);
    await page.goto(`/territories/${territory.id}?ref=AAAAAA`);
    await page.getByRole('link', { name: 'Find Transport' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Transport from ${territory.name}` })).toBeVisible();
    await page.getByRole('link', { name: service.title }).click();
    await expect(page).toHaveURL(`/transport/${service.id}?ref=AAAAAA`);

    const form = panel(page);
    await fillForm(form, 1);
    await form.getByRole('radio', { name: /Private/ }).check();
    await expect(form.getByText('1 - 8 guests')).toBeVisible();
    await form.getByRole('button', { name: 'More people' }).click();
    // A passenger has no name. The form shows which, and accepts one there.
    await pressBlocked(continueButton(form));
    await acceptWaiver(page);
    await continueButton(form).click();
    await form.getByRole('alert').getByRole('link', { name: 'Please provide the name of passenger 2' }).click();
    await page.keyboard.type('Ama Mensah');
    await continueButton(form).click();
    await payAndBook(form);
    expect(await seatsOf(service)).toEqual({ held: 0, sold: 8 });

    await form.getByRole('button', { name: 'Book Again' }).click();
    // Tomorrow is sold out now. The first day with seats is selected, and a full day shows it.
    await expect(form.getByText('8 seats left')).toBeVisible();
    // The passengers are others, and the booker's hotel is known.
    await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
    // Opened again, it is prefilled from the last booking.
    await page.goto(`/transport/${service.id}?date=${inDays(2)}#book`);
    await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
    await expect(form.getByRole('button', { name: /Kofi Mensah/ })).toBeVisible();
    await page.goto(`/transport/${service.id}?date=${inDays(1)}#book`);
    await expect(form.getByText('Sold out on this date')).toBeVisible();
    // There is nothing to book, and nothing to fill in.
    await expect(continueButton(form)).toHaveCount(0);
    await expect(form.getByLabel(/Hotel name/)).toHaveCount(0);
  });

  test('reports seats sold in the meantime, holds nothing and keeps the form', {
    tag: ['@booking', '@checkout', '@nightly'],
  }, async ({ browser }) => {
    const service = await newTransport(await newTerritory('Sold Valley'), { title: 'Small van', seats: 2 });
    const page = await signedIn(browser, await newPerson('Slow Tourist'));
    await page.goto(`/transport/${service.id}`);
    const form = panel(page);
    await fillForm(form, 2);
    await namePassenger(form, 2, 'Slow Friend');
    await sql`
      insert into public.departures (slot_id, service_id, kind, territory_id, service_date, capacity, sold)
      select ${service.id}, ${service.id}, 'transport', ${service.territory.id}, (now() at time zone 'America/Guatemala')::date + 1, 2, 2`;
    await continueToCard(page, form);
    await expect(form.getByText(/enough seats left on this departure/)).toBeVisible();
    await expect(form.getByText('Sold out on this date')).toBeVisible();
    await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
    expect(await seatsOf(service)).toEqual({ held: 0, sold: 2 });
    // Nobody has booked those two, which the doctor would report at the end.
    await sql`delete from public.departures where service_id = ${service.id}`;
  });
});
