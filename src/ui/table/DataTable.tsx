import { Trans, useLingui } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react';
import { compareText } from '@/lib/i18n/intl';
import { useOnline } from '@/lib/offline/use-online';
import { onLineBack } from '@/lib/routing/chunks';
import { Alert } from '@/ui/feedback/Alert';
import { OpensOnline } from '@/ui/feedback/OpensOnline';
import { Spinner } from '@/ui/feedback/Spinner';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Updating } from '@/ui/feedback/Updating';
import { Button } from '../Button.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import { CardsView } from './CardsView.tsx';
import { TableView } from './TableView.tsx';
import type { DataTableProps, More, Sort } from './types.ts';

/**
 * Shows the list of a work screen. It has sortable sticky headers, arrow keys, cards on phones, and loading, failed and
 * empty states. Only rows near the window are in the DOM. The surrounding card needs `overflow: clip`, because with
 * `hidden` the header can't stick. Rows render after urgent updates, so that typing in a filter never waits for them.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const table = useDeferredValue(props);
  return useMemo(() => <List {...table} />, [table]);
}

function List<T extends object>(props: DataTableProps<T>) {
  const { rows, error, errorTitle, onRetry, empty, more, stale = false, cardsBelow = 'md' } = props;
  const online = useOnline();
  const back = useEffectEvent(() => !rows && error && onRetry?.());
  useEffect(() => onLineBack(() => void back()), []);
  const wide = useMediaQuery(cardsBelow === 'lg' ? '(min-width: 64rem)' : '(min-width: 48rem)');
  const sorted = useSorted(props);
  if (!rows && error && !online) return <OpensOnline className="border-t border-line" />;
  if (!rows && error) {
    return (
      <ErrorState
        className="rounded-none! border-0! border-t!"
        title={errorTitle ?? error.message}
        {...(onRetry ? { onRetry } : {})}
      >
        {errorTitle ? error.message : null}
      </ErrorState>
    );
  }
  // An empty result of the previous search says nothing about this one.
  if (!rows || (stale && rows.length === 0)) return <Waiting />;
  if (rows.length === 0) return <div className="border-t border-line px-5 py-14 text-center text-ink-2">{empty}</div>;
  const view = { ...props, rows: sorted };
  return (
    <div className="border-t border-line">
      {error && <StillOld error={error} onRetry={onRetry} />}
      <Updating busy={stale}>{wide ? <TableView {...view} /> : <CardsView {...view} />}</Updating>
      {more && <End more={more} />}
    </div>
  );
}

/** Returns the rows in the chosen order. Ties keep their order. */
function useSorted<T extends object>({ rows, columns, sort, sortedBy = 'table' }: DataTableProps<T>): readonly T[] {
  return useMemo(() => {
    const sortValue = sort && sortedBy === 'table' ? columns.find(({ id }) => id === sort.id)?.sortValue : undefined;
    if (!rows || !sort || !sortValue) return rows ?? [];
    // Computes each row's value once, rather than at each comparison.
    const valued = rows.map((row) => ({ row, value: sortValue(row) }));
    const direction = sort.desc ? -1 : 1;
    return valued.sort((a, b) => direction * compare(a.value, b.value)).map(({ row }) => row);
  }, [rows, columns, sort, sortedBy]);
}

/** Compares numbers by size and texts in the reader's language. Null comes last. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareText(String(a), String(b));
}

function StillOld({ error, onRetry }: { error: Error; onRetry: (() => void) | undefined }) {
  return (
    <Alert
      tone="danger"
      className="rounded-none!"
      action={
        onRetry && (
          <Button size="sm" icon={<RefreshCw aria-hidden="true" />} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {error.message}
    </Alert>
  );
}

/** Shows the end of a list that has more pages: the loading, its failure or a button. */
function End({ more }: { more: More }) {
  if (more.error) return <StillOld error={more.error} onRetry={more.load} />;
  if (!more.has) return null;
  return (
    <div className="grid min-h-14 place-items-center border-t border-line p-3" aria-live="polite">
      {more.loading ? (
        <span className="inline-flex items-center gap-2.5 text-sm text-ink-2">
          <Spinner />
          <Trans>Loading more</Trans>
        </span>
      ) : (
        <Button size="sm" variant="ghost" onClick={more.load}>
          <Trans>Load more</Trans>
        </Button>
      )}
    </div>
  );
}

function Waiting() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading`} className="grid gap-px border-t border-line">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <span key={key} className="flex items-center gap-4 border-b border-line px-5 py-3.5">
          <Skeleton className="h-9 w-14" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-1/5" />
        </span>
      ))}
    </LoadingArea>
  );
}

export type { Sort };
