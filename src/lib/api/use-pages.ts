import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

/**
 * Manages a growing list (pagedQuery). It requests one more page and repeats the request until the page arrives.
 * Otherwise a refresh of the loaded pages could replace the request, and the tap would be lost.
 */
export function usePages<Data extends { rows: readonly unknown[] }, Key extends QueryKey, Cursor>(
  options: UseInfiniteQueryOptions<Data, Error, InfiniteData<Data>, Key, Cursor>,
) {
  const query = useInfiniteQuery(options);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page): readonly Data['rows'][number][] => page.rows), [data]);
  const loaded = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(0);
  // The page has arrived. No pages of another query are requested because of this tap.
  if (wanted > 0 && wanted <= loaded) setWanted(0);
  const loadingMore = wanted > loaded && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (loadingMore && !isFetching) void fetchNextPage();
  }, [loadingMore, isFetching, fetchNextPage]);
  return {
    ...query,
    rows,
    /** True from the tap until the page has arrived or failed. */
    loadingMore,
    loadMore: () => {
      setWanted(loaded + 1);
      if (isFetchNextPageError) void fetchNextPage();
    },
  };
}

/** The state of a button for the next page. */
export type Pages = Pick<
  ReturnType<typeof usePages>,
  'error' | 'hasNextPage' | 'isFetchNextPageError' | 'loadMore' | 'loadingMore'
>;
