import type { ChaosStack } from './chaos-stack.ts';
import type { Going } from './clock.ts';
import { type Answered, invoke, type Person, rpc } from './people.ts';
import { wait } from './rng.ts';
import { quietRequest, type SeedData } from './seed-data.ts';
import type { TouristLog } from './trip.ts';

export interface JobContext {
  stack: ChaosStack;
  seedData: SeedData;
  log: TouristLog;
  /** The job's own people. Nobody else books or uploads as them. */
  who: Person;
  /** Grows with each job. */
  n: number;
  going: Going;
}

/** Returns a text field of an answer, or null, so that a job continues as far as possible. */
export const textIn = ({ body }: Answered, field: string) =>
  typeof body[field] === 'string' ? (body[field] as string) : null;

const day = ({ n }: JobContext) => 30 + n;

export async function heldByCard(
  context: JobContext,
  more: Record<string, unknown> = {},
): Promise<{ id: string; secret: string } | null> {
  const { stack, seedData, who } = context;
  const id = textIn(await rpc(stack, who, 'create_hold', { p: quietRequest(seedData, day(context), more) }), 'hold_id');
  const secret = id && textIn(await invoke(stack, who, 'create-payment-intent', { hold_id: id }), 'client_secret');
  return id && secret ? { id, secret } : null;
}

/** Creates a cash booking on its own day. */
export async function bookedInCash(context: JobContext, more: Record<string, unknown> = {}): Promise<string | null> {
  const { stack, seedData, who, log } = context;
  const request = quietRequest(seedData, day(context), { payment_method: 'cash', ...more });
  const hold = textIn(await rpc(stack, who, 'create_hold', { p: request }), 'hold_id');
  const booking = hold && textIn(await rpc(stack, who, 'book_cash', { p_hold_id: hold }), 'booking_id');
  if (booking) log.told.push({ kind: 'experience', id: booking });
  return booking;
}

/** A trip used only by one job. */
export interface OwnTrip {
  id: string;
  slot: string;
}

/**
 * Adds a trip with a minimum that is decided in the first hour of the day before, so that the clock's next step
 * asks.
 */
export async function addTrip(
  { stack, n }: JobContext,
  price: number,
  minimum: number | null = null,
): Promise<OwnTrip> {
  const [row] = await stack.sql<OwnTrip[]>`
    with e as (
      insert into public.experiences (territory_id, title, description, duration, booking_type, shared_price, max_spots, available_spots,
        min_private_guests, max_private_guests, cancellation_policy, min_to_run, decide_at)
      values ('rio', ${`Trip ${n}`}, 'A day out', 4, 'shared', ${price}, 8, 8, 1, 8, 'flexible', ${minimum}, '00:00') returning id)
    insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
    select id, '14:00', '18:00', 8, 8 from e returning experience_id as id, id as slot`;
  if (!row) throw new Error('No trip');
  return row;
}

/** Waits until a payment is captured, which may be refused at first. Only captured money is refunded and disputed. */
export async function captured(stack: ChaosStack, intent: string, going: Going): Promise<boolean> {
  while (going()) {
    const rows =
      await stack.sql`select 1 from private.charges where payment_intent_id = ${intent} and captured_minor > 0`;
    if (rows.length > 0) return true;
    await wait(500);
  }
  return false;
}
