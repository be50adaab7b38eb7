import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { DataTableProps } from './types.ts';

type Pages = Pick<
  UseInfiniteQueryResult,
  | 'error'
  | 'refetch'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'fetchNextPage'
  | 'isPlaceholderData'
>;

/** What a table has to know of a list that comes by the page, in the order of the server. */
export function paged(list: Pages) {
  return {
    sortedBy: 'server',
    error: list.isFetchNextPageError ? null : list.error,
    onRetry: () => void list.refetch(),
    stale: list.isPlaceholderData,
    more: {
      has: list.hasNextPage,
      loading: list.isFetchingNextPage,
      load: () => void list.fetchNextPage(),
      error: list.isFetchNextPageError ? list.error : null,
    },
  } satisfies Partial<DataTableProps<object>>;
}
