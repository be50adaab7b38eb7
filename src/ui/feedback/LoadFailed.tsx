import { Trans } from '@lingui/react/macro';
import { CloudAlert } from 'lucide-react';
import { sentence } from '@/lib/format/sentence';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { ErrorState, type ErrorStateProps } from './states.tsx';

interface Query {
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Returns the error's reason, or null if it has only a message. */
const detailOf = (error: Error | null): string | null =>
  error && 'detail' in error && typeof error.detail === 'string' ? error.detail : null;

interface Props {
  query: Query;
  className?: string;
}

/** Says above visible data that it couldn't be refreshed, and offers a retry. */
export function LoadFailed({ query: { error, isFetching, refetch }, className }: Props) {
  return (
    <div role="alert" className={cx('alert alert-danger flex-wrap items-center!', className)}>
      <CloudAlert aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-44">
        <strong className="font-semibold">{sentence(error?.message ?? '')}</strong> {detailOf(error)}
      </p>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

/** Replaces data that couldn't be loaded. */
export function QueryFailed({
  query: { error, isFetching, refetch },
  ...rest
}: { query: Query } & Pick<ErrorStateProps, 'actions' | 'heading' | 'className' | 'offline'>) {
  return (
    <ErrorState {...rest} title={error?.message} onRetry={() => void refetch()} retrying={isFetching}>
      {detailOf(error)}
    </ErrorState>
  );
}
