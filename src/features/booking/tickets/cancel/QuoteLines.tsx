import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Fresh } from '@/ui/Fresh';
import type { CancellationQuote } from './queries';

function Line({ name, strong = false, children }: { name: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div className={strong ? 'flex justify-between gap-4 text-lg font-bold' : 'flex justify-between gap-4'}>
      <dt>{name}</dt>
      <dd className="nums">{children}</dd>
    </div>
  );
}

/** Paid, kept, given back; and until when that holds, on the clocks of the territory. */
export function QuoteLines({ quote }: { quote: CancellationQuote }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, quote.currency_symbol);
  const taken = quote.paid_amount > 0;
  return (
    <div className="grid gap-4">
      {taken && (
        <dl className="grid gap-1.5">
          <Line name={t`You paid`}>{money(quote.paid_amount)}</Line>
          <Line name={t`Cancellation fee`}>{money(quote.fee_amount)}</Line>
          <Line name={t`You get back`} strong>
            {money(quote.refund_amount)}
          </Line>
        </dl>
      )}
      {quote.paid_by_other && !quote.promised && (
        <dl>
          <Line name={t`Goes back to who paid`} strong>
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
          Your card has not been charged. Cancelling is free until it is decided whether the trip takes place, and lets
          the payment go.
        </Trans>
      </span>
    ) : (
      <span>
        <Trans>You have paid nothing yet, and nothing is due when you cancel.</Trans>
      </span>
    );
  }
  if (quote.promised && paid_by_other) {
    return (
      <span key="promised-payer">
        <Trans>What was promised before goes back to who paid for this ticket.</Trans>
      </span>
    );
  }
  if (quote.promised) {
    return (
      <span key="promised">
        <Trans>This was promised to you before, and holds until the start.</Trans>
      </span>
    );
  }
  if (!deadline) {
    return (
      <span key="over">
        <Trans>The time for a refund is over. You can still cancel, so that somebody else gets the seats.</Trans>
      </span>
    );
  }
  const until = formatMoment(deadline, time_zone);
  if (paid_by_other) {
    return (
      <span key="payer">
        <Fresh>{t`This holds until ${until}, local time.`}</Fresh>{' '}
        <Trans>Somebody else paid for this ticket: what goes back is theirs, and we tell them.</Trans>
      </span>
    );
  }
  const next = quote.steps.find((step) => step.percent > 0 && step.percent < refund_percent);
  const { percent = 0 } = next ?? {};
  const later = next ? formatMoment(next.until, time_zone) : '';
  return (
    <span key="terms">
      <Fresh>{t`This holds until ${until}, local time.`}</Fresh>{' '}
      <Fresh>
        {next ? t`After that you get ${percent}% back, until ${later}.` : t`After that nothing is refunded.`}
      </Fresh>{' '}
      {payment_method === 'cash' && (
        <span>
          <Trans>You paid in cash, so the operator hands it back in cash.</Trans>
        </span>
      )}
    </span>
  );
}
