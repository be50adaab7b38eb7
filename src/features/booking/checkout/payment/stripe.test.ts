// @vitest-environment node
import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { expect, it } from 'vitest';
import { readConfirmation } from './stripe';

const intent = (status: string) => ({ status }) as PaymentIntent;
const error = (fields: Partial<StripeError>) => fields as StripeError;

it('reports an authorised or a running payment to the server', () => {
  for (const status of ['requires_capture', 'succeeded', 'processing']) {
    expect(readConfirmation({ paymentIntent: intent(status) })).toEqual({ type: 'authorised' });
  }
});
it('does not charge twice if the payment is already authorised', () => {
  const again = error({
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: intent('requires_capture'),
  });
  expect(readConfirmation({ error: again })).toEqual({ type: 'authorised' });
});
it("shows a declined card beside the field, with the bank's text", () => {
  const no = error({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  });
  expect(readConfirmation({ error: no })).toEqual({
    type: 'declined',
    problem: { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  });
});
it('treats a failed 3-D Secure check as a declined card', () => {
  const no = error({
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We could not authenticate you.',
  });
  expect(readConfirmation({ error: no })).toMatchObject({ type: 'declined' });
});
it('asks the server if there was no response', () => {
  expect(readConfirmation({ error: error({ type: 'api_connection_error' }) })).toEqual({ type: 'lost' });
  expect(readConfirmation({ error: error({ type: 'api_error' }) })).toEqual({ type: 'lost' });
  expect(readConfirmation({})).toEqual({ type: 'lost' });
});
