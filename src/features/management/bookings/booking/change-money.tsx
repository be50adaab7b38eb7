import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { ChangeOptions, Quote } from '@/features/booking/tickets/changes/queries';
import { formatMoney } from '@/lib/format/money';

/** Asks whether the difference in price is settled. The values are 'difference' and 'none'. */
export function ChargeChoice(charge: UseFormRegisterReturn) {
  return (
    <fieldset className="grid gap-1">
      <legend className="label mb-1">
        <Trans>Difference in price</Trans>
      </legend>
      <label className="check min-h-11 items-center">
        <input type="radio" {...charge} value="difference" />
        <span>
          <Trans>Charge or refund the difference</Trans>
        </span>
      </label>
      <label className="check min-h-11 items-center">
        <input type="radio" {...charge} value="none" />
        <span>
          <Trans>Keep the price. We won't charge or refund anything.</Trans>
        </span>
      </label>
    </fieldset>
  );
}

/** Returns what a change costs or refunds. */
export function sumsText(
  { extra_amount, refund_amount, reduced_amount, at_once, credit_amount = 0 }: Quote,
  options: ChangeOptions,
  waived: boolean,
) {
  const money = (amount: number) => formatMoney(amount, options.currency_symbol);
  const [more, back, less] = [money(extra_amount), money(refund_amount), money(reduced_amount)];
  const paid = options.payment_status === 'completed';
  const inCash = paid && options.payment_method === 'cash';
  const credit = money(credit_amount);
  if (waived && credit_amount > 0)
    return t`The price stays the same. ${credit} of it is credit for adding people or changing the date later, and is included in any refund.`;
  if (waived) return t`The price stays the same.`;
  if (extra_amount > 0 && !at_once)
    return t`The booking will cost ${more} more. We'll email the guest a payment link, and change the booking once they've paid.`;
  if (extra_amount > 0 && inCash)
    return t`The booking will cost ${more} more. Collect the cash now. We'll add it to your cash book when you save.`;
  if (extra_amount > 0) return t`The booking will cost ${more} more. Collect the difference on the day of the trip.`;
  if (refund_amount > 0 && inCash)
    return t`The booking will cost less. Refund ${back} in cash now. We'll add the refund to your cash book when you save.`;
  if (refund_amount > 0 && paid) return t`We'll refund ${back} to the card.`;
  if (reduced_amount > 0) return t`The booking will cost ${less} less.`;
  return t`The price is the same.`;
}
