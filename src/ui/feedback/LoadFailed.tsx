import { Trans } from '@lingui/react/macro';
import { CloudAlert } from 'lucide-react';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  className?: string;
}

/** What the page shows could not be read again. It stays, as it was; this says so, and offers another try. */
export function LoadFailed({ query: { error, isFetching, refetch }, className }: Props) {
  const detail = error && 'detail' in error && typeof error.detail === 'string' ? error.detail : null;
  return (
    <div role="alert" className={cx('alert alert-danger items-center! max-sm:flex-wrap', className)}>
      <CloudAlert aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{error?.message}</strong> {detail}
      </p>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
