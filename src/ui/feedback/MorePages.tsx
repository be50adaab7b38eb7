import { Trans } from '@lingui/react/macro';
import { useMorePages } from '@/lib/api/use-more-pages';
import { Button } from '@/ui/Button';

type Pages = Parameters<typeof useMorePages>[0] & { error: Error | null };

/** The button for the next page of a list, and that it could not be read. */
export function MorePages({ query }: { query: Pages }) {
  const { loadMore, loadingMore } = useMorePages(query);
  return (
    <>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger-text">
          {query.error?.message}
        </p>
      )}
      {query.hasNextPage && (
        <Button block busy={loadingMore} onClick={loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
