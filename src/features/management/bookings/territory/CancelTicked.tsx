import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { isVoid } from '@/features/booking/tickets/transitions';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { Skeleton } from '@/ui/feedback/states';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { cancellationTotalsQuery } from './queries';

interface Props {
  territoryId: string;
  rows: readonly TerritoryBooking[];
  currency: TerritoryCurrency;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before cancelling several bookings, and shows the effect on money (by currency), seats and people. */
export default function CancelTicked({ territoryId, rows, currency, onCancel, onConfirm }: Props) {
  const totals = useQuery(
    cancellationTotalsQuery(
      territoryId,
      rows.map((row) => row.id),
    ),
  );
  const count = rows.filter((row) => !isVoid(row.status)).length;
  const ended = rows.length - count;
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      // The button is disabled until the effect on money is shown.
      onConfirm={async () => {
        if (totals.data) onConfirm();
      }}
      title={<Plural value={count} one="Cancel # booking" other="Cancel # bookings" />}
      description={
        <Trans>
          We'll release the seats and email every guest whose address we have. Please tell the others yourself.
        </Trans>
      }
      confirm={<Plural value={count} one="Cancel # booking" other="Cancel # bookings" />}
      keep={<Plural value={count} one="Keep the booking" other="Keep the bookings" />}
    >
      {totals.data ? (
        <div className="grid gap-3">
          {totals.data.map((total) => (
            <Money key={total.currency_code} total={total} symbol={symbolOf(total.currency_code, currency)} />
          ))}
          {ended > 0 && (
            <p className="text-ink-2">
              <Plural
                value={ended}
                one="# of the selected bookings is no longer active and won't change."
                other="# of the selected bookings are no longer active and won't change."
              />
            </p>
          )}
        </div>
      ) : totals.error ? (
        <LoadFailed query={totals} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </ConfirmDialog>
  );
}

interface MoneyProps {
  total: { bookings: number; to_card: number; in_cash: number; blocked: number };
  symbol: string;
}

/** Shows the effect on the bookings in one currency. */
function Money({ total: { bookings, to_card, in_cash, blocked }, symbol }: MoneyProps) {
  const [card, cash, held] = [to_card, in_cash, blocked].map((amount) => formatMoney(amount, symbol));
  if (to_card + in_cash + blocked === 0) {
    return (
      <p className="text-ink-2">
        <Plural
          value={bookings}
          one="# booking is unpaid, so there's no refund."
          other="# bookings are unpaid, so there's no refund."
        />
      </p>
    );
  }
  return (
    <Alert tone="warn">
      <ul className="grid gap-1">
        <li className="font-semibold">
          <Plural value={bookings} one="# booking" other="# bookings" />
        </li>
        {to_card > 0 && (
          <li>
            <Trans>We'll refund {card} to the cards.</Trans>
          </li>
        )}
        {in_cash > 0 && (
          <li>
            <Trans>We'll record {cash} as refunded in cash. Please hand it over.</Trans>
          </li>
        )}
        {blocked > 0 && (
          <li>
            <Trans>{held} is only on hold on cards. We'll release this amount.</Trans>
          </li>
        )}
      </ul>
    </Alert>
  );
}
