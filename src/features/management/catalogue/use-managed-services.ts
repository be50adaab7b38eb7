import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { usePages } from '@/lib/api/use-pages';
import { useStatus } from '@/ui/feedback/StatusNotice';
import { urlText, useUrlState } from '@/ui/filter/use-url-state';
import { territoryCountsQuery } from '../queries';
import { currencyOf, managedServicesQuery, serviceTerritoryQuery } from './queries';
import { useSales } from './sales';

/** The list's URL parameters. */
const fields = { q: urlText() };

/** Returns a territory's services of one kind, and the data that their list shows with them. */
export function useManagedServices(kind: ServiceKind, territoryId: string) {
  const state = useUrlState(fields);
  const query = managedServicesQuery(kind, territoryId, state.settled.q.trim());
  const list = usePages({ ...query, placeholderData: keepPreviousData });
  const counts = useQuery(territoryCountsQuery(territoryId)).data;
  return {
    state,
    list,
    /** The number of services without a search. */
    total: kind === 'experience' ? counts?.experiences : counts?.transport,
    symbol: currencyOf(useQuery(serviceTerritoryQuery(territoryId)).data).symbol,
    week: useSales(territoryId, list.rows),
    status: useStatus(),
  };
}
