import { t } from '@lingui/core/macro';
import { type ChangeOptions, type Quote, refusalText } from '@/features/booking/tickets/changes/queries';
import { formatMoney } from '@/lib/format/money';

type Refused = Pick<Quote, 'refusal'> & { extra_amount?: number };
type About = Parameters<typeof refusalText>[1];

export function deskRefusal(quote: Refused, booking: About): string | null {
  if (!quote.refusal) return null;
  const money = moneyRefusal(quote.refusal.code, formatMoney(quote.extra_amount ?? 0, booking.currency_symbol));
  return money ? [money, t`It works with “Keep the price”.`].join(' ') : othersText(quote, booking);
}

/**
 * Returns why the booking can't be changed at all, for example because it has departed. Null if at least a change
 * at the same price is possible.
 */
export function refusalOfAll(options: ChangeOptions): string | null {
  const { date, fewer, more } = options;
  const isRefused = ({ refusal }: Refused) => refusal !== null && moneyRefusal(refusal.code, '') === null;
  return [date, fewer, more].every(isRefused) ? deskRefusal(date, options) : null;
}

/** Returns the reason if the only problem is the price difference. */
function moneyRefusal(code: string, more: string): string | null {
  switch (code) {
    case 'costs_more':
      return t`It costs ${more} more, which this guest can't be charged here.`;
    case 'paid_by_other':
      return t`Someone else paid for this ticket, so this guest can't be charged for it.`;
    case 'more_by_hand':
      return t`This booking wasn't paid by card here, so the guest can't be charged the difference.`;
    case 'money_goes_back':
      return t`This booking is being refunded in full, or already was, so nothing can be charged for it.`;
    case 'charge_too_small':
      return t`The difference is too small to charge to a card.`;
    case 'cash_by_hand':
    case 'cash_difference':
      return t`It costs less, and cash is refunded in person: hand it over, and record it with “Refund”.`;
    default:
      return null;
  }
}

function othersText(quote: Refused, booking: About): string | null {
  switch (quote.refusal?.code) {
    case 'not_offered_any_more':
      return t`This is no longer offered the way it was booked.`;
    case 'departure_closed':
      return t`This departure is closed. Open it first, or choose another one.`;
    default:
      return refusalText(quote, booking);
  }
}
