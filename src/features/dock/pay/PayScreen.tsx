import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { PaymentCalls } from '@/features/booking/checkout/queries';
import { MinimumStatus } from '@/features/booking/minimum/MinimumLine';
import { PaymentStep } from '@/features/booking/tickets/changes/PaymentStep';
import { TicketFacts } from '@/features/dock/sale/TicketFacts';
import { formatMoney } from '@/lib/format/money';
import { paths } from '@/lib/routing/paths';
import { Alert } from '@/ui/feedback/Alert';
import { beginPayment, confirmPayment, type LinkedPayment } from './queries';

interface Props {
  token: string;
  payment: LinkedPayment;
  onPaid: () => void;
}

/** Shows the payment page on a walk-in's own phone, without an account. */
export function PayScreen({ token, payment, onPaid }: Props) {
  const people = plural(payment.num_people, { one: '# person', other: '# people' });
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-1">
        <h1 tabIndex={-1} className="font-title text-3xl leading-tight break-words">
          {payment.title}
        </h1>
        {payment.territory_name && <p className="text-ink-2">{payment.territory_name}</p>}
        <TicketFacts ticket={payment} people={people} />
        <MinimumStatus minimum={payment.minimum} timeZone={payment.time_zone} />
        <p className="nums mt-1 text-3xl font-extrabold">{formatMoney(payment.total_price, payment.currency_symbol)}</p>
      </div>
      {payment.state === 'waiting' ? (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-sm text-ink-2">
            <Trans>
              By paying, you accept the{' '}
              <Link to={paths.waiver} className="underline underline-offset-4">
                Waiver and Release of Liability
              </Link>{' '}
              for all passengers.
            </Trans>
          </p>
          <PaymentStep hold={payment.hold} resumed={false} calls={callsFor(token)} onBooked={onPaid} />
        </section>
      ) : (
        <Alert tone="warn">
          <p>
            {payment.state === 'cancelled' ? (
              <Trans>This ticket was cancelled. Please contact the person who sold it to you.</Trans>
            ) : (
              <Trans>
                These seats are no longer held, and we haven't charged you. Please ask the person who sold them for a
                new link.
              </Trans>
            )}
          </p>
        </Alert>
      )}
    </article>
  );
}

const callsFor = (token: string): PaymentCalls => ({
  begin: () => beginPayment(token),
  confirm: () => confirmPayment(token),
  ended: () =>
    t`These seats are no longer held, and we haven't charged you. Please ask the person who sold them for a new link.`,
  // The seller can release the seats, and otherwise they expire.
  release: async () => undefined,
  lost: () =>
    t`The seats are no longer held. We'll refund your card. Please ask the person who sold them for a new link.`,
});
