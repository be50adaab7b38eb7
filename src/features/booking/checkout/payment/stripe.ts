import { t } from '@lingui/core/macro';
import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { CheckoutEvent } from '@/features/booking/checkout/machine';
import { stripePublishableKey } from '@/lib/env';
import { currentLanguage } from '@/lib/i18n/i18n';

let loaded: Promise<Stripe | null> | null = null;

/**
 * Loads Stripe.js once per page, when it is needed. With VITE_STRIPE_EMULATOR_URL (local stack only) it returns a
 * compatible object for the emulator, which other builds don't contain.
 */
export function getStripe(): Promise<Stripe | null> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null; // the next attempt loads Stripe.js again
    throw error;
  });
  return loaded;
}

async function load(): Promise<Stripe | null> {
  const locale = currentLanguage().code;
  // The variable is read here rather than in lib/env, so that the bundler can drop the branch.
  if (import.meta.env.VITE_STRIPE_EMULATOR_URL) {
    const { createEmulatedStripe } = await import('@territorio/stripe-emulator/browser');
    const { emulatorLook: look } = await import('./emulator-look');
    return createEmulatedStripe(import.meta.env.VITE_STRIPE_EMULATOR_URL, stripePublishableKey, { locale, look });
  }
  return loadStripe(stripePublishableKey, { locale });
}

type Result = { error?: StripeError | undefined; paymentIntent?: PaymentIntent | undefined };

/** In these states the payment is in progress or complete. */
const UNDER_WAY = new Set(['requires_capture', 'succeeded', 'processing']);

/** Returns the checkout's event for Stripe's response to `confirmPayment`. */
export function readConfirmation({ error, paymentIntent }: Result): CheckoutEvent {
  const status = paymentIntent?.status ?? error?.payment_intent?.status ?? '';
  if (UNDER_WAY.has(status)) return { type: 'authorised' };
  if (!error) return { type: 'lost' }; // an unexpected state, which the server has to check
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
