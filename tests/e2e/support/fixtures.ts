import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { readConfig } from '../../../supabase/local/config.ts';

const env = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run through playwright.config.ts`);
  return value;
};

/**
 * Connects to the database of the stack under test as superuser, only to create a journey's own data and to make
 * time pass.
 */
export const sql = postgres(
  process.env.DATABASE_URL || `postgres://postgres:postgres@127.0.0.1:${env('DB_PORT')}/postgres`,
  {
    max: 2,
    onnotice: () => undefined,
  },
);

/** The gateway of the stack under test. */
export const api = `http://127.0.0.1:${env('API_PORT')}`;
const { keys } = readConfig();
export const { publishable: publishableKey, secret: secretKey } = keys;
export const password = 'territorio';

export type Person = { id: string; email: string; fullName: string };

/**
 * Creates a confirmed account for one journey, through the auth service's admin endpoint. Its password is hashed
 * here, in sixteen rounds instead of a thousand, because hashing and checking it takes a fifth of a second
 * otherwise.
 */
export async function newPerson(fullName: string): Promise<Person> {
  const email = `${fullName
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join('.')}.${randomUUID().slice(0, 8)}@journey.test`;
  const response = await fetch(`${api}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, email_confirm: true, user_metadata: { full_name: fullName } }),
  });
  if (!response.ok) throw new Error(`could not create ${email}: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  await sql`update auth.users set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 4)) where id = ${id}`;
  await sql`select private.give_account(${id}, 'given')`;
  return { id, email, fullName };
}

/** Returns the auth service's response to a password sign-in, as the browser stores it. */
export async function newSession({ email }: Pick<Person, 'email'>): Promise<unknown> {
  const response = await fetch(`${api}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`could not sign ${email} in: ${response.status} ${await response.text()}`);
  return response.json();
}

export async function newGuide(fullName: string, territoryId = 'rio-dulce'): Promise<Person> {
  const guide = await newPerson(fullName);
  await sql`update public.profiles set territory_id = ${territoryId} where id = ${guide.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${guide.id}, 'tour_guide', ${territoryId})`;
  return guide;
}

/** Creates a hotel that refers guests, with the default commission. */
export async function newPartner(fullName: string, territoryId = 'rio-dulce'): Promise<Person> {
  const partner = await newPerson(fullName);
  await sql`update public.profiles set territory_id = ${territoryId} where id = ${partner.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id, business_name)
    values (${partner.id}, 'travel_partner', ${territoryId}, ${fullName})`;
  return partner;
}

/** Creates a territory, hidden from the public, with its manager. */
export async function newTeam(): Promise<{ manager: Person; territoryId: string }> {
  const manager = await newPerson('Sandra Manager');
  const territoryId = `team-${randomUUID().slice(0, 8)}`;
  await sql`insert into public.territories (id, name, description, visible, image_urls)
    select ${territoryId}, ${`Team ${territoryId.slice(5)}`}, 'A region of one journey.', false, image_urls
    from public.territories where id = 'rio-dulce'`;
  await sql`update public.profiles set territory_id = ${territoryId} where id = ${manager.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${manager.id}, 'territory_manager', ${territoryId})`;
  return { manager, territoryId };
}

export type Experience = { id: string; title: string; slotId: string };
export type ExperienceOptions = {
  title: string;
  guide?: Person;
  spots?: number;
  bookingType?: 'shared' | 'private' | 'both';
  cash?: boolean;
  passport?: boolean;
  territoryId?: string;
};

/** Creates an experience, in Río Dulce by default, that runs every day at nine, with an image of the seed. */
export async function newExperience(options: ExperienceOptions): Promise<Experience> {
  const spots = options.spots ?? 8;
  const title = `${options.title} ${randomUUID().slice(0, 6)}`;
  const [image] = await sql<
    { image_urls: string[] }[]
  >`select image_urls from public.territories where id = 'rio-dulce'`;
  const type = options.bookingType ?? 'shared';
  const [experience] = await sql<{ id: string }[]>`
    insert into public.experiences (territory_id, guide_id, title, description, image_urls, duration, booking_type, shared_price,
      private_price, max_spots, available_spots, min_private_guests, max_private_guests, cash_allowed, passport_required)
    values (${options.territoryId ?? 'rio-dulce'}, ${options.guide?.id ?? null}, ${title}, 'A morning on the river.', ${image?.image_urls ?? []}, 3, ${type},
      ${type === 'private' ? null : 385}, ${type === 'shared' ? null : 2400}, ${spots}, ${spots},
      ${type === 'shared' ? null : 1}, ${type === 'shared' ? null : spots}, ${options.cash ?? false}, ${options.passport ?? false})
    returning id`;
  if (!experience) throw new Error('no experience was made');
  const [slot] = await sql<{ id: string }[]>`
    insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
    values (${experience.id}, '09:00', '12:00', ${spots}, ${spots}) returning id`;
  if (!slot) throw new Error('no timeslot was made');
  return { id: experience.id, title, slotId: slot.id };
}

/** Expires the holds of a person, as after fifteen minutes. */
export const letHoldsExpire = (person: Person) =>
  sql`update private.holds set expires_at = now() - interval '1 minute' where user_id = ${person.id} and state = 'held'`;

/** Returns the sold and held seats of a slot over all dates. */
export async function seatsOf(experience: Experience): Promise<{ held: number; sold: number }> {
  const [row] = await sql<{ held: number; sold: number }[]>`
    select coalesce(sum(held), 0)::int held, coalesce(sum(sold), 0)::int sold from public.departures where slot_id = ${experience.slotId}`;
  return row ?? { held: 0, sold: 0 };
}
