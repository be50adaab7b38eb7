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
    what: msg`The bank disputes a payment`,
    todo: msg`Answer it in the Stripe dashboard. No share of this booking is paid out until the dispute ends.`,
  },
  stripe_op: {
    what: msg`Stripe operation`,
    todo: msg`Check the payment in the Stripe dashboard. Then try again, or settle it there.`,
  },
  outbox: { what: msg`Email or notification`, todo: msg`Under Mail, send it again or discard it.` },
  payment: { what: msg`Payment to check with Stripe`, todo: ERROR },
  stripe_event: { what: msg`Stripe message about a payment`, todo: ERROR },
  expired_hold: { what: msg`Expired hold that still keeps its seats`, todo: ERROR },
  expired_payment: { what: msg`Card payment for an expired hold`, todo: ERROR },
  account_deletion: {
    what: msg`Account deletion that was interrupted`,
    todo: msg`Check that Auth and Storage are working, then try again. The data is already deleted; files or the login remain.`,
  },
  passport: {
    what: msg`Passport photo past its deletion date`,
    todo: msg`Check that Storage is working, then try again, or delete the file there.`,
  },
  media: {
    what: msg`File that's no longer used`,
    todo: msg`Check that Storage is working, then try again, or delete the file there.`,
  },
  review_request: { what: msg`Asking a guest for a review`, todo: ERROR },
  waiting_list: { what: msg`Offering released seats to people on a waitlist`, todo: ERROR },
  departure_offer: { what: msg`Offering another date to the guest of a cancelled departure`, todo: ERROR },
  condition: { what: msg`Notifying guests about a closed road or river`, todo: ERROR },
  go_no_go: { what: msg`Deciding whether a departure goes ahead`, todo: ERROR },
  decided_payment: { what: msg`Charging a card once its departure is decided`, todo: ERROR },
  offer_expiry: {
    what: msg`Refund for a guest who chose no other date`,
    todo: msg`See what the error says about the booking. Then try again, or refund it from the booking.`,
  },
  reminder: { what: msg`Reminding a guest about a booking`, todo: ERROR },
  tomorrow: { what: msg`Sending a region's team tomorrow's departures`, todo: ERROR },
  territory_clock: {
    what: msg`Region without a known time zone`,
    todo: msg`Set its time zone under Territories. Until then, its guests aren't asked for reviews and its team isn't told about the next day.`,
  },
  reconciler: {
    what: msg`Part of the reconciler`,
    todo: msg`Read the log of the “reconcile” function: this part isn't running.`,
  },
};

/** Returns the name of a failing kind, or the code of an unknown one. */
export const whatFails = (kind: string): string => {
  const words = WORDS[kind];
  return words ? i18n._(words.what) : kind.replaceAll('_', ' ');
};
export const whatToDo = (kind: string): string => i18n._((WORDS[kind] ?? { todo: ERROR }).todo);
