import { Plural, Trans } from '@lingui/react/macro';
import { can } from '@/features/booking/tickets/transitions';
import { customerName } from '@/features/management/bookings/labels';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';

interface Props {
  rows: readonly TerritoryBooking[];
  onCancel: () => void;
  onConfirm: (rows: readonly TerritoryBooking[]) => void;
}

/** Asks before confirming several bookings, and shows how many and which of them don't change. */
export default function ConfirmTicked({ rows, onCancel, onConfirm }: Props) {
  const due = rows.filter((row) => can('confirm', row.status));
  const confirmed = rows.filter((row) => row.status === 'confirmed').length;
  const over = rows.filter((row) => row.status !== 'confirmed' && !can('confirm', row.status));
  const ended = over.length;
  return (
    <ConfirmDialog
      open
      tone="primary"
      onCancel={onCancel}
      onConfirm={async () => onConfirm(due)}
      title={<Trans>Confirm bookings</Trans>}
      description={
        <Plural value={due.length} one="# booking will be confirmed." other="# bookings will be confirmed." />
      }
      confirm={
        due.length > 0 ? (
          <span>
            <Plural value={due.length} one="Confirm # booking" other="Confirm # bookings" />
          </span>
        ) : null
      }
    >
      {confirmed + ended > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {confirmed > 0 && (
            <li>
              <Plural value={confirmed} one="# is confirmed already." other="# are confirmed already." />
            </li>
          )}
          {ended > 0 && (
            <li>
              <Plural
                value={ended}
                one="# has arrived or ended and won't change."
                other="# have arrived or ended and won't change."
              />{' '}
              <span>({over.map(customerName).join(', ')})</span>
            </li>
          )}
        </ul>
      )}
    </ConfirmDialog>
  );
}
