import type { BookingContext } from '../booking/support/context.ts';
import { createUsers, type Fixture, type HoldJson, holdRequest, signedIn } from '../booking/support/fixture.ts';
import { call, type Json } from '../departures/support.ts';

export interface Entry {
  entry_id: string;
  state: string;
  place: number;
  num_people: number;
  expires_at: string | null;
  seconds_left: number | null;
}

/** Joins the waitlist of the tests' departure for this many seats. */
export const join = (fixture: Fixture, who: string | null, num_people = 1, more: Json = {}) =>
  call(fixture, who, 'join_waiting_list', {
    p: {
      service_id: fixture.experience,
      slot_id: fixture.slot,
      service_date: fixture.date,
      booking_type: 'shared',
      num_people,
      ...more,
    },
  }) as Promise<Entry>;

export const leave = (fixture: Fixture, who: string | null, entry: string) =>
  call(fixture, who, 'leave_waiting_list', { p_entry_id: entry });

/** Returns the active entries of a person. */
export async function entriesOf(fixture: Fixture, who: string): Promise<Entry[]> {
  const rows = await fixture.db.as(signedIn(who), (sql) => sql`select entry from public.my_waiting_list() entry`);
  return rows.map(({ entry }) => entry as Entry);
}

/** Returns 'waiting', 'offered' or the final state of the person's newest entry. */
export async function stateOf({ db }: Fixture, who: string): Promise<string> {
  const [row] =
    await db.sql`select state from private.waiting_list where user_id = ${who} order by created_at desc limit 1`;
  return row?.state as string;
}

export const statesOf = (fixture: Fixture, ...people: string[]) =>
  Promise.all(people.map((who) => stateOf(fixture, who)));

/** Returns the minutes from now until an offer ends. */
export async function minutesLeft(fixture: Fixture, who: string): Promise<number> {
  const [entry] = await entriesOf(fixture, who);
  return Math.round((entry?.seconds_left ?? 0) / 60);
}

/** Sets the seats of the tests' departure as staff. */
export const raiseCapacity = (fixture: Fixture, p_capacity: number) =>
  call(fixture, fixture.staff, 'set_departure_capacity', {
    p_service_id: fixture.experience,
    p_slot_id: fixture.slot,
    p_date: fixture.date,
    p_capacity,
  });

/** Ends the time of offers and holds, and runs the job. */
export async function passOffers({ fixture, checkout }: BookingContext): Promise<void> {
  await fixture.db
    .sql`update private.holds set created_at = created_at - interval '2 hours', expires_at = now() - interval '1 second'
    where offered and state = 'held'`;
  await checkout.deps.admin('release_expired');
  await checkout.deps.admin('run_departures');
}

/** Creates a cash booking for each of these numbers of people, each by another guest. Returns their ids. */
export async function bookSeats(fixture: Fixture, groups: number[], more: Json = {}): Promise<string[]> {
  const ids: string[] = [];
  const guests = await createUsers(fixture.db.sql, groups.length);
  for (const [i, num_people] of groups.entries()) {
    const guest = guests[i] ?? '';
    const request = holdRequest(fixture, { num_people, payment_method: 'cash', ...more });
    const { hold_id } = (await call(fixture, guest, 'create_hold', { p: request })) as unknown as HoldJson;
    ids.push(((await call(fixture, guest, 'book_cash', { p_hold_id: hold_id })) as { booking_id: string }).booking_id);
  }
  return ids;
}

/** Cancels a booking as staff, which releases its seats. */
export const cancelBooking = (fixture: Fixture, booking: string | undefined) =>
  call(fixture, fixture.staff, 'staff_cancel_booking', { p_booking_id: booking });

/** Moves the departure to this many minutes from now, in its territory's time zone. */
export async function leavesIn(fixture: Fixture, minutes: number): Promise<void> {
  const { sql } = fixture.db;
  const [at] = await sql`select l::date::text as day, l::time::text as time
    from (select (now() + ${minutes} * interval '1 minute') at time zone t.time_zone as l from public.territories t where t.id = 'rio') x`;
  await sql`update public.experience_timeslots set start_time = ${at?.time}, end_time = '23:59:59.9' where id = ${fixture.slot}`;
  // Booked guests keep the time that they bought.
  await sql`update public.bookings set start_time = ${at?.time} where service_id = ${fixture.experience}`;
  await sql`update private.holds set start_time = ${at?.time} where departure_id in (select id from public.departures where slot_id = ${fixture.slot})`;
  await sql`update public.departures set service_date = ${at?.day}, start_time = case when held + sold > 0 then ${at?.time}::time end where service_id = ${fixture.experience}`;
  fixture.date = at?.day as string;
}
