import { Trans } from '@lingui/react/macro';
import type { Pages } from '@/lib/api/use-pages';
import { Button } from '@/ui/Button';

/** Shows the button that loads a list's next page, and its failure. */
export function MorePages({ pages }: { pages: Pages }) {
  return (
    <>
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger-text">
          {pages.error?.message}
        </p>
      )}
      {pages.hasNextPage && (
        <Button block busy={pages.loadingMore} onClick={pages.loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
