import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { StatusPlan } from '@/features/management/bookings/booking/queries';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';

/** Describes the effects of a status change in sentences. */
export function Consequences({ plan }: { plan: StatusPlan }) {
  if (plan.refusal) return <Alert tone="warn">{plan.refusal.message}</Alert>;
  return (
    <div className="grid gap-3">
      {plan.guest_cancelled && (
        <Alert tone="warn">
          <Trans>The guest cancelled this booking. Ask them before you reinstate it.</Trans>
        </Alert>
      )}
      {plan.upcoming && (plan.to === 'checked_in' || plan.to === 'no_show') && (
        <Alert tone="warn">
          <Trans>This departure hasn't left yet.</Trans>
        </Alert>
      )}
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{moneyOf(plan)}</li>
        {plan.seats === 'free' && (
          <li>
            <Trans>The seats are released.</Trans>
          </li>
        )}
        {plan.seats === 'take' && (
          <li>
            <Trans>The seats are booked again.</Trans>
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
      return <Trans>The card won't be charged, and the hold on it is released.</Trans>;
    case 'refund':
      return <Trans>{amount} is refunded to the guest’s card.</Trans>;
    case 'hand_back':
      return <Trans>{amount} is recorded as refunded in cash: please hand it over.</Trans>;
    case 'collect':
      return <Trans>{amount} in cash is recorded as received.</Trans>;
    case 'undo':
      return <Trans>{amount} in cash is removed from the books, as if it hadn't been received.</Trans>;
    case 'called_off':
      return <Trans>The refund of {amount} is stopped, and the booking stays paid.</Trans>;
    case 'unpaid':
      return <Trans>The money was refunded to the card, so {amount} must be paid in cash when the trip starts.</Trans>;
    case 'none':
      return plan.seats === 'free' ? <Trans>No refund.</Trans> : <Trans>Nothing is charged or refunded.</Trans>;
  }
}

function guestOf(plan: StatusPlan): ReactNode {
  if (!plan.told) return <Trans>The guest has no account: please tell them yourself.</Trans>;
  switch (plan.mail) {
    case 'cancelled':
      return <Trans>The guest is notified in the app and by email that the booking has ended.</Trans>;
    case 'refund':
      return <Trans>The guest is notified in the app, and by email about the refund.</Trans>;
    case 'reinstated':
      return <Trans>The guest is notified in the app and by email that the booking is active again.</Trans>;
    case null:
      return <Trans>The guest is notified in the app.</Trans>;
  }
}
