import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Fresh } from '@/ui/Fresh';
import type { CancellationQuote } from './queries';

function Line({ name, strong = false, children }: { name: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={
        strong ? 'flex flex-wrap justify-between gap-x-4 text-lg font-bold' : 'flex flex-wrap justify-between gap-x-4'
      }
    >
      <dt>{name}</dt>
      <dd className="nums">{children}</dd>
    </div>
  );
}

/** Shows the paid, kept and refunded amounts, and the deadline in the territory's time zone. */
export function QuoteLines({ quote }: { quote: CancellationQuote }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, quote.currency_symbol);
  const taken = quote.paid_amount > 0;
  return (
    <div className="grid gap-4">
      {taken && (
        <dl className="grid gap-1.5">
          <Line name={t`You paid`}>{money(quote.paid_amount)}</Line>
          {quote.refunded_amount > 0 && <Line name={t`Already refunded`}>{money(quote.refunded_amount)}</Line>}
          <Line name={t`Cancellation fee`}>{money(quote.fee_amount)}</Line>
          <Line name={t`Your refund`} strong>
            {money(quote.refund_amount)}
          </Line>
        </dl>
      )}
      {quote.paid_by_other && !quote.promised && (
        <dl>
          <Line name={t`Refund to the person who paid`} strong>
            {quote.refund_percent}%
          </Line>
        </dl>
      )}
      <p className="text-ink-2">
        <Terms quote={quote} />
      </p>
    </div>
  );
}

function Terms({ quote }: { quote: CancellationQuote }) {
  const { t } = useLingui();
  const { deadline, time_zone, paid_amount, paid_by_other, payment_method, refund_percent } = quote;
  if (paid_amount === 0 && !paid_by_other) {
    return payment_method === 'card' ? (
      <span>
        <Trans>
          We haven't charged your card. You can cancel for free until the trip is confirmed, and we'll then release the
          hold on your card.
        </Trans>
      </span>
    ) : (
      <span>
        <Trans>You haven't paid yet, and you owe nothing if you cancel.</Trans>
      </span>
    );
  }
  if (quote.promised && paid_by_other) {
    return (
      <span key="promised-payer">
        <Trans>We'll refund the amount we promised earlier to the person who paid for this ticket.</Trans>
      </span>
    );
  }
  if (quote.promised) {
    return (
      <span key="promised">
        <Trans>We promised you this refund earlier, and it's valid until the trip starts.</Trans>
      </span>
    );
  }
  if (!deadline) {
    return (
      <span key="over">
        <Trans>The refund deadline has passed. You can still cancel so that someone else can have your seats.</Trans>
      </span>
    );
  }
  const until = formatMoment(deadline, time_zone);
  if (paid_by_other) {
    return (
      <span key="payer">
        <Fresh>{t`Valid until ${until}, local time.`}</Fresh>{' '}
        <Trans>Someone else paid for this ticket. Any refund goes to them, and we'll let them know.</Trans>
      </span>
    );
  }
  const next = quote.steps.find((step) => step.percent > 0 && step.percent < refund_percent);
  const { percent = 0 } = next ?? {};
  const later = next ? formatMoment(next.until, time_zone) : '';
  return (
    <span key="terms">
      <Fresh>{t`Valid until ${until}, local time.`}</Fresh>{' '}
      <Fresh>
        {next ? t`After that, you get a ${percent}% refund until ${later}.` : t`After that, there's no refund.`}
      </Fresh>{' '}
      {payment_method === 'cash' && (
        <span>
          <Trans>You paid in cash, so the operator will refund you in cash.</Trans>
        </span>
      )}
    </span>
  );
}
