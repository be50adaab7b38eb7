import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HttpError } from '../../supabase/functions/_shared/http.ts';
import type { StripeOp } from '../../supabase/functions/_shared/schemas.ts';
import { orUnavailable, runOps, stripeClient, syncPayment } from '../../supabase/functions/_shared/stripe.ts';

/** What we tell Stripe and what we make of its answers, word for word; what follows in the database has tests with the real ones. */

const { StripeCardError, StripeConnectionError, StripeInvalidRequestError } = Stripe.errors;
const refused = (values: { code?: string; param?: string; message?: string }) =>
  new StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No', ...values } as never);
const away = () => new StripeConnectionError({ message: 'away' } as never);

const intent = (values: Record<string, unknown> = {}) => ({
  id: 'pi_1',
  status: 'succeeded',
  amount: 500,
  amount_received: 500,
  currency: 'gtq',
  metadata: { hold_id: 'hold' },
  last_payment_error: null,
  latest_charge: { amount_refunded: 0, disputed: false },
  ...values,
});

const stripe = {
  paymentIntents: { retrieve: vi.fn(), capture: vi.fn(), cancel: vi.fn() },
  refunds: { list: vi.fn(), create: vi.fn(), retrieve: vi.fn() },
  disputes: { list: vi.fn() },
};
const client = stripe as unknown as Stripe;
const told: Record<string, Record<string, unknown>[]> = {};
let ops: StripeOp[] = [];
const database = async (name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
  told[name] = [...(told[name] ?? []), args];
  if (name === 'claim_stripe_ops') return ops.splice(0);
  return name === 'apply_payment_intent' ? { state: 'booked', booking_id: 'b' } : null;
};
const admin = vi.fn(database);
const op = (values: Partial<StripeOp> = {}): StripeOp => ({
  id: 7,
  payment_intent_id: 'pi_1',
  op: 'refund:1',
  amount_minor: 200,
  stripe_id: null,
  attempts: 1,
  idempotency_key: 'key',
  ...values,
});
async function run(...list: StripeOp[]) {
  ops = list;
  return runOps(client, admin, { limit: 5 });
}
const finished = () => told.finish_stripe_op ?? [];
const applied = () => told.apply_payment_intent ?? [];

let complaints: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.resetAllMocks();
  for (const name of Object.keys(told)) delete told[name];
  ops = [];
  admin.mockImplementation(database);
  stripe.paymentIntents.retrieve.mockResolvedValue(intent());
  stripe.refunds.list.mockResolvedValue({ data: [] });
  stripe.disputes.list.mockResolvedValue({ data: [] });
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe('the client', () => {
  const field = (made: Stripe, name: 'host' | 'port' | 'protocol' | 'maxNetworkRetries' | 'timeout' | 'telemetry') =>
    (made as unknown as { getApiField(name: string): unknown }).getApiField(name);

  test('asks Stripe itself, tries twice more, waits no longer than 20 s and reports nothing about us', () => {
    const made = stripeClient('sk_test_x');
    expect(field(made, 'host')).toBe('api.stripe.com');
    expect(String(field(made, 'port'))).toBe('443');
    expect(field(made, 'protocol')).toBe('https');
    expect(made.getMaxNetworkRetries()).toBe(2);
    expect(field(made, 'timeout')).toBe(20_000);
    expect(made.getTelemetryEnabled()).toBe(false);
  });

  test.each([
    ['http://127.0.0.1:7325', '127.0.0.1', '7325', 'http'],
    ['http://stripe.test', 'stripe.test', '80', 'http'],
    ['https://stripe.test', 'stripe.test', '443', 'https'],
  ])('pointed at %s it asks there', (address, host, port, protocol) => {
    const made = stripeClient('sk_test_x', address);
    expect([field(made, 'host'), field(made, 'port'), field(made, 'protocol')]).toEqual([host, port, protocol]);
  });
});

