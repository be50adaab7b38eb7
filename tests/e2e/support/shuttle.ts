import { randomUUID } from 'node:crypto';
import { waiverVersion } from '../../../src/features/booking/waiver/version.ts';
import { leavesIn } from './bookings.ts';
import { newPerson, type Person, sql } from './fixtures.ts';

/** Returns today in the territory, which is the date on which passengers are checked in. */
export const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(new Date());

/** Creates a separate territory, so that its lists start empty. */
export async function newTerritory(): Promise<string> {
  const id = `coban-${randomUUID().slice(0, 8)}`;
  await sql`insert into public.territories (id, name, description, image_urls)
    select ${id}, 'Cobán', 'Cloud forest', image_urls from public.territories where id = 'rio-dulce'`;
  await sql`insert into public.pickup_locations (territory_id, name, directions) values (${id}, 'Central park', 'At the bandstand')`;
  return id;
}

export async function newWorker(fullName: string, role: string, territory: string): Promise<Person> {
  const person = await newPerson(fullName);
  await sql`update public.profiles set territory_id = ${territory} where id = ${person.id}`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${person.id}, ${role}, ${territory})`;
  if (role === 'shuttle_driver') {
    await sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${person.id}, ${territory})`;
  }
  return person;
}

/** Creates a shuttle that leaves once a day. */
export async function newShuttle(territory: string, title: string): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    insert into public.territory_transports (territory_id, transport_type_id, title, description, shared_price, pickup_location,
      pickup_location_id, departure_time, duration_hours)
    select ${territory}, 'shuttle', ${title}, 'A van over the hills.', 185, name, id, '13:00', 4 from public.pickup_locations
    where territory_id = ${territory} returning id`;
  return made?.id ?? '';
}

export const drivesEveryDay = (driver: Person, shuttle: string) => sql`
  insert into public.driver_schedules (driver_id, slot_id, day_of_week)
  select ${driver.id}, ${shuttle}, unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[])`;

/** Creates a driver with two passengers today, in a separate territory. */
export async function newDrivingDay() {
  const territory = await newTerritory();
  const driver = await newWorker('Mario Tiul', 'shuttle_driver', territory);
  const shuttle = await newShuttle(territory, 'Cobán to Lanquín');
  await drivesEveryDay(driver, shuttle);
  const ride = await newRide(await newPerson('Anna Keller'), shuttle);
  await leavesIn(ride);
  return { territory, driver, shuttle, ride };
}

/**
 * Creates unpaid seats for two on today's departure. They are booked for a later day and moved, because today's van
 * may have left.
 */
export async function newRide(tourist: Person, shuttle: string, slot = shuttle): Promise<string> {
  const wish = {
    idempotency_key: randomUUID(),
    kind: 'transport',
    service_id: shuttle,
    slot_id: slot,
    service_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    booking_type: 'shared',
    num_people: 2,
    payment_method: 'card',
    whatsapp_number: '+50255123480',
    country: 'DE',
    speaks_spanish: false,
    hotel_name: 'Hotel Backpackers',
    waiver_version: waiverVersion,
    passenger_details: [
      { name: tourist.fullName, email: tourist.email, whatsapp: '+50255123480', country: 'DE', speaks_spanish: false },
      { name: 'Lena Vogt', email: 'lena@journey.test', whatsapp: '+491708765432', country: 'DE', speaks_spanish: true },
    ],
  };
  return sql.begin(async (as) => {
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: tourist.id, role: 'authenticated' })}, true)`;
    const [hold] = await as<{ id: string }[]>`select public.create_hold(${as.json(wish)}) ->> 'hold_id' as id`;
    const id = hold?.id ?? '';
    await as`update public.departures d set service_date = ${today()} from private.holds h
      where h.id = ${id} and d.id = h.departure_id`;
    await as`select private.open_order(h) from private.holds h where h.id = ${id}`;
    const [made] = await as<{ id: string }[]>`
      select private.insert_booking(h) as id from private.holds h where h.id = ${id}`;
    await as`update private.holds set state = 'consumed' where id = ${id}`;
    await as`update public.departures d set held = d.held - h.seats, sold = d.sold + h.seats, start_time = h.start_time from private.holds h
      where h.id = ${id} and d.id = h.departure_id`;
    return made?.id ?? '';
  });
}

// Changes status and seats in one transaction, because the reconciler may run at any time.
export const endRide = (ride: string) => sql`
  with ended as (update public.bookings set status = 'cancelled' where id = ${ride} returning departure_id, seats)
  select private.free_seats(departure_id, seats, 'sold') from ended`;

export const reviveRide = (ride: string) => sql`
  with revived as (update public.bookings set status = 'ordered' where id = ${ride} returning departure_id, seats, booking_type, start_time)
  select private.sell_free_seats(departure_id, seats, booking_type, start_time) from revived`;
