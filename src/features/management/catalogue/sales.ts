import { msg, plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { persisted } from '@/lib/offline/persisted';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { departureKeys } from '../departures/queries';

/** What a service has sold of its departures in the next seven days. Held seats are neither sold nor free. */
export interface Sales {
  seats: number;
  sold: number;
  held: number;
  /** Days on which nothing is left. */
  full_days: number;
}

/** By the id of the service; one that offers nothing has none. */
export type SalesByService = ReadonlyMap<string, Sales>;

async function getSales(territoryId: string, signal: AbortSignal): Promise<[string, Sales][]> {
  const rows = await run(
    (db) => db.rpc('territory_sales', { p_territory_id: territoryId }).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
  return rows.map(({ service_id, ...sales }) => [service_id, sales]);
}

const byService = (rows: [string, Sales][]): SalesByService => new Map(rows);

/** Of all services of a territory in one request; experiences and transport share it. */
export const salesQuery = (territoryId: string) =>
  queryOptions({
    queryKey: [...departureKeys.all, 'sales', territoryId],
    queryFn: ({ signal }) => getSales(territoryId, signal),
    select: byService,
    staleTime: 0,
    ...persisted('territory_manager', 'territory_staff'),
  });

/** The sales of a territory, which change with each booking: at most one reading a second. */
export function useSales(territoryId: string) {
  const { data, error, refetch } = useQuery(salesQuery(territoryId));
  useLiveQuery({ [`territory:${territoryId}`]: ['booking', 'departure'] }, salesQuery(territoryId).queryKey, 1000);
  return { sales: data, failed: error !== null && data === undefined, retry: () => void refetch() };
}

/** '23 of 84 seats sold, 2 held', of the next seven days. */
export function salesLabel(sales: Sales | undefined): string {
  if (!sales || sales.seats === 0) return t`Nothing offered, next 7 days`;
  const { sold, held } = sales;
  const seats = plural(sales.seats, { one: '# seat', other: '# seats' });
  return held > 0 ? t`${sold} of ${seats} sold, ${held} held, next 7 days` : t`${sold} of ${seats} sold, next 7 days`;
}

/** '2 days sold out'; '' where none is. */
export function fullDaysLabel(sales: Sales | undefined): string {
  const days = sales?.full_days ?? 0;
  return days === 0 ? '' : plural(days, { one: '# day sold out', other: '# days sold out' });
}
