import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { sql } from './fixtures.ts';
import { acceptWaiver, continueButton, pressBlocked } from './steps.ts';
import { newTerritory as newEmptyTerritory, type Territory } from './territory.ts';

type Transport = { id: string; title: string; territory: Territory };

/** Creates a separate territory with a pickup location, so that a journey's filters find only its services. */
export async function newTerritory(name: string): Promise<Territory> {
  const territory = await newEmptyTerritory(`${name} ${randomUUID().slice(0, 6)}`);
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

export async function newTransport(territory: Territory, options: Options): Promise<Transport> {
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

export async function seatsOf({ id }: Transport): Promise<{ held: number; sold: number }> {
  const [row] = await sql<{ held: number; sold: number }[]>`
    select coalesce(sum(held), 0)::int held, coalesce(sum(sold), 0)::int sold from public.departures where service_id = ${id}`;
  return row ?? { held: 0, sold: 0 };
}

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Book this transport' });
export const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading');

/** Opens the filters, which are in a desktop's sidebar and in a phone's sheet. */
export async function withFilters(page: Page, act: (filters: Locator) => Promise<void>): Promise<void> {
  const open = page.getByRole('button', { name: /^Filters/ });
  if (!(await open.isVisible())) return act(page.getByRole('search', { name: 'Filters' }));
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await act(sheet);
  await sheet.getByRole('button', { name: /^Show/ }).click();
}

export async function fillForm(form: Locator, people: number): Promise<void> {
  await expect(form.getByText('1:30 PM', { exact: true })).toBeVisible();
  for (let n = 1; n < people; n += 1) await form.getByRole('button', { name: 'More people' }).click();
  await form.getByLabel('WhatsApp number').fill('+502 5512 3480');
  await form.getByLabel('Country of origin').first().selectOption({ label: 'Germany' });
  await form.getByLabel(/Hotel name/).fill('Hotel Backpackers');
}

/** Names a passenger. On a phone, their form is folded at first. */
export async function namePassenger(form: Locator, number: number, name: string): Promise<void> {
  const line = form.getByRole('button', { name: `Passenger ${number}` });
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
  await form
    .getByRole('group', { name: `Passenger ${number}` })
    .getByLabel('Full name')
    .fill(name);
}

export async function continueToCard(page: Page, form: Locator): Promise<void> {
  await pressBlocked(continueButton(form));
  await acceptWaiver(page);
  await continueButton(form).click();
}

export const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(Date.now() + days * 86_400_000);

/** Opens the search, which is folded into a line on a phone after searching. */
export async function withSearch(page: Page, act: (form: Locator) => Promise<void>): Promise<void> {
  const form = page.getByRole('search', { name: 'Find transport' });
  const line = form.getByRole('button', { name: /Change search/ });
  if (await line.isVisible()) await line.click();
  await act(form);
}