describe('a call of the browser', () => {
  test('has what Stripe answered', async () => {
    expect(await orUnavailable(Promise.resolve(1))).toBe(1);
  });

  test('hears that it can try again when Stripe fails, and the cause stands in the log', async () => {
    const refusal: unknown = await orUnavailable(Promise.reject(away())).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HttpError);
    expect(refusal).toMatchObject({
      status: 502,
      code: 'payment_unavailable',
      message: expect.stringMatching(/try again/),
    });
    expect(complaints).toHaveBeenCalledOnce();
  });

  test('a fault of ours is none of Stripe’s', async () => {
    await expect(orUnavailable(Promise.reject(new Error('ours')))).rejects.toThrow('ours');
  });
});

describe('a payment is brought up to date', () => {
  test('with what Stripe says of it now', async () => {
    expect(await syncPayment(client, admin, 'pi_1')).toEqual({ state: 'booked', booking_id: 'b' });
    expect(stripe.paymentIntents.retrieve).toHaveBeenCalledWith('pi_1', { expand: ['latest_charge'] });
    expect(applied()).toEqual([
      {
        p_payment_intent_id: 'pi_1',
        p_status: 'succeeded',
        p_amount: 500,
        p_amount_received: 500,
        p_currency: 'gtq',
        p_event_id: null,
        p_event_type: null,
        p_hold_id: 'hold',
        p_amount_refunded: 0,
        p_last_error: null,
        p_refunds: null,
        p_disputes: null,
      },
    ]);
    expect(told.claim_stripe_ops).toEqual([{ p_limit: 5, p_payment_intent_id: 'pi_1' }]);
    expect(stripe.refunds.list).not.toHaveBeenCalled();
    expect(stripe.disputes.list).not.toHaveBeenCalled();
  });

  test('without a charge nothing was given back or disputed', async () => {
    stripe.paymentIntents.retrieve.mockResolvedValue(
      intent({ latest_charge: null, metadata: {}, last_payment_error: { code: 'card_declined' } }),
    );
    await syncPayment(client, admin, 'pi_1');
    expect(applied()).toMatchObject([
      { p_amount_refunded: null, p_refunds: null, p_disputes: null, p_hold_id: null, p_last_error: 'card_declined' },
    ]);
  });

  test('a charge that came as its id alone says nothing', async () => {
    stripe.paymentIntents.retrieve.mockResolvedValue(intent({ latest_charge: 'ch_1' }));
    await syncPayment(client, admin, 'pi_1');
    expect(applied()).toMatchObject([{ p_amount_refunded: null, p_refunds: null, p_disputes: null }]);
  });

  test('with its refunds, where there are some', async () => {
    stripe.paymentIntents.retrieve.mockResolvedValue(
      intent({ latest_charge: { amount_refunded: 200, disputed: false } }),
    );
    stripe.refunds.list.mockResolvedValue({
      data: [
        { id: 're_1', amount: 150, status: 'succeeded', metadata: { operation: 'refund:1' } },
        { id: 're_2', amount: 50, status: 'failed', metadata: null, failure_reason: 'lost_or_stolen_card' },
      ],
    });
    await syncPayment(client, admin, 'pi_1');
    expect(stripe.refunds.list).toHaveBeenCalledWith({ payment_intent: 'pi_1', limit: 100 });
    expect(applied()).toMatchObject([
      {
        p_amount_refunded: 200,
        p_refunds: [
          { id: 're_1', amount: 150, status: 'succeeded', operation: 'refund:1', reason: null },
          { id: 're_2', amount: 50, status: 'failed', operation: null, reason: 'lost_or_stolen_card' },
        ],
      },
    ]);
  });

  test.each([
    ['refund.failed', 1, 0],
    ['charge.dispute.created', 0, 1],
    ['payment_intent.succeeded', 0, 0],
  ])('an event %s asks for refunds %i and for disputes %i', async (type, refunds, disputes) => {
    await syncPayment(client, admin, 'pi_1', { id: 'evt_1', type });
    expect(stripe.refunds.list).toHaveBeenCalledTimes(refunds);
    expect(stripe.disputes.list).toHaveBeenCalledTimes(disputes);
    expect(applied()).toMatchObject([{ p_event_id: 'evt_1', p_event_type: type }]);
  });

  test('with its disputes, and until when they can be answered', async () => {
    stripe.paymentIntents.retrieve.mockResolvedValue(intent({ latest_charge: { amount_refunded: 0, disputed: true } }));
    const dispute = { amount: 500, status: 'needs_response', reason: 'fraudulent' };
    stripe.disputes.list.mockResolvedValue({
      data: [
        { ...dispute, id: 'dp_1', evidence_details: { due_by: 1_800_000_000 } },
        { ...dispute, id: 'dp_2', evidence_details: { due_by: null } },
        { ...dispute, id: 'dp_3' },
      ],
    });
    await syncPayment(client, admin, 'pi_1');
    expect(stripe.disputes.list).toHaveBeenCalledWith({ payment_intent: 'pi_1', limit: 100 });
    expect(applied()).toMatchObject([
      {
        p_disputes: [
          { ...dispute, id: 'dp_1', answer_by: '2027-01-15T08:00:00.000Z' },
          { ...dispute, id: 'dp_2', answer_by: null },
          { ...dispute, id: 'dp_3', answer_by: null },
        ],
      },
    ]);
  });

  test('one that Stripe does not have is unknown; any other failure is one', async () => {
    stripe.paymentIntents.retrieve.mockRejectedValueOnce(refused({ code: 'resource_missing' }));
    expect(await syncPayment(client, admin, 'pi_1')).toEqual({ state: 'unknown' });
    expect(applied()).toEqual([]);
    stripe.paymentIntents.retrieve.mockRejectedValueOnce(refused({ code: 'lock_timeout' }));
    await expect(syncPayment(client, admin, 'pi_1')).rejects.toThrow('No');
    const other = Object.assign(new Error('ours'), { code: 'resource_missing' });
    stripe.paymentIntents.retrieve.mockRejectedValueOnce(other);
    await expect(syncPayment(client, admin, 'pi_1')).rejects.toThrow('ours');
  });

  test('what is due at Stripe is done at once, and the state is the one after it', async () => {
    ops = [op({ op: 'capture' })];
    const states = [{ state: 'processing' }, { state: 'booked', booking_id: 'after' }];
    admin.mockImplementation(async (name, args) =>
      name === 'apply_payment_intent' ? states.shift() : database(name, args),
    );
    expect(await syncPayment(client, admin, 'pi_1')).toEqual({ state: 'booked', booking_id: 'after' });
  });

  test('what is due and fails stays queued: the state is the one before it', async () => {
    admin.mockImplementation(async (name, args) => {
      if (name === 'claim_stripe_ops') throw new Error('no database');
      return database(name, args);
    });
    expect(await syncPayment(client, admin, 'pi_1')).toMatchObject({ state: 'booked' });
    expect(complaints).toHaveBeenCalledOnce();
  });
});

