import { t } from '@lingui/core/macro';
import { leadColumns } from '@/features/management/bookings/columns';
import { customerName } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { PillSelect } from '@/features/management/bookings/PillSelect';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';
import type { Column } from '@/ui/table/types';
import type { PayoutParty, UnpaidStatus } from './queries';
import type { Party } from './shares';

const payoutLabel = (status: string): string =>
  status === 'paid' ? t({ message: 'Paid', context: 'booking' }) : status === 'cancelled' ? t`Cancelled` : t`Pending`;

interface Options {
  currency: TerritoryCurrency;
  /** Asks before a share is written off or made due again. */
  onPayout: (row: TerritoryBooking, party: PayoutParty, status: UnpaidStatus) => void;
}

/** Returns the columns for date, service, guest, status, and each party's share with its payout status. */
export const transactionColumns = (options: Options): Column<TerritoryBooking>[] => [
  ...leadColumns(options.currency, { date: '7rem', status: '7.75rem', total: '7rem' }),
  ...shareColumns(options),
];

/** Returns the columns of the parties' shares. */
export function shareColumns({ currency, onPayout }: Options): Column<TerritoryBooking>[] {
  const share = (party: Party, header: string, width: string): Column<TerritoryBooking> => ({
    id: party,
    header,
    width,
    align: 'end',
    cell: (row) => {
      const amount = row[`${party}_amount`];
      if (party === 'partner' && !(amount !== null && amount > 0)) return <span className="text-ink-3">–</span>;
      return (
        <span className="inline-flex max-w-full flex-wrap items-center justify-end gap-x-3 gap-y-1 lg:flex-col lg:items-end">
          <span>{amount === null ? '–' : formatMoney(amount, symbolOf(row.currency_code, currency))}</span>
          {party === 'app' || row[`${party}_status`] === 'paid' ? (
            <StatusBadge status="paid" className="min-h-8! px-3!">
              {payoutLabel('paid')}
            </StatusBadge>
          ) : (
            <PayoutSelect row={row} party={party} name={header} onPayout={onPayout} />
          )}
        </span>
      );
    },
  });
  return [
    share('operator', t`Operator`, '8.5rem'),
    share('territory', t`Region`, '8.5rem'),
    share('app', t`App`, '6.5rem'),
    share('partner', t`Partner`, '8.5rem'),
  ];
}

interface PayoutProps {
  row: TerritoryBooking;
  party: PayoutParty;
  name: string;
  onPayout: Options['onPayout'];
}

function PayoutSelect({ row, party, name, onPayout }: PayoutProps) {
  const status = row[`${party}_status`];
  return (
    <PillSelect
      label={t`${name}: payout of ${row.title}, ${customerName(row)}`}
      value={status}
      look={status === 'pending' ? 'ordered' : status}
      options={['pending', 'cancelled'].map((one) => ({ value: one, label: payoutLabel(one) }))}
      onChange={(to) => onPayout(row, party, to as UnpaidStatus)}
    />
  );
}
