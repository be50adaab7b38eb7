import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Dependencies } from '../../supabase/functions/_shared/dependencies.ts';
import { stripeClient } from '../../supabase/functions/_shared/stripe.ts';
import { handle as releaseHold } from '../../supabase/functions/release-hold/handler.ts';
import { teamAddress } from '../../supabase/functions/send-contact-email/handler.ts';
import { handle as stripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts';
import { post } from '../database/booking/support/checkout.ts';

/** Tests the effects of a Stripe event and of releasing a hold. payment.test.ts uses a database. */

const USER = '00000000-0000-4000-8000-000000000001';
const HOLD = '00000000-0000-4000-8000-000000000002';
let told: string[];
let state: string;
let payments: object[];
const constructEventAsync = vi.fn();
const retrieve = vi.fn();
const admin = async (name: string): Promise<unknown> => {
  told.push(name);
  if (name === 'apply_payment_intent') return { state };
  if (name === 'payment_of_hold') return payments.shift();
  return [];
};
const deps = {
  admin,
  as: () => admin,
  userId: async () => USER,
  webhookSecret: 'whsec_test',
  mail: {},
  stripe: {
    webhooks: { constructEventAsync },
    paymentIntents: { retrieve },
    refunds: { list: async () => ({ data: [] }) },
    disputes: { list: async () => ({ data: [] }) },
  },
} as unknown as Dependencies;
beforeEach(() => {
  vi.resetAllMocks();
  [told, state, payments] = [[], 'processing', []];
  retrieve.mockImplementation(async (id: string) => ({ id, status: 'succeeded', metadata: {} }));
});

describe('an event', () => {
  async function hear(object: unknown, type = 'payment_intent.succeeded') {
    constructEventAsync.mockResolvedValue({ id: 'evt_1', type, data: { object } });
    const answer = await stripeWebhook(post({ raw: 1 }, undefined, { 'stripe-signature': 'signed' }), deps);
    return [answer.status, await answer.json()];
  }
  const RECEIVED = [200, { received: true }];
  const asked = () => retrieve.mock.calls.map(([id]) => id);

  test('is checked as it arrived, with our secret', async () => {
    await hear({ object: 'payment_intent', id: 'pi_1' });
    const [body, signature, secret] = constructEventAsync.mock.calls[0] ?? [];
    expect([body, signature, secret]).toEqual(['{"raw":1}', 'signed', 'whsec_test']);
  });

  test('is accepted with the old and the new secret while Stripe signs with both, then only with the new one', async () => {
    const { webhooks } = stripeClient('sk_test_1');
    const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: null } };
    const signature = (secret: string) =>
      webhooks.generateTestHeaderString({ payload: JSON.stringify(event), secret, timestamp });
    const timestamp = Math.floor(Date.now() / 1000);
    const both = `${signature('whsec_old')},${signature('whsec_new').split(',')[1]}`;
    const heard = async (header: string, webhookSecret: string) => {
      const rotated = { ...deps, webhookSecret, stripe: { ...deps.stripe, webhooks } } as Dependencies;
      return (await stripeWebhook(post(event, undefined, { 'stripe-signature': header }), rotated)).status;
    };
    expect([await heard(both, 'whsec_old'), await heard(both, 'whsec_new')]).toEqual([200, 200]);
    const later = signature('whsec_new');
    expect([await heard(later, 'whsec_new'), await heard(later, 'whsec_old')]).toEqual([200, 400]);
  });

  test('without a signature, or too large, is read to its end and refused without using its content', async () => {
    const send = (megabytes: number, headers: Record<string, string>) => {
      let left = megabytes;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (left === 0) return controller.close();
          left -= 1;
          controller.enqueue(new Uint8Array(1024 * 1024));
        },
      });
      const request = new Request('http://functions.test/stripe-webhook', {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit);
      return stripeWebhook(request, deps).then(async (answer) => [answer.status, (await answer.json()).code, left]);
    };
    expect(await send(1, {})).toEqual([400, 'invalid_signature', 0]);
    expect(await send(12, {})).toEqual([413, 'body_too_large', 0]);
    expect(await send(12, { 'stripe-signature': 'signed' })).toEqual([413, 'body_too_large', 0]);
    expect(constructEventAsync).not.toHaveBeenCalled();
  });

  test('about a payment updates that payment', async () => {
    expect(await hear({ object: 'payment_intent', id: 'pi_1', payment_intent: 'pi_other' })).toEqual(RECEIVED);
    expect(asked()).toEqual(['pi_1']);
  });

  test('about a refund, a charge or a dispute updates the payment that it names', async () => {
    expect(await hear({ object: 'refund', id: 're_1', payment_intent: 'pi_2' }, 'refund.failed')).toEqual(RECEIVED);
    expect(asked()).toEqual(['pi_2']);
  });

  test.each([
    [null],
    ['pi_1'],
    [{ object: 'customer', id: 'cus_1' }],
    [{ object: 'payment_intent', id: 7 }],
    [{ object: 'charge', id: 'ch_1', payment_intent: null }],
    [{ object: 'charge', id: 'ch_1', payment_intent: { id: 'pi_1' } }],
  ])('about %j names no payment, and is accepted without a request', async (object) => {
    expect(await hear(object)).toEqual(RECEIVED);
    expect(asked()).toEqual([]);
    expect(told).toEqual([]);
  });

  test("that makes a booking sends the outbox, while others don't", async () => {
    await hear({ object: 'payment_intent', id: 'pi_1' });
    expect(told).not.toContain('claim_outbox');
    state = 'booked';
    await hear({ object: 'payment_intent', id: 'pi_1' });
    await vi.waitFor(() => expect(told).toContain('claim_outbox'));
  });
});

describe('a released hold', () => {
  const payment = (holdState: string, intent: string | null = 'pi_1') => ({
    payment_intent_id: intent,
    status: 'requires_payment_method',
    hold: { kind: 'experience', state: holdState, booking_id: null },
  });
  async function give(...list: object[]) {
    payments = list;
    const answer = await releaseHold(post({ hold_id: HOLD }, USER), deps);
    return { answer: await answer.json(), stripe: told.includes('claim_stripe_ops') };
  }

  test('without a payment is left to the database', async () => {
    expect(await give(payment('released', null))).toEqual({ answer: { state: 'released' }, stripe: false });
    expect(await give(payment('held', null))).toEqual({ answer: { state: 'held' }, stripe: false });
  });

  test.each(['consumed', 'void'])('keeps the state %s without a request to Stripe', async (holdState) => {
    expect(await give(payment(holdState))).toEqual({ answer: { state: holdState }, stripe: false });
  });

  test.each(['held', 'released'])(
    'that is %s releases its payment first, and returns the result',
    async (holdState) => {
      expect(await give(payment(holdState), payment('void'))).toEqual({ answer: { state: 'void' }, stripe: true });
    },
  );
});

describe('emails to the team', () => {
  const from = (address: string, contact?: string) =>
    teamAddress((name) => (name === 'CONTACT_EMAIL' ? contact : undefined), address);

  test('go to the configured address', () => {
    expect(from('Boats <a@b.test>', 'team@b.test')).toBe('team@b.test');
  });

  test.each([
    ['Boats <a@b.test>', 'a@b.test'],
    ['Boats <a@b.test>  ', 'a@b.test'],
    ['a@b.test', 'a@b.test'],
    ['Boats <x> and more', 'Boats <x> and more'],
  ])("otherwise go to the sender's own: %s", (sender, address) => {
    expect(from(sender)).toBe(address);
    expect(from(sender, '')).toBe(address);
  });
});
