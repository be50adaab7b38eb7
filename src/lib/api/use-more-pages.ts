import { useEffect, useState } from 'react';

interface Pages {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Asks for one page more and keeps asking until it is there: when the pages that are loaded are read again meanwhile
 * (somebody wrote), that reading takes the place of the one under way, and the press would be lost.
 */
export function useMorePages({ data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Pages) {
  const loaded = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(0);
  const loadingMore = wanted > loaded && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (loadingMore && !isFetching) void fetchNextPage();
  }, [loadingMore, isFetching, fetchNextPage]);
  return {
    /** True from the press until the page is there or has failed. */
    loadingMore,
    loadMore: () => {
      setWanted(loaded + 1);
      if (isFetchNextPageError) void fetchNextPage();
    },
  };
}
