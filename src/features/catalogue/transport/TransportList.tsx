import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { compareText } from '@/lib/i18n/intl';
import { art } from '@/lib/media/art';
import { useUrlFilters } from '@/lib/routing/use-url-filters';
import { Button } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { CardsSkeleton, EmptyState } from '@/ui/feedback/states';
import { FiltersButton } from '@/ui/filter/FiltersButton';
import { type Choice, FilterFields, type FilterFieldsProps } from './FilterFields';
import { countFilters, filterCodec, filterTransports, fitFilters, highestPrice } from './filters';
import { type TransportListItem, transportsQuery, transportTypesQuery } from './queries';
import { placesOf, withinOf } from './search/ask';
import { SearchForm } from './search/SearchForm';
import { SearchResults } from './search/SearchResults';
import { useSearch } from './search/use-search';
import { TransportCard } from './TransportCard';

const GRID = 'grid grid-cols-1 gap-6 sm:grid-cols-2 xl:grid-cols-3';
/** The number of cards shown at first. A button shows more. */
const STEP = 24;
const NONE: TransportListItem[] = [];

interface Props {
  /** The territory whose page this is, or null for all territories. */
  territoryId: string | null;
  /** The territories to choose from on the general page, or null until they have loaded. */
  territories: readonly Choice[] | null;
  referral: string | null;
}

/** Returns the currency symbol that all services share, or none if they have several. */
function commonSymbol(all: readonly TransportListItem[]): string {
  const symbols = new Set(all.map(({ territory }) => territory?.currency_symbol ?? '$'));
  return symbols.size === 1 ? ([...symbols][0] ?? '') : '';
}

/**
 * Returns every territory, including those known only from services, because the list of territories may have
 * failed to load.
 */
function choicesOf(territories: readonly Choice[], all: readonly TransportListItem[]): Choice[] {
  const byId = new Map<string, Choice>();
  for (const { territory } of all) if (territory) byId.set(territory.id, territory);
  for (const territory of territories) byId.set(territory.id, territory);
  return [...byId.values()].sort((a, b) => compareText(a.name, b.name));
}

/** Lists the services with a search, filters in the URL, and the loading, empty and failed states. */
export function TransportList({ territoryId, territories, referral }: Props) {
  const query = useQuery(transportsQuery(territoryId));
  const { data, error } = query;
  const types = useQuery(transportTypesQuery()).data;
  const { shown: chosen, change, clear } = useUrlFilters(filterCodec);
  const search = useSearch(territoryId);
  const all = data ?? NONE;
  const maxPrice = useMemo(() => highestPrice(all), [all]);
  const within = useMemo(() => withinOf(all), [all]);
  const choices = useMemo(() => choicesOf(territories ?? [], all), [territories, all]);

  const { ask } = search;
  const form = (
    <SearchForm
      key={JSON.stringify(ask ?? chosen.territory)}
      ask={ask}
      region={chosen.territory}
      params={search.params}
      places={placesOf(all, territories ?? [])}
      within={data ? within : null}
      home={territoryId}
      className="mb-6 lg:mb-8"
      onSearch={search.open}
    />
  );
  if (error && !data && !ask) {
    return (
      <>
        {form}
        <QueryFailed query={query} />
      </>
    );
  }
  // The options decide what a filter in the URL means. Until they have loaded, it is accepted as it is.
  const known = data && types && (territoryId !== null || territories);
  const filters = known ? fitFilters(chosen, { territories: choices, types, maxPrice }) : chosen;
  const found = data && filterTransports(all, filters);
  const active = countFilters(ask ? { ...filters, territory: '' } : filters);
  const fields: FilterFieldsProps = {
    filters,
    // The search above already has the region of departure.
    territories: territoryId === null && !ask ? choices : null,
    types: types ?? [],
    maxPrice,
    currencySymbol: commonSymbol(all),
    onChange: change,
  };
  return (
    <>
      {form}
      <div className="grid gap-8 lg:grid-cols-[16.5rem_minmax(0,1fr)] lg:gap-10">
        <Rail fields={fields} />
        <div className="min-w-0">
          {error && <LoadFailed query={query} className="mb-4" />}
          {ask ? (
            <>
              <SearchFilters
                active={active}
                fields={fields}
                onClear={() => change({ ...filterCodec.none, territory: filters.territory })}
              />
              <SearchResults
                ask={ask}
                sort={search.sort}
                filters={filters}
                referral={referral}
                linkTo={search.linkTo}
                onSort={search.setSort}
              />
            </>
          ) : (
            <>
              <ResultLine found={found} active={active} fields={fields} onClear={clear} />
              {!found && <ListSkeleton />}
              {found?.length === 0 && <NothingFound filtered={active > 0} onClear={clear} />}
              {found && found.length > 0 && <Cards found={found} referral={referral} />}
            </>
          )}
        </div>
      </div>
    </>
  );
}

