import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { syncPayment } from '../../../supabase/functions/_shared/stripe.ts';
import { said } from '../../support/notices.ts';
import { payFor } from './support/checkout.ts';
import {
  brokenInvariants,
  createUsers,
  daysFromNow,
  grantRole,
  referUsers,
  signedIn,
  startsIn,
} from './support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from './support/for-each-test.ts';
import { refundBooking, refundOperations, workAtStripe } from './support/refund.ts';
import { rpcFor } from './support/rpc.ts';

/** A bank can reverse a card payment without asking, and may return it. */
let manager: string;
let admin: string;
let paid: Awaited<ReturnType<typeof payFor>>;
checkoutForEachTest({ seats: 6, sound: true });
beforeEach(async () => {
  [manager = '', admin = ''] = await createUsers(fixture.db.sql, 2);
  await grantRole(fixture.db.sql, manager, 'territory_manager', 'rio');
  await grantRole(fixture.db.sql, admin, 'admin', null);
  await referUsers(fixture.db.sql, [user], 10);
  paid = await payFor(fixture, checkout, user, { num_people: 2 }); // Q351
});

const hear = (type = 'charge.dispute.created', id = `evt_${randomUUID()}`) =>
  syncPayment(checkout.deps.stripe, checkout.deps.admin, paid.intent, { id, type });
const books = async () =>
  (
    await fixture.db.sql`
      select p.refunded_minor::int as refunded, p.disputed_minor::int as disputed, b.status, c.amount::float as commission,
             (select sum(l.amount)::float from private.ledger l where l.booking_id = b.id) as ledger
        from private.charges p join public.bookings b on b.id = p.booking_id
        join public.referrals r on r.booking_id = b.id join public.commissions c on c.referral_id = r.id`
  )[0];
const SOLD = { refunded: 0, disputed: 0, status: 'paid', ledger: 351, commission: 35.1 };
const TAKEN = { ...SOLD, disputed: 35_100, ledger: 0, commission: 0 };
const payOut = (party: string) =>
  rpcFor(fixture.db, signedIn(manager))('set_payout_status', {
    p_booking_id: paid.booking,
    p_party: party,
    p_status: 'paid',
    p_paid_on: daysFromNow(0),
    p_reference: 'BI 88213',
  });
const waiting = async () =>
  (
    (await rpcFor(fixture.db, signedIn(admin))('list_troubles')) as { kind: string; subject: string; error: string }[]
  ).filter(({ kind }) => kind === 'dispute');
const told = async () =>
  said(
    await fixture.db.sql`select payload ->> 'wording' as wording, payload -> 'params' as params from private.outbox
      where dedupe_key like 'notification:dispute:%' and recipient = ${manager} order by id`,
  ).map(({ message }) => message);

test('records a dispute in the ledger, stops every payout and asks for manual review', async () => {
  checkout.stripe.dispute(paid.intent, 35_100);
  await hear();
  expect(await books()).toEqual(TAKEN);
  for (const party of ['operator', 'territory', 'partner']) {
    expect(await payOut(party).catch((error) => error)).toMatchObject({ status: 409, code: 'payment_disputed' });
  }
  expect(await waiting()).toMatchObject([
    {
      subject: expect.stringMatching(/^Castle.*GTQ 351\.00$/),
      error: expect.stringMatching(/^fraudulent, needs response, answer by 2\d{3}-/),
    },
  ]);
  expect(await told()).toEqual([expect.stringContaining('A bank is disputing a payment')]);
  const again = rpcFor(fixture.db, signedIn(admin))('retry_trouble', {
    p_kind: 'dispute',
    p_item: checkout.stripe.disputes[0]?.id,
  });
  expect(await again.catch((error) => error)).toMatchObject({ code: 'trouble_not_found' });
});

test.each([
  ['won', SOLD, 'We won the dispute'],
  ['lost', TAKEN, 'We lost the dispute'],
])('records a dispute that is %s, without waiting', async (status, after, words) => {
  const dispute = checkout.stripe.dispute(paid.intent, 35_100);
  await hear();
  dispute.status = status;
  const event = `evt_${randomUUID()}`;
  for (const type of ['charge.dispute.closed', 'charge.dispute.closed', 'charge.dispute.funds_reinstated'])
    await hear(type, type === 'charge.dispute.closed' ? event : undefined);
  expect(await books()).toEqual(after);
  expect(await waiting()).toEqual([]);
  expect(await told()).toEqual([expect.any(String), expect.stringContaining(words)]);
  const [row] = await fixture.db.sql`select closed_at is not null as closed from private.disputes`;
  expect(row).toEqual({ closed: true });
  if (status !== 'won') return;
  await startsIn(fixture, paid.booking, -1);
  expect(await payOut('operator')).toMatchObject({ payout_status: 'paid' });
});

