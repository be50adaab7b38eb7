import { expect } from '@playwright/test';
import { sql } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { inDays, newTerritory, newTransport, panel, withSearch } from './support/transport.ts';

test('a guest searches a route for two on a day, there and back, and books it', {
  tag: ['@catalogue', '@nightly-desktop', '@smoke'],
}, async ({ page }) => {
  const [valley, coast] = [await newTerritory('Search Valley'), await newTerritory('Search Coast')];
  const there = await newTransport(valley, { title: 'Down to the coast', seats: 3 });
  const back = await newTransport(coast, { title: 'Up to the valley', price: 150 });
  await newTransport(valley, { title: 'Round the valley' });
  await sql`update public.territory_transports set destination_territory_id = ${coast.id} where id = ${there.id}`;
  await sql`update public.territory_transports set destination_territory_id = ${valley.id}, departure_time = '06:15', duration_hours = 1.8
    where id = ${back.id}`;
  const rows = page.getByRole('main').getByRole('article');

  await page.goto('/transport');
  await withSearch(page, async (form) => {
    await form.getByLabel('From', { exact: true }).selectOption({ label: valley.name });
    await form.getByLabel('To', { exact: true }).selectOption({ label: coast.name });
    await form.getByLabel('Date').fill(inDays(9));
    await form.getByLabel('People').selectOption('2');
    await form.getByRole('button', { name: 'Search' }).click();
  });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(there.title);
  await expect(rows).toContainText('3 seats left');
  await expect(rows).toContainText('Q400.00 for 2');
  await expect(page).toHaveURL(new RegExp(`region=${valley.id}.*to=${coast.id}.*date=${inDays(9)}.*people=2`));
  await page.reload();
  // Before hydration, the page shows the built data.
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(there.title);

  await withSearch(page, (form) => form.getByRole('button', { name: 'Swap From and To' }).click());
  await expect(rows).toContainText(back.title);
  await expect(rows.getByRole('heading')).toHaveText(/6:15 AM.*8:03 AM/);
  await expect(rows).toContainText('1 h 48 min');
  await page.goBack();
  await expect(rows).toContainText(there.title);

  // Two of three seats are sold. The row shows it, and which days have seats.
  await sql`insert into public.departures (slot_id, service_id, kind, territory_id, service_date, capacity, sold)
    values (${there.id}, ${there.id}, 'transport', ${valley.id}, ${inDays(9)}, 3, 2)`;
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Only 1 seat left');
  await expect(page.getByRole('heading', { name: /^No room for 2 people on/ })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /1 departure from Q200\.00/ })
    .first()
    .click();
  await rows.getByRole('link', { name: /^Book / }).click();
  // The form has the date and people of the search.
  await expect(page.getByRole('heading', { level: 1, name: there.title })).toBeVisible();
  await expect(panel(page).getByRole('spinbutton', { name: 'Number of people' })).toHaveAttribute('aria-valuenow', '2');
  await expect(panel(page).getByText('3 seats left')).toBeVisible();
  await sql`delete from public.departures where service_id = ${there.id}`;
});

test('a search from a territory to itself is refused at the field, if no ride does that', {
  tag: ['@phone', '@catalogue', '@nightly'],
}, async ({ page }) => {
  const says = "You're leaving from here. Please choose another place.";
  const to = page.getByLabel('To', { exact: true });
  await page.goto(`/transport?region=peten&to=peten&date=${inDays(3)}`);
  await expect(to).toHaveAccessibleDescription(says);
  await to.selectOption({ label: 'Río Dulce' });
  await expect(page.getByText(says)).toBeHidden();
  await page.getByLabel('From', { exact: true }).selectOption({ label: 'Río Dulce' });
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(to).toHaveAccessibleDescription(says);
  await expect(to).toBeFocused();
  await expect(page).toHaveURL(/region=peten&to=peten/);
  // The airport is in the territory of Antigua.
  await page.goto(`/transport?region=antigua&to=antigua&date=${inDays(3)}`);
  // The built page lists all services until the app has searched.
  const found = page.getByRole('main').getByRole('article');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Private Car from the Airport');
  await expect(page.getByText(says)).toBeHidden();
});
