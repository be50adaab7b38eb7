import { t } from '@lingui/core/macro';
import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { CheckoutEvent } from '@/features/booking/checkout/machine';
import { stripePublishableKey } from '@/lib/env';
import { currentLanguage } from '@/lib/i18n/i18n';

let loaded: Promise<Stripe | null> | null = null;

/**
 * Stripe.js, loaded once per page when needed. With VITE_STRIPE_EMULATOR_URL (local stack only) it is a compatible
 * object for the emulator, which other builds don't contain.
 */
export function getStripe(): Promise<Stripe | null> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null; // the next try loads again, as after a lost connection
    throw error;
  });
  return loaded;
}

async function load(): Promise<Stripe | null> {
  const locale = currentLanguage().code;
  // Read here and not through lib/env, so that the bundler can drop the branch.
  if (import.meta.env.VITE_STRIPE_EMULATOR_URL) {
    const { createEmulatedStripe } = await import('@territorio/stripe-emulator/browser');
    const { emulatorLook: look } = await import('./emulator-look');
    return createEmulatedStripe(import.meta.env.VITE_STRIPE_EMULATOR_URL, stripePublishableKey, { locale, look });
  }
  return loadStripe(stripePublishableKey, { locale });
}

type Result = { error?: StripeError | undefined; paymentIntent?: PaymentIntent | undefined };

/** In these states the money is on its way or there. */
const UNDER_WAY = new Set(['requires_capture', 'succeeded', 'processing']);

/** The checkout's event for Stripe's answer to `confirmPayment`. */
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
