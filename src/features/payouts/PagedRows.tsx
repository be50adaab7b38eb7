import { useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import type { Pages } from '@/lib/api/use-pages';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { MorePages } from '@/ui/feedback/MorePages';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

interface Props<Row> {
  list: Pages & ComponentProps<typeof QueryFailed>['query'] & { rows: readonly Row[] | undefined };
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Shows a growing list below the title of its card, and while it loads, fails or is empty. */
export function PagedRows<Row>({ list, empty, children }: Props<Row>) {
  const { t } = useLingui();
  const { rows, error, isFetchNextPageError } = list;
  if (!rows) {
    if (error) return <QueryFailed query={list} className="rounded-none! border-x-0! border-b-0!" />;
    return (
      <LoadingArea label={t`Loading`} className="border-t border-line p-5">
        <Skeleton className="h-40" />
      </LoadingArea>
    );
  }
  return (
    <div className="border-t border-line">
      {error && !isFetchNextPageError && <LoadFailed query={list} className="m-4" />}
      {rows.length === 0 ? <p className="p-8 text-center text-ink-2">{empty}</p> : children(rows)}
      <div className="grid gap-3 border-t border-line p-3 empty:hidden">
        <MorePages pages={list} />
      </div>
    </div>
  );
}
