import { plural } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { bookingNumber, customerName } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { formatShortDate, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { formatPhone } from '@/lib/format/phone';
import { Arrival } from './columns';

interface Props {
  row: TerritoryBooking;
  currency: TerritoryCurrency;
  timeZone: string;
  tick: ReactNode;
  status: ReactNode;
  /** True if no heading above shows the date and service. */
  alone: boolean;
  onOpen: () => void;
}

/** Shows a booking on a phone in three lines: guest and amount, hotel and people, arrival and status. */
export function BookingLines({ row, currency, timeZone, tick, status, alone, onOpen }: Props) {
  const when = [formatShortDate(row.booking_date), row.start_time && formatTime(row.start_time)]
    .filter(Boolean)
    .join(', ');
  return (
    <div className="flex items-start gap-2 text-sm">
      {tick}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-y-0.5">
        {alone && (
          <p className="text-ink-2">
            {when}, {row.title}
          </p>
        )}
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <button
            type="button"
            aria-haspopup="dialog"
            className="-my-2.5 min-h-11 min-w-0 py-2.5 text-left wrap-anywhere"
            onClick={onOpen}
          >
            <strong className="font-semibold">{customerName(row)}</strong>{' '}
            <span className="nums text-xs text-ink-2">{bookingNumber(row.id)}</span>
          </button>
          <strong className="nums ml-auto">
            {formatMoney(row.total_price, symbolOf(row.currency_code, currency))}
          </strong>
        </div>
        <div className="flex flex-wrap justify-between gap-x-3 text-ink-2">
          <span className="min-w-0 wrap-anywhere">{row.hotel_name ?? formatPhone(row.whatsapp_number ?? '')}</span>
          <span className="nums ml-auto">{plural(row.num_people, { one: '# person', other: '# people' })}</span>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Arrival row={row} timeZone={timeZone} />
          <span className="ml-auto">{status}</span>
        </div>
      </div>
    </div>
  );
}
