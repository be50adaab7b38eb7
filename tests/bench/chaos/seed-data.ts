import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import type { ChaosStack } from './chaos-stack.ts';
import { newPerson, type Person } from './people.ts';
import type { Rng } from './rng.ts';

export interface Service {
  kind: 'experience' | 'transport';
  id: string;
  slot: string | null;
  cash: boolean;
  territory: string;
}

export interface SeedData {
  services: Service[];
  tourists: Person[];
  staff: Person;
  /** The first territory's manager. */
  manager: Person;
}

// One currency has no decimals, to test the rounding of shares.
const TERRITORIES = [
  { id: 'rio', currency: 'GTQ', price: 175.5, whole: 901.35 },
  { id: 'lago', currency: 'USD', price: 33.33, whole: 250.01 },
  { id: 'mar', currency: 'JPY', price: 1999, whole: 12001 },
] as const;
const POLICIES = ['flexible', 'moderate', 'strict'];
const SEATS = 8;
const AT_ONCE = 5;

/**
 * Creates three territories with two experiences and a shuttle each, few seats, and a hotel that referred half of
 * the tourists.
 */
export async function createSeedData(stack: ChaosStack, tourists: number): Promise<SeedData> {
  const services: Service[] = [];
  for (const territory of TERRITORIES) services.push(...(await addTerritory(stack, territory)));
  const staff = await newPerson(stack, 'staff');
  const partner = await newPerson(stack, 'hotel');
  const manager = await newPerson(stack, 'manager');
  for (const { id } of TERRITORIES)
    await stack.sql`insert into private.role_grants (user_id, role, territory_id) values (${staff.id}, 'territory_staff', ${id})`;
  // The hotel has the role in only one of the three. In the others, it earns nothing.
  await stack.sql`insert into private.role_grants (user_id, role, territory_id, commission_level) values (${partner.id}, 'travel_partner', 'rio', 12.5)`;
  await stack.sql`insert into private.role_grants (user_id, role, territory_id) values (${manager.id}, 'territory_manager', 'rio')`;
  await stack.sql`update public.profiles set territory_id = 'rio' where id = ${manager.id}`;
  const people: Person[] = [];
  while (people.length < tourists) {
    const next = Math.min(AT_ONCE, tourists - people.length);
    people.push(
      ...(await Promise.all(Array.from({ length: next }, (_, n) => newPerson(stack, `tourist-${people.length + n}`)))),
    );
  }
  // Raises the limits per person, because each does in three minutes what takes a person weeks. Limits per
  // departure stay.
  await stack.sql`update private.limits set value = 1000000 where name in
    ('hold.hour', 'hold.person_minutes', 'own_change.hour', 'own_change.minute', 'waitlist.hour', 'waitlist.minute', 'waitlist.unanswered',
     'ticket_transfer.day', 'ticket_transfer.address_day',
     'dock_sale.minute', 'dock_sale.hour', 'dock_sale.unpaid')`;
  for (const who of [staff, ...people.filter((_, n) => n % 3 === 0)]) await addPhone(stack, who);
  const referred = people.filter((_, n) => n % 2 === 0).map(({ id }) => id);
  await stack.sql`
    with link as (insert into public.referral_links (user_id, name, code) values (${partner.id}, 'Hotel', 'CHAOS1') returning id)
    insert into public.referral_registrations (user_id, referral_link_id) select x, link.id from link, unnest(${referred}::uuid[]) x`;
  return { services, tourists: people, staff, manager };
}

/** Subscribes their browser without save_push_subscription, which accepts only public addresses. */
async function addPhone({ sql, phones }: ChaosStack, who: Person): Promise<void> {
  const id = crypto.randomUUID();
  const { endpoint, p256dh, auth } = phones.newBrowser(id);
  await sql`insert into private.push_subscriptions (id, user_id, endpoint, p256dh, auth) values (${id}, ${who.id}, ${endpoint}, ${p256dh}, ${auth})`;
}

