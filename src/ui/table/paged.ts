import type { usePages } from '@/lib/api/use-pages';
import type { DataTableProps } from './types.ts';

type Pages<Row> = Pick<
  ReturnType<typeof usePages>,
  'error' | 'refetch' | 'hasNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'loadMore' | 'loadingMore'
> & { rows: readonly Row[] | undefined };

/** Returns the props of a table whose rows are read page by page, in the server's order. */
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
