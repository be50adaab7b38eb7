import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { StatusPlan } from '@/features/management/bookings/booking/queries';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';

/** What a change of status does, in sentences. */
export function Consequences({ plan }: { plan: StatusPlan }) {
  if (plan.refusal) return <Alert tone="warn">{plan.refusal.message}</Alert>;
  return (
    <div className="grid gap-3">
      {plan.guest_cancelled && (
        <Alert tone="warn">
          <Trans>The traveller cancelled this booking. Ask them before you bring it back.</Trans>
        </Alert>
      )}
      {plan.upcoming && (plan.to === 'checked_in' || plan.to === 'no_show') && (
        <Alert tone="warn">
          <Trans>This departure has not left yet.</Trans>
        </Alert>
      )}
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{moneyOf(plan)}</li>
        {plan.seats === 'free' && (
          <li>
            <Trans>The seats become free.</Trans>
          </li>
        )}
        {plan.seats === 'take' && (
          <li>
            <Trans>The seats are taken again.</Trans>
          </li>
        )}
        <li>{guestOf(plan)}</li>
      </ul>
    </div>
  );
}

function moneyOf(plan: StatusPlan): ReactNode {
  const amount = formatMoney(plan.amount, plan.currency_symbol);
  switch (plan.money) {
    case 'release':
      return <Trans>The card is not charged: the amount that is blocked on it is let go.</Trans>;
    case 'refund':
      return <Trans>{amount} goes back to the traveller’s card.</Trans>;
    case 'hand_back':
      return <Trans>{amount} is written down as given back in cash: hand it over.</Trans>;
    case 'collect':
      return <Trans>{amount} in cash is written down as received.</Trans>;
    case 'undo':
      return <Trans>{amount} in cash leaves the books, as if it had not been received.</Trans>;
    case 'called_off':
      return <Trans>The refund of {amount} is called off: the booking stays paid.</Trans>;
    case 'unpaid':
      return <Trans>The money went back to the card: {amount} is to be paid in cash where it begins.</Trans>;
    case 'none':
      return plan.seats === 'free' ? <Trans>No money goes back.</Trans> : <Trans>No money moves.</Trans>;
  }
}

function guestOf(plan: StatusPlan): ReactNode {
  if (!plan.told) return <Trans>The guest has no account: please tell them yourself.</Trans>;
  switch (plan.mail) {
    case 'cancelled':
      return <Trans>The traveller is told in the app and by e-mail that the booking has ended.</Trans>;
    case 'refund':
      return <Trans>The traveller is told in the app, and by e-mail of the refund.</Trans>;
    case 'reinstated':
      return <Trans>The traveller is told in the app and by e-mail that the booking stands again.</Trans>;
    case null:
      return <Trans>The traveller is told in the app.</Trans>;
  }
}
