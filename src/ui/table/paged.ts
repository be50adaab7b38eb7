import type { usePages } from '@/lib/api/use-pages';
import type { DataTableProps } from './types.ts';

type Pages<Row> = Pick<
  ReturnType<typeof usePages>,
  'error' | 'refetch' | 'hasNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'loadMore' | 'loadingMore'
> & { rows: readonly Row[] | undefined };

/** What a table has to know of a list that comes by the page, in the order of the server. */
export function paged<Row>(pages: Pages<Row>) {
  return {
    rows: pages.rows,
    sortedBy: 'server',
    error: pages.isFetchNextPageError ? null : pages.error,
    onRetry: () => void pages.refetch(),
    stale: pages.isPlaceholderData,
    more: {
      has: pages.hasNextPage,
      loading: pages.loadingMore,
      load: pages.loadMore,
      error: pages.isFetchNextPageError ? pages.error : null,
    },
  } satisfies Partial<DataTableProps<Row>>;
}
