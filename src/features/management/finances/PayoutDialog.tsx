import { Trans, useLingui } from '@lingui/react/macro';
import { customerName } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { calendarDate, formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { ReasonDialog } from '@/ui/form/ReasonDialog';
import { partyLabel } from './payouts/labels';
import { type PayoutParty, setPayoutStatus, type UnpaidStatus } from './queries';

export interface PayoutQuestion {
  row: TerritoryBooking;
  party: PayoutParty;
  status: UnpaidStatus;
}

interface Props {
  question: PayoutQuestion;
  currency: TerritoryCurrency;
  onCancel: () => void;
  onDone: () => Promise<void>;
}

const MAX_REASON = 300;

/** Shows who is paid, the booking and the amount, and asks for the reason. */
export function PayoutDialog({ question: { row, party, status }, currency, onCancel, onDone }: Props) {
  const { t } = useLingui();
  const name = party === 'territory' ? null : row[`${party}_name`];
  const payee = name ? `${name} (${partyLabel({ party })})` : partyLabel({ party });
  const amount = formatMoney(row[`${party}_amount`] ?? 0, symbolOf(row.currency_code, currency));
  const booking = `${row.title}, ${customerName(row)}, ${formatShortDate(row.booking_date)}`;
  const today = formatShortDate(calendarDate());
  const isCancelled = status === 'cancelled';
  return (
    <ReasonDialog
      draft={`payout-${status}-${row.id}-${party}`}
      variant={isCancelled ? 'danger' : 'primary'}
      limit={MAX_REASON}
      onCancel={onCancel}
      onConfirm={async (reason) => {
        await setPayoutStatus(row.id, party, status, reason);
        await onDone();
      }}
      title={isCancelled ? <Trans>Cancel this payout?</Trans> : <Trans>Pay this share after all?</Trans>}
      description={
        isCancelled
          ? t`We won't pay ${payee} ${amount} for ${booking}.`
          : t`We owe ${payee} ${amount} for ${booking}. You can pay this under Payouts.`
      }
      label={<Trans>Reason</Trans>}
      hint={<Trans>We'll record it on {today} with your name.</Trans>}
      required={t`Please give a reason`}
      submit={isCancelled ? <Trans>Cancel payout</Trans> : <Trans>Set payout to pending</Trans>}
      keep={<Trans>Back</Trans>}
    />
  );
}
