import { Trans } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';

interface Props {
  /** The booking's payment_status. */
  status: string;
  /** What to collect; null where the reader is not told. */
  amount: number | null;
  symbol: string | null | undefined;
}

/** Paid, or what to collect before they go. */
export function PaymentBadge({ status, amount, symbol }: Props) {
  if (status === 'completed') {
    return (
      <StatusBadge status="paid">
        <Trans>Paid</Trans>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge status="ordered">
      <Trans>Payment pending</Trans>
      {amount !== null && <span className="nums">{formatMoney(amount, symbol)}</span>}
    </StatusBadge>
  );
}