test('returns the money of a dispute that was lost and finally won', async () => {
  const dispute = checkout.stripe.dispute(paid.intent, 35_100);
  for (const status of ['lost', 'won']) {
    dispute.status = status;
    await hear('charge.dispute.closed');
  }
  expect(await books()).toEqual(SOLD);
});

test('takes nothing for an inquiry, which can become a dispute', async () => {
  const dispute = checkout.stripe.dispute(paid.intent, 35_100, 'warning_needs_response');
  await hear();
  expect(await books()).toEqual(SOLD);
  expect(await waiting()).toHaveLength(1);
  dispute.status = 'warning_closed';
  await hear('charge.dispute.closed');
  expect(await waiting()).toEqual([]);
  dispute.status = 'needs_response';
  await hear('charge.dispute.updated');
  expect(await books()).toEqual(TAKEN);
  expect(await waiting()).toHaveLength(1);
});

test('does not refund an amount a second time that a bank has reversed', async () => {
  await refundBooking(fixture.db, manager, paid.booking, null); // queued, not yet made
  const dispute = checkout.stripe.dispute(paid.intent, 35_100);
  await workAtStripe(fixture.db, checkout);
  expect(await books()).toEqual(TAKEN);
  expect(await refundBooking(fixture.db, manager, paid.booking, 1).catch((error) => error)).toMatchObject({
    code: 'refund_too_large',
  });
  dispute.status = 'lost';
  await hear('charge.dispute.closed');
  await workAtStripe(fixture.db, checkout);
  expect(await books()).toEqual(TAKEN);
  expect(await refundOperations(fixture.db)).toEqual([]); // nothing is owed any longer
});

test.each([
  ['before Stripe was asked', true],
  ['while it was on its way to Stripe', false],
])('makes a promised refund when a dispute, reported %s, is won', async (_, first) => {
  await refundBooking(fixture.db, manager, paid.booking, 20);
  const dispute = checkout.stripe.dispute(paid.intent, 1000);
  if (first) await hear();
  for (let time = 0; time < 3; time += 1) await workAtStripe(fixture.db, checkout);
  expect(await refundOperations(fixture.db)).toEqual([{ op: 'refund:1', state: 'queued', minor: 2000 }]);
  expect(await fixture.db.sql`select refusals from private.stripe_ops where op = 'refund:1'`).toEqual([
    { refusals: first ? 0 : 1 },
  ]);
  dispute.status = 'won';
  await hear('charge.dispute.closed');
  await workAtStripe(fixture.db, checkout);
  expect(await refundOperations(fixture.db)).toEqual([{ op: 'refund:1', state: 'done', minor: 2000 }]);
  expect(await books()).toMatchObject({ refunded: 2000, disputed: 0, ledger: 331 });
});

describe('a refund that Stripe refused for an unreported dispute', () => {
  /** The bank decides before we check. */
  async function refusedAnd(decided: 'won' | 'lost', amount: number): Promise<void> {
    await refundBooking(fixture.db, manager, paid.booking, 20);
    const dispute = checkout.stripe.dispute(paid.intent, amount);
    const { refunds } = checkout.deps.stripe;
    const create = refunds.create.bind(refunds);
    vi.spyOn(refunds, 'create').mockImplementationOnce((...asked) =>
      create(...asked).finally(() => {
        dispute.status = decided;
      }),
    );
    await workAtStripe(fixture.db, checkout);
  }

  test('is made under another key when it was won, because the first one repeats its response', async () => {
    await refusedAnd('won', 1000);
    const [waiting] = await fixture.db.sql`select state, refusals from private.stripe_ops where op = 'refund:1'`;
    expect(waiting).toEqual({ state: 'queued', refusals: 1 });
    await workAtStripe(fixture.db, checkout);
    expect(await refundOperations(fixture.db)).toEqual([{ op: 'refund:1', state: 'done', minor: 2000 }]);
    expect(await books()).toMatchObject({ refunded: 2000, disputed: 0, ledger: 331 });
  });

  test('is not owed when it was lost, because the bank has paid the guest', async () => {
    await refusedAnd('lost', 35_100);
    expect(await refundOperations(fixture.db)).toEqual([]);
    expect(await books()).toMatchObject({ refunded: 0, disputed: 35_100, ledger: 0 });
  });
});

test('makes a refund during an inquiry', async () => {
  await refundBooking(fixture.db, manager, paid.booking, 20);
  checkout.stripe.dispute(paid.intent, 1000, 'warning_needs_response');
  await hear();
  await workAtStripe(fixture.db, checkout);
  expect(await books()).toMatchObject({ refunded: 2000, disputed: 0 });
});

