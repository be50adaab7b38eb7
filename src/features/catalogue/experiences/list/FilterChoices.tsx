import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { cx } from '@/ui/cx';
import { PriceRange } from '@/ui/filter/PriceRange';
import type { Facets, Filters } from './filters.ts';

export interface ChoicesProps {
  filters: Filters;
  facets: Facets;
  currencySymbol: string;
  onChange: (part: Partial<Filters>) => void;
}

export function PriceChoice({ filters, facets, currencySymbol, onChange }: ChoicesProps) {
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

/** Tags, which must all match, and the option of available ones alone. */
export function TagChoice({ filters, facets, onChange, className }: ChoicesProps & { className?: string }) {
  const { t } = useLingui();
  const toggle = (tag: string) =>
    onChange({ tags: filters.tags.includes(tag) ? filters.tags.filter((own) => own !== tag) : [...filters.tags, tag] });
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)}>
      <fieldset aria-label={t`Tags`} className="flex flex-wrap gap-2">
        {facets.tags.map((tag) => {
          const chosen = filters.tags.includes(tag);
          return (
            <button key={tag} type="button" className="chip" aria-pressed={chosen} onClick={() => toggle(tag)}>
              {chosen && <Check aria-hidden="true" />}
              {tag}
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