describe('an operation', () => {
  test('one that fails in ours waits, and the next is done', async () => {
    admin.mockImplementation(async (name, args) => {
      if (name === 'finish_stripe_op' && args?.p_id === 1) throw new Error('poisoned');
      return database(name, args);
    });
    stripe.refunds.create.mockResolvedValue({ id: 're_1', status: 'succeeded' });
    await run(op({ id: 1 }), op({ id: 2 }));
    expect(told.claim_stripe_ops).toEqual([{ p_limit: 5, p_payment_intent_id: null }]);
    expect(told.record_stripe_op_error).toEqual([{ p_id: 1, p_error: 'poisoned' }]);
    expect(finished()).toMatchObject([{ p_id: 2, p_outcome: 'done' }]);
  });

  test('an error that cannot even be written down stops nobody', async () => {
    admin.mockImplementation(async (name, args) => {
      if (args?.p_id === 1) throw new Error('poisoned');
      return database(name, args);
    });
    stripe.refunds.create.mockResolvedValue({ id: 're_1', status: 'succeeded' });
    await run(op({ id: 1 }), op({ id: 2 }));
    expect(finished()).toMatchObject([{ p_id: 2 }]);
  });

  test('that makes no change of state is not in the answer', async () => {
    stripe.refunds.create.mockResolvedValue({ id: 're_1', status: 'succeeded' });
    expect((await run(op())).size).toBe(0);
    expect(applied()).toEqual([]);
  });
});

