import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FiltersButton } from '@/ui/filter/FiltersButton';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import { useMediaQuery } from '@/ui/use-media-query';
import { isFiltered, noFilters } from './period';
import type { Bookings } from './use-bookings';

interface Props {
  bookings: Bookings;
  label: string;
  placeholder: string;
  /** The filters beside the search field. */
  children: ReactNode;
}

/** Shows the filters of a list of bookings. A phone shows only the search field, and a sheet for the others. */
export function FoldedFilterBar({ bookings: { state, count }, label, placeholder, children }: Props) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 64rem)');
  const { shown, change } = state;
  const clear = () => change(noFilters(shown));
  const search = (
    <SearchFilter
      className="col-span-full flex-1 basis-32 lg:basis-60"
      label={t`Search`}
      placeholder={placeholder}
      value={shown.q}
      onChange={(q) => change({ q })}
    />
  );
  const { from, to, by, service, guide, payment, figure, status } = shown;
  return (
    <FilterBar label={label} isSet={isFiltered(shown)} onClear={clear}>
      {wide ? (
        <>
          {search}
          {children}
        </>
      ) : (
        <div className="col-span-full flex flex-wrap items-end gap-2">
          {search}
          <FiltersButton
            active={[from || to || by, service, guide, payment, figure, status].filter(Boolean).length}
            className="min-h-11!"
            done={
              count === undefined ? (
                <Trans>Show bookings</Trans>
              ) : (
                <Plural value={count} one="Show # booking" other="Show # bookings" />
              )
            }
            onClear={clear}
          >
            {children}
          </FiltersButton>
        </div>
      )}
    </FilterBar>
  );
}
