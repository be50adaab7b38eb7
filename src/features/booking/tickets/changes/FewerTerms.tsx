import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';
import type { FewerChoice, FewerPeople } from './queries';

interface Props {
  data: FewerPeople;
  choice: FewerChoice;
}

/** Shows the refund, the fee and other information before the change. */
export function FewerTerms({ data, choice }: Props) {
  const { min_to_run: minimum } = data;
  const { sold } = choice;
  return (
    <>
      <Price data={data} choice={choice} />
      {minimum !== null && sold < minimum && (
        <Alert tone="warn">
          <Trans>
            This departure needs {minimum} guests. With your change it would have only {sold}, so it may be cancelled.
          </Trans>
        </Alert>
      )}
      {data.passports > choice.people && (
        <p className="text-ink-2">
          <Trans>Please open the ticket and delete the passport photo of anyone who isn't coming.</Trans>
        </p>
      )}
    </>
  );
}

function Price({ data, choice }: Props) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, data.currency_symbol);
  const less = money(choice.reduced_amount);
  if (data.booking_type === 'private')
    return (
      <p className="text-ink-2">
        <Trans>The price is for the whole group, so the price and the seats stay the same.</Trans>
      </p>
    );
  if (data.payment_status !== 'completed')
    return (
      <p className="text-ink-2">
        <Trans>You'll pay {less} less.</Trans>
      </p>
    );
  if (data.paid_by_other)
    return (
      <p className="text-ink-2">
        <Trans>Someone else paid for this ticket. Any refund goes to them, and we'll let them know.</Trans>
      </p>
    );
  return (
    <dl className="grid gap-1.5" aria-live="polite">
      <Line name={t`It now costs less`}>{less}</Line>
      <Line name={t`Cancellation fee`}>{money(choice.fee_amount)}</Line>
      <Line name={t`Your refund`}>
        <strong>{money(choice.refund_amount)}</strong>
      </Line>
    </dl>
  );
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt>{name}</dt>
      <dd className="nums">{children}</dd>
    </div>
  );
}
