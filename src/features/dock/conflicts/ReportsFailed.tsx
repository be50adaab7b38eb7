import { isTransient } from '@/lib/api/errors';
import type { usePages } from '@/lib/api/use-pages';
import { RetryAlert } from '@/ui/feedback/RetryAlert';

type Pages = Pick<ReturnType<typeof usePages>, 'error' | 'isFetching' | 'refetch'>;

/** In the place of reports that did not arrive. Without a connection the page says so already. */
export function ReportsFailed({ pages: { error, isFetching, refetch } }: { pages: Pages }) {
  if (!error || isTransient(error)) return null;
  return (
    <RetryAlert className="mb-4" onRetry={() => void refetch()} retrying={isFetching}>
      {error.message}
    </RetryAlert>
  );
}
