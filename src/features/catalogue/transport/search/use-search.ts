import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { type Ask, readAsk, readSort, type Sort, writeAsk } from './ask';

/** Keeps the search in the URL. Each search is a history entry. */
export function useSearch(home: string | null) {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const ask = useMemo(() => readAsk(params, home), [params, home]);
  const addressOf = (next: Ask): string => {
    // A region's page searches from that region. Other origins use the general page.
    const path = home !== null && next.from !== home ? paths.transports : pathname;
    return `${path}?${writeAsk(params, next)}`;
  };
  return {
    params,
    ask,
    sort: readSort(params),
    open: (next: Ask) => navigate(addressOf(next), { preventScrollReset: true }),
    linkTo: (date: string) => (ask ? addressOf({ ...ask, date }) : pathname),
    setSort: (sort: Sort) =>
      setParams(
        (before) => {
          before.set('sort', sort);
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
