import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { stripePublishableKey } from '@/lib/env';

let loaded: Promise<Stripe | null> | null = null;

/**
 * Stripe.js, loaded when a checkout needs it and once a page. With VITE_STRIPE_EMULATOR_URL (the local stack only) it is
 * an object of the same shape that talks to the emulator; a build without that variable does not contain the emulator.
 */
export function getStripe(): Promise<Stripe | null> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null; // the next try loads again, as after a lost connection
    throw error;
  });
  return loaded;
}

async function load(): Promise<Stripe | null> {
  // Read here and not through lib/env: only so the bundler can drop the branch.
  if (import.meta.env.VITE_STRIPE_EMULATOR_URL) {
    const { createEmulatedStripe } = await import('./stripe-emulator/index');
    return createEmulatedStripe(import.meta.env.VITE_STRIPE_EMULATOR_URL, stripePublishableKey);
  }
  return loadStripe(stripePublishableKey);
}
