import { Trans } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';

interface Props {
  status: string;
  amount: number | null;
  symbol: string | null | undefined;
  /** True for a cash booking, whose amount is enough on a phone. */
  cash?: boolean;
  /** True if the card is authorised and will be charged once the departure is confirmed. */
  authorised?: boolean;
}

/** Paid, or the cash due. */
export function PaymentBadge({ status, amount, symbol, cash = false, authorised = false }: Props) {
  if (status === 'completed') {
    return (
      <StatusBadge key="paid" status="paid">
        <Trans>Paid</Trans>
      </StatusBadge>
    );
  }
  if (authorised) {
    return (
      <StatusBadge key="authorised" status="paid">
        <Trans>Card, not charged yet</Trans>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge key="pending" status="ordered">
      <span className={cash && amount !== null ? 'max-sm:sr-only' : undefined}>
        <Trans>Payment pending</Trans>
      </span>
      {amount !== null && <strong className="nums">{formatMoney(amount, symbol)}</strong>}
    </StatusBadge>
  );
}
