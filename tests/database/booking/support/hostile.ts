import { handle as createPaymentIntent } from '../../../../supabase/functions/create-payment-intent/handler.ts';
import { type Checkout, confirm, post } from './checkout.ts';
import { createHold, createUsers, departureOf, type Fixture, type HoldJson, holdRequest, signedIn } from './fixture.ts';
import { rpcFor, serviceRpc } from './rpc.ts';

/** Minutes between two checks of the departure. */
const STEP = 5;

export interface Siege {
  /** For how many minutes holds of the hostile accounts kept all free seats, and at least half of the departure. */
  whole: number;
  half: number;
  /** Seats times minutes that they kept, in minutes of the whole departure. */
  kept: number;
  /** How many minutes each honest tourist waited for a booking. Null without one. */
  waits: (number | null)[];
}

export interface SiegePlan {
  hours: number;
  /** Seats of one hostile hold. */
  seats: number;
  /** The hostile accounts release the seats after this many minutes and hold them again. Never, if left out. */
  releaseAfter?: number;
  /** A new honest tourist comes after every interval of this many minutes. */
  honestEach: number;
}

/** Lets time pass by ageing everything stored about holds. */
async function pass({ db }: Fixture, minutes: number): Promise<void> {
  const by = db.sql`${minutes} * interval '1 minute'`;
  await db.sql`update private.holds set created_at = created_at - ${by}, expires_at = expires_at - ${by}`;
  await serviceRpc(db)('release_expired', {});
}

/**
 * 200 accounts that hold as many seats of one departure as they can and never pay, and honest tourists who want one
 * seat each, retry while there is none, and pay one step after they get a hold. In each step the hostile accounts come
 * first.
 */
export async function playSiege(fixture: Fixture, checkout: Checkout, plan: SiegePlan): Promise<Siege> {
  const hostile = await createUsers(fixture.db.sql, 200);
  const people = Math.floor((plan.hours * 60) / plan.honestEach);
  const honest = (await createUsers(fixture.db.sql, people)).map((user, n) => ({
    user,
    from: n * plan.honestEach,
    hold: null as HoldJson | null,
    wait: null as number | null,
  }));
  const siege = { whole: 0, half: 0, kept: 0 };
  let next = 0;
  for (let minute = 0; minute < plan.hours * 60; minute += STEP) {
    if (plan.releaseAfter) await releaseAfter(fixture, hostile, plan.releaseAfter);
    next = await grab(fixture, hostile, next, plan.seats);
    for (const one of honest) {
      if (one.from > minute || one.wait !== null) continue;
      if (one.hold && (await pay(checkout, one.user, one.hold))) one.wait = minute - one.from;
      else one.hold = await hold(fixture, one.user, 1);
    }
    const [kept] = await fixture.db.sql<{ seats: number }[]>`
      select coalesce(sum(seats), 0)::int as seats from private.holds where state = 'held' and user_id = any (${hostile}::uuid[])`;
    const { capacity, held, sold } = await departureOf(fixture);
    const seats = kept?.seats ?? 0;
    siege.kept += (seats * STEP) / capacity;
    if (seats * 2 >= capacity) siege.half += STEP;
    if (seats > 0 && held + sold === capacity) siege.whole += STEP;
    await pass(fixture, STEP);
  }
  return { ...siege, waits: honest.map(({ wait }) => wait) };
}

const hold = (fixture: Fixture, user: string, people: number): Promise<HoldJson | null> =>
  createHold(fixture, user, holdRequest(fixture, { num_people: people })).catch(() => null);

/** Pays by card. Returns false if the hold has expired. */
async function pay(checkout: Checkout, user: string, held: HoldJson): Promise<boolean> {
  const response = await createPaymentIntent(post({ hold_id: held.hold_id }, user), checkout.deps);
  if (response.status !== 200) return false;
  const { payment_intent_id: intent } = (await response.json()) as { payment_intent_id: string };
  checkout.stripe.authorise(intent);
  return (await confirm(checkout, { user, hold: held, intent })).state === 'booked';
}

/**
 * They take turns until the departure has no seats left for them, or holds none for anyone. Returns whose turn is next.
 */
async function grab(fixture: Fixture, hostile: string[], first: number, seats: number): Promise<number> {
  let refused = 0;
  for (let n = first; n < first + hostile.length; n += 1) {
    const before = await departureOf(fixture);
    if (before && before.held + before.sold === before.capacity) return n;
    const free = before ? before.capacity - before.held - before.sold : seats;
    const got = await hold(fixture, hostile[n % hostile.length] ?? '', Math.min(seats, free));
    const after = await departureOf(fixture);
    refused = got && after.held > (before?.held ?? 0) ? 0 : refused + 1;
    // If several in a row got nothing, the others would not either.
    if (refused === 5) return n + 1;
  }
  return first;
}

async function releaseAfter(fixture: Fixture, hostile: string[], minutes: number): Promise<void> {
  const old = await fixture.db.sql<{ id: string; user_id: string }[]>`
    select id, user_id from private.holds where state = 'held' and user_id = any (${hostile}::uuid[])
      and created_at <= now() - ${minutes} * interval '1 minute'`;
  for (const { id, user_id } of old) await rpcFor(fixture.db, signedIn(user_id))('release_hold', { p_hold_id: id });
}
