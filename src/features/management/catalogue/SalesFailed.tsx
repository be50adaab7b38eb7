import { Trans } from '@lingui/react/macro';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import type { useSales } from './sales';

/** Above a list whose services are there and whose sales are not. */
export function SalesFailed({ week }: { week: Pick<ReturnType<typeof useSales>, 'failed' | 'retry'> }) {
  if (!week.failed) return null;
  return (
    <RetryAlert onRetry={week.retry} className="mx-4 mb-4 sm:mx-5">
      <Trans>What is sold of the next seven days could not be read.</Trans>
    </RetryAlert>
  );
}
