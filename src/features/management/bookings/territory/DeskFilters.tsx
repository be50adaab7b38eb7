import { useLingui } from '@lingui/react/macro';
import { statusOptions } from '@/features/management/bookings/BookingsCard';
import { FoldedFilterBar } from '@/features/management/bookings/FoldedFilterBar';
import { PeriodFilter } from '@/features/management/bookings/PeriodFilter';
import type { PAYMENTS } from '@/features/management/bookings/period';
import { ServiceFilters } from '@/features/management/bookings/ServiceFilters';
import type { Bookings } from '@/features/management/bookings/use-bookings';
import { SelectFilter } from '@/ui/filter/filters';

export function DeskFilters({ bookings }: { bookings: Bookings }) {
  const { t } = useLingui();
  return (
    <FoldedFilterBar
      bookings={bookings}
      label={t`Filter bookings`}
      placeholder={t`Guest, guide, phone or booking number`}
    >
      <Choices bookings={bookings} />
    </FoldedFilterBar>
  );
}

function Choices({ bookings }: { bookings: Bookings }) {
  const { t } = useLingui();
  const { shown, change } = bookings.state;
  const { payment = '', status = '' } = shown;
  return (
    <>
      <ServiceFilters bookings={bookings} />
      <SelectFilter
        label={t`Payment`}
        value={payment}
        options={[
          { value: '', label: t`Any payment` },
          { value: 'paid', label: t`Paid` },
          { value: 'pending', label: t`Not paid` },
          { value: 'collect', label: t`To collect` },
        ]}
        onChange={(next) => change({ payment: next as (typeof PAYMENTS)[number] })}
      />
      <SelectFilter
        label={t`Status`}
        value={status}
        options={[{ value: '', label: t`All statuses` }, ...statusOptions()]}
        onChange={(next) => change({ status: next as typeof status })}
      />
      <PeriodFilter state={bookings.state} />
    </>
  );
}
