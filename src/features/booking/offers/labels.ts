import { t } from '@lingui/core/macro';
import { formatDay, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import type { Offer } from './offer';

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

/** What choosing the money means, by how the booking was to be paid. */
export function refundNote({
  refund_amount,
  currency_symbol,
  payment_method,
  paid_by_other,
  card_waits,
}: Offer): string {
  const money = formatMoney(refund_amount, currency_symbol);
  if (card_waits) return t`Nothing was charged: the card is let go.`;
  if (paid_by_other) return t`All of the money goes back to who paid for this ticket, not to you.`;
  if (refund_amount <= 0) return t`You have paid nothing, and nothing is due.`;
  return payment_method === 'card'
    ? t`${money} goes back to your card. Banks take 5 to 10 days to show it.`
    : t`The operator hands you back ${money} in cash.`;
}

/** What became of an offer that has ended. */
export function outcomeOf(offer: Offer): { heading: string; text: string } {
  switch (offer.state) {
    case 'moved': {
      const when = offer.moved_to ? whenOf(offer.moved_to) : '';
      const title = offer.moved_to?.title ?? '';
      return {
        heading: t`You are booked on ${when}`,
        text: t`${title}. Your ticket has the same number and a new code: the old picture of it is no longer valid. We have sent it to you by e-mail.`,
      };
    }
    case 'refunded':
      return { heading: t`Your booking has ended`, text: refundNote(offer) };
    case 'undone':
      return { heading: t`Your departure takes place`, text: t`The cancellation was taken back: it leaves as booked.` };
    default:
      return {
        heading: t`There is nothing to choose any more.`,
        text: t`This booking ended in another way.`,
      };
  }
}
