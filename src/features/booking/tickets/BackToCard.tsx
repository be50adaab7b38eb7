import { Trans } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';

/** Shows the refund, or nothing if there is none. */
export function BackToCard({ amount, symbol, byOther }: { amount: number; symbol: string; byOther: boolean }) {
  const back = formatMoney(amount, symbol);
  if (byOther) return <BackToPayer />;
  if (amount <= 0) return null;
  return (
    <span>
      <Trans>We're refunding {back} to your card. It can take 5 to 10 days to appear.</Trans>
    </span>
  );
}

/** Says that the payer gets the refund. The holder of a transferred ticket doesn't see the amount. */
export function BackToPayer() {
  return (
    <span>
      <Trans>Any refund goes to the person who paid for this ticket, not to you.</Trans>
    </span>
  );
}
