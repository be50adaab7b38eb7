import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  admin,
  applied,
  away,
  database,
  finished,
  intent,
  op,
  refused,
  run,
  stripe,
  stripeForEachTest,
  told,
} from './stripe-double.ts';

/**
 * Tests the exact requests of queued Stripe operations (capture, cancel, refund), and the effect of their
 * responses.
 */

const { StripeCardError } = Stripe.errors;

stripeForEachTest();

describe('an operation', () => {
  test('that fails on our side waits, and the next is done', async () => {
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

  test("stops at no error, even one that can't be recorded", async () => {
    admin.mockImplementation(async (name, args) => {
      if (args?.p_id === 1) throw new Error('poisoned');
      return database(name, args);
    });
    stripe.refunds.create.mockResolvedValue({ id: 're_1', status: 'succeeded' });
    await run(op({ id: 1 }), op({ id: 2 }));
    expect(finished()).toMatchObject([{ p_id: 2 }]);
  });

  test('without a change of state is not in the response', async () => {
    stripe.refunds.create.mockResolvedValue({ id: 're_1', status: 'succeeded' });
    expect((await run(op())).size).toBe(0);
    expect(applied()).toEqual([]);
  });
});

describe('a refund', () => {
  const create = stripe.refunds.create;
  const made = (values: Record<string, unknown>) => ({ id: 're_1', metadata: { operation: 'refund:1' }, ...values });

  test('is requested under its own key, and names its payment line and booking', async () => {
    create.mockResolvedValue(made({ status: 'succeeded' }));
    await run(op({ line_id: 'line', booking_id: 'booking' }));
    expect(create).toHaveBeenCalledWith(
      {
        payment_intent: 'pi_1',
        amount: 200,
        metadata: { operation: 'refund:1', payment_line_id: 'line', booking_id: 'booking' },
      },
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
  ])('that Stripe reports as %j is %s', async (values, outcome, error, id) => {
    create.mockResolvedValue(made(values));
    await run(op());
    expect(finished()).toEqual([{ p_id: 7, p_outcome: outcome, p_error: error, p_stripe_id: id }]);
  });

  test('that is known by its id is read, not made again', async () => {
    stripe.refunds.retrieve.mockResolvedValue(made({ status: 'succeeded' }));
    await run(op({ stripe_id: 're_1' }));
    expect(stripe.refunds.retrieve).toHaveBeenCalledWith('re_1');
    expect(create).not.toHaveBeenCalled();
    expect(finished()).toMatchObject([{ p_outcome: 'done' }]);
  });

  test("finds an earlier attempt's refund by its operation", async () => {
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

  test('is made at a second attempt if there is none', async () => {
    create.mockResolvedValue(made({ status: 'succeeded' }));
    stripe.refunds.list.mockResolvedValue({ data: [made({ status: 'failed' })] });
    await run(op({ attempts: 2 }));
    expect(create).toHaveBeenCalledOnce();
  });

  test.each([
    [{ code: 'charge_already_refunded' }, 'impossible'],
    [{ code: 'amount_too_large' }, 'impossible'],
    [{ code: 'charge_disputed' }, 'disputed'],
    [{ param: 'amount' }, 'impossible'],
    [{ code: 'balance_insufficient' }, 'refused'],
    [{}, 'refused'],
  ])('that Stripe refuses with %j is %s', async (values, outcome) => {
    create.mockRejectedValue(refused(values));
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: outcome, p_error: 'No', p_stripe_id: null }]);
    // Stripe's state is read into the books before the operation ends, and once more after it.
    expect(applied()).toHaveLength(outcome === 'refused' ? 0 : 2);
    expect(stripe.refunds.list).toHaveBeenCalledTimes(outcome === 'refused' ? 0 : 2);
  });

  test('that a bank refuses is refused', async () => {
    create.mockRejectedValue(new StripeCardError({ type: 'card_error', message: 'Declined' } as never));
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: 'refused', p_error: 'Declined' }]);
  });

  test('without a response is unknown, and requested again under the same key', async () => {
    create.mockRejectedValue(away());
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: 'unknown', p_error: 'away' }]);
  });

  test('is unknown if Stripe refuses without a state', async () => {
    create.mockRejectedValue(refused({ code: 'charge_already_refunded' }));
    stripe.paymentIntents.retrieve.mockRejectedValue(away());
    await run(op());
    expect(finished()).toMatchObject([{ p_outcome: 'unknown', p_error: 'No' }]);
    expect(applied()).toEqual([]);
  });
});

describe('a capture or a cancellation', () => {
  test.each(['capture', 'cancel'] as const)(
    '(%s) is requested under its own key, and its result is read',
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
      // Neither refunded anything.
      expect(stripe.refunds.list).not.toHaveBeenCalled();
    },
  );

  test('names the amount if less than authorised is captured', async () => {
    await run(op({ op: 'capture', amount_minor: 300 }));
    const options = { idempotencyKey: 'key' };
    expect(stripe.paymentIntents.capture).toHaveBeenCalledWith('pi_1', { amount_to_capture: 300 }, options);
  });

  test('reports to the database when the authorisation ends', async () => {
    const card = { capture_before: Date.parse('2027-01-08T12:00:00Z') / 1000 };
    const latest_charge = { amount_refunded: 0, disputed: false, payment_method_details: { card } };
    stripe.paymentIntents.retrieve.mockResolvedValue(intent({ latest_charge }));
    await run(op({ op: 'capture', amount_minor: null }));
    expect(applied()).toMatchObject([{ p_capture_before: '2027-01-08T12:00:00.000Z' }]);
  });

  test.each([
    ['succeeded', 'done'],
    ['canceled', 'done'],
    ['requires_capture', 'refused'],
  ])('that is refused because the payment is %s, is %s', async (status, outcome) => {
    stripe.paymentIntents.capture.mockRejectedValue(refused({ code: 'payment_intent_unexpected_state' }));
    stripe.paymentIntents.retrieve.mockResolvedValue(intent({ status }));
    await run(op({ op: 'capture' }));
    expect(finished()).toMatchObject([{ p_outcome: outcome, p_error: 'No' }]);
    expect(applied()).toMatchObject([{ p_status: status }]);
  });

  test("is unknown for a payment that Stripe does not have, because the key may be another account's", async () => {
    stripe.paymentIntents.cancel.mockRejectedValue(refused({ code: 'resource_missing' }));
    stripe.paymentIntents.retrieve.mockRejectedValue(refused({ code: 'resource_missing' }));
    await run(op({ op: 'cancel' }));
    expect(finished()).toMatchObject([{ p_outcome: 'unknown', p_error: 'No' }]);
  });

  test("does not count our own fault as Stripe's", async () => {
    stripe.paymentIntents.cancel.mockRejectedValue(new Error('ours'));
    await run(op({ op: 'cancel' }));
    expect(told.record_stripe_op_error).toEqual([{ p_id: 7, p_error: 'ours' }]);
    expect(finished()).toEqual([]);
  });
});
