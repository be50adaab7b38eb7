import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { BookingFilters } from '@/features/management/bookings/period';
import { ErrorState, Skeleton } from '@/ui/feedback/states';
import { Select } from '@/ui/form/controls';
import { LazyOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import { type Period, periodsOf } from './periods';
import { revenueQuery } from './queries';
import { SHARES } from './shares';

const RevenueChart = lazyPart(() => import('./RevenueChart'), {
  fallback: <Skeleton className="h-65" />,
  ahead: false,
});

interface Props {
  territoryId: string;
  filters: BookingFilters;
  currency: TerritoryCurrency;
}

/** Shows revenue over time. The chart's code is large, so it loads when someone scrolls near it. */
export function Revenue(props: Props) {
  return (
    <LazyOnVisible fallback={<Skeleton className="h-96 rounded-lg!" />}>
      <RevenueCard {...props} />
    </LazyOnVisible>
  );
}

function RevenueCard({ territoryId, filters, currency }: Props) {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState<string>();
  const query = useQuery({ ...revenueQuery(territoryId, filters), placeholderData: keepPreviousData });
  const codes = [...new Set(query.data?.map((row) => row.currency_code))];
  const code =
    codes.find((one) => one === chosen) ?? codes.find((one) => one === currency.code) ?? codes[0] ?? currency.code;
  const periods = useMemo(() => query.data && periodsOf(query.data, code), [query.data, code]);
  return (
    <section aria-labelledby="revenue-title" className="card min-w-0 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="revenue-title" className="text-lg font-bold">
          {periods?.[0]?.key.length === 4 ? <Trans>Revenue by year</Trans> : <Trans>Revenue by month</Trans>}
        </h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
          {SHARES.map(({ party, label, look }) => (
            <li key={party} className="inline-flex items-center gap-1.5">
              <i aria-hidden="true" className={`size-2.5 rounded-[3px] ${look}`} />
              {i18n._(label)}
            </li>
          ))}
        </ul>
      </div>
      {codes.length > 1 && (
        <Select
          className="mt-3"
          aria-label={t`Currency`}
          value={code}
          onChange={(event) => setChosen(event.target.value)}
          options={codes.map((one) => ({ value: one, label: one }))}
        />
      )}
      <div className="mt-4 min-h-65">
        {query.error && !query.data ? (
          <ErrorState
            className="border-0! p-0!"
            title={query.error.message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Chart periods={periods} symbol={symbolOf(code, currency)} />
        )}
      </div>
    </section>
  );
}

function Chart({ periods, symbol }: { periods: readonly Period[] | undefined; symbol: string }) {
  if (!periods) return <Skeleton className="h-65" />;
  if (periods.length === 0) {
    return (
      <p className="grid h-65 place-items-center text-ink-2">
        <Trans>Nothing has been paid for these bookings.</Trans>
      </p>
    );
  }
  return <RevenueChart periods={periods} symbol={symbol} />;
}
