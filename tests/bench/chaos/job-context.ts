import type { ChaosStack } from './chaos-stack.ts';
import type { Going } from './clock.ts';
import { type Answered, invoke, type Person, rpc } from './people.ts';
import { quietRequest, type SeedData } from './seed-data.ts';
import type { TouristLog } from './trip.ts';

export interface JobContext {
  stack: ChaosStack;
  seedData: SeedData;
  log: TouristLog;
  /** Of the job's own people: nobody else books or uploads in their name. */
  who: Person;
  /** Grows from job to job. */
  n: number;
  going: Going;
}

/** The field of an answer, where there is one: a job goes on as far as it gets. */
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

/** A booking in cash, on a day of its own. */
export async function bookedInCash(context: JobContext, more: Record<string, unknown> = {}): Promise<string | null> {
  const { stack, seedData, who, log } = context;
  const request = quietRequest(seedData, day(context), { payment_method: 'cash', ...more });
  const hold = textIn(await rpc(stack, who, 'create_hold', { p: request }), 'hold_id');
  const booking = hold && textIn(await rpc(stack, who, 'book_cash', { p_hold_id: hold }), 'booking_id');
  if (booking) log.told.push({ kind: 'experience', id: booking });
  return booking;
}
