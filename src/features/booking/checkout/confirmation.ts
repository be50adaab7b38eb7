import { t } from '@lingui/core/macro';
import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import type { CheckoutEvent } from './machine';

type Result = { error?: StripeError | undefined; paymentIntent?: PaymentIntent | undefined };

/** After these the money is on its way or there, whatever else the answer says. */
const UNDER_WAY = new Set(['requires_capture', 'succeeded', 'processing']);

/** What Stripe's answer to `confirmPayment` means for the checkout. */
export function readConfirmation({ error, paymentIntent }: Result): CheckoutEvent {
  const status = paymentIntent?.status ?? error?.payment_intent?.status ?? '';
  if (UNDER_WAY.has(status)) return { type: 'authorised' };
  if (!error) return { type: 'lost' }; // a state we do not expect: let the server look
  if (
    error.type === 'card_error' ||
    error.type === 'validation_error' ||
    error.code === 'payment_intent_authentication_failure'
  ) {
    const reason = error.message ?? t`Your card was declined.`;
    return {
      type: 'declined',
      problem: { code: error.decline_code ?? error.code ?? 'card_declined', message: reason },
    };
  }
  return { type: 'lost' };
}
