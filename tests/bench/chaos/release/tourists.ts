import type { ChaosStack } from '../chaos-stack.ts';
import { invoke, type Person, rpc } from '../people.ts';
import { quietRequest, type SeedData } from '../seed-data.ts';
import { count, type TouristLog } from '../trip.ts';
import type { Release } from './stacks.ts';

export interface ReleaseLog extends TouristLog {
  /** Unexpected failures of requests. */
  failures: string[];
  /** The text of each booking, by its id. */
  texts: Map<string, string>;
}

export interface Booker {
  release: Release;
  /** The stack with the address of the release's own API. */
  stack: ChaosStack;
  seedData: SeedData;
  log: ReleaseLog;
  /** Days from now. By default, those of all tourists. */
  firstDay?: number;
}

const DAYS = 60;

/** Creates a cash booking with a text, through a release's API and edge functions. Requests are not repeated. */
export async function book({ stack, seedData, log, release, firstDay = 20 }: Booker, who: Person): Promise<void> {
  const n = log.told.length + log.failures.length;
  const request = quietRequest(seedData, firstDay + (n % DAYS), { payment_method: 'cash', num_people: 1 });
  const hold = await rpc(stack, who, 'create_hold', { p: request }, 1);
  if (hold.body.hint === 'sold_out') return count(log, 'no seats');
  const text = `${release} ${crypto.randomUUID()}`;
  const holdId = hold.body.hold_id;
  const booked = holdId ? await invoke(stack, who, 'book', { hold_id: holdId, text }, 1) : hold;
  const id = booked.body.booking_id;
  if (typeof id !== 'string' || booked.body.text !== text) {
    log.failures.push(`${release} release: ${booked.status} ${JSON.stringify(booked.body)}`);
    return;
  }
  count(log, `booked by the ${release} release`);
  log.told.push({ kind: 'experience', id });
  log.texts.set(id, text);
  const args = { p_booking_id: id };
  // Every second tourist cancels, including bookings of the other release.
  if (n % 2 === 0) return;
  const cancelled = await rpc(stack, who, 'cancel_booking', args, 1);
  if (cancelled.status === 200) count(log, `cancelled by the ${release} release`);
  else log.failures.push(`${release} release, cancelling: ${cancelled.status} ${JSON.stringify(cancelled.body)}`);
}

/** Lets all of them book continuously until stopped. */
export function startBooking(booker: Booker, people: Person[]): () => Promise<void> {
  let going = true;
  const work = people.map(async (who) => {
    while (going) await book(booker, who);
  });
  return async () => {
    going = false;
    await Promise.all(work);
  };
}
