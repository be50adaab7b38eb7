import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2, XCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { mailLink } from '@/lib/format/mail-link';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import type { BookingDetail } from './queries';
import { RefundDialog } from './RefundDialog';

interface Props {
  booking: BookingDetail;
  symbol: string;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Shows the amounts paid and refunded, and the button for a refund. */
export function Money({ booking, symbol, notice, refresh }: Props) {
  const { t } = useLingui();
  const [act, setAct] = useState<'refund' | 'cancel' | null>(null);
  const money = (amount: number) => formatMoney(amount, symbol);
  const credit = money(booking.credit_amount);
  const cash = booking.paid_amount - booking.card_amount;
  return (
    <section aria-labelledby="money-title">
      <h3 id="money-title" className="text-base font-bold">
        <Trans>Payment</Trans>
      </h3>
      <dl className="mt-2 grid gap-1.5 text-sm">
        <Row label={t`Price`}>{money(booking.total_price)}</Row>
        {(booking.card_amount > 0 || booking.payment_method === 'card') && (
          <Row label={t`Paid by card`}>{money(booking.card_amount)}</Row>
        )}
        {(cash > 0 || booking.payment_method === 'cash') && <Row label={t`Paid in cash`}>{money(cash)}</Row>}
        {booking.refunded_amount > 0 && (
          <Row label={t({ context: 'sum', message: 'Refunded' })}>{money(-booking.refunded_amount)}</Row>
        )}
        {booking.disputed_amount > 0 && <Row label={t`Chargeback`}>{money(-booking.disputed_amount)}</Row>}
        {booking.amount_due !== null && <Row label={t`To collect`}>{money(booking.amount_due)}</Row>}
        {booking.on_its_way_amount > 0 && <Row label={t`Refund on its way`}>{money(-booking.on_its_way_amount)}</Row>}
      </dl>
      {booking.credit_amount > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>
            The price stayed the same when this booking became cheaper. {credit} of it is credit for adding people or
            changing the date later, and is included in any refund.
          </Trans>
        </p>
      )}
      {booking.payer && <Payer payer={booking.payer} />}
      {booking.authorised && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>The price is on hold on the card and hasn't been charged yet.</Trans>
        </p>
      )}
      {booking.refund_delayed && (
        <Alert tone="warn" className="mt-3">
          <Trans>
            A refund didn't go through. Please request the refund again, or agree with the guest on another way.
          </Trans>
        </Alert>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {booking.refundable_amount > 0 && !booking.authorised && (
          <Button size="sm" icon={<Undo2 aria-hidden="true" />} onClick={() => setAct('refund')}>
            <Trans context="button">Refund</Trans>
          </Button>
        )}
        {booking.live && (
          <Button size="sm" icon={<XCircle aria-hidden="true" />} onClick={() => setAct('cancel')}>
            <Trans>Cancel booking</Trans>
          </Button>
        )}
      </div>
      {act && (
        <RefundDialog
          act={act}
          booking={booking}
          currency={{ code: booking.currency_code, symbol }}
          onClose={() => setAct(null)}
          onDone={notice.success}
          refresh={refresh}
        />
      )}
    </section>
  );
}

/** Explains that refunds go to the person who paid, because the ticket was transferred. */
function Payer({ payer }: { payer: NonNullable<BookingDetail['payer']> }) {
  const name = payer.full_name || payer.email;
  return (
    <p className="mt-2 text-sm text-ink-2 wrap-anywhere">
      {name ? (
        <span>
          <Trans>
            {name} paid for the ticket and transferred it. Any refund goes to {name}.
          </Trans>
        </span>
      ) : (
        <span>
          <Trans>
            A person whose account was deleted paid for the ticket and transferred it. Any refund goes to that person.
          </Trans>
        </span>
      )}
      {payer.email && (
        <a className="link ms-1" href={mailLink(payer.email)}>
          {payer.email}
        </a>
      )}
    </p>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="nums font-semibold">{children}</dd>
    </div>
  );
}
