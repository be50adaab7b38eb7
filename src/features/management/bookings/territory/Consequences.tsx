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
          <Trans>The guest cancelled this booking. Please ask them before you reinstate it.</Trans>
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
            <Trans>We'll release the seats.</Trans>
          </li>
        )}
        {plan.seats === 'take' && (
          <li>
            <Trans>We'll book the seats again.</Trans>
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
      return <Trans>We won't charge the card, and we'll release the hold on it.</Trans>;
    case 'refund':
      return <Trans>We'll refund {amount} to the guest’s card.</Trans>;
    case 'hand_back':
      return <Trans>We'll record {amount} as refunded in cash. Please hand it over.</Trans>;
    case 'collect':
      return <Trans>We'll record {amount} in cash as received.</Trans>;
    case 'undo':
      return <Trans>We'll remove {amount} in cash from the cash book, as if no one had received it.</Trans>;
    case 'called_off':
      return <Trans>We'll stop the refund of {amount}, so the booking stays paid.</Trans>;
    case 'unpaid':
      return <Trans>We refunded the card, so the guest must pay {amount} in cash when the trip starts.</Trans>;
    case 'none':
      return plan.seats === 'free' ? (
        <Trans>There's no refund.</Trans>
      ) : (
        <Trans>We won't charge or refund anything.</Trans>
      );
  }
}

function guestOf(plan: StatusPlan): ReactNode {
  if (!plan.told) return <Trans>The guest has no account. Please tell them yourself.</Trans>;
  switch (plan.mail) {
    case 'cancelled':
      return <Trans>We'll notify the guest in the app and by email that the booking was cancelled.</Trans>;
    case 'refund':
      return <Trans>We'll notify the guest in the app, and email them about the refund.</Trans>;
    case 'reinstated':
      return <Trans>We'll notify the guest in the app and by email that the booking is active again.</Trans>;
    case null:
      return <Trans>We'll notify the guest in the app.</Trans>;
  }
}
