import { randomUUID } from 'node:crypto';
import type { BookingContext } from '../booking/support/context.ts';
import { daysFromNow, type Fixture, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';

export type Json = Record<string, unknown>;

export interface Cancellation {
  cancellation_id: string;
  undo_until: string;
  undone: boolean;
  departures: { departure_id: string; outcome: string }[];
}

/** The departure used by the tests. */
export const theDeparture = (fixture: Fixture, date = fixture.date): Json => ({
  service_id: fixture.experience,
  slot_id: fixture.slot,
  service_date: date,
});

export const theRide = (fixture: Fixture): Json => ({
  service_id: fixture.transport,
  slot_id: null,
  service_date: fixture.date,
});

export const call = (fixture: Fixture, who: string | null, name: string, args: Json = {}) =>
  rpcFor(fixture.db, who ? signedIn(who) : { role: 'anon' })(name, args);

/** Cancels a departure for the weather. */
export function cancel(fixture: Fixture, who: string, more: Json = {}): Promise<Cancellation> {
  return call(fixture, who, 'cancel_departures', {
    p_selection: { departures: [theDeparture(fixture)] },
    p_reason: 'weather',
    p_message: 'The river is closed',
    p_key: randomUUID(),
    ...more,
  }) as Promise<Cancellation>;
}

/** Ends the time to undo the cancellations. */
export async function passUndo({ db }: Fixture): Promise<void> {
  await db.sql`update private.departure_cancellations set undo_until = now() - interval '1 second'`;
  await inOrder(db, `opens_at = now() - interval '1 second'`, 'opens_at > now()');
}

/** Ends the time to answer all open offers. */
export async function passExpiry(fixture: Fixture): Promise<void> {
  await passUndo(fixture);
  await inOrder(fixture.db, `opens_at = now() - interval '2 hours', expires_at = now()`, `state = 'open'`);
}

/** Changes offers in the order in which every function locks them, so that a test can do it during concurrent work. */
async function inOrder({ sql }: Fixture['db'], set: string, where: string): Promise<void> {
  const due = await sql.unsafe(`select id from private.departure_offers where ${where} order by departure_id, id`);
  for (const { id } of due)
    await sql.unsafe(`update private.departure_offers set ${set} where id = '${id}' and ${where}`);
}

export interface Minimum {
  status: string;
  min_to_run: number;
  sold: number;
  decides_at: string;
}

export interface Offer {
  offer_id: string;
  state: string;
  refund_amount: number;
  expires_at: string;
  choices: {
    service_id: string;
    slot_id: string | null;
    service_date: string;
    refund_amount: number;
    minimum: Minimum | null;
  }[];
  moved_to: { minimum: Minimum | null } | null;
}

export async function offersOf(fixture: Fixture, user: string): Promise<Offer[]> {
  const found = await fixture.db.as(signedIn(user), (sql) => sql`select offer from public.my_departure_offers() offer`);
  return found.map((row) => row.offer as Offer);
}

export const answer = (fixture: Fixture, who: string, offer: string, more: Json) =>
  call(fixture, who, 'answer_departure_offer', { p_offer_id: offer, ...more }) as Promise<Offer>;

/** Returns the token of the link in a booking's email. */
export async function tokenOf({ db }: Fixture, booking: string): Promise<string> {
  const [row] = await db.sql`select payload ->> 'code' as code from private.outbox
    where template = 'departure_offer' and payload ->> 'booking_id' = ${booking}`;
  return row?.code as string;
}

export async function seatsOn(
  { db, slot }: Fixture,
  date: string,
): Promise<{ sold: number; held: number; status: string } | undefined> {
  const [row] =
    await db.sql`select sold, held, status from public.departures where slot_id = ${slot} and service_date = ${date}`;
  return row as { sold: number; held: number; status: string } | undefined;
}

/** Returns the day after the departure of the tests. */
export const dayAfter = () => daysFromNow(8);

/** Returns the answer that moves to the day after. */
export const toDayAfter = ({ slot }: Fixture) => ({ p_answer: 'move', p_slot_id: slot, p_date: dayAfter() });

/** The guide cancels the departure, and the undo time passes. Returns the tourist's offer. */
export async function offered({ fixture, user }: BookingContext, more: Json = {}): Promise<Offer> {
  await cancel(fixture, fixture.guide, more);
  await passUndo(fixture);
  const [offer] = await offersOf(fixture, user);
  if (!offer) throw new Error('There is no offer');
  return offer;
}
