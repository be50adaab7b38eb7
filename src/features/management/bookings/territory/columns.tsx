import { plural, t } from '@lingui/core/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { isPartHere } from '@/features/booking/tickets/arrived';
import { partyText } from '@/features/booking/tickets/party-text';
import { isVoid } from '@/features/booking/tickets/transitions';
import { bookingNumber, bookingTypeLabel, customerName, kindLabel } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { formatHour, formatShortDate, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { formatPhone } from '@/lib/format/phone';
import { StatusBadge } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import type { Column } from '@/ui/table/types';

interface Options {
  currency: TerritoryCurrency;
  timeZone: string;
  tick: (row: TerritoryBooking) => ReactNode;
  status: (row: TerritoryBooking) => ReactNode;
}

const tickColumn = (tick: Options['tick']): Column<TerritoryBooking> => ({
  id: 'tick',
  header: t`Select`,
  headerHidden: true,
  width: '3.5rem',
  cell: tick,
});

/** Returns the columns of the list without departure headings. */
export function territoryColumns({ currency, tick, status }: Options): Column<TerritoryBooking>[] {
  return [
    tickColumn(tick),
    {
      id: 'date',
      header: t`Date`,
      width: '7.25rem',
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
      cell: (row) => (
        <>
          <strong className="block font-semibold" lang={row.untranslated?.title}>
            {row.title}
          </strong>
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

/** Returns the columns below a departure's heading, which already shows date and service. */
export function departureColumns({ currency, timeZone, tick, status }: Options): Column<TerritoryBooking>[] {
  return [
    tickColumn(tick),
    { id: 'customer', header: t`Customer`, cell: (row) => <Guest row={row} /> },
    {
      id: 'hotel',
      header: t`Hotel`,
      cell: (row) => <span className="text-ink-2">{row.hotel_name ?? '–'}</span>,
    },
    {
      id: 'people',
      header: t`People`,
      width: '5.5rem',
      align: 'end',
      cell: (row) => (
        <>
          {row.num_people}
          {row.booking_type === 'private' && (
            <span className="block text-xs text-ink-2">{bookingTypeLabel(row.booking_type)}</span>
          )}
        </>
      ),
    },
    {
      id: 'total',
      header: t`Total`,
      width: '7.5rem',
      align: 'end',
      cell: (row) => <strong>{formatMoney(row.total_price, symbolOf(row.currency_code, currency))}</strong>,
    },
    { id: 'status', header: t`Status`, width: '9.5rem', cell: status },
    {
      id: 'arrival',
      header: t`Check-in`,
      width: '8.5rem',
      cell: (row) => <Arrival row={row} timeZone={timeZone} />,
    },
    {
      id: 'commission',
      header: t`Partner Commission`,
      cell: (row) => <PartnerLines row={row} currency={currency} />,
    },
  ];
}

/** Shows 'Here 6:38 AM', or '3 of 4 here, 6:38 AM'. Shows nothing for ended bookings. */
export function Arrival({ row, timeZone }: { row: TerritoryBooking; timeZone: string }) {
  const { check_in_status: arrival, checked_in_at: at } = row;
  const here = arrival === 'checked_in';
  const hour = at ? formatHour(at, timeZone) : '';
  const part = isPartHere(row) ? [partyText(row), hour].filter(Boolean).join(', ') : null;
  const expected = isVoid(row.status) ? '–' : t({ message: 'Expected', context: 'arrival' });
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5',
        !part && 'whitespace-nowrap',
        here ? 'font-semibold text-st-checked-text' : arrival === 'no_show' ? 'text-st-noshow-text' : 'text-ink-2',
      )}
    >
      {here && <CircleCheck aria-hidden="true" className="size-4 flex-none" />}
      <Fresh>{part ?? (here ? t`Here ${hour}` : arrival === 'no_show' ? t`No-show` : expected)}</Fresh>
    </span>
  );
}

const isDeleted = (row: TerritoryBooking) => !row.tourist_name && !row.tourist_email && !row.walk_in;

function Name({ row }: { row: TerritoryBooking }) {
  return <span className={cx('block', isDeleted(row) ? 'text-ink-2' : 'font-semibold')}>{customerName(row)}</span>;
}

function Customer({ row }: { row: TerritoryBooking }) {
  return (
    <>
      <Name row={row} />
      {row.tourist_name && <span className="block text-xs text-ink-2">{row.tourist_email}</span>}
      <span className="nums block text-xs text-ink-2">{bookingNumber(row.id)}</span>
    </>
  );
}

/** Shows the name, the booking's number below it, and on wide screens the contact. */
function Guest({ row }: { row: TerritoryBooking }) {
  return (
    <>
      <Name row={row} />
      <span className="nums block text-xs text-ink-2">
        {bookingNumber(row.id)}
        {row.whatsapp_number && (
          <span className="hidden min-[100rem]:inline"> · {formatPhone(row.whatsapp_number)}</span>
        )}
      </span>
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

/** Shows the partner and the commission in two lines. */
function PartnerLines({ row, currency }: { row: TerritoryBooking; currency: TerritoryCurrency }) {
  const { commission_amount: amount, commission_status: status, partner_name: name } = row;
  if (amount === null && !name) return <span className="text-ink-3">–</span>;
  const parts = [
    amount !== null && formatMoney(amount, symbolOf(row.currency_code, currency)),
    amount !== null && row.partner_amount === null && t`est.`,
    status && (status === 'paid' ? t({ message: 'Paid', context: 'booking' }) : t`Pending`),
  ];
  return (
    <>
      {name && <span className="block text-ink-2">{name}</span>}
      <span className="nums block text-xs text-ink-2">{parts.filter(Boolean).join(', ')}</span>
    </>
  );
}

/** Shows the commission. Staff see only the partner's name. */
function Commission({ row, currency }: { row: TerritoryBooking; currency: TerritoryCurrency }) {
  const { commission_amount: amount, commission_status: status, partner_name: name } = row;
  if (amount === null && !name) return <span className="text-ink-3">–</span>;
  // The amount is an estimate, because nothing was paid yet.
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
          {status === 'paid' ? t({ message: 'Paid', context: 'booking' }) : t`Pending`}
        </StatusBadge>
      )}
      {name && <span className="text-xs font-normal whitespace-normal text-ink-2">{name}</span>}
    </span>
  );
}
