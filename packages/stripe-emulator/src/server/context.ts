import { missingResource, refused, type StripeFailure } from './failure.ts';
import type { Params } from './form.ts';
import type { IntentStatus, PaymentIntent } from './objects.ts';
import type { Transaction } from './store.ts';

/** The state of an API request. */
export interface Context {
  tx: Transaction;
  params: Params;
  /** The emulator's address for browsers. */
  baseUrl: string;
  /** Returns whether this operation should fail now. */
  refuses: (operation: 'capture' | 'refund') => boolean;
}

export function findIntent({ tx }: Context, id: string): PaymentIntent {
  const intent = tx.get('payment_intents', id);
  if (!intent) throw missingResource('payment_intent', id, 'intent');
  return intent;
}

export function unexpectedState(intent: PaymentIntent, done: string, allowed: readonly IntentStatus[]): StripeFailure {
  const message =
    `This PaymentIntent could not be ${done} because it has a status of ${intent.status}. ` +
    `Only a PaymentIntent with one of the following statuses may be ${done}: ${allowed.join(', ')}.`;
  return refused(message, 'payment_intent_unexpected_state', { payment_intent: intent });
}
