import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { BookingStatusBadge, CardWaitsNote } from '@/features/booking/tickets/badges';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import type { Column } from '@/ui/table/types';
import { customerName, kindLabel } from './labels';
import { symbolOf, type TerritoryCurrency } from './money';
import type { TerritoryBooking } from './queries';

interface Widths {
  date: string;
  status: string;
  total: string;
}

/** Returns the columns for date, service, guest, status and price. */
export function leadColumns(currency: TerritoryCurrency, widths: Widths): Column<TerritoryBooking>[] {
  return [
    {
      id: 'date',
      header: t`Date`,
      width: widths.date,
      card: 'line',
      cell: (row) => <span className="nums whitespace-nowrap text-ink-2">{formatShortDate(row.booking_date)}</span>,
    },
    {
      id: 'booking',
      header: t`Booking`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold" lang={row.untranslated?.title}>
            {row.title}
          </strong>
          <span className="text-xs text-ink-2">
            {[kindLabel(row.kind), customerName(row), row.hotel_name].filter(Boolean).join(', ')}
          </span>
        </>
      ),
    },
    {
      id: 'status',
      header: t`Status`,
      width: widths.status,
      cell: (row) => (
        <>
          <BookingStatusBadge status={row.status} />
          <CardWaitsNote booking={row} className="mt-1" />
        </>
      ),
    },
    {
      id: 'total',
      header: t`Total`,
      width: widths.total,
      align: 'end',
      cell: (row) => <strong>{formatMoney(row.total_price, symbolOf(row.currency_code, currency))}</strong>,
    },
  ];
}

/** Returns '–' if nothing has been paid. */
const share = (amount: number | null, symbol: string) =>
  amount === null ? <span className="text-ink-3">–</span> : formatMoney(amount, symbol);

/** Returns the columns for date, service, guest, status and the shares. */
export function moneyColumns(currency: TerritoryCurrency): Column<TerritoryBooking>[] {
  const symbol = (row: TerritoryBooking) => symbolOf(row.currency_code, currency);
  return [
    ...leadColumns(currency, { date: '7.5rem', status: '8rem', total: '7.5rem' }),
    {
      id: 'operator',
      header: t`Operator`,
      width: '9rem',
      align: 'end',
      cell: (row) => <Party amount={share(row.operator_amount, symbol(row))} name={row.operator_name} />,
    },
    {
      id: 'territory',
      header: t`Territory`,
      width: '6.75rem',
      align: 'end',
      cell: (row) => share(row.territory_amount, symbol(row)),
    },
    { id: 'app', header: t`App`, width: '6.75rem', align: 'end', cell: (row) => share(row.app_amount, symbol(row)) },
    {
      id: 'partner',
      header: t`Partner`,
      width: '9rem',
      align: 'end',
      cell: (row) => <Party amount={share(row.partner_amount, symbol(row))} name={row.partner_name} />,
    },
  ];
}

function Party({ amount, name }: { amount: ReactNode; name: string | null }) {
  return (
    <>
      <span className="block">{amount}</span>
      {name && <span className="block truncate text-xs font-normal whitespace-normal text-ink-2">{name}</span>}
    </>
  );
}
