import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';

interface Words {
  /** Names the items that fail. */
  what: MessageDescriptor;
  /** Describes the next step for an admin. */
  todo: MessageDescriptor;
}

const ERROR = msg`Fix the problem in the error, then try again.`;

const WORDS: Record<string, Words> = {
  dispute: {
    what: msg`Bank dispute about a payment`,
    todo: msg`Answer the dispute in the Stripe dashboard. We won't pay out any share of this booking until the dispute ends.`,
  },
  stripe_op: {
    what: msg`Stripe operation`,
    todo: msg`Check the payment in the Stripe dashboard. Then try again, or resolve the payment in Stripe.`,
  },
  outbox: { what: msg`Email or notification`, todo: msg`Open Mail, then send the email again or discard it.` },
  payment: { what: msg`Payment to check with Stripe`, todo: ERROR },
  stripe_event: { what: msg`Stripe message about a payment`, todo: ERROR },
  expired_hold: { what: msg`Expired hold that hasn't released its seats`, todo: ERROR },
  expired_payment: { what: msg`Card payment for an expired hold`, todo: ERROR },
  account_deletion: {
    what: msg`Interrupted account deletion`,
    todo: msg`Check that Auth and Storage are working, then try again. The data is already deleted, but files or the login remain.`,
  },
  passport: {
    what: msg`Passport photo that should have been deleted`,
    todo: msg`Check that Storage is working, then try again, or delete the file in Storage.`,
  },
  media: {
    what: msg`Unused file`,
    todo: msg`Check that Storage is working, then try again, or delete the file in Storage.`,
  },
  review_request: { what: msg`Asking a guest for a review`, todo: ERROR },
  waitlist: { what: msg`Offering released seats to people on a waitlist`, todo: ERROR },
  departure_offer: { what: msg`Offering another date to the guest of a cancelled departure`, todo: ERROR },
  condition: { what: msg`Notifying guests of a travel alert`, todo: ERROR },
  go_no_go: { what: msg`Deciding whether a departure goes ahead`, todo: ERROR },
  decided_payment: { what: msg`Charging a card after the departure is confirmed or cancelled`, todo: ERROR },
  offer_expiry: {
    what: msg`Refund for a guest who didn't choose another date`,
    todo: msg`Read what the error says about the booking. Then try again, or refund the guest from the booking page.`,
  },
  pickup_change: { what: msg`Notifying a guest of a new pickup time`, todo: ERROR },
  reminder: { what: msg`Reminding a guest about a booking`, todo: ERROR },
  tomorrow: { what: msg`Sending tomorrow's departures to a region's team`, todo: ERROR },
  territory_clock: {
    what: msg`Region with an unknown time zone`,
    todo: msg`Set the region's time zone under Regions. Until you do, we don't ask its guests for reviews or send its team the next day's departures.`,
  },
  reconciler: {
    what: msg`Step of the reconciler`,
    todo: msg`Read the log of the “reconcile” function, because this step isn't running.`,
  },
};

/** Returns the name of a failing kind, or the code of an unknown one. */
export const whatFails = (kind: string): string => {
  const words = WORDS[kind];
  return words ? i18n._(words.what) : kind.replaceAll('_', ' ');
};
export const whatToDo = (kind: string): string => i18n._((WORDS[kind] ?? { todo: ERROR }).todo);
