import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { violationsInBothThemes } from './support/axe.ts';
import { newPerson, sql } from './support/fixtures.ts';
import { acceptWaiver, continueButton, logIn, payAndBook, pressBlocked, scrollTo, signedIn } from './support/steps.ts';
import { test } from './support/test.ts';

type Territory = { id: string; name: string };
type Transport = { id: string; title: string; territory: Territory };

/** A territory of its own: a journey then finds its services, and only those, by the filters. */
async function newTerritory(name: string): Promise<Territory> {
  const suffix = randomUUID().slice(0, 6);
  const territory = { id: `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-${suffix}`, name: `${name} ${suffix}` };
  await sql`
    insert into public.territories (id, name, description, country, currency_code, currency_symbol, visible, image_urls)
    select ${territory.id}, ${territory.name}, 'A quiet valley.', 'GT', 'GTQ', 'Q', true, image_urls
      from public.territories where id = 'rio-dulce'`;
  await sql`
    insert into public.pickup_locations (territory_id, name, directions, map_link)
    values (${territory.id}, 'Market gate', 'Under the clock.', 'https://maps.example/market-gate')`;
  return territory;
}

type Options = {
  title: string;
  type?: 'boat' | 'shuttle' | 'car';
  bookingType?: 'shared' | 'private' | 'both';
  price?: number;
  seats?: number;
};

async function newTransport(territory: Territory, options: Options): Promise<Transport> {
  const { type = 'shuttle', bookingType = 'shared', price = 200, seats = 8 } = options;
  const title = `${options.title} ${randomUUID().slice(0, 6)}`;
  const [row] = await sql<{ id: string }[]>`
    insert into public.territory_transports (territory_id, transport_type_id, title, description, image_urls, booking_type,
      shared_price, private_price, max_spots, available_spots, max_private_guests, pickup_location, pickup_location_id,
      destination, departure_time, duration_hours)
    select t.id, ${type}, ${title}, 'Two stops on the way.', t.image_urls, ${bookingType},
      ${bookingType === 'private' ? null : price}, ${bookingType === 'shared' ? null : price * 8}, ${seats}, ${seats}, ${seats},
      p.name, p.id, 'Flores', '13:30', 4.5
      from public.territories t join public.pickup_locations p on p.territory_id = t.id where t.id = ${territory.id}
    returning id`;
  if (!row) throw new Error('no transport was made');
  return { id: row.id, title, territory };
}

async function seatsOf({ id }: Transport): Promise<{ held: number; sold: number }> {
  const [row] = await sql<{ held: number; sold: number }[]>`
    select coalesce(sum(held), 0)::int held, coalesce(sum(sold), 0)::int sold from public.departures where transport_id = ${id}`;
  return row ?? { held: 0, sold: 0 };
}

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Book this transport' });
const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');

/** The filters: in the rail of a desktop, in a sheet of a phone. */
async function withFilters(page: Page, act: (filters: Locator) => Promise<void>): Promise<void> {
  const open = page.getByRole('button', { name: /^Filters/ });
  if (!(await open.isVisible())) return act(page.getByRole('search', { name: 'Filters' }));
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await act(sheet);
  await sheet.getByRole('button', { name: /^Show/ }).click();
}

async function fillForm(form: Locator, people: number): Promise<void> {
  await expect(form.getByText('1:30 PM', { exact: true })).toBeVisible();
  for (let n = 1; n < people; n += 1) await form.getByRole('button', { name: 'More people' }).click();
  await form.getByLabel('WhatsApp Number').fill('+502 5512 3480');
  await form.getByLabel('Country of origin').first().selectOption({ label: 'Germany' });
  await form.getByLabel(/Hotel name/).fill('Hotel Backpackers');
}

/** Names a passenger; on a phone their form is a line until it is opened. */
async function namePassenger(form: Locator, number: number, name: string): Promise<void> {
  const line = form.getByRole('button', { name: `Passenger ${number}` });
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
  await form
    .getByRole('group', { name: `Passenger ${number}` })
    .getByLabel('Full name')
    .fill(name);
}