function Rail({ fields }: { fields: FilterFieldsProps }) {
  const { t } = useLingui();
  return (
    <search aria-label={t`Filters`} className="hidden lg:block">
      <div className="sticky top-24">
        <FilterFields {...fields} />
      </div>
    </search>
  );
}

/** Shows a phone's filters above the departures of a day. */
function SearchFilters({ active, fields, onClear }: Pick<ResultLineProps, 'active' | 'fields' | 'onClear'>) {
  return (
    <FiltersButton active={active} className="mb-3 lg:hidden" done={<Trans>Show departures</Trans>} onClear={onClear}>
      <FilterFields {...fields} />
    </FiltersButton>
  );
}

interface ResultLineProps {
  found: readonly TransportListItem[] | undefined;
  active: number;
  fields: FilterFieldsProps;
  onClear: () => void;
}

/** Shows the count and a phone's filters. The count is always rendered, so that screen readers announce changes. */
function ResultLine({ found, active, fields, onClear }: ResultLineProps) {
  const count = found?.length ?? 0;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 pb-4">
      <p role="status" className="text-sm text-ink-2">
        {found && (
          <strong className="font-semibold text-ink">
            <Plural value={count} one="# service" other="# services" />
          </strong>
        )}
      </p>
      {active > 0 && count > 0 && (
        <Button variant="link" size="sm" className="hidden lg:inline-flex" onClick={onClear}>
          <Trans>Clear all</Trans>
        </Button>
      )}
      <FiltersButton
        active={active}
        className="lg:hidden"
        done={<Plural value={count} one="Show # service" other="Show # services" />}
        onClear={onClear}
      >
        <FilterFields {...fields} />
      </FiltersButton>
    </div>
  );
}

function Cards({ found, referral }: { found: readonly TransportListItem[]; referral: string | null }) {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <ul className={GRID}>
        {found.slice(0, shown).map((transport, index) => (
          <li key={transport.id}>
            <TransportCard transport={transport} referral={referral} priority={index === 0} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <div className="mt-8 text-center">
          <Button onClick={() => setShown(shown + STEP)}>
            <Trans>Show more services</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function NothingFound({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      picture={art.atitlan()}
      title={<Trans>No transport services found</Trans>}
      actions={
        filtered && (
          <Button icon={<RotateCcw aria-hidden="true" />} onClick={onClear}>
            <Trans>Clear all filters</Trans>
          </Button>
        )
      }
    >
      <Trans>Try adjusting your filters or search criteria</Trans>
    </EmptyState>
  );
}

function ListSkeleton() {
  const { t } = useLingui();
  return (
    <CardsSkeleton
      label={t`Loading transport`}
      grid={GRID}
      card="card overflow-hidden"
      picture="aspect-video rounded-none!"
      text="p-4"
      lines={['h-6 w-4/5', 'mt-2 h-4 w-2/5', 'mt-4 h-4 w-3/5', 'mt-8 h-6 w-1/2']}
    />
  );
}
