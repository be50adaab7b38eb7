import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FiltersButton } from '@/ui/filter/FiltersButton';
import { type ChoicesProps, PriceChoice, TagChoice } from './FilterChoices.tsx';
import { countFilters } from './filters.ts';

const FilterSheet = lazy(() => import('@/ui/filter/FilterSheet'));

interface Props extends ChoicesProps {
  count: number;
  onClear: () => void;
}

/** All filters in sight on desktops; on smaller screens the text, and a button with a count for the rest. */
export function FilterBar({ count, onClear, ...choices }: Props) {
  const { t } = useLingui();
  const [sheet, setSheet] = useState(false);
  const active = countFilters(choices.filters);
  return (
    <search
      id="filters"
      className="grid scroll-mt-24 gap-3 rounded-lg border border-line bg-canvas-2 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-5 lg:grid-cols-[minmax(0,1fr)_15rem] lg:items-end lg:gap-x-6 lg:gap-y-5"
    >
      <label className="input-icon block">
        <span className="sr-only">
          <Trans>Search experiences</Trans>
        </span>
        <Search aria-hidden="true" />
        <input
          type="search"
          className="input"
          placeholder={t`Search experiences`}
          maxLength={100}
          value={choices.filters.q}
          onChange={(event) => choices.onChange({ q: event.target.value })}
        />
      </label>
      <FiltersButton active={active} className="min-h-12! lg:hidden" onClick={() => setSheet(true)} />
      <div className="hidden lg:block">
        <PriceChoice {...choices} />
      </div>
      <TagChoice {...choices} className="hidden! lg:col-span-2 lg:flex!" />
      {sheet && (
        <Suspense>
          <FilterSheet
            done={<Plural value={count} one="Show # experience" other="Show # experiences" />}
            onClear={onClear}
            onClose={() => setSheet(false)}
          >
            <PriceChoice {...choices} />
            <TagChoice {...choices} />
          </FilterSheet>
        </Suspense>
      )}
    </search>
  );
}