describe('a refund', () => {
  const create = stripe.refunds.create;
  const made = (values: Record<string, unknown>) => ({ id: 're_1', metadata: { operation: 'refund:1' }, ...values });

  test('is asked for under its own key', async () => {
    create.mockResolvedValue(made({ status: 'succeeded' }));
    await run(op());
    expect(create).toHaveBeenCalledWith(
      { payment_intent: 'pi_1', amount: 200, metadata: { operation: 'refund:1' } },
      { idempotencyKey: 'key' },
    );
    expect(stripe.refunds.list).not.toHaveBeenCalled();
  });

  test.each([
    [{ status: 'succeeded' }, 'done', null, 're_1'],
    [{ status: 'pending' }, 'pending', null, 're_1'],
    [{ status: 'requires_action' }, 'pending', null, 're_1'],
    [{ status: 'failed', failure_reason: 'insufficient_funds' }, 'refused', 'insufficient_funds', null],
    [{ status: 'failed', failure_reason: 'lost_or_stolen_card' }, 'impossible', 'lost_or_stolen_card', null],
    [{ status: 'canceled' }, 'impossible', 'canceled', null],
  ])('that Stripe says is %j is %s', async (values, outcome, error, id) => {
    create.mockResolvedValue(made(values));
    await run(op());
    expect(finished()).toEqual([{ p_id: 7, p_outcome: outcome, p_error: error, p_stripe_id: id }]);
  });

  test('that is known by its id is looked at, not made again', async () => {
    stripe.refunds.retrieve.mockResolvedValue(made({ status: 'succeeded' }));
    await run(op({ stripe_id: 're_1' }));
    expect(stripe.refunds.retrieve).toHaveBeenCalledWith('re_1');
    expect(create).not.toHaveBeenCalled();
    expect(finished()).toMatchObject([{ p_outcome: 'done' }]);
  });

  test('at a second try the one that was made before is found by its operation', async () => {
    stripe.refunds.list.mockResolvedValue({
      data: [
        made({ id: 're_a', status: 'succeeded', metadata: null }),
        made({ id: 're_b', status: 'failed' }),
        made({ id: 're_c', status: 'canceled' }),
        made({ id: 're_d', status: 'succeeded', metadata: { operation: 'refund:2' } }),
        made({ id: 're_e', status: 'pending' }),
      ],
    });
    await run(op({ attempts: 2 }));
    expect(stripe.refunds.list).toHaveBeenCalledWith({ payment_intent: 'pi_1', limit: 100 });
    expect(create).not.toHaveBeenCalled();
    expect(finished()).toMatchObject([{ p_outcome: 'pending', p_stripe_id: 're_e' }]);
  });

  test('at a second try, where none stands, it is made', async () => {
    create.mockResolvedValue(made({ status: 'succeeded' }));
    stripe.refunds.list.mockResolvedValue({ data: [made({ status: 'failed' })] });
    await run(op({ attempts: 2 }));
    expect(create).toHaveBeenCalledOnce();
  });

  test.each([
    [{ code: 'charge_already_refunded' }, 'impossible'],
    [{ code: 'amount_too_large' }, 'impossible'],
    [{ code: 'charge_disputed' }, 'impossible'],
    [{ param: 'amount' }, 'impossible'],
    [{ code: 'balance_insufficient' }, 'refused'],
    [{}, 'refused'],
  ])('that Stripe refuses with %j is %s', async (values, outcome) => {
    create.mockRejectedValue(refused(values));
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: outcome, p_error: 'No', p_stripe_id: null }]);
    // What stands at Stripe is read into the books: before the operation ends, and once more after it.
    expect(applied()).toHaveLength(outcome === 'impossible' ? 2 : 0);
    expect(stripe.refunds.list).toHaveBeenCalledTimes(outcome === 'impossible' ? 2 : 0);
  });

  test('that a bank refuses is refused', async () => {
    create.mockRejectedValue(new StripeCardError({ type: 'card_error', message: 'Declined' } as never));
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: 'refused', p_error: 'Declined' }]);
  });

  test('without an answer it is unknown, and asked again under the same key', async () => {
    create.mockRejectedValue(away());
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: 'unknown', p_error: 'away' }]);
  });

  test('that cannot be, where Stripe does not say what stands either, is unknown', async () => {
    create.mockRejectedValue(refused({ code: 'charge_already_refunded' }));
    stripe.paymentIntents.retrieve.mockRejectedValue(away());
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: 'unknown', p_error: 'No' }]);
    expect(applied()).toEqual([]);
  });
});

