import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';

interface Words {
  /** What it is that fails. */
  what: MessageDescriptor;
  /** What a person does about it. */
  todo: MessageDescriptor;
}

const ERROR = msg`Mend what the error names, then try again.`;

const WORDS: Record<string, Words> = {
  dispute: {
    what: msg`The bank disputes a payment`,
    todo: msg`Answer it in the dashboard of Stripe. No share of this booking is paid out until it has ended.`,
  },
  stripe_op: {
    what: msg`An operation at Stripe`,
    todo: msg`Look at the payment in the dashboard of Stripe. Then try again, or settle it there.`,
  },
  outbox: { what: msg`An e-mail or a notification`, todo: msg`Under Mail: send it again, or discard it.` },
  payment: { what: msg`A payment that Stripe is asked about`, todo: ERROR },
  stripe_event: { what: msg`A message of Stripe about a payment`, todo: ERROR },
  expired_hold: { what: msg`A reservation that ran out and keeps its seats`, todo: ERROR },
  expired_payment: { what: msg`A card payment of a reservation that ran out`, todo: ERROR },
  account_deletion: {
    what: msg`The deletion of an account that was interrupted`,
    todo: msg`See whether Auth and Storage work, then try again. The data is gone already; files or the login are left.`,
  },
  passport: {
    what: msg`A passport photo whose time is over`,
    todo: msg`See whether Storage works, then try again, or delete the file there.`,
  },
  media: {
    what: msg`A file that nobody shows`,
    todo: msg`See whether Storage works, then try again, or delete the file there.`,
  },
  review_request: { what: msg`Asking a guest for a review`, todo: ERROR },
  waiting_list: { what: msg`Offering free seats to who is on a waiting list`, todo: ERROR },
  departure_offer: { what: msg`Offering another date to the guest of a cancelled departure`, todo: ERROR },
  condition: { what: msg`Telling guests about a closed road or river`, todo: ERROR },
  go_no_go: { what: msg`Deciding whether a departure takes place`, todo: ERROR },
  decided_payment: { what: msg`Charging a card once its departure is decided`, todo: ERROR },
  offer_expiry: {
    what: msg`The refund of a guest who chose no other date`,
    todo: msg`See what the error says of the booking, then try again, or refund it from the booking.`,
  },
  reminder: { what: msg`Reminding a guest of a booking`, todo: ERROR },
  tomorrow: { what: msg`Telling the team of a region what leaves tomorrow`, todo: ERROR },
  territory_clock: {
    what: msg`A region without a known time zone`,
    todo: msg`Set its time zone under Territories. Until then nobody there is asked for a review or hears of the next day.`,
  },
  reconciler: {
    what: msg`A part of the reconciler`,
    todo: msg`Read the log of the function “reconcile”: this part does nothing.`,
  },
};

/** Of a kind that this build does not know its own name. */
export const whatFails = (kind: string): string => {
  const words = WORDS[kind];
  return words ? i18n._(words.what) : kind.replaceAll('_', ' ');
};
export const whatToDo = (kind: string): string => i18n._((WORDS[kind] ?? { todo: ERROR }).todo);
