import { isTransient } from '@/lib/api/errors';
import type { usePages } from '@/lib/api/use-pages';
import { RetryAlert } from '@/ui/feedback/RetryAlert';

type Pages = Pick<ReturnType<typeof usePages>, 'error' | 'isFetching' | 'refetch'>;

/** Shown if the reports failed to load. While offline, the page already says so. */
export function ReportsFailed({ pages: { error, isFetching, refetch } }: { pages: Pages }) {
  if (!error || isTransient(error)) return null;
  return (
    <RetryAlert className="mb-4" onRetry={() => void refetch()} retrying={isFetching}>
      {error.message}
    </RetryAlert>
  );
}