async function addTerritory({ sql }: ChaosStack, territory: (typeof TERRITORIES)[number]): Promise<Service[]> {
  const { id, currency, price, whole } = territory;
  // Unanswered offers are refunded within the run.
  await sql`insert into public.territories (id, name, description, currency_code, offer_hours) values (${id}, ${id}, 'A region', ${currency}, 1)`;
  const services: Service[] = [];
  for (let n = 0; n < 2; n += 1) {
    const [row] = await sql<{ id: string; slot: string }[]>`
      with e as (
        insert into public.experiences (territory_id, title, description, duration, booking_type, shared_price, private_price, max_spots,
          available_spots, min_private_guests, max_private_guests, cash_allowed, cancellation_policy)
        values (${id}, ${`${id} ${n}`}, 'A day out', 4, 'both', ${price}, ${whole}, ${SEATS}, ${SEATS}, 1, ${SEATS}, ${n === 0},
          ${POLICIES[n] ?? 'strict'}) returning id)
      insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
      select id, '09:00', '13:00', ${SEATS}, ${SEATS} from e returning experience_id as id, id as slot`;
    if (row) services.push({ kind: 'experience', id: row.id, slot: row.slot, cash: n === 0, territory: id });
  }
  const [shuttle] = await sql<{ id: string }[]>`
    insert into public.territory_transports (territory_id, transport_type_id, title, description, booking_type, shared_price, private_price,
      max_spots, available_spots, min_private_guests, max_private_guests, pickup_location, departure_time, duration_hours, cancellation_policy)
    values (${id}, 'shuttle', ${`${id} shuttle`}, 'A van', 'both', ${price}, ${whole}, ${SEATS}, ${SEATS}, 1, ${SEATS}, 'Dock', '08:00', 3, 'flexible')
    returning id`;
  if (shuttle) services.push({ kind: 'transport', id: shuttle.id, slot: null, cash: false, territory: id });
  return services;
}

/** Returns a request for the first experience on a day that nobody else uses. */
export function quietRequest(seedData: SeedData, day: number, more: Record<string, unknown>): Record<string, unknown> {
  const service = seedData.services[0] as Service;
  return {
    idempotency_key: crypto.randomUUID(),
    kind: 'experience',
    service_id: service.id,
    slot_id: service.slot,
    service_date: localDay(day),
    booking_type: 'shared',
    num_people: 2,
    payment_method: 'card',
    whatsapp_number: '+50255512345',
    country: 'GT',
    waiver_version: waiverVersion,
    ...more,
  };
}

export const localDay = (fromNow: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(
    new Date(Date.now() + fromNow * 86_400_000),
  );

/** The arguments of create_hold. */
export interface Wish {
  service: Service;
  request: Record<string, unknown>;
}

/** Returns a request for seats. Two of five want the same departure. The others spread over two weeks. */
export function bookingRequest(seedData: SeedData, rng: Rng): Wish {
  const hot = rng.chance(0.4);
  const service = hot ? (seedData.services[0] as Service) : rng.pick(seedData.services);
  const whole = rng.chance(0.25);
  return wishFor(service, rng, {
    service_date: localDay(hot ? 10 : rng.between(3, 17)),
    booking_type: whole ? 'private' : 'shared',
    num_people: whole ? rng.between(1, 4) : rng.between(1, 3),
  });
}

interface Seats {
  service_date: string;
  booking_type: string;
  num_people: number;
}

export function wishFor(service: Service, rng: Rng, seats: Seats): Wish {
  const common = {
    idempotency_key: crypto.randomUUID(),
    kind: service.kind,
    ...seats,
    payment_method: service.cash && rng.chance(0.3) ? 'cash' : 'card',
    whatsapp_number: '+50255512345',
    country: 'GT',
    speaks_spanish: rng.chance(0.5),
    waiver_version: waiverVersion,
  };
  if (service.kind === 'experience')
    return { service, request: { ...common, service_id: service.id, slot_id: service.slot } };
  const passengers = Array.from({ length: seats.num_people }, (_, n) => ({
    name: `Passenger ${n + 1}`,
    country: 'GT',
  }));
  return { service, request: { ...common, service_id: service.id, passenger_details: passengers } };
}
