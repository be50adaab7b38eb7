import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handle as confirmPayment } from '../../supabase/functions/confirm-payment/handler.ts';
import { handle as createPaymentIntent } from '../../supabase/functions/create-payment-intent/handler.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { hearLostEvents } from '../../supabase/functions/reconcile/lost-events.ts';
import { post } from '../database/booking/support/checkout.ts';
import { brokenInvariants, createHold, holdRequest } from '../database/booking/support/fixture.ts';
import { byNight } from '../support/rounds.ts';
import { createFunctionsContext, eventually, type FunctionsContext } from './support.ts';

/** Tests changes of captured payments that were made only at Stripe: in the dashboard, or by a bank. */
let context: FunctionsContext;
let intent: string;
beforeEach(async () => {
  context = await createFunctionsContext();
  const hold = await createHold(context.fixture, context.user, holdRequest(context.fixture, { num_people: 2 }));
  const response = await createPaymentIntent(post({ hold_id: hold.hold_id }, context.user), context.deps);
  const { client_secret, payment_intent_id } = (await response.json()) as Record<string, string>;
  intent = payment_intent_id ?? '';
  await context.pay(client_secret ?? '', '4242424242424242');
  await confirmPayment(post({ hold_id: hold.hold_id }, context.user), context.deps);
  await eventually(async () => (await money()).status === 'paid');
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await brokenInvariants(context.fixture)).toEqual([]);
  await eventually(async () => (await deliveries()).every((state) => state !== 'pending'));
  await context.stop();
});

const money = async () =>
  ((
    await context.fixture.db.sql`
      select b.status, p.refunded_minor::int as refunded, p.disputed_minor::int as disputed,
             (select sum(l.amount)::float from private.ledger l where l.booking_id = b.id) as ledger
        from private.charges p join public.bookings b on b.id = p.booking_id`
  )[0] ?? {}) as { status?: string; refunded?: number; disputed?: number; ledger?: number };
const run = async () =>
  (await reconcile(post({}, undefined, { 'x-reconcile-secret': 'reconcile-test' }), context.deps)).json();
const emulator = (path: string, body: object) => context.control(path, body) as Promise<{ id: string }>;
const deliveries = async () => {
  const { data } = (await context.control('events')) as { data: { delivery: { state: string } }[] };
  return data.map(({ delivery }) => delivery.state);
};
const atTheDesk = (amount: number) => context.deps.stripe.refunds.create({ payment_intent: intent, amount });

test("finds a refund made in Stripe's dashboard whose webhook is missing", async () => {
  await context.knobs({ drop: 1 });
  await atTheDesk(10_000);
  expect(await money()).toMatchObject({ refunded: 0 });
  await run();
  expect(await money()).toEqual({ status: 'paid', refunded: 10_000, disputed: 0, ledger: 251 });
  expect(await run()).toMatchObject({ events_heard: 0 });
});

test('reads more of them than Stripe lists at once', async () => {
  const { refunds, listed } = byNight({ refunds: 5, listed: 10 }, { refunds: 40, listed: 100 });
  const { events } = context.deps.stripe;
  const list = events.list.bind(events);
  vi.spyOn(events, 'list').mockImplementation((params) => list({ ...params, limit: listed }));
  await context.knobs({ drop: 1 });
  for (let made = 0; made < refunds; made += 1) await atTheDesk(100); // three events each
  await run();
  expect(await money()).toMatchObject({ refunded: refunds * 100 });
  expect(await context.fixture.db.sql`select 1 from private.stripe_events where type = 'charge.refunded'`).toHaveLength(
    refunds,
  );
});