describe('a capture or a cancellation', () => {
  test.each(['capture', 'cancel'] as const)(
    '%s is asked for under its own key, and what it made is read',
    async (name) => {
      expect((await run(op({ op: name, amount_minor: null }))).get('pi_1')).toEqual({
        state: 'booked',
        booking_id: 'b',
      });
      const options = { idempotencyKey: 'key' };
      if (name === 'capture') expect(stripe.paymentIntents.capture).toHaveBeenCalledWith('pi_1', {}, options);
      else
        expect(stripe.paymentIntents.cancel).toHaveBeenCalledWith(
          'pi_1',
          { cancellation_reason: 'abandoned' },
          options,
        );
      expect(stripe.paymentIntents[name === 'capture' ? 'cancel' : 'capture']).not.toHaveBeenCalled();
      expect(finished()).toMatchObject([{ p_outcome: 'done', p_error: null }]);
      expect(applied()).toHaveLength(1);
      // Nothing was given back by either.
      expect(stripe.refunds.list).not.toHaveBeenCalled();
    },
  );

  test.each([
    ['succeeded', 'done'],
    ['canceled', 'done'],
    ['requires_capture', 'refused'],
  ])('that is refused, as the payment is %s, is %s', async (status, outcome) => {
    stripe.paymentIntents.capture.mockRejectedValue(refused({ code: 'payment_intent_unexpected_state' }));
    stripe.paymentIntents.retrieve.mockResolvedValue(intent({ status }));
    await run(op({ op: 'capture' }));
    expect(finished()).toMatchObject([{ p_outcome: outcome, p_error: 'No' }]);
    expect(applied()).toMatchObject([{ p_status: status }]);
  });

  test('of a payment that Stripe does not know is unknown: more likely we ask with another key', async () => {
    stripe.paymentIntents.cancel.mockRejectedValue(refused({ code: 'resource_missing' }));
    stripe.paymentIntents.retrieve.mockRejectedValue(refused({ code: 'resource_missing' }));
    await run(op({ op: 'cancel' }));
    expect(finished()).toMatchObject([{ p_outcome: 'unknown', p_error: 'No' }]);
  });

  test('a fault of ours is none of Stripe’s', async () => {
    stripe.paymentIntents.cancel.mockRejectedValue(new Error('ours'));
    await run(op({ op: 'cancel' }));
    expect(told.record_stripe_op_error).toEqual([{ p_id: 7, p_error: 'ours' }]);
    expect(finished()).toEqual([]);
  });
});
