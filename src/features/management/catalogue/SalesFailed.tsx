import { Trans } from '@lingui/react/macro';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import type { useSales } from './sales';

/** Says that the services have loaded but their sales haven't. */
export function SalesFailed({ week }: { week: Pick<ReturnType<typeof useSales>, 'failed' | 'retry'> }) {
  if (!week.failed) return null;
  return (
    <RetryAlert onRetry={week.retry} className="mx-4 mb-4 sm:mx-5">
      <Trans>We couldn't load sales for the next seven days.</Trans>
    </RetryAlert>
  );
}
