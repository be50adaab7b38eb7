import { useLingui } from '@lingui/react/macro';
import { plainText } from '@/lib/format/plain-text';
import { compareText } from '@/lib/i18n/intl';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import { type UrlState, urlChoice, urlSort, urlText } from '@/ui/filter/use-url-state';
import { countryName } from '@/ui/media/Flag';
import type { AdminTerritory } from './queries';

export const territoryFields = {
  q: urlText(),
  country: urlText(2),
  status: urlChoice(['all', 'visible', 'hidden'], 'all'),
  sort: urlSort(['name', 'country'], { id: 'name', desc: false }),
};

interface Shown {
  q: string;
  country: string;
  status: 'all' | 'visible' | 'hidden';
  sort: { id: string; desc: boolean };
}

/** Returns the territories that match by name or description, country and status. The table sorts them. */
export function filterTerritories(all: readonly AdminTerritory[], { q, country, status }: Shown): AdminTerritory[] {
  const wanted = plainText(q.trim());
  return all.filter(
    (row) =>
      plainText([row.shown.name, row.name, row.shown.description, row.description].join('\n')).includes(wanted) &&
      (country === '' || row.country === country) &&
      (status === 'all' || row.visible === (status === 'visible')),
  );
}

interface Props {
  state: UrlState<Shown>;
  territories: readonly AdminTerritory[];
}

export function TerritoryFilters({ state, territories }: Props) {
  const { t } = useLingui();
  const { shown } = state;
  const countries = [...new Set(territories.map((row) => row.country))]
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => compareText(a.label, b.label));
  return (
    <FilterBar label={t`Filter territories`} isSet={state.isSet} onClear={state.clear}>
      <SearchFilter
        label={t`Search`}
        placeholder={t`Name or description`}
        value={shown.q}
        onChange={(q) => state.change({ q })}
      />
      <SelectFilter
        label={t`Country`}
        value={shown.country}
        onChange={(country) => state.change({ country })}
        options={[{ value: '', label: t`All countries` }, ...countries]}
      />
      <SelectFilter
        label={t`Status`}
        value={shown.status}
        onChange={(value) => state.change({ status: territoryFields.status.parse(value) })}
        options={[
          { value: 'all', label: t({ message: 'All', context: 'regions' }) },
          { value: 'visible', label: t`Visible only` },
          { value: 'hidden', label: t`Hidden only` },
        ]}
      />
    </FilterBar>
  );
}
