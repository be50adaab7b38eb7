import { expect, test } from 'vitest';
import { syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { createCheckout } from './support/checkout.ts';
import { deliver, deliveriesOf, drain, onWorkers, random, reconcile, startMany, tally } from './support/storm.ts';
import { brokenInvariants, createWorld, departureOf } from './support/world.ts';

test('500 events, five times each, shuffled, on 20 workers, while holds expire', async () => {
  const world = await createWorld({ seats: 100, connections: 24 });
  const checkout = createCheckout(world);
  const next = random(7);
  const started = await startMany(world, checkout, 100);
  const paying = new Set(started.filter((_, i) => i % 5 !== 0).map(({ intent }) => intent));
  const deliveries = deliveriesOf(started, 5, next);
  expect(deliveries).toHaveLength(2500);

  let storming = true;
  const expiry = (async () => {
    while (storming) await reconcile(checkout);
  })();
  await onWorkers(20, deliveries, (delivery) => deliver(checkout, delivery, paying, next));
  storming = false;
  await expiry;
  await drain(world, checkout);

  const result = await tally(world, checkout);
  expect(result).toMatchObject({ lost: [], unpaid: [] });
  // All who paid in time, and some of those whose hold had run out; nobody twice.
  expect(result.bookings).toBeGreaterThanOrEqual(55);
  expect(result.bookings).toBeLessThanOrEqual(80);
  expect(result).toMatchObject({
    captured: result.bookings,
    ledgerSets: result.bookings,
    confirmations: result.bookings,
  });
  expect(checkout.stripe.done.get('capture')).toBe(result.bookings);
  const [events] = await world.db
    .sql`select count(*)::int as n from private.stripe_events where processed_at is not null`;
  expect(events?.n).toBe(500);
  expect(
    await world.db.sql`select departure_id from public.bookings group by hold_id, departure_id having count(*) > 1`,
  ).toHaveLength(0);
  expect(await departureOf(world)).toMatchObject({ sold: result.bookings });
  expect(await brokenInvariants(world)).toEqual([]);
  await world.db.drop();
});

// The negative control: the usual "look, then insert" under the same deliveries makes a booking twice, or the test proves nothing.
test('control: a webhook that looks before it inserts books twice', async () => {
  const world = await createWorld({ seats: 20, connections: 24 });
  const checkout = createCheckout(world);
  const started = await startMany(world, checkout, 20);
  await world.db.sql`create table public.naive_bookings (intent text)`;
  await onWorkers(20, deliveriesOf(started, 5, random(7)), async ({ started: { intent } }) => {
    const seen = await world.db.sql`select 1 from public.naive_bookings where intent = ${intent}`;
    if (seen.length === 0) await world.db.sql`insert into public.naive_bookings values (${intent})`;
  });
  const [row] = await world.db.sql`select count(*)::int as n from public.naive_bookings`;
  expect(row?.n).toBeGreaterThan(20);
  await world.db.drop();
});

// The events of a storm may all be dropped: asking Stripe alone must lead to the same end.
test('with every event dropped, the reconciler alone books what was paid', async () => {
  const world = await createWorld({ seats: 12 });
  const checkout = createCheckout(world);
  const started = await startMany(world, checkout, 12);
  for (const { intent } of started) checkout.stripe.authorise(intent);
  await drain(world, checkout);
  expect(await tally(world, checkout)).toMatchObject({
    bookings: 12,
    captured: 12,
    lost: [],
    unpaid: [],
    confirmations: 12,
  });
  expect(await syncPayment(checkout.deps.stripe, checkout.deps.admin, started[0]?.intent ?? '')).toMatchObject({
    state: 'booked',
  });
  expect(await brokenInvariants(world)).toEqual([]);
  await world.db.drop();
});
