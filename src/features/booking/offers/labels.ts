import { t } from '@lingui/core/macro';
import type { RefundTo } from '@/features/booking/minimum/minimum';
import { formatDay, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import type { Offer } from './offer';

/** Who reads of an offer: its guest, or staff who answer for the guest on the telephone. */
export type Reader = 'guest' | 'staff';

/** 'Fri, Nov 27, 7:00 AM' */
export const whenOf = ({ service_date, start_time }: Pick<Offer, 'service_date' | 'start_time'>): string =>
  start_time ? t`${formatDay(service_date)}, ${formatTime(start_time)}` : formatDay(service_date);

/** Why it does not take place, to its guests. */
export function reasonOf(reason: string): string {
  switch (reason) {
    case 'weather':
      return t`The weather does not allow it.`;
    case 'road':
      return t`The road or the river is closed.`;
    case 'too_few':
      return t`Too few guests have booked it.`;
    case 'vehicle':
      return t`The vehicle or the guide is not available.`;
    default:
      return t`The operator had to cancel it.`;
  }
}

type Money = Pick<Offer, 'refund_amount' | 'currency_symbol' | 'payment_method' | 'paid_by_other' | 'card_waits'>;

/** What choosing the money means, by how the booking was to be paid. */
export function refundNote(
  { refund_amount, currency_symbol, payment_method, paid_by_other, card_waits }: Money,
  reader: Reader = 'guest',
): string {
  const money = formatMoney(refund_amount, currency_symbol);
  const staff = reader === 'staff';
  if (card_waits) return t`Nothing was charged: the card is let go.`;
  if (paid_by_other)
    return staff
      ? t`All of the money goes back to who paid for this ticket, not to the guest.`
      : t`All of the money goes back to who paid for this ticket, not to you.`;
  if (refund_amount <= 0)
    return staff ? t`The guest has paid nothing, and nothing is due.` : t`You have paid nothing, and nothing is due.`;
  if (payment_method === 'card')
    return staff
      ? t`${money} goes back to the guest’s card. Banks take 5 to 10 days to show it.`
      : t`${money} goes back to your card. Banks take 5 to 10 days to show it.`;
  return staff
    ? t`The guest gets ${money} back in cash, from hand to hand.`
    : t`The operator hands you back ${money} in cash.`;
}

/** To whom the money would go, where the departure that is chosen does not take place either. */
export function refundToOf(
  { payment_method, refund_amount, paid_by_other, card_waits }: Money,
  reader: Reader = 'guest',
): RefundTo {
  if (paid_by_other) return 'payer';
  if (card_waits) return 'card';
  if (payment_method === 'cash' && refund_amount <= 0) return 'nobody';
  return reader === 'staff' ? 'guest' : 'holder';
}

/** Whoever goes with another service goes elsewhere, and at another hour. */
export function anotherTrip({ title: before, place: oldPlace, moved_to: to }: Offer): string | null {
  if (!to?.another) return null;
  const { title, place } = to;
  return place && oldPlace && place !== oldPlace
    ? t`It is another trip: ${title} instead of ${before}. It begins at ${place}, and not at ${oldPlace}.`
    : t`It is another trip: ${title} instead of ${before}.`;
}

/** What became of an offer that has ended. */
export function outcomeOf(offer: Offer, reader: Reader = 'guest'): { heading: string; text: string } {
  const staff = reader === 'staff';
  switch (offer.state) {
    case 'moved': {
      const when = offer.moved_to ? whenOf(offer.moved_to) : '';
      const title = offer.moved_to?.title ?? '';
      return staff
        ? {
            heading: t`The guest is booked on ${when}`,
            text: t`${title}. The ticket has the same number and a new code: the old picture of it is no longer valid. A guest with an account gets it by email.`,
          }
        : {
            heading: t`You are booked on ${when}`,
            text: t`${title}. Your ticket has the same number and a new code: the old picture of it is no longer valid. We're sending it to you by email.`,
          };
    }
    case 'refunded':
      return {
        heading: staff ? t`The booking has ended` : t`Your booking has ended`,
        text: refundNote(offer, reader),
      };
    case 'undone':
      return {
        heading: staff ? t`The departure takes place` : t`Your departure takes place`,
        text: t`The cancellation was taken back: it leaves as booked.`,
      };
    default:
      return {
        heading: t`There is nothing to choose any more.`,
        text: t`This booking ended in another way.`,
      };
  }
}
