import { useQuery } from '@tanstack/react-query';
import { filterFields } from '@/features/management/bookings/BookingsCard';
import { territoryCurrency } from '@/features/management/bookings/money';
import { territoryCurrencyQuery } from '@/features/management/bookings/queries';
import { Totals } from '@/features/management/bookings/Totals';
import { useBookings, useLiveBookings } from '@/features/management/bookings/use-bookings';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { useUrlState } from '@/ui/filter/use-url-state';
import { Earnings } from './Earnings';
import { Revenue } from './Revenue';
import { Shares } from './Shares';
import { Transactions } from './Transactions';

/** The money of a territory, for its managers. Every figure is the ledger's, over all bookings that the filters choose. */
export default function FinancesTab({ territoryId }: { territoryId: string }) {
  const notice = useStatus();
  const state = useUrlState(filterFields);
  const filters = state.settled;
  const territory = useQuery(territoryCurrencyQuery(territoryId));
  const bookings = useBookings(territoryId, state);
  const refresh = useLiveBookings(territoryId);
  const { totals } = bookings;
  const currency = territoryCurrency(territory.data);
  const failed = territory.error && !territory.data ? territory : totals.error && !totals.data ? totals : null;
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5">
      <StatusNotice notice={notice.notice} />
      {failed ? (
        <ErrorState title={failed.error?.message} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : (
        <Totals totals={territory.data && totals.data} currency={currency} shares={false} />
      )}
      <div className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Revenue territoryId={territoryId} filters={filters} currency={currency} />
        {!failed && <Shares totals={territory.data && totals.data} currency={currency} />}
      </div>
      {/* Before the list that goes on as one scrolls: nobody would reach what is below it. */}
      <Earnings territoryId={territoryId} currency={currency} />
      <Transactions currency={currency} bookings={bookings} notice={notice} refresh={refresh} />
    </div>
  );
}
