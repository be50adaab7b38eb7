import { expect, test } from 'vitest';
import { syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { createRng } from '../../support/rng.ts';
import { createCheckout } from './support/checkout.ts';
import {
  deliver,
  deliveriesOf,
  drain,
  lookThenWrite,
  onWorkers,
  reconcile,
  startMany,
  tally,
} from './support/concurrency.ts';
import { brokenInvariants, createFixture, departureOf } from './support/fixture.ts';

/** Delivers five events for each of `holds` holds, each event five times, while the holds expire. */
async function flood(holds: number): Promise<void> {
  const fixture = await createFixture({ seats: holds });
  const checkout = createCheckout(fixture);
  const next = createRng(7);
  const started = await startMany(fixture, checkout, holds);
  const paying = new Set(started.filter((_, i) => i % 5 !== 0).map(({ intent }) => intent));
  const deliveries = deliveriesOf(started, 5, next);
  expect(deliveries).toHaveLength(holds * 25);

  let busy = true;
  const expiry = (async () => {
    while (busy) await reconcile(checkout);
  })();
  // Invariants hold for concurrent readers at every moment: no transaction leaves work to another one.
  const seen: unknown[] = [];
  const watch = (async () => {
    while (busy) seen.push(...(await brokenInvariants(fixture)));
  })();
  await onWorkers(20, deliveries, (delivery) => deliver(checkout, delivery, paying, next));
  busy = false;
  await expiry;
  await watch;
  expect(seen).toEqual([]);
  await drain(fixture, checkout);

  const result = await tally(fixture, checkout);
  expect(result).toMatchObject({ lost: [], unpaid: [] });
  // Everyone who paid in time has a booking, and some whose hold had expired. No one has two.
  expect(result.bookings).toBeGreaterThanOrEqual(holds * 0.55);
  expect(result.bookings).toBeLessThanOrEqual(paying.size);
  expect(result).toMatchObject({
    captured: result.bookings,
    ledgerSets: result.bookings,
    confirmations: result.bookings,
  });
  expect(checkout.stripe.done.get('capture')).toBe(result.bookings);
  const [events] = await fixture.db
    .sql`select count(*)::int as n from private.stripe_events where processed_at is not null`;
  expect(events?.n).toBe(holds * 5);
  expect(
    await fixture.db.sql`select departure_id from public.bookings group by hold_id, departure_id having count(*) > 1`,
  ).toHaveLength(0);
  expect(await departureOf(fixture)).toMatchObject({ sold: result.bookings });
  expect(await brokenInvariants(fixture)).toEqual([]);
  await fixture.db.drop();
}

// The negative control below fails with fewer still.
test('books once for 200 events, five times each, shuffled, on 20 workers, while holds expire', () => flood(40));
test(
  'books once for 500 events, five times each, shuffled, on 20 workers, while holds expire',
  { tags: ['nightly'] },
  () => flood(100),
);

// The negative control: the usual "look, then insert" under the same deliveries must create a duplicate booking, or the
// test proves nothing.
test('control: a webhook that looks before it inserts books twice', async () => {
  const fixture = await createFixture({ seats: 20 });
  const checkout = createCheckout(fixture);
  const started = await startMany(fixture, checkout, 20);
  await fixture.db.sql`create table public.naive_bookings (intent text)`;
  for (const { intent } of started)
    await lookThenWrite(
      5,
      () => fixture.db.sql`select 1 from public.naive_bookings where intent = ${intent}`,
      async (bookings) => {
        if (bookings.length === 0) await fixture.db.sql`insert into public.naive_bookings values (${intent})`;
      },
    );
  const [row] = await fixture.db.sql`select count(*)::int as n from public.naive_bookings`;
  expect(row?.n).toBeGreaterThan(20);
  await fixture.db.drop();
});

// All events of a burst may be lost, so asking Stripe must lead to the same result.
test('the reconciler books paid holds when every event is lost', async () => {
  const fixture = await createFixture({ seats: 12 });
  const checkout = createCheckout(fixture);
  const started = await startMany(fixture, checkout, 12);
  for (const { intent } of started) checkout.stripe.authorise(intent);
  await drain(fixture, checkout);
  expect(await tally(fixture, checkout)).toMatchObject({
    bookings: 12,
    captured: 12,
    lost: [],
    unpaid: [],
    confirmations: 12,
  });
  expect(await syncPayment(checkout.deps.stripe, checkout.deps.admin, started[0]?.intent ?? '')).toMatchObject({
    state: 'booked',
  });
  expect(await brokenInvariants(fixture)).toEqual([]);
  await fixture.db.drop();
});
