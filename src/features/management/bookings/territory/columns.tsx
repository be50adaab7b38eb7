import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { bookingTypeLabel, kindLabel } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { formatShortDate, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';
import type { Column } from '@/ui/table/types';

interface Options {
  currency: TerritoryCurrency;
  status: (row: TerritoryBooking) => ReactNode;
}

/** Date, Type, Service, Customer, Details, Status, Partner Commission. */
export function territoryColumns({ currency, status }: Options): Column<TerritoryBooking>[] {
  return [
    {
      id: 'date',
      header: t`Date`,
      width: '7.25rem',
      card: 'line',
      cell: (row) => (
        <>
          <span className="nums block whitespace-nowrap">{formatShortDate(row.booking_date)}</span>
          {row.start_time && <span className="nums block text-xs text-ink-2">{formatTime(row.start_time)}</span>}
        </>
      ),
    },
    {
      id: 'type',
      header: t`Type`,
      width: '6.5rem',
      cell: (row) => <span className="text-ink-2">{kindLabel(row.kind)}</span>,
    },
    {
      id: 'service',
      header: t`Service`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold">{row.title}</strong>
          {row.operator_name && <span className="text-xs text-ink-2">{row.operator_name}</span>}
        </>
      ),
    },
    { id: 'customer', header: t`Customer`, cell: (row) => <Customer row={row} /> },
    { id: 'details', header: t`Details`, width: '9rem', cell: (row) => <Details row={row} currency={currency} /> },
    { id: 'status', header: t`Status`, width: '9.5rem', cell: status },
    {
      id: 'commission',
      header: t`Partner Commission`,
      width: '9.5rem',
      align: 'end',
      cell: (row) => <Commission row={row} currency={currency} />,
    },
  ];
}

function Customer({ row }: { row: TerritoryBooking }) {
  if (!row.tourist_name && !row.tourist_email) {
    return (
      <span className="text-ink-2">
        <Trans>Deleted account</Trans>
      </span>
    );
  }
  return (
    <>
      <span className="block">{row.tourist_name || row.tourist_email}</span>
      {row.tourist_name && <span className="block text-xs text-ink-2">{row.tourist_email}</span>}
    </>
  );
}

function Details({ row, currency }: { row: TerritoryBooking; currency: TerritoryCurrency }) {
  return (
    <>
      <span className="nums block font-semibold">
        {formatMoney(row.total_price, symbolOf(row.currency_code, currency))}
      </span>
      <span className="block text-xs text-ink-2">
        {plural(row.num_people, { one: '# person', other: '# people' })}, {bookingTypeLabel(row.booking_type)}
      </span>
      {row.hotel_name && <span className="block text-xs text-ink-2">{row.hotel_name}</span>}
    </>
  );
}

/** Staff see through whom a booking came, not what it earned them. */
function Commission({ row, currency }: { row: TerritoryBooking; currency: TerritoryCurrency }) {
  const { commission_amount: amount, commission_status: status, partner_name: name } = row;
  if (amount === null && !name) return <span className="text-ink-3">–</span>;
  // Nothing has been paid yet, so that this is what it will be.
  const estimated = row.partner_amount === null;
  return (
    <span className="inline-grid justify-items-end gap-1">
      {amount !== null && (
        <span>
          {estimated && <span className="mr-1 text-xs text-ink-2">{t`est.`}</span>}
          <span>{formatMoney(amount, symbolOf(row.currency_code, currency))}</span>
        </span>
      )}
      {status && (
        <StatusBadge status={status === 'paid' ? 'paid' : 'ordered'}>
          {status === 'paid' ? t`Paid` : t`Pending`}
        </StatusBadge>
      )}
      {name && <span className="text-xs font-normal whitespace-normal text-ink-2">{name}</span>}
    </span>
  );
}
