import { Trans, useLingui } from '@lingui/react/macro';
import { customerName } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
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

/** Shows who is paid, the booking and the amount. */
export function PayoutDialog({ question: { row, party, status }, currency, onCancel, onDone }: Props) {
  const { t } = useLingui();
  const name = party === 'territory' ? null : row[`${party}_name`];
  const payee = name ? `${name} (${partyLabel({ party })})` : partyLabel({ party });
  const amount = formatMoney(row[`${party}_amount`] ?? 0, symbolOf(row.currency_code, currency));
  const booking = `${row.title}, ${customerName(row)}, ${formatShortDate(row.booking_date)}`;
  const isCancelled = status === 'cancelled';
  return (
    <ConfirmDialog
      open
      tone={isCancelled ? 'danger' : 'primary'}
      onCancel={onCancel}
      onConfirm={async () => {
        await setPayoutStatus(row.id, party, status);
        await onDone();
      }}
      title={isCancelled ? <Trans>Cancel this payout?</Trans> : <Trans>Pay this share after all?</Trans>}
      description={
        isCancelled
          ? t`${payee} won't be paid ${amount} for ${booking}.`
          : t`${payee} is owed ${amount} for ${booking}. You can pay it under Payouts.`
      }
      confirm={isCancelled ? <Trans>Cancel payout</Trans> : <Trans>Set to pending</Trans>}
      keep={<Trans>Back</Trans>}
    />
  );
}
