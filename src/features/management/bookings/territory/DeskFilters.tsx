import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { isFiltered, noFilters, statusOptions } from '@/features/management/bookings/BookingsCard';
import type { PAYMENTS } from '@/features/management/bookings/period';
import type { Bookings } from '@/features/management/bookings/use-bookings';
import { FiltersButton } from '@/ui/filter/FiltersButton';
import { DateRangeFilter, FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import type { SelectOption } from '@/ui/form/options';
import { useMediaQuery } from '@/ui/use-media-query';
import { bookingChoicesQuery } from './queries';

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

/** One that is chosen stays choosable, also when it is offered no more: of an older address, or archived. */
function withChosen(
  options: readonly SelectOption[],
  chosen: string | undefined,
  label: string,
): readonly SelectOption[] {
  if (!chosen || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label }];
}

function Choices({ bookings: { territoryId, state } }: { bookings: Bookings }) {
  const { t } = useLingui();
  const { shown, change } = state;
  const { data } = useQuery(bookingChoicesQuery(territoryId));
  const services = data?.services.map(({ id, title }) => ({ value: id, label: title })) ?? [];
  const guides = data?.guides.map(({ id, full_name }) => ({ value: id, label: full_name })) ?? [];
  const { service = '', guide = '', payment = '', status = '' } = shown;
  return (
    <>
      <SelectFilter
        label={t`Service`}
        value={service}
        options={[{ value: '', label: t`All services` }, ...withChosen(services, service, t`Another service`)]}
        onChange={(next) => change({ service: next })}
      />
      <SelectFilter
        label={t`Guide`}
        value={guide}
        options={[{ value: '', label: t`All guides` }, ...withChosen(guides, guide, t`Another guide`)]}
        onChange={(next) => change({ guide: next })}
      />
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
