import type postgres from 'postgres';
import { expect } from 'vitest';
import { processOutbox } from '../../../../supabase/functions/_shared/email.ts';
import { runOps, syncPayment } from '../../../../supabase/functions/_shared/stripe.ts';
import { withoutTriggers } from '../../../support/without-triggers.ts';
import { type Checkout, type Started, startPayment } from './checkout.ts';
import { createUsers, type Fixture } from './fixture.ts';

export interface Delivery {
  id: string;
  type: string;
  started: Started;
}

function shuffle<T>(items: T[], next: () => number): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

/** Runs `work` over the items with this many workers. */
export async function onWorkers<T>(count: number, items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}

/** Negative control for "look, then write" at its worst: everyone has looked before the first one writes. */
export async function lookThenWrite<T>(count: number, look: () => Promise<T>, write: (seen: T) => Promise<unknown>) {
  const seen = await Promise.all(Array.from({ length: count }, look));
  await Promise.all(seen.map(write));
}

/** Resolves when `waiting` statements in the database of `sql` wait for a lock, or `work` has ended without having to wait. */
export async function untilBlocked(sql: postgres.Sql, work: Promise<unknown>, waiting = 1): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  // Does not use pg_locks, because it includes the locks of other tests' databases.
  const blocked = async () =>
    (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
  await expect.poll(async () => ended || (await blocked()) >= waiting, { timeout: 60_000 }).toBe(true);
}

/**
 * When many compete for the same seats, refusals are expected. Any other error is a bug, especially a deadlock
 * (40P01), and fails the test.
 */
export function expectRefusal(error: unknown): void {
  const { status, code } = error as { status?: number; code?: string };
  const refused = status === undefined ? /^PT4\d\d$/.test(code ?? '') : status >= 400 && status < 500;
  if (!refused) throw error;
}

/** Does the same for an edge function's answer. Returns its content if it succeeded. */
export async function expectAnswer(answer: Response): Promise<Record<string, unknown>> {
  const body = (await answer.json()) as Record<string, unknown>;
  if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
  return body;
}

/** Creates holds with PaymentIntents. Every fourth has already expired, and every fifth is never paid. */
export async function startMany(fixture: Fixture, checkout: Checkout, count: number): Promise<Started[]> {
  const users = await createUsers(fixture.db.sql, count);
  const started: Started[] = [];
  await onWorkers(10, users, async (user) => started.push(await startPayment(fixture, checkout, user)));
  const late = started.filter((_, i) => i % 4 === 0).map(({ hold }) => hold.hold_id);
  await fixture.db
    .sql`update private.holds set expires_at = now() - interval '1 second' where id = any (${late}::uuid[])`;
  return started;
}

const TYPES = [
  'payment_intent.created',
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'charge.captured',
  'payment_intent.succeeded',
];

/** Returns five events for each payment, each delivered `times` times, shuffled. */
export function deliveriesOf(started: Started[], times: number, next: () => number): Delivery[] {
  const events = started.flatMap((one) =>
    TYPES.map((type) => ({ id: `evt_${one.intent}_${type}`, type, started: one })),
  );
  return shuffle(Array.from({ length: times }, () => events).flat(), next);
}

/** Delivers one event, as the webhook does. The card is authorised at some moment among the deliveries. */
export async function deliver(
  checkout: Checkout,
  delivery: Delivery,
  paying: Set<string>,
  next: () => number,
): Promise<void> {
  const { intent } = delivery.started;
  if (paying.has(intent) && next() < 0.3) checkout.stripe.authorise(intent);
  await syncPayment(checkout.deps.stripe, checkout.deps.admin, intent, delivery);
}

/** Runs one round of the reconciler. */
export async function reconcile(checkout: Checkout): Promise<void> {
  const { payment_intents } = (await checkout.deps.admin('release_expired')) as { payment_intents: string[] };
  for (const id of payment_intents) await syncPayment(checkout.deps.stripe, checkout.deps.admin, id);
  await runOps(checkout.deps.stripe, checkout.deps.admin, { limit: 50 });
  await processOutbox(checkout.deps, 100);
}

/** Does hours of the reconciler's work in a few rounds by making everything due now. */
export async function drain(fixture: Fixture, checkout: Checkout): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await fixture.db.sql`update private.stripe_ops set next_attempt_at = now() where state = 'queued'`;
    await fixture.db.sql`update private.outbox set next_attempt_at = now() where state in ('queued', 'sending')`;
    await withoutTriggers(
      fixture.db.sql,
      (sql) =>
        sql`update private.payments set updated_at = now() - interval '1 hour' where status not in ('succeeded', 'canceled')`,
    );
    await reconcile(checkout);
  }
}

export interface Tally {
  bookings: number;
  captured: number;
  /** Returns PaymentIntents with captured money and neither a live booking nor a full refund. Must be empty. */
  lost: string[];
  /** Returns live bookings whose money was not captured. Must be empty. */
  unpaid: string[];
  ledgerSets: number;
  confirmations: number;
}

/** Compares Stripe's state with ours. */
export async function tally(fixture: Fixture, checkout: Checkout): Promise<Tally> {
  const rows = await fixture.db.sql`select p.payment_intent_id as intent, b.status,
      (select count(*)::int from private.ledger l where l.booking_id = b.id and l.kind = 'sale') as sales
    from private.charges p left join public.bookings b on b.id = p.booking_id`;
  const live = new Map(
    rows
      .filter((row) => row.status && !['cancelled', 'refunded'].includes(row.status))
      .map((row) => [row.intent as string, row]),
  );
  const captured = [...checkout.stripe.intents.values()].filter((intent) => intent.status === 'succeeded');
  return {
    bookings: live.size,
    captured: captured.length,
    lost: captured
      .filter(({ id, amount }) => !live.has(id) && checkout.stripe.refundedOf(id) !== amount)
      .map(({ id }) => id),
    unpaid: [...live.keys()].filter((id) => checkout.stripe.get(id).status !== 'succeeded'),
    ledgerSets: [...live.values()].filter((row) => row.sales === 3).length,
    confirmations: checkout.mails.filter((mail) => mail.key?.startsWith('email:booking_confirmation:')).length,
  };
}
