import { useLingui } from '@lingui/react/macro';
import { BookingFilterBar } from '@/features/management/bookings/BookingsCard';
import { ServiceFilters } from '@/features/management/bookings/ServiceFilters';
import type { Bookings } from '@/features/management/bookings/use-bookings';

/** Filters by period, text, status, service and guide. The filters apply to every figure and row of the page. */
export function FinancesFilters({ bookings }: { bookings: Bookings }) {
  const { t } = useLingui();
  return (
    <div className="card pt-4">
      <BookingFilterBar bookings={bookings} filterLabel={t`Filter transactions`} placeholder={t`Title, guest or hotel`}>
        <ServiceFilters bookings={bookings} />
      </BookingFilterBar>
    </div>
  );
}
