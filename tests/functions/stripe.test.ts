import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { HttpError } from '../../supabase/functions/_shared/http.ts';
import { orUnavailable, stripeClient, syncPayment } from '../../supabase/functions/_shared/stripe.ts';
import {
  admin,
  applied,
  away,
  client,
  complaints,
  database,
  intent,
  op,
  queue,
  refused,
  stripe,
  stripeForEachTest,
  told,
} from './stripe-double.ts';

/**
 * Tests the exact requests to Stripe and the reading of its responses. The effects in the database are tested with
 * real ones.
 */

stripeForEachTest();

describe('the client of Stripe', () => {
  const field = (made: Stripe, name: 'host' | 'port' | 'protocol' | 'maxNetworkRetries' | 'timeout' | 'telemetry') =>
    (made as unknown as { getApiField(name: string): unknown }).getApiField(name);

  test('sends to Stripe itself, retries twice, waits no longer than 20 s and reports nothing about us', () => {
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
  ])('sends to %s if configured', (address, host, port, protocol) => {
    const made = stripeClient('sk_test_x', address);
    expect([field(made, 'host'), field(made, 'port'), field(made, 'protocol')]).toEqual([host, port, protocol]);
  });
});

describe('a call of the browser', () => {
  test("returns Stripe's response", async () => {
    expect(await orUnavailable(Promise.resolve(1))).toBe(1);
  });

  test('can be retried when Stripe fails, and the cause is logged', async () => {
    const refusal: unknown = await orUnavailable(Promise.reject(away())).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HttpError);
    expect(refusal).toMatchObject({
      status: 502,
      code: 'payment_unavailable',
      message: expect.stringMatching(/try again/),
    });
    expect(complaints).toHaveBeenCalledOnce();
  });

  test("does not report our own fault as Stripe's", async () => {
    await expect(orUnavailable(Promise.reject(new Error('ours')))).rejects.toThrow('ours');
  });
});

describe('an updated payment', () => {
  test("has Stripe's current state", async () => {
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
        p_last_error: null,
        p_refunds: null,
        p_disputes: null,
        p_capture_before: null,
        p_charge_id: 'ch_1',
      },
    ]);
    expect(told.claim_stripe_ops).toEqual([{ p_limit: 5, p_payment_intent_id: 'pi_1' }]);
    expect(stripe.refunds.list).not.toHaveBeenCalled();
    expect(stripe.disputes.list).not.toHaveBeenCalled();
  });

  test('has no refund or dispute without a charge', async () => {
    stripe.paymentIntents.retrieve.mockResolvedValue(
      intent({ latest_charge: null, metadata: {}, last_payment_error: { code: 'card_declined' } }),
    );
    await syncPayment(client, admin, 'pi_1');
    expect(applied()).toMatchObject([
      { p_refunds: null, p_disputes: null, p_hold_id: null, p_last_error: 'card_declined' },
    ]);
  });

  test('ignores a charge that is only an id', async () => {
    stripe.paymentIntents.retrieve.mockResolvedValue(intent({ latest_charge: 'ch_1' }));
    await syncPayment(client, admin, 'pi_1');
    expect(applied()).toMatchObject([{ p_refunds: null, p_disputes: null }]);
  });

  test('includes existing refunds', async () => {
    stripe.paymentIntents.retrieve.mockResolvedValue(
      intent({ latest_charge: { amount_refunded: 200, disputed: false } }),
    );
    stripe.refunds.list.mockResolvedValue({
      data: [
        {
          id: 're_1',
          amount: 150,
          status: 'succeeded',
          metadata: { operation: 'refund:1', payment_line_id: 'line', booking_id: 'booking' },
        },
        {
          id: 're_2',
          amount: 50,
          status: 'failed',
          metadata: { booking_id: 'booking' },
          failure_reason: 'lost_or_stolen_card',
        },
      ],
    });
    await syncPayment(client, admin, 'pi_1');
    expect(stripe.refunds.list).toHaveBeenCalledWith({ payment_intent: 'pi_1', limit: 100 });
    expect(applied()).toMatchObject([
      {
        p_refunds: [
          { id: 're_1', amount: 150, status: 'succeeded', operation: 'refund:1', line: 'line', reason: null },
          { id: 're_2', amount: 50, status: 'failed', operation: null, line: 'booking', reason: 'lost_or_stolen_card' },
        ],
      },
    ]);
  });

  test.each([
    ['refund.failed', 1, 0],
    ['charge.dispute.created', 0, 1],
    ['payment_intent.succeeded', 0, 0],
  ])('after the event %s requests refunds %i and disputes %i', async (type, refunds, disputes) => {
    await syncPayment(client, admin, 'pi_1', { id: 'evt_1', type });
    expect(stripe.refunds.list).toHaveBeenCalledTimes(refunds);
    expect(stripe.disputes.list).toHaveBeenCalledTimes(disputes);
    expect(applied()).toMatchObject([{ p_event_id: 'evt_1', p_event_type: type }]);
  });

  test('includes disputes with their deadline', async () => {
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

  test('is unknown if Stripe does not have it, and any other failure is reported', async () => {
    stripe.paymentIntents.retrieve.mockRejectedValueOnce(refused({ code: 'resource_missing' }));
    expect(await syncPayment(client, admin, 'pi_1')).toEqual({ state: 'unknown' });
    expect(applied()).toEqual([]);
    stripe.paymentIntents.retrieve.mockRejectedValueOnce(refused({ code: 'lock_timeout' }));
    await expect(syncPayment(client, admin, 'pi_1')).rejects.toThrow('No');
    const other = Object.assign(new Error('ours'), { code: 'resource_missing' });
    stripe.paymentIntents.retrieve.mockRejectedValueOnce(other);
    await expect(syncPayment(client, admin, 'pi_1')).rejects.toThrow('ours');
  });

  test('runs due operations immediately, and returns the state afterwards', async () => {
    queue(op({ op: 'capture' }));
    const states = [{ state: 'processing' }, { state: 'booked', booking_id: 'after' }];
    admin.mockImplementation(async (name, args) =>
      name === 'apply_payment_intent' ? states.shift() : database(name, args),
    );
    expect(await syncPayment(client, admin, 'pi_1')).toEqual({ state: 'booked', booking_id: 'after' });
  });

  test('keeps failed operations queued, and returns the state before', async () => {
    admin.mockImplementation(async (name, args) => {
      if (name === 'claim_stripe_ops') throw new Error('no database');
      return database(name, args);
    });
    expect(await syncPayment(client, admin, 'pi_1')).toMatchObject({ state: 'booked' });
    expect(complaints).toHaveBeenCalledOnce();
  });
});
