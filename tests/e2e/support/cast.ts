import type { Browser, Page } from '@playwright/test';
import { newCashBooking } from './bookings.ts';
import { newExperience, newGuide, newPartner, newPerson, type Person, sql } from './fixtures.ts';
import { pages, type Who } from './pages.ts';
import { newDrivingDay, newShuttle, newTerritory, newWorker, today } from './shuttle.ts';
import { signedIn } from './steps.ts';

/** A person, and the values of the placeholders in their pages' addresses. */
export interface Role {
  who: Who;
  person: Person | null;
  ids: Record<string, string | undefined>;
}

async function visitor(): Promise<Role[]> {
  const experience = await newExperience({ title: 'Laguna verde' });
  const shuttle = await newShuttle(await newTerritory(), 'Shuttle del lago');
  return [{ who: 'visitor', person: null, ids: { experience: experience.id, shuttle } }];
}

async function touristAndGuide(): Promise<Role[]> {
  const tourist = await newPerson('Teresa Turista');
  const guide = await newGuide('Gael Guía');
  const { id: booking } = await newCashBooking(tourist, guide, 'Laguna azul');
  const [row] = await sql<{ code: string }[]>`select code from public.booking_codes where booking_id = ${booking}`;
  return [
    { who: 'tourist', person: tourist, ids: { booking } },
    { who: 'guide', person: guide, ids: { booking, code: row?.code } },
  ];
}

async function shuttles(): Promise<Role[]> {
  const { driver, shuttle, territory } = await newDrivingDay();
  const dispatcher = await newWorker('Delia Despacha', 'shuttle_manager', territory);
  return [
    { who: 'driver', person: driver, ids: {} },
    { who: 'dispatcher', person: dispatcher, ids: { shuttle, day: today() } },
  ];
}

async function offices(): Promise<Role[]> {
  const hotel = await newPartner('Hotel Hilda');
  const [link] = await sql<{ id: string }[]>`
    insert into public.referral_links (user_id, name) values (${hotel.id}, 'Recepción') returning id`;
  const manager = await newWorker('Mara Gerente', 'territory_manager', 'rio-dulce');
  const guide = await newGuide('Gina Guía');
  const experience = await newExperience({ title: 'Laguna roja', guide });
  const shuttle = await newShuttle('rio-dulce', 'Shuttle rojo');
  const admin = await newPerson('Ana Administra');
  await sql`insert into private.role_grants (user_id, role) values (${admin.id}, 'admin')`;
  const [payout] = await sql<{ id: string }[]>`select id from public.payouts limit 1`;
  return [
    { who: 'partner', person: hotel, ids: { link: link?.id } },
    { who: 'manager', person: manager, ids: { experience: experience.id, shuttle, guide: guide.id, hotel: hotel.id } },
    { who: 'admin', person: admin, ids: { payout: payout?.id } },
  ];
}

/** Everyone who has pages, in groups that are visited at the same time. Each person is created on demand. */
export const cast = {
  'what a visitor sees': visitor,
  'a tourist and their guide': touristAndGuide,
  'those who drive and send out shuttles': shuttles,
  'a partner, a manager and an admin': offices,
};

/** Returns the names of tags, which territories choose. Single words would be mistaken for the app's texts. */
export async function tagNames(): Promise<Set<string>> {
  const tags = await sql<{ name: string }[]>`select name from public.territory_tags`;
  return new Set(tags.map(({ name }) => name));
}

/** Returns a blank page of their own. */
export const pageOf = async (browser: Browser, { person }: Role): Promise<Page> =>
  person ? signedIn(browser, person) : (await browser.newContext()).newPage();

/** Returns the addresses of a role's pages. */
export const addressesOf = ({ who, ids }: Role): string[] =>
  pages[who].map((pattern) => pattern.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ''));
