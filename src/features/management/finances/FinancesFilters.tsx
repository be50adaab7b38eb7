import { useLingui } from '@lingui/react/macro';
import { BookingFilterBar } from '@/features/management/bookings/BookingsCard';
import type { Figure } from '@/features/management/bookings/period';
import { ServiceFilters } from '@/features/management/bookings/ServiceFilters';
import type { Bookings } from '@/features/management/bookings/use-bookings';
import { SelectFilter } from '@/ui/filter/filters';

/** Filters by period, text, status, service and guide. The filters apply to every figure and row of the page. */
export function FinancesFilters({ bookings }: { bookings: Bookings }) {
  const { t } = useLingui();
  return (
    <div className="card pt-4">
      <BookingFilterBar bookings={bookings} filterLabel={t`Filter transactions`} placeholder={t`Title, guest or hotel`}>
        <ServiceFilters bookings={bookings} />
        <SelectFilter
          label={t`Figure`}
          value={bookings.state.shown.figure ?? ''}
          options={[
            { value: '', label: t`All bookings` },
            { value: 'collected', label: t`Collected` },
            { value: 'not_collected', label: t`Not collected` },
            { value: 'refunded', label: t({ message: 'Refunded', context: 'sum' }) },
            { value: 'disputed', label: t`Chargebacks` },
            { value: 'to_pay_out', label: t`To pay out` },
          ]}
          onChange={(figure) => bookings.state.change({ figure: figure as Figure })}
        />
      </BookingFilterBar>
    </div>
  );
}
