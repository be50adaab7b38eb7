import { Trans } from '@lingui/react/macro';
import { statusLabel } from '@/features/booking/tickets/labels';
import { customerName } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';
import type { Column } from '@/ui/table/types';

interface Props {
  row: TerritoryBooking;
  currency: TerritoryCurrency;
  /** The columns of the parties' shares, which open below the booking. */
  shares: readonly Column<TerritoryBooking>[];
}

/** Shows a transaction on a phone in two lines, with its shares folded, so that a hundred of them stay readable. */
export function TransactionLines({ row, currency, shares }: Props) {
  return (
    <details className="text-sm">
      <summary className="row-focus cursor-pointer">
        <span className="inline-flex w-[calc(100%-1.25rem)] flex-wrap items-baseline justify-between gap-x-3 align-top">
          <strong className="min-w-0 font-semibold wrap-anywhere">{customerName(row)}</strong>
          <strong className="nums ml-auto">
            {formatMoney(row.total_price, symbolOf(row.currency_code, currency))}
          </strong>
          <span className="min-w-0 basis-full text-ink-2 wrap-anywhere">
            {formatShortDate(row.booking_date)}, {row.title}
          </span>
        </span>
      </summary>
      <dl className="mt-2 grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <dt className="text-ink-2">
            <Trans>Status</Trans>
          </dt>
          <dd className="ml-auto">
            <StatusBadge status={row.status}>{statusLabel(row.status)}</StatusBadge>
          </dd>
        </div>
        {shares.map(({ id, header, cell }) => (
          <div key={id} className="flex flex-wrap items-center justify-between gap-x-3">
            <dt className="text-ink-2">{header}</dt>
            <dd className="ml-auto">{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
