import { Trans, useLingui } from '@lingui/react/macro';
import { BookingsCard } from '@/features/management/bookings/BookingsCard';
import { financesCsvColumns, financesFileName } from '@/features/management/bookings/csv';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import type { TerritoryBooking } from '@/features/management/bookings/queries';
import type { Bookings } from '@/features/management/bookings/use-bookings';
import { useSaving } from '@/features/management/bookings/use-saving';
import { calendarDate } from '@/lib/format/dates';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { transactionColumns } from './columns';
import { type Payout, type PayoutParty, setPayoutStatus } from './queries';

interface Props {
  currency: TerritoryCurrency;
  bookings: Bookings;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Every booking with what each party gets of it, and whether that was paid out. */
export function Transactions({ currency, bookings, notice, refresh }: Props) {
  const { t } = useLingui();
  const { saving, onPayout } = usePayouts(notice, refresh);
  const columns = transactionColumns({
    currency,
    savingOf: (row, party) => saving.get(`${row.id} ${party}`),
    onPayout,
  });
  return (
    <BookingsCard
      bookings={bookings}
      notice={notice}
      title={
        <h2 className="text-lg font-bold">
          <Trans>Transactions</Trans>
        </h2>
      }
      filters={null}
      columns={columns}
      csv={{ fileName: financesFileName(calendarDate()), columns: financesCsvColumns }}
      label={t`Transactions`}
    />
  );
}

/** Saves payouts; each shows its new status while it is on its way. */
function usePayouts(notice: StatusControls, refresh: () => Promise<void>) {
  const { t } = useLingui();
  const { saving, save } = useSaving<Payout>(refresh);
  const onPayout = (row: TerritoryBooking, party: PayoutParty, status: Payout) => {
    const work = async () => {
      await setPayoutStatus(row, party, status);
      notice.success(t`Payout updated successfully`);
    };
    save(`${row.id} ${party}`, status, work).catch((error: Error) => notice.failure(error.message));
  };
  return { saving, onPayout };
}
