import { expect } from '@playwright/test';
import { newDeparture, wasThere } from '../support/departures.ts';
import { sql } from '../support/fixtures.ts';
import { judge } from '../support/judge.ts';
import { scrollTo, signedIn } from '../support/steps.ts';
import { test } from '../support/test.ts';
import { fillForm, inDays, namePassenger, newTerritory, newTransport, panel, titles } from '../support/transport.ts';

test('transport is accessible: a list, an empty one, and a booking form with its passengers', {
  tag: ['@catalogue', '@nightly'],
}, async ({ page }) => {
  const territory = await newTerritory('Axe Valley');
  const service = await newTransport(territory, { title: 'Quiet van', bookingType: 'both' });
  await page.goto(`/transport?region=${territory.id}`);
  await expect(titles(page)).toHaveText([service.title]);
  await judge(page, 'transport');
  await page.goto(`/territories/${territory.id}/transport?type=boat`);
  await expect(page.getByRole('heading', { name: 'No transport services found' })).toBeVisible();
  await judge(page, 'no transport');
  await page.goto(`/transport/${service.id}`);
  await scrollTo(panel(page));
  await fillForm(panel(page), 2);
  await namePassenger(panel(page), 2, 'Axe Friend');
  await judge(page, 'booking form of transport');
  await page.goto('/transport/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1, name: 'Transport not found' })).toBeVisible();
  await judge(page, 'transport that is not there');
});

test('a day without seats is accessible', { tag: ['@catalogue', '@nightly'] }, async ({ page }) => {
  const [valley, coast] = [await newTerritory('Search Valley'), await newTerritory('Search Coast')];
  const there = await newTransport(valley, { title: 'Down to the coast', seats: 3 });
  await sql`update public.territory_transports set destination_territory_id = ${coast.id} where id = ${there.id}`;
  await sql`insert into public.departures (slot_id, service_id, kind, territory_id, service_date, capacity, sold)
    values (${there.id}, ${there.id}, 'transport', ${valley.id}, ${inDays(9)}, 3, 2)`;
  await page.goto(`/transport?region=${valley.id}&to=${coast.id}&date=${inDays(9)}&people=2`);
  await expect(page.getByRole('heading', { name: /^No room for 2 people on/ })).toBeVisible();
  await judge(page, 'day without room');
  // Nobody bought the seat, which the doctor would report.
  await sql`delete from public.departures where service_id = ${there.id}`;
});

test('a closed road is accessible', { tag: ['@phone', '@catalogue', '@nightly'] }, async ({ page }) => {
  const territory = await newTerritory('Closed Valley');
  await sql`insert into public.conditions (id, territory_id, subject, state, text, starts_at, ends_at, touches_all, tell)
    values (gen_random_uuid(), ${territory.id}, 'road', 'closed', 'A landslide above the bridge', now(), now() + interval '2 days', true, false)`;
  await page.goto(`/territories/${territory.id}/conditions`);
  await expect(page.getByText('A landslide above the bridge')).toBeVisible();
  await judge(page, 'conditions of a region');
});

test('the question before a review is deleted is accessible', { tag: ['@phone', '@catalogue', '@nightly'] }, async ({
  browser,
}) => {
  const { tourist, experience, booking } = await newDeparture('Fern walk');
  await wasThere(booking);
  await sql`insert into public.reviews (booking_id, service_id, kind, territory_id, author_id, rating, text)
    values (${booking}, ${experience.id}, 'experience', 'rio-dulce', ${tourist.id}, 2, 'Too many ferns.')`;
  const page = await signedIn(browser, tourist);
  await page.goto(`/experiences/${experience.id}`);
  await scrollTo(page.getByRole('heading', { name: 'Reviews' }));
  await page.getByRole('button', { name: 'Actions for the review by Anna Keller' }).click();
  await page.getByRole('menuitem', { name: 'Delete review' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete your review?' })).toBeVisible();
  await judge(page, 'question before a review is deleted');
});
