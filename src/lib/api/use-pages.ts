import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

/**
 * A list that grows (pagedQuery). Asks for one page more and keeps asking until it is there: when the pages that are loaded are
 * read again meanwhile (somebody wrote), that reading takes the place of the one under way, and the press would be lost.
 */
export function usePages<Data extends { rows: readonly unknown[] }, Key extends QueryKey, Cursor>(
  options: UseInfiniteQueryOptions<Data, Error, InfiniteData<Data>, Key, Cursor>,
) {
  const query = useInfiniteQuery(options);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page): readonly Data['rows'][number][] => page.rows), [data]);
  const loaded = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(0);
  // It is there: the pages of another question are not asked for it too.
  if (wanted > 0 && wanted <= loaded) setWanted(0);
  const loadingMore = wanted > loaded && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (loadingMore && !isFetching) void fetchNextPage();
  }, [loadingMore, isFetching, fetchNextPage]);
  return {
    ...query,
    /** Of all pages that are there; undefined before the first. */
    rows,
    /** True from the press until the page is there or has failed. */
    loadingMore,
    loadMore: () => {
      setWanted(loaded + 1);
      if (isFetchNextPageError) void fetchNextPage();
    },
  };
}

/** What a button for the next page has to know. */
export type Pages = Pick<
  ReturnType<typeof usePages>,
  'error' | 'hasNextPage' | 'isFetchNextPageError' | 'loadMore' | 'loadingMore'
>;
