import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { cx } from '@/ui/cx';
import { FiltersButton } from '@/ui/filter/FiltersButton';
import { PriceRange } from '@/ui/filter/PriceRange';
import { SearchBox } from '@/ui/filter/SearchBox';
import { countFilters, type Facets, type Filters } from './filters.ts';

interface ChoicesProps {
  filters: Filters;
  facets: Facets;
  currencySymbol: string;
  onChange: (part: Partial<Filters>) => void;
}

interface Props extends ChoicesProps {
  count: number;
  onClear: () => void;
}

/** Shows all filters on a desktop. Smaller screens show the search field, and a button with a count for the rest. */
export function FilterBar({ count, onClear, ...choices }: Props) {
  const { t } = useLingui();
  const active = countFilters(choices.filters);
  return (
    <search>
      <form
        onSubmit={(event) => event.preventDefault()}
        className="grid gap-3 rounded-lg border border-line bg-canvas-2 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-5 lg:grid-cols-[minmax(0,1fr)_15rem] lg:items-end lg:gap-x-6 lg:gap-y-5"
      >
        <SearchBox
          label={<Trans>Search experiences</Trans>}
          placeholder={t`Search experiences`}
          maxLength={100}
          value={choices.filters.q}
          onChange={(q) => choices.onChange({ q })}
        />
        <FiltersButton
          active={active}
          className="min-h-12! lg:hidden"
          done={<Plural value={count} one="Show # experience" other="Show # experiences" />}
          onClear={onClear}
        >
          <PriceChoice {...choices} />
          <TagChoice {...choices} />
        </FiltersButton>
        <div className="hidden lg:block">
          <PriceChoice {...choices} />
        </div>
        <TagChoice {...choices} className="hidden! lg:col-span-2 lg:flex!" />
      </form>
    </search>
  );
}

function PriceChoice({ filters, facets, currencySymbol, onChange }: ChoicesProps) {
  return (
    <PriceRange
      min={filters.min}
      max={filters.max}
      highest={facets.maxPrice}
      currencySymbol={currencySymbol}
      onChange={onChange}
    />
  );
}

/** Shows the tags, all of which must match, and the option to list only available experiences. */
function TagChoice({ filters, facets, onChange, className }: ChoicesProps & { className?: string }) {
  const { t } = useLingui();
  const toggle = (tag: string) =>
    onChange({ tags: filters.tags.includes(tag) ? filters.tags.filter((own) => own !== tag) : [...filters.tags, tag] });
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)}>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t`Tags`}</legend>
        {facets.tags.map(({ key, name, lang }) => {
          const chosen = filters.tags.includes(key);
          return (
            <button key={key} type="button" className="chip" aria-pressed={chosen} onClick={() => toggle(key)}>
              {chosen && <Check aria-hidden="true" />}
              <span lang={lang}>{name}</span>
            </button>
          );
        })}
      </fieldset>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[.9375rem] font-medium sm:ml-auto">
        <input
          type="checkbox"
          className="switch"
          checked={filters.available}
          onChange={(event) => onChange({ available: event.target.checked })}
        />
        <Trans>Available only</Trans>
      </label>
    </div>
  );
}