test('takes no more than there is for a partial dispute after a partial refund', async () => {
  await refundBooking(fixture.db, manager, paid.booking, 100);
  await workAtStripe(fixture.db, checkout);
  const dispute = checkout.stripe.dispute(paid.intent, 35_100);
  await hear();
  expect(await books()).toMatchObject({ refunded: 10_000, disputed: 25_100, ledger: 0 });
  dispute.status = 'won';
  await hear('charge.dispute.closed');
  expect(await books()).toMatchObject({ refunded: 10_000, disputed: 0, ledger: 251 });
});

describe('dispute events that are repeated, late or in any order', () => {
  test('leave the books equal to Stripe', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stages = ['warning_needs_response', 'needs_response', 'under_review', 'lost', 'won'];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...stages, ...stages], { minLength: 5 }), async (heard) => {
        const id = `du_${randomUUID()}`;
        for (const status of heard) {
          await fixture.db.sql`select private.apply_disputes(p.id, ${fixture.db.sql.json([
            { id, amount: 1000, status, reason: 'fraudulent', answer_by: null },
          ])}) from private.charges p`;
          expect(await brokenInvariants(fixture)).toEqual([]);
        }
        const furthest = Math.max(...heard.map((status) => stages.indexOf(status)));
        const [row] = await fixture.db.sql`select status from private.disputes where stripe_id = ${id}`;
        expect(row?.status).toBe(stages[furthest]);
        await fixture.db.sql`select private.apply_disputes(p.id, ${fixture.db.sql.json([
          { id, amount: 1000, status: 'won', reason: 'fraudulent', answer_by: null },
        ])}) from private.charges p`;
        expect(await books()).toMatchObject({ disputed: 0, ledger: 351 });
      }),
      { numRuns: 20 },
    );
  });
});

describe('the evidence for a bank', () => {
  const evidence = (who: string, id: string | undefined) =>
    rpcFor(fixture.db, signedIn(who))('chargeback_evidence', { p_id: id }) as Promise<Record<string, unknown>>;

  test('has what was agreed, paid, written and provided', async () => {
    const dispute = checkout.stripe.dispute(paid.intent, 35_100);
    await hear();
    await rpcFor(fixture.db, signedIn(user))('send_message', {
      p_booking_id: paid.booking,
      p_message: 'Where do we meet?',
    });
    await startsIn(fixture, paid.booking, -1);
    await fixture.db
      .sql`update public.bookings set check_in_status = 'checked_in', checked_in_at = now(), checked_in_by = ${manager}
      where id = ${paid.booking}`;
    await fixture.db.sql`update private.outbox set state = 'sent', sent_at = now() where kind = 'email'`;
    const [listed, ...others] = (await rpcFor(fixture.db, signedIn(manager))('territory_chargebacks', {
      p_territory_id: 'rio',
    })) as object[];
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ id: dispute.id, booking_id: paid.booking, amount: '351.00', closed_at: null });
    expect(await evidence(manager, dispute.id)).toMatchObject({
      ...{ amount: 351, currency_code: 'GTQ', status: 'needs_response', reason: 'fraudulent' },
      payment_intent_id: paid.intent,
      ...{ num_people: 2, arrived: 2, no_show: false, cancelled_at: null, payer: null },
      money: [
        { what: 'sale', amount: 351 },
        { what: 'dispute', amount: -351 },
      ],
      emails: [{ template: 'booking_confirmation' }],
      messages: [{ by_guest: true, text: 'Where do we meet?' }],
    });
  });

  test('lists chargebacks page by page', async () => {
    const dispute = checkout.stripe.dispute(paid.intent, 1000);
    await hear();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const pageAfter = (id: string) =>
      rpcFor(fixture.db, signedIn(manager))('territory_chargebacks', {
        p_territory_id: 'rio',
        p_before: tomorrow,
        p_before_id: id,
      });
    expect(await pageAfter(dispute.id)).toHaveLength(1);
    await fixture.db.sql`update private.disputes set opened_at = ${tomorrow}`;
    expect(await pageAfter(dispute.id)).toEqual([]);
  });

  test('is for managers of the territory and admins', async () => {
    const dispute = checkout.stripe.dispute(paid.intent, 35_100);
    await hear();
    const [staff = '', stranger = ''] = await createUsers(fixture.db.sql, 2);
    await grantRole(fixture.db.sql, staff, 'territory_staff', 'rio');
    await grantRole(fixture.db.sql, stranger, 'territory_manager', 'lago');
    expect(await evidence(admin, dispute.id)).toMatchObject({ id: dispute.id });
    for (const who of [staff, stranger, user])
      expect(await evidence(who, dispute.id).catch((error) => error)).toMatchObject({ code: 'chargeback_not_found' });
    expect(await evidence(manager, 'dp_unknown').catch((error) => error)).toMatchObject({
      code: 'chargeback_not_found',
    });
  });
});
