import { t } from '@lingui/core/macro';
import type { RefundTo } from '@/features/booking/minimum/minimum';
import { formatDay, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import type { Offer } from './offer';

/** Who reads the text: the guest, or staff who answer for a guest on the phone. */
export type Reader = 'guest' | 'staff';

/** Returns for example 'Fri, Nov 27, 7:00 AM'. */
export const whenOf = ({ service_date, start_time }: Pick<Offer, 'service_date' | 'start_time'>): string =>
  start_time ? t`${formatDay(service_date)}, ${formatTime(start_time)}` : formatDay(service_date);

/** Returns why the departure was cancelled, in words for guests. */
export function reasonOf(reason: string): string {
  switch (reason) {
    case 'weather':
      return t`The weather doesn't allow it.`;
    case 'road':
      return t`The road or the river is closed.`;
    case 'too_few':
      return t`Not enough people booked it.`;
    case 'vehicle':
      return t`The vehicle or guide isn't available.`;
    default:
      return t`The operator had to cancel it.`;
  }
}

type Money = Pick<Offer, 'refund_amount' | 'currency_symbol' | 'payment_method' | 'paid_by_other' | 'card_waits'>;

/** Returns how the refund is paid, depending on the payment method. */
export function refundNote(
  { refund_amount, currency_symbol, payment_method, paid_by_other, card_waits }: Money,
  reader: Reader = 'guest',
): string {
  const money = formatMoney(refund_amount, currency_symbol);
  const staff = reader === 'staff';
  if (card_waits) return t`Nothing was charged, and the hold on the card is released.`;
  if (paid_by_other)
    return staff
      ? t`The full refund goes to the person who paid for this ticket, not to the guest.`
      : t`The full refund goes to the person who paid for this ticket, not to you.`;
  if (refund_amount <= 0)
    return staff ? t`The guest hasn't paid and owes nothing.` : t`You haven't paid and don't owe anything.`;
  if (payment_method === 'card')
    return staff
      ? t`We're refunding ${money} to the guest’s card. It can take 5 to 10 days to appear.`
      : t`We're refunding ${money} to your card. It can take 5 to 10 days to appear.`;
  return staff
    ? t`The guest is refunded ${money} in cash, in person.`
    : t`The operator will refund you ${money} in cash.`;
}

/** Returns who would get the refund if the chosen departure is cancelled too. */
export function refundToOf(
  { payment_method, refund_amount, paid_by_other, card_waits }: Money,
  reader: Reader = 'guest',
): RefundTo {
  if (paid_by_other) return 'payer';
  if (card_waits) return 'card';
  if (payment_method === 'cash' && refund_amount <= 0) return 'nobody';
  return reader === 'staff' ? 'guest' : 'holder';
}

/** Warns that another service has another place and time. */
export function anotherTrip({ title: before, place: oldPlace, moved_to: to }: Offer): string | null {
  if (!to?.another) return null;
  const { title, place } = to;
  return place && oldPlace && place !== oldPlace
    ? t`This is a different trip: ${title} instead of ${before}. It starts at ${place}, not ${oldPlace}.`
    : t`This is a different trip: ${title} instead of ${before}.`;
}

/** Returns the outcome of an offer that has ended. */
export function outcomeOf(offer: Offer, reader: Reader = 'guest'): { heading: string; text: string } {
  const staff = reader === 'staff';
  switch (offer.state) {
    case 'moved': {
      const when = offer.moved_to ? whenOf(offer.moved_to) : '';
      const title = offer.moved_to?.title ?? '';
      return staff
        ? {
            heading: t`The guest is now booked for ${when}`,
            text: t`${title}. The ticket keeps its number but has a new code: old screenshots no longer work. If the guest has an account, we email it to them.`,
          }
        : {
            heading: t`You're booked for ${when}`,
            text: t`${title}. Your ticket keeps its number but has a new code: old screenshots no longer work. We're sending it to you by email.`,
          };
    }
    case 'refunded':
      return {
        heading: staff ? t`The booking has ended` : t`Your booking has ended`,
        text: refundNote(offer, reader),
      };
    case 'undone':
      return {
        heading: staff ? t`The departure is going ahead` : t`Your departure is going ahead`,
        text: t`The cancellation was undone, so the departure leaves as booked.`,
      };
    default:
      return {
        heading: t`There's nothing left to choose.`,
        text: t`This booking has already ended.`,
      };
  }
}
