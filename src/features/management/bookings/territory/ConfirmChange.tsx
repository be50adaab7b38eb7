import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { statusLabel } from '@/features/booking/tickets/labels';
import { type BookingDetail, bookingQuery } from '@/features/management/bookings/booking/queries';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { Skeleton } from '@/ui/feedback/states';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import type { Change } from './use-status-change';

interface Props {
  change: Change;
  currency: TerritoryCurrency;
  onCancel: () => void;
  onConfirm: () => Promise<void>;
}

/** Asked before a booking ends or its money goes back: what exactly will happen. */
export default function ConfirmChange({ change: { row, to }, currency, onCancel, onConfirm }: Props) {
  const booking = useQuery({ ...bookingQuery(row), staleTime: 0 });
  const status = statusLabel(to);
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={<Trans>Set to {status}</Trans>}
      description={
        <Trans>
          {row.title}, {row.tourist_name ?? row.tourist_email}
        </Trans>
      }
      confirm={<Trans>Set to {status}</Trans>}
    >
      {booking.data ? (
        <Consequence booking={booking.data} to={to} currency={currency} />
      ) : booking.error ? (
        <LoadFailed query={booking} />
      ) : (
        <Skeleton className="h-12" />
      )}
    </ConfirmDialog>
  );
}

function Consequence({ booking, to, currency }: { booking: BookingDetail; to: string; currency: TerritoryCurrency }) {
  const amount = formatMoney(booking.refundable_amount, symbolOf(booking.currency_code, currency));
  if (booking.authorised) {
    return (
      <Alert tone="warn">
        <Trans>The card is not charged: the amount that is blocked on it is let go.</Trans>
      </Alert>
    );
  }
  if (booking.refundable_amount <= 0) {
    return (
      <p className="text-ink-2">
        <Trans>No money goes back. The seats become free and the traveller is told.</Trans>
      </p>
    );
  }
  if (to === 'ordered') {
    return (
      <Alert tone="warn">
        <Trans>{amount} in cash leaves the books, as if it had not been received.</Trans>
      </Alert>
    );
  }
  return (
    <Alert tone="warn">
      {booking.payment_method === 'card' ? (
        <Trans>{amount} goes back to the traveller’s card. The seats become free.</Trans>
      ) : (
        <Trans>{amount} is written down as given back in cash: hand it over. The seats become free.</Trans>
      )}
    </Alert>
  );
}
