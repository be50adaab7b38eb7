import type { Dice } from './dice.ts';
import { newPerson, type Person } from './people.ts';
import type { Stage } from './stage.ts';

export interface Service {
  kind: 'experience' | 'transport';
  id: string;
  slot: string | null;
  cash: boolean;
  territory: string;
}

export interface ChaosWorld {
  services: Service[];
  tourists: Person[];
  staff: Person;
  /** Manages the first region. */
  manager: Person;
}

// One currency without cents: a share of a yen has nowhere to go.
const TERRITORIES = [
  { id: 'rio', currency: 'GTQ', price: 175.5, whole: 901.35 },
  { id: 'lago', currency: 'USD', price: 33.33, whole: 250.01 },
  { id: 'mar', currency: 'JPY', price: 1999, whole: 12001 },
] as const;
const POLICIES = ['flexible', 'moderate', 'strict'];
const SEATS = 8;
const AT_ONCE = 5;

/** Three regions with two experiences and a shuttle each, few seats, and a hotel that has sent half of the tourists. */
export async function createChaosWorld(stage: Stage, tourists: number): Promise<ChaosWorld> {
  const services: Service[] = [];
  for (const territory of TERRITORIES) services.push(...(await addTerritory(stage, territory)));
  const staff = await newPerson(stage, 'staff');
  const partner = await newPerson(stage, 'hotel');
  const manager = await newPerson(stage, 'manager');
  for (const { id } of TERRITORIES)
    await stage.sql`insert into private.role_grants (user_id, role, territory_id) values (${staff.id}, 'territory_staff', ${id})`;
  await stage.sql`insert into private.role_grants (user_id, role, territory_id) values (${partner.id}, 'travel_partner', 'rio')`;
  await stage.sql`insert into private.role_grants (user_id, role, territory_id) values (${manager.id}, 'territory_manager', 'rio')`;
  await stage.sql`update public.profiles set territory_id = 'rio' where id = ${manager.id}`;
  await stage.sql`update public.profiles set commission_level = 12.5 where id = ${partner.id}`;
  const people: Person[] = [];
  while (people.length < tourists) {
    const next = Math.min(AT_ONCE, tourists - people.length);
    people.push(
      ...(await Promise.all(Array.from({ length: next }, (_, n) => newPerson(stage, `tourist-${people.length + n}`)))),
    );
  }
  const referred = people.filter((_, n) => n % 2 === 0).map(({ id }) => id);
  await stage.sql`
    with link as (insert into public.referral_links (user_id, name, code) values (${partner.id}, 'Hotel', 'CHAOS1') returning id)
    insert into public.referral_registrations (user_id, referral_link_id) select x, link.id from link, unnest(${referred}::uuid[]) x`;
  return { services, tourists: people, staff, manager };
}

async function addTerritory({ sql }: Stage, territory: (typeof TERRITORIES)[number]): Promise<Service[]> {
  const { id, currency, price, whole } = territory;
  await sql`insert into public.territories (id, name, description, currency_code) values (${id}, ${id}, 'A region', ${currency})`;
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

/** A whole departure far from all others', of the first experience: nobody is in the way. */
export function quietRequest(world: ChaosWorld, day: number, more: Record<string, unknown>): Record<string, unknown> {
  const service = world.services[0] as Service;
  return {
    request_key: crypto.randomUUID(),
    kind: 'experience',
    experience_id: service.id,
    timeslot_id: service.slot,
    service_date: localDay(day),
    booking_type: 'shared',
    num_people: 2,
    whatsapp_number: '+50255512345',
    country: 'GT',
    waiver_version: '2026-11',
    ...more,
  };
}

const localDay = (fromNow: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(
    new Date(Date.now() + fromNow * 86_400_000),
  );

/** A request for seats. Two of five want the same departure; the others spread over two weeks. */
export function bookingRequest(world: ChaosWorld, dice: Dice): { request: Record<string, unknown>; service: Service } {
  const hot = dice.roll(0.4);
  const service = hot ? (world.services[0] as Service) : dice.pick(world.services);
  const days = hot ? 10 : dice.between(3, 17);
  const whole = dice.roll(0.25);
  const people = whole ? dice.between(1, 4) : dice.between(1, 3);
  const common = {
    request_key: crypto.randomUUID(),
    kind: service.kind,
    service_date: localDay(days),
    booking_type: whole ? 'private' : 'shared',
    num_people: people,
    payment_method: service.cash && dice.roll(0.3) ? 'cash' : 'card',
    whatsapp_number: '+50255512345',
    country: 'GT',
    speaks_spanish: dice.roll(0.5),
    waiver_version: '2026-11',
  };
  if (service.kind === 'experience')
    return { service, request: { ...common, experience_id: service.id, timeslot_id: service.slot } };
  const passengers = Array.from({ length: people }, (_, n) => ({ name: `Passenger ${n + 1}`, country: 'GT' }));
  return { service, request: { ...common, transport_id: service.id, passenger_details: passengers } };
}
