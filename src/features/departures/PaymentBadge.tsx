import { Trans } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';

interface Props {
  /** The booking's payment_status. */
  status: string;
  /** What to collect; null where the reader is not told. */
  amount: number | null;
  symbol: string | null | undefined;
  /** It is collected in cash: on a phone the amount says it. */
  cash?: boolean;
  /** A card stands for it, which is charged once it is decided that the departure takes place. */
  authorised?: boolean;
}

/** Paid, or what to collect before they go. */
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
