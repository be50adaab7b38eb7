import { Trans } from '@lingui/react/macro';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { formatMoney } from '@/lib/format/money';
import { BackToPayer } from './BackToCard';
import type { TicketRow } from './pages';
import { isCardAuthorised, isVoid } from './transitions';

/** Shows the state of the refund: not charged, on its way, refunded or never paid. */
export function RefundNote({ row }: { row: TicketRow }) {
  const { refund, status, payment_method, payment_status, paid_by_other } = row;
  const symbol = row.currency?.symbol;
  const uncharged = isVoid(status) && payment_method === 'card' && payment_status === 'pending';
  if (isCardAuthorised(row)) return <Authorised byOther={paid_by_other} />;
  if (!refund && !uncharged && !(paid_by_other && isVoid(status))) return null;
  // Only the payer sees the amount and its progress.
  if (paid_by_other)
    return (
      <p className="nums mt-3 text-sm text-ink-2" role="status">
        <BackToPayer />
      </p>
    );
  const onItsWay = formatMoney(refund?.onItsWay ?? 0, symbol);
  const refunded = formatMoney(refund?.refunded ?? 0, symbol);
  return (
    <div className="nums mt-3 grid gap-1 text-sm" role="status">
      {refund && refund.onItsWay > 0 && (
        <p className="flex items-start gap-2 text-warn-text">
          <RotateCcw aria-hidden="true" className="mt-0.5 size-4 flex-none" />
          <span>
            <strong className="font-semibold">
              <Trans>{onItsWay} refund on its way</Trans>
            </strong>{' '}
            {refund.delayed ? (
              <Trans>This is taking longer than usual. We're looking into it, and your money is safe.</Trans>
            ) : (
              <Trans>It can take 5 to 10 days to appear.</Trans>
            )}
          </span>
        </p>
      )}
      {refund && refund.refunded > 0 && (
        <p className="flex items-center gap-2 font-semibold text-success-text">
          <CircleCheck aria-hidden="true" className="size-4 flex-none" />
          <Trans>{refunded} refunded</Trans>
        </p>
      )}
      {uncharged && (
        <p className="text-ink-2">
          {paid_by_other ? <Trans>We didn't charge the card.</Trans> : <Trans>We didn't charge your card.</Trans>}
        </p>
      )}
    </div>
  );
}

/** Says that the card will be charged, within a minute or once the departure is confirmed. */
function Authorised({ byOther }: { byOther: boolean }) {
  return (
    <p className="mt-3 text-sm text-ink-2" role="status">
      {byOther ? (
        <Trans>The price is on hold on the payer's card. We'll charge the card once the trip is confirmed.</Trans>
      ) : (
        <Trans>The price is on hold on your card. We'll charge the card once the trip is confirmed.</Trans>
      )}
    </p>
  );
}
