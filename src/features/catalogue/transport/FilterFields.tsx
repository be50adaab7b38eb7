import { Trans, useLingui } from '@lingui/react/macro';
import { PriceRange } from '@/ui/filter/PriceRange';
import { Checkbox, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { namedOptions } from '@/ui/form/options';
import type { Filters } from './filters';
import { type TransportType, TypeIcon, typeName } from './labels';

/** A territory to choose. */
export interface Choice {
  id: string;
  name: string;
}

export interface FilterFieldsProps {
  filters: Filters;
  /** Null on a territory's own page. */
  territories: readonly Choice[] | null;
  types: readonly TransportType[];
  maxPrice: number;
  currencySymbol: string;
  onChange: (part: Partial<Filters>) => void;
}

/** Shows all filters of a list of services, in the sidebar of a desktop or the sheet of a phone. */
export function FilterFields({ filters, territories, types, maxPrice, currencySymbol, onChange }: FilterFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-6">
      {territories && (
        <Field label={t`Departure region`}>
          <Select
            value={filters.territory}
            onChange={(event) => onChange({ territory: event.target.value })}
            empty={t`All regions`}
            options={namedOptions(territories)}
          />
        </Field>
      )}
      {types.length > 0 && <Types filters={filters} types={types} onChange={onChange} />}
      {maxPrice > 0 && (
        <PriceRange
          min={filters.min}
          max={filters.max}
          highest={maxPrice}
          currencySymbol={currencySymbol}
          onChange={onChange}
        />
      )}
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-[.9375rem] font-medium">
        <Trans>Show only available services</Trans>
        <input
          type="checkbox"
          className="switch"
          checked={filters.available}
          onChange={(event) => onChange({ available: event.target.checked })}
        />
      </label>
    </div>
  );
}

/** Filters by any of the selected types. If none is selected, all match. */
function Types({ filters, types, onChange }: Pick<FilterFieldsProps, 'filters' | 'types' | 'onChange'>) {
  const toggle = (type: string, on: boolean) =>
    onChange({ types: on ? [...filters.types, type] : filters.types.filter((own) => own !== type) });
  return (
    <fieldset>
      <legend className="label">
        <Trans>Transport type</Trans>
      </legend>
      <div className="mt-1 grid">
        {types.map((type) => (
          <Checkbox
            key={type.id}
            checked={filters.types.includes(type.id)}
            label={
              <span className="flex items-center gap-2">
                <TypeIcon id={type.id} className="size-[1.125rem] text-ink-2" />
                {typeName(type)}
              </span>
            }
            onChange={(event) => toggle(type.id, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