describe('the window in which lost events are read', () => {
  const hour = 60 * 60;
  const asked = () => {
    const list = vi.spyOn(context.deps.stripe.events, 'list');
    return () => list.mock.calls.map(([params]) => params?.created as { gte: number; lt?: number });
  };
  const readAt = (age: string) =>
    context.fixture.db
      .sql`insert into private.job_times as j (name, at) values ('stripe_events', now() - ${age}::interval)
      on conflict (name) do update set at = excluded.at`;
  const agoOf = (window: { gte: number } | undefined) => Math.round(Date.now() / 1000) - (window?.gte ?? 0);

  test('is three days at first, and then an hour, which contains late events', async () => {
    const windows = asked();
    await run();
    expect(windows()).toHaveLength(12);
    expect(agoOf(windows()[0])).toBeGreaterThanOrEqual(72 * hour);
    await context.knobs({ drop: 1 });
    await atTheDesk(10_000);
    await run();
    expect(windows()).toHaveLength(13);
    expect(agoOf(windows()[12])).toBeGreaterThanOrEqual(hour);
    expect(agoOf(windows()[12])).toBeLessThan(hour + 300);
    expect(windows()[12]?.lt).toBeUndefined();
    expect(await money()).toMatchObject({ refunded: 10_000 });
  });

  test('continues after a gap where it ended, and never starts longer ago than three days', async () => {
    const windows = asked();
    await readAt('20 hours');
    await run();
    expect(windows().map((window) => Math.round(agoOf(window) / hour))).toEqual([21, 15, 9, 3]);
    await readAt('30 days');
    await run();
    expect(Math.round(agoOf(windows()[4]) / hour)).toBe(72);
  });

  test('ends after a number of events, and the next one continues there', async () => {
    const windows = asked();
    await readAt('20 hours');
    await context.knobs({ drop: 1 });
    await atTheDesk(10_000);
    expect(await hearLostEvents(context.deps, 0)).toBe(0);
    expect(windows()).toEqual([]);
    await run();
    expect(await money()).toMatchObject({ refunded: 10_000 });
  });

  test('is repeated from where Stripe was unavailable', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // All are in one window. With several, those before the last are read.
    await readAt('30 minutes');
    await context.knobs({ drop: 1 });
    await atTheDesk(10_000);
    const away = vi.spyOn(context.deps.stripe.paymentIntents, 'retrieve');
    away.mockRejectedValue(new Stripe.errors.StripeConnectionError({ message: 'away', type: 'api_error' }));
    expect(await hearLostEvents(context.deps)).toBe(0);
    away.mockRestore();
    const [read] = await context.fixture.db.sql`
      select at < now() - interval '1 minute' as behind from private.job_times where name = 'stripe_events'`;
    expect(read).toEqual({ behind: true });
    expect(await hearLostEvents(context.deps)).toBeGreaterThan(0);
    expect(await money()).toMatchObject({ refunded: 10_000 });
  });

  test('does not limit the retry of a failed event by its name, even long after its hour', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await context.knobs({ drop: 1 });
    await atTheDesk(10_000);
    const broken = vi.spyOn(context.deps.stripe.paymentIntents, 'retrieve').mockRejectedValue(new Error('unreadable'));
    expect(await hearLostEvents(context.deps)).toBe(0);
    broken.mockRestore();
    await context.fixture.db.sql`update private.troubles set next_attempt_at = now() where kind = 'stripe_event'`;
    const list = vi.spyOn(context.deps.stripe.events, 'list').mockImplementation((() => []) as never);
    expect(await hearLostEvents(context.deps)).toBeGreaterThan(0);
    expect(list).toHaveBeenCalled();
    expect(await money()).toMatchObject({ refunded: 10_000 });
    expect(await context.fixture.db.sql`select 1 from private.troubles where kind = 'stripe_event'`).toEqual([]);
  });
});

test.each([
  ['by webhooks', 0],
  ['though every webhook is lost', 1],
])('reads a dispute and its end %s', async (_name, drop) => {
  await context.knobs({ drop });
  const arrives = async (wanted: object) => {
    if (drop) await run();
    await eventually(async () => expect.objectContaining(wanted).asymmetricMatch(await money()));
  };
  const dispute = await emulator('dispute', { payment_intent: intent, reason: 'product_not_received' });
  await arrives({ status: 'paid', disputed: 35_100, ledger: 0 });
  const refused = await context.deps.stripe.refunds.create({ payment_intent: intent }).catch((error) => error);
  expect(refused).toMatchObject({ code: 'charge_disputed' });
  await emulator('move_dispute', { dispute: dispute.id, status: 'under_review' });
  await emulator('move_dispute', { dispute: dispute.id, status: 'won' });
  await arrives({ disputed: 0, ledger: 351 });
  const [row] = await context.fixture.db.sql`select status, reason, closed_at is null as open from private.disputes`;
  expect(row).toEqual({ status: 'won', reason: 'product_not_received', open: false });
});
