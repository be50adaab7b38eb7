import { t } from '@lingui/core/macro';
import { BookingStatusBadge } from '@/features/booking/tickets/badges';
import { kindLabel } from '@/features/management/bookings/csv';
import { type RegionCurrency, symbolOf } from '@/features/management/bookings/money';
import { PillSelect } from '@/features/management/bookings/PillSelect';
import type { RegionBooking } from '@/features/management/bookings/queries';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';
import type { Column } from '@/ui/table/types';
import { PAYOUTS, type Payout, type PayoutParty } from './queries';
import type { Party } from './shares';

const payoutLabel = (status: string): string =>
  status === 'paid' ? t`Paid` : status === 'cancelled' ? t`Cancelled` : t`Pending`;

interface Options {
  currency: RegionCurrency;
  /** The payout that is being saved for a booking's party. */
  savingOf: (row: RegionBooking, party: PayoutParty) => Payout | undefined;
  onPayout: (row: RegionBooking, party: PayoutParty, status: Payout) => void;
}

/** Date, what and who, status, and for each party what it gets and whether it was paid. */
export function transactionColumns({ currency, savingOf, onPayout }: Options): Column<RegionBooking>[] {
  const share = (party: Party, header: string, width: string): Column<RegionBooking> => ({
    id: party,
    header,
    width,
    align: 'end',
    cell: (row) => {
      const amount = row[`${party}_amount`];
      if (party === 'partner' && !(amount !== null && amount > 0)) return <span className="text-ink-3">–</span>;
      return (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1 lg:flex-col lg:items-end">
          <span>{amount === null ? '–' : formatMoney(amount, symbolOf(row.currency_code, currency))}</span>
          {party === 'app' ? (
            <StatusBadge status="paid" className="min-h-8! px-3!">
              {payoutLabel('paid')}
            </StatusBadge>
          ) : (
            <PayoutSelect row={row} party={party} name={header} saving={savingOf(row, party)} onPayout={onPayout} />
          )}
        </span>
      );
    },
  });
  return [
    {
      id: 'date',
      header: t`Date`,
      width: '7rem',
      card: 'line',
      cell: (row) => <span className="nums whitespace-nowrap text-ink-2">{formatShortDate(row.booking_date)}</span>,
    },
    {
      id: 'booking',
      header: t`Booking`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold">{row.title}</strong>
          <span className="text-xs text-ink-2">
            {[kindLabel(row.kind), row.tourist_name, row.hotel_name].filter(Boolean).join(', ')}
          </span>
        </>
      ),
    },
    { id: 'status', header: t`Status`, width: '7.75rem', cell: (row) => <BookingStatusBadge status={row.status} /> },
    {
      id: 'total',
      header: t`Total`,
      width: '7rem',
      align: 'end',
      cell: (row) => <strong>{formatMoney(row.total_price, symbolOf(row.currency_code, currency))}</strong>,
    },
    share('operator', t`Operator`, '8.5rem'),
    share('territory', t`Territory`, '8.5rem'),
    share('app', t`App`, '6.5rem'),
    share('partner', t`Partner`, '8.5rem'),
  ];
}

interface PayoutProps {
  row: RegionBooking;
  party: PayoutParty;
  name: string;
  saving: Payout | undefined;
  onPayout: Options['onPayout'];
}

function PayoutSelect({ row, party, name, saving, onPayout }: PayoutProps) {
  const status = saving ?? row[`${party}_status`];
  return (
    <PillSelect
      label={t`${name}: payout of ${row.title}, ${row.tourist_name ?? ''}`}
      value={status}
      look={status === 'pending' ? 'ordered' : status}
      busy={saving !== undefined}
      options={PAYOUTS.map((one) => ({ value: one, label: payoutLabel(one) }))}
      onChange={(to) => onPayout(row, party, to as Payout)}
    />
  );
}
