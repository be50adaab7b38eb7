import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { Pending } from '@/ui/feedback/Pending';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { Skeleton } from '@/ui/feedback/states';
import { Input } from '@/ui/form/controls';

/** The number of guests from which a search is shown. */
const SEARCH_FROM = 8;

interface Texts {
  /** The text that is announced while loading. */
  loading: string;
  search: string;
  empty: ReactNode;
}

interface ListProps<P> {
  /** The passengers in their order. */
  passengers: readonly P[];
  find: (passengers: readonly P[], text: string) => readonly P[];
  /** How many rows are rendered at first. */
  step: number;
  texts: Texts;
  /** Renders a memoised card, so that typing in the search renders none of them again. */
  card: (one: P) => ReactNode;
}

interface Props<P> extends ListProps<P> {
  query: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isFetching' | 'dataUpdatedAt' | 'refetch'>;
  within?: boolean;
  timeZone: string | undefined;
  /** Shown above the list once it has loaded. */
  head?: ReactNode;
}

/** Shows the bookings of an open departure, with a search if there are many. */
export function PassengerList<P extends { id: string }>({ query, within = false, timeZone, head, ...list }: Props<P>) {
  if (query.data === undefined) {
    return (
      <Pending query={query} label={list.texts.loading}>
        <Skeleton className="h-36 rounded-lg!" />
        <Skeleton className="h-36 rounded-lg!" />
      </Pending>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <StaleNotice
        within={within}
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        timeZone={timeZone}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {head}
      <SearchableCards {...list} />
    </div>
  );
}

function SearchableCards<P extends { id: string }>({ passengers, find, step, texts, card }: ListProps<P>) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(step);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => find(passengers, wanted), [find, passengers, wanted]);
  const hidden = found.length - limit;
  return (
    <>
      {passengers.length >= SEARCH_FROM && (
        <div className="input-icon">
          <Search aria-hidden="true" />
          <Input
            type="search"
            aria-label={texts.search}
            placeholder={t`Name or hotel`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && (
        <p role="status" className="p-2 text-ink-2">
          {passengers.length === 0 ? (
            <span key="first">{texts.empty}</span>
          ) : (
            <span>
              <Trans>No one with that name or hotel.</Trans>
            </span>
          )}
        </p>
      )}
      <Cards passengers={passengers} found={found} limit={limit} card={card} />
      {hidden > 0 && (
        <Button block onClick={() => setLimit(limit + step)}>
          <Fresh>{t`Show more (${hidden})`}</Fresh>
        </Button>
      )}
    </>
  );
}

/** The rows that are rendered, and those that are visible. */
interface View<P> {
  passengers: readonly P[];
  shown: ReadonlySet<P>;
}
const NOBODY: View<never> = { passengers: [], shown: new Set() };

type CardsProps<P> = Pick<ListProps<P>, 'passengers' | 'card'> & { found: readonly P[]; limit: number };

/**
 * Filtered rows stay in the DOM, because removing and inserting them is slow on cheap phones. The departure opens
 * in one frame, and its bookings render after that.
 */
function Cards<P extends { id: string }>({ passengers, found, limit, card }: CardsProps<P>) {
  const view = useMemo((): View<P> => {
    const shown = new Set(found.slice(0, limit));
    return { passengers: passengers.filter((one, at) => at < limit || shown.has(one)), shown };
  }, [passengers, found, limit]);
  const drawn = useDeferredValue<View<P>>(view, NOBODY as View<P>);
  const cards = useMemo(
    () =>
      drawn.passengers.map((one) => {
        const out = !drawn.shown.has(one);
        return (
          <li
            key={one.id}
            inert={out}
            aria-hidden={out || undefined}
            className={cx(
              out
                ? 'invisible absolute h-0 overflow-hidden [content-visibility:hidden]'
                : 'border-t border-line first:border-t-0 [contain-intrinsic-height:auto_4.5rem] [content-visibility:auto]',
            )}
          >
            {card(one)}
          </li>
        );
      }),
    [drawn, card],
  );
  return <ul className="card grid grid-cols-1 overflow-clip">{cards}</ul>;
}