async function continueToCard(page: Page, form: Locator): Promise<void> {
  await pressBlocked(continueButton(form));
  await acceptWaiver(page);
  await continueButton(form).click();
}

const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(Date.now() + days * 86_400_000);

/** The search: a line of a phone opens it once it was answered. */
async function withSearch(page: Page, act: (form: Locator) => Promise<void>): Promise<void> {
  const form = page.getByRole('search', { name: 'Find transport' });
  const line = form.getByRole('button', { name: /Change the search/ });
  if (await line.isVisible()) await line.click();
  await act(form);
}

test('a guest searches a way for two on a day, there and back, and books it', async ({ page }) => {
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
  // Until the app is there the page shows what the build knew.
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(there.title);

  await withSearch(page, (form) => form.getByRole('button', { name: 'Swap From and To' }).click());
  await expect(rows).toContainText(back.title);
  await expect(rows.getByRole('heading')).toHaveText(/6:15 AM.*8:03 AM/);
  await expect(rows).toContainText('1 h 48 min');
  await page.goBack();
  await expect(rows).toContainText(there.title);

  // Two of three seats go: the row says so, and which days have room.
  await sql`insert into public.departures (transport_id, territory_id, service_date, capacity, sold)
    values (${there.id}, ${valley.id}, ${inDays(9)}, 3, 2)`;
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Only 1 seat left');
  await expect(page.getByRole('heading', { name: /^No room for 2 people on/ })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page
    .getByRole('main')
    .getByRole('link', { name: /1 departure from Q200\.00/ })
    .first()
    .click();
  await rows.getByRole('link', { name: /^Book / }).click();
  // The form has taken over the day and the people.
  await expect(page.getByRole('heading', { level: 1, name: there.title })).toBeVisible();
  await expect(panel(page).getByRole('spinbutton', { name: 'Number of people' })).toHaveAttribute('aria-valuenow', '2');
  await expect(panel(page).getByText('3 seats left')).toBeVisible();
  await sql`delete from public.departures where transport_id = ${there.id}`;
});

test('a guest finds a shuttle by the filters and pays for two', async ({ page }) => {
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
  // Back at what was typed; the first passenger is now the booker, the second is kept while away.
  await expect(form.getByRole('button', { name: /Anna Berg/ })).toBeVisible();
  await form.getByRole('button', { name: 'Fewer people' }).click();
  await expect(form.getByText('Theo Berg')).toBeHidden();
  await form.getByRole('button', { name: 'More people' }).click();

  await continueToCard(page, form);
  await payAndBook(form);

  // Confirmed once the card is authorised; the capture follows at once.
  const booking = async () => {
    const [row] = await sql`
    select status, payment_status, total_price, array(select p ->> 'name' from jsonb_array_elements(passenger_details) p) names
      from public.transport_bookings where tourist_id = ${tourist.id}`;
    return row;
  };
  await expect.poll(booking).toEqual({
    status: 'paid',
    payment_status: 'completed',
    total_price: '400.00',
    names: ['Anna Berg', 'Theo Berg'],
  });
  expect(await seatsOf(shuttle)).toEqual({ held: 0, sold: 2 });
  // They leave tomorrow: the way back is looked for from there, for both, on the day after.
  const back = `/transport?region=peten&to=${territory.id}&date=${inDays(2)}&people=2`;
  await expect(form.getByRole('link', { name: 'Way back' })).toHaveAttribute('href', back);
  await form.getByRole('link', { name: 'View My Bookings' }).click();
  const ticket = page.getByRole('article', { name: shuttle.title });
  await expect(ticket.getByText('Paid', { exact: true })).toBeVisible();
  await ticket.getByRole('link', { name: `Way back: ${shuttle.title}` }).click();
  await expect(page).toHaveURL(back);
  await withSearch(page, async (search) => {
    await expect(search.getByLabel('To', { exact: true })).toHaveValue(territory.id);
    await expect(search.getByLabel('People')).toHaveValue('2');
  });
});

test('from a region to the same one says so at the field, where nothing leads around in it', async ({ page }) => {
  const says = 'This is where you leave from. Please choose another place.';
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
  // The airport lies in the region of Antigua.
  await page.goto(`/transport?region=antigua&to=antigua&date=${inDays(3)}`);
  // The built page lists all services until the app has searched.
  const found = page.getByRole('main').getByRole('article');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Private Car from the Airport');
  await expect(page.getByText(says)).toBeHidden();
});

test.describe('where a phone does not differ', { tag: '@desktop' }, () => {
  test('from its territory: a private vehicle takes the whole departure, and Book Again starts anew', async ({
    browser,
  }) => {
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
    // Someone without a name: the form says who, and takes one there.
    await pressBlocked(continueButton(form));
    await acceptWaiver(page);
    await continueButton(form).click();
    await form.getByRole('alert').getByRole('link', { name: 'Please provide the name of passenger 2' }).click();
    await page.keyboard.type('Ama Mensah');
    await continueButton(form).click();
    await payAndBook(form);
    expect(await seatsOf(service)).toEqual({ held: 0, sold: 8 });

    await form.getByRole('button', { name: 'Book Again' }).click();
    // Tomorrow is sold out now: the first day with room is chosen, and a day without says so.
    await expect(form.getByText('8 seats left')).toBeVisible();
    await expect(form.getByLabel(/Hotel name/)).toHaveValue('');
    await page.goto(`/transport/${service.id}?date=${inDays(1)}#book`);
    await expect(form.getByText('Sold out on this date')).toBeVisible();
    // Opened anew it knows what was said the last time.
    await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
    await expect(form.getByRole('button', { name: /Kofi Mensah/ })).toBeVisible();
    await expect(continueButton(form)).toHaveAttribute('aria-disabled', 'true');
  });

  test('seats that are sold meanwhile: it says so, holds nothing and keeps the form', async ({ browser }) => {
    const service = await newTransport(await newTerritory('Sold Valley'), { title: 'Small van', seats: 2 });
    const page = await signedIn(browser, await newPerson('Slow Tourist'));
    await page.goto(`/transport/${service.id}`);
    const form = panel(page);
    await fillForm(form, 2);
    await namePassenger(form, 2, 'Slow Friend');
    await sql`
      insert into public.departures (transport_id, territory_id, service_date, capacity, sold)
      select ${service.id}, ${service.territory.id}, (now() at time zone 'America/Guatemala')::date + 1, 2, 2`;
    await continueToCard(page, form);
    await expect(form.getByText(/not enough seats left on this departure/)).toBeVisible();
    await expect(form.getByText('Sold out on this date')).toBeVisible();
    await expect(form.getByLabel(/Hotel name/)).toHaveValue('Hotel Backpackers');
    expect(await seatsOf(service)).toEqual({ held: 0, sold: 2 });
    // Nobody has booked those two: the doctor, who comes at the end, would say so.
    await sql`delete from public.departures where transport_id = ${service.id}`;
  });

  test('no axe violation in either theme', async ({ page }) => {
    const territory = await newTerritory('Axe Valley');
    const service = await newTransport(territory, { title: 'Quiet van', bookingType: 'both' });
    await page.goto(`/transport?region=${territory.id}`);
    await expect(titles(page)).toHaveText([service.title]);
    expect(await violationsInBothThemes(page), 'list').toEqual([]);
    await page.goto(`/territories/${territory.id}/transport?type=boat`);
    await expect(page.getByRole('heading', { name: 'No transport services found' })).toBeVisible();
    expect(await violationsInBothThemes(page), 'empty list').toEqual([]);
    await page.goto(`/transport/${service.id}`);
    const form = panel(page);
    await fillForm(form, 2);
    await namePassenger(form, 2, 'Axe Friend');
    expect(await violationsInBothThemes(page), 'detail').toEqual([]);
    await page.goto('/transport/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1, name: 'Transport not found' })).toBeVisible();
  });
});
