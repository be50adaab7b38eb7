import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isFiltered, noFilters, statusOptions } from '@/features/management/bookings/BookingsCard';
import type { PAYMENTS } from '@/features/management/bookings/period';
import { ServiceFilters } from '@/features/management/bookings/ServiceFilters';
import type { Bookings } from '@/features/management/bookings/use-bookings';
import { FiltersButton } from '@/ui/filter/FiltersButton';
import { DateRangeFilter, FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import { useMediaQuery } from '@/ui/use-media-query';

/** All filters in sight at a desk; on a phone the text, and a sheet for the rest. */
export function DeskFilters({ bookings }: { bookings: Bookings }) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 64rem)');
  const { shown, change } = bookings.state;
  const clear = () => change(noFilters(shown));
  const search = (
    <SearchFilter
      className="col-span-full min-w-0 flex-1 lg:basis-80"
      label={t`Search`}
      placeholder={t`Customer, guide, phone or booking number`}
      value={shown.q}
      onChange={(q) => change({ q })}
    />
  );
  if (wide) {
    return (
      <FilterBar label={t`Filter bookings`} isSet={isFiltered(shown)} onClear={clear}>
        {search}
        <Choices bookings={bookings} />
      </FilterBar>
    );
  }
  const active = [shown.from || shown.to, shown.service, shown.guide, shown.payment, shown.status].filter(
    Boolean,
  ).length;
  return (
    <FilterBar label={t`Filter bookings`} isSet={isFiltered(shown)} onClear={clear}>
      <div className="col-span-full flex flex-wrap items-end gap-2">
        {search}
        <FiltersButton
          active={active}
          className="min-h-11!"
          done={
            bookings.count === undefined ? (
              <Trans>Show bookings</Trans>
            ) : (
              <Plural value={bookings.count} one="Show # booking" other="Show # bookings" />
            )
          }
          onClear={clear}
        >
          <Choices bookings={bookings} />
        </FiltersButton>
      </div>
    </FilterBar>
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
      <DateRangeFilter from={shown.from} to={shown.to} onChange={change} />
    </>
  );
}
