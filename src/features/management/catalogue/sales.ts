import { msg, plural, t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { persisted } from '@/lib/offline/persisted';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { departureKeys } from '../departures/queries';

/** A service's sales in the next seven days. Held seats count as neither sold nor free. */
export interface Sales {
  seats: number;
  sold: number;
  held: number;
  /** The number of sold-out days. */
  full_days: number;
}

/** The sales of each service, by its id. */
export type SalesByService = ReadonlyMap<string, Sales>;

/** The database returns no row for a service without departures. */
const NOTHING: Sales = { seats: 0, sold: 0, held: 0, full_days: 0 };

async function getSales(territoryId: string, services: string[], signal: AbortSignal): Promise<[string, Sales][]> {
  const rows = await run(
    (db) => db.rpc('territory_sales', { p_territory_id: territoryId, p_services: services }).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
  const found = new Map(rows.map(({ service_id, ...sales }) => [service_id, sales]));
  return services.map((id) => [id, found.get(id) ?? NOTHING]);
}

const byService = (rows: [string, Sales][]): SalesByService => new Map(rows);

const keyOf = (territoryId: string) => [...departureKeys.all, 'sales', territoryId];

/** Returns the sales of up to 1,000 services of a territory. */
const salesQuery = (territoryId: string, services: string[]) =>
  queryOptions({
    queryKey: [...keyOf(territoryId), services],
    queryFn: ({ signal }) => getSales(territoryId, services, signal),
    select: byService,
    staleTime: 0,
    // Earlier services keep their numbers while the next page loads.
    placeholderData: keepPreviousData,
    ...persisted('territory_manager', 'territory_staff'),
  });

/** Returns the sales of the listed services. They change with each booking, so we refetch at most once per second. */
export function useSales(territoryId: string, shown: readonly { id: string }[] | undefined) {
  const services = (shown ?? []).map(({ id }) => id).sort();
  const { data, error, refetch } = useQuery({ ...salesQuery(territoryId, services), enabled: services.length > 0 });
  useLiveQuery({ [`territory:${territoryId}`]: ['booking', 'departure'] }, keyOf(territoryId), 1000);
  return { sales: data, failed: error !== null && data === undefined, retry: () => void refetch() };
}

/** Returns for example '23 of 84 seats sold, 2 held', for the next seven days. */
export function salesLabel(sales: Sales | undefined): string {
  if (!sales || sales.seats === 0) return t`No departures in the next 7 days`;
  const { sold, held } = sales;
  const seats = plural(sales.seats, { one: '# seat', other: '# seats' });
  return held > 0 ? t`${sold} of ${seats} sold, ${held} held, next 7 days` : t`${sold} of ${seats} sold, next 7 days`;
}

/** Returns for example '2 days sold out', or '' if there are none. */
export function fullDaysLabel(sales: Sales | undefined): string {
  const days = sales?.full_days ?? 0;
  return days === 0 ? '' : plural(days, { one: '# day sold out', other: '# days sold out' });
}
